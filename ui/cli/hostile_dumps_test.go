package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// dumpHead begins a moment of two atoms.
const dumpHead = "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\n"

// goodDump is one moment that nothing is wrong with.
const goodDump = dumpHead + "ITEM: ATOMS id type x y z radius\n1 1 0.1 0.1 0.1 0.05\n2 1 0.5 0.5 0.5 0.05\n"

// goodRecord is what an exported folder says of itself.
const goodRecord = `{"format": "tumble-export", "version": 1, "program": "lammps", "timeStep": 1e-5,
	"scene": "scene.tumble", "types": [{"type": 1, "material": "m"}],
	"motions": [{"name": "a", "body": "b", "after": "c"}],
	"templates": [{"name": "t", "type": 1, "mass": 1, "inertia": [1, 1, 1],
		"shapes": [{"kind": "sphere", "radius": 1, "material": "m"}], "spheres": [{"radius": 1}]}]}`

// heavyDumps are those that take long with one of two commands which read them alike. They are tried with TUMBLE_LONG.
var heavyDumps = []string{"replay-rows.txt.gz", "state-moments.txt", "state-record-many"}

// dumps returns dumps of other programs, and folders of them, as strangers may send them.
func dumps(t *testing.T, dir string) (out []hostile) {
	played := func(name, want, says string) {
		for command, args := range map[string][]string{"state": nil, "replay": {"-o", "played.html"}} {
			if slices.Contains(heavyDumps, command+"-"+name) && os.Getenv("TUMBLE_LONG") == "" {
				continue
			}
			out = append(out, hostile{Name: "dumps/" + command + "-" + name, Want: want, Names: says,
				Args: append([]string{command, name, "--timestep", "1e-5"}, args...)})
		}
	}
	for name, c := range dumpFiles() {
		save(t, filepath.Join(dir, name), c[1])
		played(name, c[0], name)
	}
	good := filepath.Join(dir, "exported.tumble")
	if got := tumble("run", filepath.Join(dir, "good.yaml"), "--steps", "1", "--save", good); got.status != 0 {
		t.Fatal(got.stderr)
	}
	state, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range dumpFolders(t) {
		folder := filepath.Join(dir, name)
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(folder, "scene.tumble"), string(state))
		save(t, filepath.Join(folder, "run.json"), goodRecord)
		save(t, filepath.Join(folder, "a.0.txt"), goodDump)
		c.make(folder)
		played(name, c.want, c.says)
	}
	return out
}

// dumpFiles returns files with what is to be said of each.
func dumpFiles() map[string][2]string {
	rows := func(columns string, rows ...string) string {
		return dumpHead + "ITEM: ATOMS " + columns + "\n" + strings.Join(rows, "\n") + "\n"
	}
	const usual = "id type x y z radius"
	return map[string][2]string{
		"type.txt": {"line 10: column 2: must be a type from 1 to 10000, got \"2147483648\"",
			rows(usual, "1 2147483648 0 0 0 1", "2 1 5 5 5 1")},
		"type-0.txt":   {"must be a type from 1 to 10000", rows(usual, "1 0 0 0 0 1", "2 1 5 5 5 1")},
		"size.txt":     {"there must be a column radius", rows("id type x y z", "1 1 0 0 0", "2 1 5 5 5")},
		"negative.txt": {"must not be negative", rows(usual, "1 1 0 0 0 -1", "2 1 5 5 5 1")},
		"twice.txt":    {"has atom 1 twice", rows(usual, "1 1 0 0 0 1", "1 1 5 5 5 1")},
		"time.txt": {"line 4: must be within ±1e+12 s",
			strings.Replace(rows(usual), "ITEM: NUM", "ITEM: TIME\n1e17\nITEM: NUM", 1)},
		"far.txt":      {"must be a number within ±1e+18", rows(usual, "1 1 1e300 0 0 1", "2 1 5 5 5 1")},
		"atoms.txt":    {"at most 3000000 atoms in a dump", "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2000000000\n"},
		"newlines.txt": {"at most 1000 lines in the head", "ITEM: X\n" + strings.Repeat("\n", 5_000_000)},
		"line.txt":     {"must have at most 65536 bytes", "ITEM: " + strings.Repeat("x", 50_000_000)},
		"moments.txt": {"at most 1000000 moments of dumps, got more",
			strings.Repeat("ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n0\nITEM: ATOMS id x y z\n", 1_000_100)},
		"newlines.txt.gz": {"at most 1000 lines in the head", packed("ITEM: X\n", strings.Repeat("\n", 10<<20), 300)},
		"rows.txt.gz":     {"bytes of text for each byte of a packed file", packed("", manyAtoms(), 200)},
	}
}

// manyAtoms is a moment of lines that are all the same, which few bytes stand for.
func manyAtoms() string {
	const n = 200_000
	return strings.Replace(dumpHead, "\n2\n", fmt.Sprintf("\n%d\n", n), 1) + "ITEM: ATOMS id x y z radius\n" +
		strings.Repeat("1 0.1000000 0.1000000 0.1000000 0.05000000\n", n)
}

// packed returns a text, and another one so many times, packed by gzip.
func packed(head, repeated string, times int) string {
	pack := func(text string) []byte {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		w.Write([]byte(text)) // into memory
		w.Close()
		return b.Bytes()
	}
	return string(pack(head)) + strings.Repeat(string(pack(repeated)), times)
}

// dumpFolder is a folder that a person is handed.
type dumpFolder struct {
	want, says string
	make       func(folder string) // changes a good one
}

func dumpFolders(t *testing.T) map[string]dumpFolder {
	put := func(name string, make func(path string) error) func(string) {
		return func(folder string) {
			os.Remove(filepath.Join(folder, name))
			if err := make(filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o666) }
	link := func(to string) func(string) error { return func(path string) error { return os.Symlink(to, path) } }
	folder := func(path string) error { return os.Mkdir(path, 0o777) }
	text := func(s string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(s), 0o666) }
	}
	record := func(old, new string) func(string) {
		if !strings.Contains(goodRecord, old) {
			t.Fatalf("no %s in the record", old)
		}
		return put("run.json", text(strings.Replace(goodRecord, old, new, 1)))
	}
	const nobody, device = "is a pipe that nobody writes into", "is a device"
	return map[string]dumpFolder{
		"record-pipe":   {nobody, "run.json", put("run.json", pipe)},
		"record-device": {device, "run.json", put("run.json", link("/dev/zero"))},
		"record-large":  {"bytes in the record", "run.json", put("run.json", text(strings.Repeat("[", 5<<20)))},
		"record-deep":   {"depth", "run.json", put("run.json", text(strings.Repeat("[", 1<<20)))},
		"record-many":   {"", "run.json", put("run.json", text(`{"templates": [`+strings.Repeat("{},", 1<<20)+"{}]}"))},
		"log-pipe":      {nobody, "log.lammps", put("log.lammps", pipe)},
		"log-device":    {device, "log.lammps", put("log.lammps", link("/dev/zero"))},
		"log-folder":    {"is a folder", "log.lammps", put("log.lammps", folder)},
		"log-endless": {"bytes in the log", "log.lammps", put("log.lammps", func(path string) error {
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				return err
			}
			return os.Truncate(path, 1<<40)
		})},
		"shapes": {"must have shapes and spheres, got 0 and 1", "run.json",
			record(`{"kind": "sphere", "radius": 1, "material": "m"}`, "")},
		"spheres":    {"must have shapes and spheres, got 1 and 0", "run.json", record(`{"radius": 1}`, "")},
		"radius":     {"radius must be > 0 m", "run.json", record(`"radius": 1, "material"`, `"radius": -1, "material"`)},
		"huge":       {"must be within", "run.json", record(`{"radius": 1}`, `{"radius": 1e300}`)},
		"leaves":     {"must be the name of a file in the folder", "run.json", record("scene.tumble", "../exported.tumble")},
		"absolute":   {"must be the name of a file in the folder", "run.json", record("scene.tumble", "/etc/passwd")},
		"linked":     {"leads out of the folder", "scene.tumble", put("scene.tumble", link("../exported.tumble"))},
		"no-scene":   {"no such file", "scene.tumble", put("scene.tumble", link("nowhere"))},
		"scene-pipe": {nobody, "scene.tumble", put("scene.tumble", pipe)},
		"program":    {"program: must be one of", "run.json", record("lammps", "../../lammps")},
		"step":       {"timeStep: must be > 0", "run.json", record("1e-5", "0")},
		"step-huge":  {"timeStep must be within", "run.json", record("1e-5", "1e300")},
		"material":   {"the scene does not have", "run.json", record(`"material": "m"}]`, `"material": "\u001b[31m"}]`)},
		"types": {"is of type 2: run.json has types 1 to 1", "types",
			put("a.0.txt", text(strings.Replace(goodDump, "2 1 0.5", "2 2 0.5", 1)))},
		"dump-pipe":   {"has no text dumps", "dump-pipe", put("a.0.txt", pipe)},
		"dump-device": {"has no text dumps", "dump-device", put("a.0.txt", link("/dev/zero"))},
	}
}
