//go:build unix

package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test program be the program, for what needs a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("TUMBLE_TEST_MAIN") != "" {
		os.Exit(Main(os.Args[1:], Env{Stdout: os.Stdout, Stderr: os.Stderr, Open: openForTest}))
	}
	os.Exit(m.Run())
}

// openForTest is a window that is there until it is closed.
func openForTest(r OpenRequest) error {
	defer r.First.World.Close()
	fmt.Println("open")
	<-r.Stop
	fmt.Println("closed")
	return nil
}

// process is the program at work.
type process struct {
	*exec.Cmd
	out, errs bytes.Buffer
}

// start starts the program; what a shell should do before is put in front.
func start(t *testing.T, before string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("sh", append([]string{"-c", before + ` exec "$0" "$@"`, os.Args[0]}, args...)...)}
	p.Env = append(os.Environ(), "TUMBLE_TEST_MAIN=1")
	p.Stdout, p.Stderr = &p.out, &p.errs
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// end waits for the program and returns what it did.
func (p *process) end() outcome {
	p.Wait()
	return outcome{p.ProcessState.ExitCode(), p.out.String(), p.errs.String()}
}

// await waits for something to come true.
func awaitThat(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 1000 {
		if ok() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s did not come", what)
}

// hasBytes reports whether a file has at least so many bytes.
func hasBytes(path string, bytes int64) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() >= bytes
}

// noParts expects nothing of a killed or an interrupted run in a folder.
func noParts(t *testing.T, dir string) {
	t.Helper()
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".part") {
			t.Errorf("left behind: %s", path)
		}
		return err
	})
}

// wholeTable reads a table of which each line must be whole, and returns its lines.
func wholeTable(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || !bytes.HasSuffix(text, []byte("\n")) {
		t.Errorf("%s: %v, ends with %q", path, err, text[max(len(text)-20, 0):])
	}
	return lines
}

// wholeJSON reads a JSON object.
func wholeJSON(t *testing.T, text []byte) (object map[string]any) {
	t.Helper()
	if err := json.Unmarshal(text, &object); err != nil {
		t.Errorf("%v: %.200q", err, text)
	}
	return object
}

var statusOf = map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129}

// init leaves out signals that do nothing here: tests that were started with nohup pass that on to the
// program, which then goes on for good, as it should.
func init() {
	for s := range statusOf {
		if signal.Ignored(s) {
			delete(statusOf, s)
		}
	}
}

// Contract: a signal that asks a run to end has all results written whole, of the moment at
// which it came, and the status that shells know.
func TestSignalsEndARun(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Log("hangup is not tested: it does nothing where these tests were started (nohup)")
	}
	for signal, status := range statusOf {
		t.Run(signal.String(), func(t *testing.T) {
			dir := t.TempDir()
			in := func(name string) string { return filepath.Join(dir, name) }
			p := start(t, "", "run", "bottle", "--until", "1000s", "--json", "--csv", in("series.csv"), "--every", "5steps",
				"--vtk", in("vtk"), "--every", "50steps",
				"--state", in("end.json"), "--save", in("end.tumble"), "--stl", in("end.stl"))
			awaitThat(t, "the table", func() bool { return hasBytes(in("series.csv"), 3000) })
			p.Process.Signal(signal)
			got := p.end()
			if got.status != status || !strings.Contains(got.stderr, "tumble: run: interrupted at ") {
				t.Errorf("%+v, want status %d", got, status)
			}
			result := wholeJSON(t, []byte(got.stdout))
			text, err := os.ReadFile(in("end.json"))
			if err != nil {
				t.Fatal(err)
			}
			state := wholeJSON(t, text)
			lines := wholeTable(t, in("series.csv"))
			var last float64
			json.Unmarshal([]byte(lines[len(lines)-1][0]), &last)
			if state["hash"] != result["hash"] || state["time"] != result["time"] || result["time"] != last {
				t.Errorf("hash %v and %v, time %v, %v and %v", result["hash"], state["hash"], result["time"], state["time"], last)
			}
			again := tumble("run", in("end.tumble"), "--steps", "1", "--json")
			if again.status != 0 || !hasBytes(in("end.stl"), 100) || !hasBytes(in("vtk/particles.pvd"), 100) {
				t.Errorf("the state goes on with %+v", again)
			}
			noParts(t, dir)
		})
	}
}

// Contract: while a scene loads, which cannot be ended, a signal ends the program at once,
// and what has been there stays.
func TestSignalWhileLoading(t *testing.T) {
	dir := t.TempDir()
	scene, old := filepath.Join(dir, "scene.yaml"), filepath.Join(dir, "old.json")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(scene, 0o644); err != nil {
		t.Skip(err)
	}
	for signal, status := range statusOf {
		p := start(t, "", "run", scene, "--steps", "1", "--state", old)
		pipe, err := os.OpenFile(scene, os.O_WRONLY, 0) // waits until it is read
		if err != nil {
			t.Fatal(err)
		}
		p.Process.Signal(signal)
		got := p.end()
		pipe.Close()
		if got.status != status {
			t.Errorf("%v: %+v, want status %d", signal, got, status)
		}
	}
	if text, err := os.ReadFile(old); err != nil || string(text) != "old" {
		t.Errorf("%q, %v", text, err)
	}
	noParts(t, dir)
}

// Contract: a signal closes a window as a person does.
func TestSignalsCloseTheWindow(t *testing.T) {
	for signal, status := range statusOf {
		out := filepath.Join(t.TempDir(), "out")
		p := start(t, "exec >"+out+";", "clump")
		awaitThat(t, "the window", func() bool { return hasBytes(out, 5) })
		p.Process.Signal(signal)
		got := p.end()
		if text, err := os.ReadFile(out); err != nil || string(text) != "open\nclosed\n" || got.status != status {
			t.Errorf("%v: %q, %+v, want status %d", signal, text, got, status)
		}
	}
}

// Contract: a signal that is ignored where the program was started, as with nohup, stays so.
func TestIgnoredSignal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "series.csv")
	p := start(t, `trap "" HUP;`, "run", "bottle", "--until", "1000s", "--csv", path, "--every", "5steps")
	awaitThat(t, "the table", func() bool { return hasBytes(path, 1000) })
	p.Process.Signal(syscall.SIGHUP)
	awaitThat(t, "the rest of the table", func() bool { return hasBytes(path, 5000) })
	p.Process.Signal(syscall.SIGTERM)
	if got := p.end(); got.status != 143 {
		t.Errorf("%+v", got)
	}
}

// Contract: what is deleted while it is written is an error that says so.
func TestDeletedWhileWritten(t *testing.T) {
	for _, c := range []struct{ flag, name string }{
		{"--run-file", "run.tumble"}, {"--csv", "series.csv"}, {"--gsd", ".a.gsd.1.part"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, c.name)
		asked := filepath.Join(dir, strings.TrimSuffix(strings.TrimPrefix(c.name, "."), ".1.part"))
		args := []string{"run", "bottle", "--until", "1s", c.flag, asked}
		if c.flag != "--run-file" {
			args = append(args, "--every", "500steps")
		}
		p := start(t, "", args...)
		awaitThat(t, "the file", func() bool { return hasBytes(path, 1) })
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		want := "write " + asked + ": it was deleted, moved or replaced while it was written\n"
		if got := p.end(); got.status != 1 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want status 1 and %q", c.flag, got, want)
		}
		noParts(t, dir)
	}
}

// Contract: all names are tried before the first step, whatever else is asked for, and
// nothing is left of that.
func TestNamesAreTriedFirst(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(table, []byte("damping\n0.1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"run bottle --until 1000s --csv DIR/a.csv --save DIR/no/x.tumble", 1,
			"run: --save: write DIR/no/x.tumble: folder DIR/no: no such file or directory"},
		{"run bottle --until 1000s --csv DIR/a.csv --state DIR", 1,
			"run: --state: write DIR: must be the name of a file, and is a folder"},
		{"run bottle --until 1000s --save DIR/a.tumble --csv DIR/no/x", 1, "run: --csv: write DIR/no/x: folder"},
		{"run bottle --until 1000s --save DIR/a.tumble --vtk DIR/file/x", 1,
			"run: --vtk: make folder DIR/file/x: not a directory"},
		{"run bottle --until 1000s --save DIR/a.tumble --stl DIR/no/x", 1, "run: --stl: write DIR/no/x"},
		{"run bottle --until 1000s --save DIR/a.tumble -o DIR/file", 1, "run: -o: make folder DIR/file"},
		{"run bottle --until 1000s --csv DIR/a --save-scene DIR/no/x.yaml", 1, "run: --save-scene: write DIR/no/x.yaml"},
		{"run bottle --until 1000s --state DIR/a --csv DIR/./a", 2, "run: --state and --csv cannot both be DIR/./a"},
		{"run bottle --until 1000s --csv - --state -", 2, "run: --state and --csv cannot both have standard output"},
		{"run bottle --until 1000s --csv - --json", 2, "run: --json and --csv cannot both have standard output"},
		{"shot bottle --at 1000s -o DIR/no/x.png", 1, "shot: -o: write DIR/no/x.png"},
		{"record bottle --until 1000s -o DIR/no/x.mp4", 1, "record: -o: write DIR/no/x.mp4"},
		{"record bottle --until 1000s -o DIR/file/%d.png", 1, "record: -o: make folder DIR/file"},
		{"sweep bottle --until 1000s --table " + table + " -o DIR/file", 1, "sweep: -o: make folder DIR/file"},
	} {
		args := strings.ReplaceAll(c.args, "DIR", dir)
		want := "tumble: " + strings.ReplaceAll(c.want, "DIR", dir)
		got := tumble(strings.Fields(args)...)
		if got.status != c.status || !strings.HasPrefix(got.stderr, want) || got.stdout != "" {
			t.Errorf("tumble %s:\n%+v, want %d %q", args, got, c.status, want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("tumble %s left %v", args, left)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "old" {
		t.Errorf("the file is now %q, %v", text, err)
	}
}

// Contract: where a disk is full, the run goes on to the same bits and says so at once; no half file is left under a
// name, and of a run file and a table what was written is good.
func TestDiskFull(t *testing.T) {
	const limit, full = "ulimit -f 60;", "file too large" // in pieces of 512 bytes; it stands for a small disk
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"run", "clump", "--steps", "2000", "--json"}
	hash := func(got outcome) any { return wholeJSON(t, []byte(got.stdout))["hash"] }
	want := hash(start(t, "", args...).end())
	got := start(t, limit, append(args, "--run-file", file("a.tumble"), "--csv", file("a.csv"),
		"--every", "1steps")...).end()
	if got.status != 1 || strings.Count(got.stderr, full+"; ") != 2 || hash(got) != want {
		t.Errorf("without room: hash %v, want %v; %+v", hash(got), want, got)
	}
	if again := tumble("check", file("a.tumble")); again.status != 0 || !strings.Contains(again.stdout, "reproduced") {
		t.Errorf("the run file that found no room: %+v", again)
	}
	wholeTable(t, file("a.csv"))
	for _, name := range []string{"b.json", "b.tumble", "b.gsd"} {
		flag := map[string]string{".json": "--state", ".tumble": "--save", ".gsd": "--gsd"}[filepath.Ext(name)]
		got := start(t, "ulimit -f 1;", append(args, flag, file(name))...).end()
		if _, err := os.Stat(file(name)); err == nil || got.status != 1 || !strings.Contains(got.stderr, full) {
			t.Errorf("%s: left there is %v; %+v", name, err == nil, got)
		}
	}
	noParts(t, dir)
}

// Contract: a result that cannot be written keeps no other from being written; the exit
// status tells of it, and what is printed is the outcome of the run.
func TestOneResultFails(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, flag := range []string{"--save", "--state", "--csv"} {
		got := tumble("run", "facet-edge", "--steps", "40",
			"--save", in("end.tumble"), "--state", in("end.json"), "--csv", in("series.csv"), "--every", "1steps", "--stl",
			"/dev/full", "--json", flag, "/dev/full")
		if got.status != 1 || !strings.HasSuffix(got.stderr, "\nwrite /dev/full: no space left on device\n") {
			t.Errorf("%s: %+v, want the error of --stl too", flag, got)
		}
		if result := wholeJSON(t, []byte(got.stdout)); result["steps"] != 40.0 {
			t.Errorf("%s: %v steps", flag, result["steps"])
		}
		for _, name := range []string{"end.tumble", "end.json", "series.csv"} {
			if name == map[string]string{"--save": "end.tumble", "--state": "end.json"}[flag] {
				continue
			}
			if !hasBytes(in(name), 100) {
				t.Errorf("%s: there is no %s", flag, name)
			}
			os.Remove(in(name))
		}
	}
}

// Contract: a table on a disk that gets full ends with a whole line, the run goes on, and
// its other results are written.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, blocks := range []string{"1", "7", "20"} {
		p := start(t, "ulimit -f "+blocks+";", "run", "clump", "--steps", "200", "--csv", in("series.csv"), "--every",
			"1steps", "--json")
		got := p.end()
		if got.status != 1 || strings.Count(got.stderr, "series.csv: file too large") != 2 {
			t.Errorf("%+v", got)
		}
		if result := wholeJSON(t, []byte(got.stdout)); result["steps"] != 200.0 {
			t.Errorf("%v steps", result["steps"])
		}
		if hasBytes(in("series.csv"), 1) {
			if n := len(wholeTable(t, in("series.csv"))); n > 150 {
				t.Errorf("%d lines: the disk was not full", n)
			}
		} else if blocks != "1" {
			t.Errorf("%s blocks: no table", blocks)
		}
		noParts(t, dir)
	}
}

// Contract: what is asked for on standard output has it for itself, devices and links stay
// what they are, and results outlive a reader that has gone.
func TestStandardOutput(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	run := func(before string, args ...string) outcome {
		got := start(t, before, args...).end()
		if got.status != 0 {
			t.Errorf("%v: %+v", args, got)
		}
		return got
	}
	for _, name := range []string{"-", "/dev/stdout"} {
		got := run("", "run", "clump", "--steps", "20", "--csv", name, "--every", "5steps")
		lines, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
		if err != nil || len(lines) != 6 || !strings.Contains(got.stderr, "hash ") {
			t.Errorf("%v, %d lines, %q", err, len(lines), got.stderr)
		}
		wholeJSON(t, []byte(run("", "run", "clump", "--steps", "20", "--state", name).stdout))
	}
	if got := run("", "run", "clump", "--save-scene", "-"); !strings.Contains(got.stdout, "materials:") {
		t.Errorf("%+v", got)
	}
	saved := run("", "run", "clump", "--steps", "20", "--save", "-").stdout
	if err := os.WriteFile(in("a.tumble"), []byte(saved), 0o644); err != nil {
		t.Fatal(err)
	}
	run("", "run", in("a.tumble"), "--steps", "1")

	run("exec >"+in("out")+";", "run", "clump", "--steps", "20", "--state", "/dev/stdout")
	if text, err := os.ReadFile(in("out")); err != nil {
		t.Error(err)
	} else {
		wholeJSON(t, text)
	}
	got := start(t, "exec >/dev/full;", "run", "clump", "--steps", "20", "--json").end()
	if got.status != 1 || !strings.Contains(got.stderr, "no space left") {
		t.Errorf("a full standard output: %+v", got)
	}

	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(os.Args[0], "run", "clump", "--steps", "2000",
		"--csv", "-", "--every", "1steps", "--state", in("end.json"))}
	p.Env = append(os.Environ(), "TUMBLE_TEST_MAIN=1")
	p.Stdout, p.Stderr = w, &p.errs
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	io.ReadFull(r, make([]byte, 100))
	r.Close()
	got = p.end()
	if got.status != 1 || !strings.Contains(got.stderr, "write standard output: broken pipe") ||
		!hasBytes(in("end.json"), 100) {
		t.Errorf("a reader that went: %+v", got)
	}
	noParts(t, dir)
}
