package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

var update = flag.Bool("update", false, "write what is said of hostile inputs anew")

// The corpus of hostile inputs. Small ones are lines of testdata/hostile/KIND.txt:
//
//	NAME ;; ARGUMENTS ;; WHAT IS SAID ;; TEXT
//
// The arguments stand behind the program's name; FILE is a file NAME with the ending of its
// kind that holds the text, in which \n is a new line and @ the beginning that all of a kind
// share. Large ones are made; see generated. Besides, every bad scene and mesh that the
// packages of the engine keep is in it.

// hostile is an input and what must be said of it.
type hostile struct {
	Name  string
	Args  []string
	Want  string // part of what is said
	Names string // another part: the name of the file or flag
	Alone bool   // in a process of its own: it may take much memory
	Stdin string // file
}

// verdict is what a child process tells of a case.
type verdict struct {
	Name    string
	Status  int
	Stderr  string
	Seconds float64 // of the processor
	Memory  int64   // the most that the process had so far [kB]; 0: not known
}

// kinds are the kinds of files that lines of the corpus make, and how each begins.
var kinds = []struct{ name, ext, begins string }{
	{"scenes", ".yaml", "title: t\ngravity: [0, 0, -10]\nend: 0.001\nmaterials: [{name: m}]\n"},
	{"scripts", ".py", "from woo.core import *; from woo.dem import *; from minieigen import *; import woo, math, " +
		"woo.utils, woo.triangulated\n" +
		"S=woo.master.scene=Scene(fields=[DemField(gravity=(0,0,-10))])\n"},
	{"tables", ".csv", "x,y,z,radius\n"},
	{"sweeps", ".csv", "damping,seed\n"},
	{"meshes", ".obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"},
	{"flags", ".yaml", "title: t\ngravity: [0, 0, -10]\nend: 0.001\nmaterials: [{name: m}]\nbodies: [{name: ball, " +
		"sphere: {radius: 0.01}}]\n"},
	{"poses", ".csv", "time,x,y,z\n"},
	{"multispheres", ".txt", "0 0 0 1\n"},
}

// Contract: whatever a stranger sends, the program ends within 10 s of processor time and
// 1 GB with an error that names the file, line or flag and what is allowed.
//
// go test ./ui/cli -run TestHostile -update writes what is said of small ones anew; read it.
func TestHostile(t *testing.T) {
	if list := os.Getenv("TUMBLE_HOSTILE"); list != "" {
		attack(t, list)
		return
	}
	dir := t.TempDir()
	cases := slices.Concat(small(t, dir), kept(t, dir), states(t, dir), streams(t, dir), parquetTables(t, dir),
		frames(t, dir), dumps(t, dir))
	if !testing.Short() {
		cases = append(cases, generated(t, dir)...)
		if len(cases) < 400 {
			t.Errorf("%d hostile inputs, want at least 400", len(cases))
		}
	}
	t.Logf("%d hostile inputs", len(cases))
	reports := map[string]verdict{}
	for _, s := range runBatches(t, dir, batches(cases)) {
		reports[s.Name] = s
	}
	if *update {
		rewrite(t, dir, reports)
		return
	}
	for _, c := range cases {
		s, ended := reports[c.Name]
		text, _, _ := strings.Cut(strings.ReplaceAll(s.Stderr, dir+"/", ""), "\n")
		if s.Seconds > 2 {
			t.Logf("%s: %.1f s", c.Name, s.Seconds)
		}
		switch {
		case !ended: // the batch has said so
		case s.Status != exitError && s.Status != exitUsage || !strings.HasPrefix(s.Stderr, "tumble: "):
			t.Errorf("%s: tumble %.200s: exit status %d, %s", c.Name, strings.Join(c.Args, " "), s.Status, text)
		case !strings.Contains(s.Stderr, c.Want) || !strings.Contains(s.Stderr, c.Names):
			t.Errorf("%s: tumble %.200s: says\n\t%s\nwant %q and %q", c.Name, strings.Join(c.Args, " "), text, c.Names, c.Want)
		case len(s.Stderr) > 8000:
			t.Errorf("%s: says %d bytes: %.200s", c.Name, len(s.Stderr), text)
		case s.Seconds > 10 && !testing.Short():
			t.Errorf("%s: took %.1f s: %s", c.Name, s.Seconds, text)
		}
	}
}

// batches divides cases among processes.
func batches(cases []hostile) (out [][]hostile) {
	var many []hostile
	for _, c := range cases {
		if c.Alone {
			out = append(out, []hostile{c})
		} else {
			many = append(many, c)
		}
	}
	for each := range slices.Chunk(many, 100) {
		out = append(out, each)
	}
	return out
}

// runBatches runs batches, two at a time.
func runBatches(t *testing.T, dir string, all [][]hostile) []verdict {
	reports := make([][]verdict, len(all))
	var next atomic.Int32
	var done sync.WaitGroup
	for range 2 {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
				reports[i] = runBatch(t, filepath.Join(dir, fmt.Sprintf("cases-%d.json", i)), all[i])
			}
		})
	}
	done.Wait()
	return slices.Concat(reports...)
}

// runBatch runs cases in a process of its own, which reads them from a file, and looks at what memory it takes.
func runBatch(t *testing.T, list string, batch []hostile) (out []verdict) {
	data, err := json.Marshal(batch)
	if err == nil {
		err = os.WriteFile(list, data, 0o666)
	}
	if err != nil {
		t.Error(err)
		return nil
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestHostile$")
	cmd.Env = append(os.Environ(), "TUMBLE_HOSTILE="+list, limit.MemoryVariable+"="+hostileMemory)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if in := batch[0].Stdin; in != "" {
		f, err := os.OpenFile(in, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Error(err)
			return nil
		}
		defer f.Close()
		cmd.Stdin = f
	}
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return nil
	}
	watchdog := time.AfterFunc(3*time.Minute, func() { cmd.Process.Kill() })
	err = cmd.Wait()
	watchdog.Stop()
	for lines := bufio.NewReader(&stdout); ; {
		line, end := lines.ReadBytes('\n')
		var s verdict
		if text, ok := bytes.CutPrefix(line, []byte(reportMark)); ok && json.Unmarshal(text, &s) == nil {
			out = append(out, s)
		}
		if end != nil {
			break
		}
	}
	if err != nil || len(out) < len(batch) {
		t.Errorf("%s ends the program: %v\n%.2000s", batch[min(len(out), len(batch)-1)].Name, err, stderr.String())
	}
	if n := len(out); n > 0 && out[n-1].Memory > 1<<20 && !testing.Short() { // kB
		t.Errorf("%s: took %d MB of memory, want at most 1 GB", batch[0].Name, out[n-1].Memory>>10)
	}
	return out
}

// reportMark begins the lines of a child process that are not of its test.
const reportMark = "said: "

// attack runs the cases of a list in this process.
func attack(t *testing.T, list string) {
	data, err := os.ReadFile(list)
	var cases []hostile
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err == nil {
		err = os.Chdir(filepath.Dir(list))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		before := used()
		got := tumble(c.Args...)
		text, err := json.Marshal(verdict{c.Name, got.status, got.stderr, (used() - before).Seconds(), memory()})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("\n%s%s\n", reportMark, text)
	}
}

// used returns the time that this process has had of the processor.
func used() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// memory returns the most memory that this process has had [kB], where Linux tells: what wait(2) tells of a process is
// at least that of the one which started it.
func memory() (most int64) {
	text, _ := os.ReadFile("/proc/self/status")
	if _, after, ok := strings.Cut(string(text), "VmHWM:"); ok {
		fmt.Sscan(after, &most)
	}
	return most
}

// small returns the cases that are lines of files.
func small(t *testing.T, dir string) (out []hostile) {
	for _, kind := range kinds {
		for _, l := range corpusLines(t, kind.name) {
			file := l[0] + kind.ext
			text := strings.NewReplacer("@", kind.begins, `\n`, "\n", `\t`, "\t", `\0`, "\x00", `\u0040`, "@").Replace(l[3])
			save(t, filepath.Join(dir, file), text)
			switch kind.name {
			case "tables":
				inTable(t, dir, file)
			case "poses":
				inMotion(t, dir, file)
			case "multispheres":
				save(t, filepath.Join(dir, "in-"+file+".yaml"), kinds[0].begins+
					"bodies: [{name: b, multisphere: {file: "+file+"}}]\n")
			}
			c := hostile{Name: kind.name + "/" + l[0], Want: l[2], Names: l[0]}
			for _, a := range strings.Fields(l[1]) {
				c.Args = append(c.Args, strings.ReplaceAll(a, "FILE", file))
			}
			if kind.name == "flags" {
				c.Names = "" // what is wanted names the flag
			}
			out = append(out, c)
		}
	}
	return out
}

// hostileMemory is what bodies may take while hostile input is tried: half a million.
const hostileMemory = "450MB"

// inTable makes a scene whose particles are in a table.
func inTable(t *testing.T, dir, file string) {
	save(t, filepath.Join(dir, "in-"+file+".yaml"), kinds[0].begins+"particles: {file: "+file+"}\n")
}

// inMotion makes a scene with a motion whose key frames are in a table.
func inMotion(t *testing.T, dir, file string) {
	save(t, filepath.Join(dir, "moved-"+file+".yaml"), kinds[0].begins+
		"bodies: [{name: b, sphere: {radius: 0.01}, blocked: xyzXYZ}]\n"+
		"motions: [{name: m, body: b, table: "+file+"}]\n")
}

// corpusLines returns the fields of the lines of a kind.
func corpusLines(t *testing.T, kind string) (out [][]string) {
	data, err := os.ReadFile("testdata/hostile/" + kind + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.SplitN(line, " ;; ", 4)
		if len(fields) != 4 {
			t.Fatalf("%s.txt: line %d must have four fields", kind, i+1)
		}
		out = append(out, fields)
	}
	return out
}

// rewrite puts what is said now into the lines.
func rewrite(t *testing.T, dir string, reports map[string]verdict) {
	for _, kind := range kinds {
		var b strings.Builder
		for _, l := range corpusLines(t, kind.name) {
			text, _, _ := strings.Cut(strings.ReplaceAll(reports[kind.name+"/"+l[0]].Stderr, dir+"/", ""), "\n")
			for _, cut := range []string{l[0] + kind.ext + ": ", "tumble: "} {
				if i := strings.LastIndex(text, cut); i >= 0 {
					text = text[i+len(cut):]
				}
			}
			if r := []rune(text); len(r) > 90 {
				text = string(r[:90])
			}
			l[2] = strings.TrimSpace(text)
			b.WriteString(strings.Join(l, " ;; ") + "\n")
		}
		save(t, "testdata/hostile/"+kind.name+".txt", b.String())
	}
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// kept returns the bad scenes and meshes that other packages keep, each mesh by itself and
// in a scene. What exactly is said of them is tested there.
func kept(t *testing.T, dir string) (out []hostile) {
	scenes, _ := filepath.Glob("../../sim/scene/testdata/bad/*.yaml")
	meshes, _ := filepath.Glob("../../sim/mesh/testdata/corpus/bad-*")
	for _, path := range append(scenes, meshes...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		save(t, filepath.Join(dir, name), string(data))
		out = append(out, hostile{Name: "kept/" + name, Args: []string{"check", name}, Names: name})
		if filepath.Ext(name) != ".yaml" {
			save(t, filepath.Join(dir, "in-"+name+".yaml"), kinds[0].begins+"bodies: [{name: cup, mesh: "+name+"}]\n")
			out = append(out, hostile{Name: "kept/in-" + name, Args: []string{"run", "in-" + name + ".yaml"},
				Names: "line 5: bodies.cup", Want: name})
		}
	}
	return out
}

// states returns saved states with damage of all kinds; their checksums are right where it
// says so.
func states(t *testing.T, dir string) (out []hostile) {
	whole := filepath.Join(dir, "whole.tumble")
	if got := tumble("run", "box", "--steps", "300", "--save", whole); got.status != 0 {
		t.Fatal(got.stderr)
	}
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string, data []byte, want string) {
		name += ".tumble"
		save(t, filepath.Join(dir, name), string(data))
		out = append(out, hostile{Name: "states/" + name, Args: []string{"run", name, "--steps", "1"}, Names: name,
			Want: want})
	}
	add("empty", nil, "this is no saved state")
	add("scene", []byte(kinds[0].begins), "this is no saved state")
	frame := bytes.Index(data, []byte("STAT"))
	add("head-only", data[:frame], "ends before its first key frame")
	add("no-head", slices.Concat([]byte("tumble run\n"), data[frame:]), "out of place")
	add("first-form", []byte("tumble state\n{\"title\":3}\nstate"), "")
	add("first-form-deep", []byte("tumble state\n"+strings.Repeat("[", 200000)+"\n"), "")
	for _, parts := range []int{2, 3, 5, 17} {
		add(fmt.Sprintf("cut-%d", parts), data[:len(data)-len(data)/parts], "ends before its first key frame")
	}
	for i := range 20 {
		d := slices.Clone(data)
		d[len(d)/2+i*len(d)/50] ^= 1 << (i % 8)
		add(fmt.Sprintf("bit-%d", i), d, "damaged")
	}
	for _, f := range forgeries {
		add("forged-"+f.name, forged(t, data, f.change), f.want)
	}
	return out
}

// Pause and SaveScene are edits for the writer of a run file, which then names commands that are none.
type (
	Pause     struct{ bridge.SetSeed }
	SaveScene struct{ bridge.SetSeed }
)

// forgeries are run files with right sums that hold what no program writes.
var forgeries = []struct {
	name, want string
	change     func(head map[string]any, of *runfile.Track)
}{
	{"title", "title: there must be at most 10000 bytes in a name or text of a scene, got 10000000",
		func(head map[string]any, _ *runfile.Track) { head["title"] = strings.Repeat("x", 10_000_000) }},
	{"head", "at most 33554432 bytes in a block of a run file that is no state, got 4",
		func(head map[string]any, _ *runfile.Track) { head["more"] = strings.Repeat("x", 40_000_000) }},
	{"stops", "at most 100 conditions at which a scene stops, got 100000",
		func(head map[string]any, _ *runfile.Track) {
			head["stopWhen"] = slices.Repeat([]string{"speed > 1"}, 100_000)
		}},
	{"outputs", "at most 100 exports of a scene, got 100000",
		func(head map[string]any, _ *runfile.Track) { head["outputs"] = make([]struct{}, 100_000) }},
	{"set", "at most 1000 settings of a scene, got 100000",
		func(head map[string]any, _ *runfile.Track) {
			head["set"] = slices.Repeat([]string{"damping=0"}, 100_000)
		}},
	{"pause", `there is no edit "Pause"`, func(_ map[string]any, of *runfile.Track) {
		of.Commands = []runfile.Command{{Moment: of.Begin, Edit: Pause{}}}
	}},
	{"save", `there is no edit "SaveScene"`, func(_ map[string]any, of *runfile.Track) {
		of.Commands = []runfile.Command{{Moment: of.Begin, Edit: SaveScene{}}}
	}},
	{"setting", `there is no setting "timeStep.fixed" that can be changed`, func(_ map[string]any, of *runfile.Track) {
		of.Commands = []runfile.Command{{Moment: of.Begin, Edit: bridge.Number("timeStep.fixed", 1)}}
	}},
	{"bodies", "at most 10000 bodies in an edit, got 10001", func(_ map[string]any, of *runfile.Track) {
		many := bridge.Fresh(slices.Repeat([]bridge.NewBody{{Name: "b"}}, 10_001)...)
		of.Commands = []runfile.Command{{Moment: of.Begin, Edit: bridge.AddBodies{Bodies: many}}}
	}},
	{"far", "the last step, 1000000000000, is out of place", func(_ map[string]any, of *runfile.Track) {
		of.End.Step = 1e12
	}},
}

// forged returns a run file that says other things of its scene or of its track.
func forged(t *testing.T, data []byte, change func(head map[string]any, of *runfile.Track)) []byte {
	t.Helper()
	f, err := runfile.Parse(data)
	head := map[string]any{}
	if err == nil {
		err = json.Unmarshal(f.Scene, &head)
	}
	if err != nil {
		t.Fatal(err)
	}
	change(head, f.On())
	var b bytes.Buffer
	w := runfile.NewWriter(&b, head)
	w.WriteTracks(f.Tracks, f.On().ID)
	if w.Err() != nil {
		t.Fatal(w.Err())
	}
	return b.Bytes()
}

// frames are requests to tumble serve whose end cannot be found, or that would take the memory of the machine.
func frames(t *testing.T, dir string) (out []hostile) {
	for _, f := range [][3]string{
		{"cut", "Content-Length: 100\r\n\r\n{", "the input ends in a frame: 1 of 100 bytes came"},
		{"no-length", "\r\n{}", "must have a line Content-Length"},
		{"minus", "Content-Length: -5\r\n\r\n{}", "must be a whole number ≥ 1"},
		{"huge", "Content-Length: 68719476736\r\n\r\n{}", "bytes in a request"},
		{"no-head", strings.Repeat("\x00", 1<<20), "at most 1000 bytes"},
		{"many-lines", strings.Repeat("A: b\r\n", 1<<16), "at most 20 lines"},
		{"deep", "Content-Length: 4000000\r\n\r\n" + strings.Repeat("[", 4_000_000) + "x", "ends in the head of a frame"},
	} {
		file := filepath.Join(dir, "frames-"+f[0])
		save(t, file, f[1])
		out = append(out, hostile{Name: "frames/" + f[0], Args: []string{"serve"}, Stdin: file, Want: f[2],
			Alone: true})
	}
	return out
}

// parquetTables returns tables of particles that begin as Parquet files do, and are none.
func parquetTables(t *testing.T, dir string) (out []hostile) {
	for _, f := range [][2]string{
		{"cut", "PAR1"},
		{"empty", "PAR1PAR1"},
		{"zeros", "PAR1" + strings.Repeat("\x00", 1<<20)},
		{"footer", "PAR1" + strings.Repeat("\xff", 64) + "\xff\xff\xff\x7fPAR1"},
		{"deep", "PAR1" + strings.Repeat("\x19\x1c", 1<<16) + "\x00\x00\x02\x00PAR1"},
		{"deeper", "PAR1" + strings.Repeat("\x19\x1c", 1<<22) + "\x00\x00\x80\x00PAR1"},
	} {
		table, file := "packed-"+f[0]+".csv", "packed-"+f[0]+".yaml"
		save(t, filepath.Join(dir, table), f[1])
		save(t, filepath.Join(dir, file), kinds[0].begins+"particles: {file: "+table+"}\n")
		out = append(out, hostile{Name: "packed/" + f[0], Args: []string{"check", file}, Names: file,
			Want: "particles: " + table})
	}
	return out
}

// streams returns what is no file.
func streams(t *testing.T, dir string) (out []hostile) {
	fifo := filepath.Join(dir, "fifo")
	for _, ext := range []string{"", ".yaml", ".py", ".stl", ".csv", ".tumble", ".png"} {
		if err := syscall.Mkfifo(fifo+ext, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, ext := range []string{".yaml", ".py", ".stl", ".obj", ".ply", ".tumble", ".csv", ".png"} {
		if err := os.Symlink("/dev/zero", filepath.Join(dir, "device"+ext)); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, "folder"+ext), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	good := kinds[5].begins
	save(t, filepath.Join(dir, "good.yaml"), good)
	for _, name := range []string{"device", "fifo", "folder"} {
		want := map[string]string{"device": "is a device, not a file or a pipe", "fifo": "is a pipe that nobody writes into",
			"folder": "is a folder, not a file or a pipe"}[name]
		for _, ext := range []string{".yaml", ".py", ".stl", ".tumble"} {
			out = append(out, hostile{Name: "streams/" + name + ext, Args: []string{"check", name + ext}, Names: name + ext,
				Want: want})
		}
		out = append(out, hostile{Name: "streams/sweep-" + name, Args: []string{"sweep", "good.yaml", "--table",
			name + ".csv"}, Names: name + ".csv", Want: want})
		out = append(out, hostile{Name: "streams/pile-" + name, Args: []string{"bench", "--pile", name + ".csv"},
			Names: name + ".csv", Want: want})
		out = append(out, hostile{Name: "streams/logo-" + name, Args: []string{"shot", "good.yaml", "--logo", name + ".png",
			"-o", "a.png"}, Names: "--logo: " + name + ".png", Want: want})
		for kind, text := range map[string]string{"mesh": "bodies: [{name: b, mesh: NAME.stl}]",
			"table": "particles: {file: NAME.csv}"} {
			file := kind + "-" + name + ".yaml"
			save(t, filepath.Join(dir, file), kinds[0].begins+strings.ReplaceAll(text, "NAME", name)+"\n")
			out = append(out, hostile{Name: "streams/" + file, Args: []string{"run", file}, Names: file, Want: ""})
		}
		script := "mesh-" + name + ".py"
		save(t, filepath.Join(dir, script), kinds[1].begins+"S.dem.par.add(woo.utils.importSTL('"+name+".stl'))\n")
		out = append(out, hostile{Name: "streams/" + script, Args: []string{"run", script, "--steps", "1"}, Names: script,
			Want: "line 3"})
	}
	out = append(out, hostile{Name: "streams/stdin-zero", Args: []string{"check", "-"}, Names: "standard input",
		Want: "device", Stdin: "/dev/zero", Alone: true})
	out = append(out, hostile{Name: "streams/stdin-null", Args: []string{"check", "-"}, Names: "standard input",
		Want: "device", Stdin: "/dev/null", Alone: true})
	out = append(out, hostile{Name: "streams/stdin-folder", Args: []string{"check", "-"}, Names: "standard input",
		Want: "is a folder", Stdin: dir, Alone: true})
	return out
}

// generated returns the large cases, each in a process of its own.
func generated(t *testing.T, dir string) (out []hostile) {
	long := os.Getenv("TUMBLE_LONG") != ""
	for _, g := range bombs {
		if !long && slices.Contains(heavy, g.name) {
			continue
		}
		g.name = "big-" + g.name
		text := g.text()
		save(t, filepath.Join(dir, g.name), text)
		if strings.Contains(g.args, "in-FILE") {
			inTable(t, dir, g.name)
		}
		if strings.Contains(g.args, "moved-FILE") {
			inMotion(t, dir, g.name)
		}
		args := strings.Fields(strings.ReplaceAll(g.args, "FILE", g.name))
		says := g.name
		if g.names != "" {
			says = g.names
		}
		out = append(out, hostile{Name: "generated/" + g.name, Args: args, Want: g.want, Names: says, Alone: true})
	}
	for name, args := range longFlags() {
		out = append(out, hostile{Name: "long/" + name, Args: args[1:], Names: args[0]})
	}
	slices.SortFunc(out, func(a, b hostile) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// longFlags are flags with values of 100,000 characters, each behind what must be said.
func longFlags() map[string][]string {
	long := func(s string) string { return strings.Repeat(s, 100_000/len(s)) }
	out := map[string][]string{
		"dots":     {"set \"a.a.a.", "run", "box", "--steps", "1", "--set", "a" + long(".a") + "=1"},
		"brackets": {"at most 100 levels", "run", "box", "--steps", "1", "--set", "damping=" + long("[")},
		"braces":   {"at most 100 levels", "run", "box", "--steps", "1", "--set", "damping=" + long("{a: ")},
		"path":     {"set \"aaa", "run", "box", "--steps", "1", "--set", long("a") + "=1"},
		"value":    {"damping", "run", "box", "--steps", "1", "--set", "damping=" + long("x")},
		"scene":    {"aaa", "run", long("a"), "--steps", "1"},
		"flag":     {"no flag \"--aaa", "run", "box", "--" + long("a")},
	}
	for _, flag := range []string{"until", "steps", "seed", "workers", "every"} {
		out["flag-"+flag] = []string{"--" + flag, "run", "box", "--" + flag, long("9") + "x"}
	}
	for i := range 5 {
		out["digits-"+strconv.Itoa(i)] = []string{"", "run", "box", "--steps", "1", "--set",
			[]string{"gravity", "end", "damping", "seed", "timeStep.fixed"}[i] + "=" + long("9")}
	}
	return out
}
