//go:build unix && !headless

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// writeClump writes a built-in scene as a file, for standard input.
func writeClump(t *testing.T) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "clump.yaml")
	if got := tumble("run", "clump", "--save-scene", path); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "runs.csv"), []byte("damping\n0.1\n0.2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

// Contract: every command that takes a scene takes one from standard input, be that a file or a pipe,
// also where it reads the scene more than once; and every one that writes one file writes it to standard
// output, with nothing else there.
func TestScenesFromStandardInput(t *testing.T) {
	dir, path := writeClump(t)
	video := "\x00\x00\x00"
	if !hasFFmpeg() {
		video = "RIFF"
	}
	for args, begin := range map[string]string{
		"run - --steps 3 --state -":                   "{",
		"run - --steps 3 --run-file -":                "tumble run",
		"check -":                                     "-: Clump of three spheres: 2 bodies",
		"bench --scene - --steps 3 --warm-up 1":       `{"program"`,
		"sweep - --steps 3 --table DIR/runs.csv -o D": "2 of 2 rows are done",
		"shot - --size 16x16 -o -":                    "\x89PNG",
		"record - --steps 50 --size 16x16 -o -":       video,
		"replay - --steps 3 -o -":                     "<!DOCTYPE html>",
		"report - --steps 50 --size 16x16 -o -":       "<!DOCTYPE html>",
	} {
		for how, before := range map[string]string{"file": "exec <" + path + ";", "pipe": "cat " + path + " |"} {
			if how == "pipe" && !strings.HasPrefix(args, "sweep") {
				continue // all read it in the same way
			}
			args := strings.ReplaceAll(strings.ReplaceAll(args, "DIR", dir), "-o D", "-o "+filepath.Join(dir, how))
			got := start(t, before, strings.Fields(args)...).end()
			if got.status != 0 || !strings.HasPrefix(got.stdout, begin) {
				t.Errorf("%s from a %s: %d, %.40q, %s", args, how, got.status, got.stdout, got.stderr)
			}
		}
	}
}

// Contract: with --quiet a command that has done its work has said nothing, but what a flag asked for is
// there; an error is told all the same.
func TestQuiet(t *testing.T) {
	dir, path := writeClump(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	tumble("run", path, "--steps", "20", "--run-file", in("run.tumble"))
	for _, c := range commands() {
		// The only words of bench are its result; the pages of a course need the engine: TestLessonInChromium is quiet.
		if !c.reports || c.name == "bench" || c.name == "course" {
			continue
		}
		args := []string{c.name, path, "--quiet"}
		switch c.name {
		case "run":
			args = append(args, "--steps", "3")
		case "state":
			args = []string{"state", in("run.tumble"), "--quiet"}
		case "sweep":
			args = append(args, "--steps", "3", "--table", in("runs.csv"), "-o", in("sweep"), "--size", "16x16")
		case "check":
		case "export":
			args = append(args, "--to", "lammps", "--until", "1s", "--damping-as", "restitution", "-o", in("deck"))
		case "shot":
			args = append(args, "-o", in("a.png"), "--size", "16x16")
		case "record", "report":
			args = append(args, "--size", "16x16")
			fallthrough
		default:
			args = append(args, "--steps", "3", "-o", in(map[string]string{"record": "a.mp4", "replay": "a.html",
				"report": "b.html"}[c.name]))
		}
		if got := tumble(args...); got.status != 0 || got.stdout != "" || got.stderr != "" {
			t.Errorf("%v: %+v", args, got)
		}
		if got := tumble(c.name, in("none.yaml"), "--quiet"); got.status == 0 || got.stderr == "" || got.stdout != "" {
			t.Errorf("%s of no scene: %+v", c.name, got)
		}
	}
	if got := tumble("run", path, "--steps", "3", "--quiet", "--json"); !strings.HasPrefix(got.stdout, "{") {
		t.Errorf("--json: %+v", got)
	}
}

// worked reports whether a process has computed for longer than loading a scene takes.
func worked(p *process) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Process.Pid))
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if err != nil || len(fields) < 12 {
		return false
	}
	ticks, _ := strconv.Atoi(fields[11]) // in user mode, 100 a second
	return ticks > 50
}

// Contract: a signal ends every command that runs a scene with what was asked for written whole as far as
// it came, says so, and the status tells the signal.
func TestSignalsEndWhatRuns(t *testing.T) {
	for _, c := range []struct {
		args, first, whole string // names below DIR: one that is there when the run goes on, one that is asked for
	}{
		{"run bottle --until 1000s --run-file DIR/a.tumble --csv DIR/a.csv --every 5steps", "a.csv", "a.tumble"},
		{"replay bottle --until 3s -o DIR/a.html", "", "a.html"},
		{"report bottle --until 3s --still --size 16x16 -o DIR/a.html", "", "a.html"},
		{"sweep bottle --until 1000s --table DIR/runs.csv -o DIR/s", "s/row-0001/scene.yaml", "s/summary.csv"},
	} {
		for signal, status := range statusOf {
			if signal != syscall.SIGINT {
				continue // TestSignalsEndARun has them all
			}
			dir, _ := writeClump(t)
			in := func(name string) string { return filepath.Join(dir, name) }
			p := start(t, "", strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))...)
			awaitThat(t, c.args, func() bool {
				if c.first == "" { // it has no file before its end
					return worked(p)
				}
				return hasBytes(in(c.first), 1)
			})
			p.Process.Signal(signal)
			got := p.end()
			if got.status != status || !strings.Contains(got.stderr, "interrupted") {
				t.Errorf("%s: %+v, want status %d", c.args, got, status)
			}
			if !hasBytes(in(c.whole), 1) {
				t.Errorf("%s: there is no %s", c.args, c.whole)
			}
			if strings.HasSuffix(c.whole, ".tumble") {
				if again := tumble("check", in(c.whole)); again.status != 0 {
					t.Errorf("%s: %+v", c.args, again)
				}
			}
			noParts(t, dir)
		}
	}
}

// Contract: a sweep that is killed at any moment goes on when it is started again, and its tables are then, to the
// byte, those of one that was left alone.
func TestKilledSweepGoesOn(t *testing.T) {
	dir := makeTray(t, "damping\n0.1\n0.15\n0.2\n0.25\n0.3\n0.35\n0.4\n0.45\n")
	sweep := func(folder string) []string {
		return []string{"sweep", filepath.Join(dir, "tray.yaml"), "--table", filepath.Join(dir, "runs.csv"), "-o",
			filepath.Join(dir, folder), "--size", "16x16", "--every", "1ms"}
	}
	if got := tumble(sweep("whole")...); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	for _, row := range []string{"row-0001/result.json", "row-0004/scene.yaml", "row-0007/series.csv"} {
		p := start(t, "", sweep("killed")...)
		awaitThat(t, row, func() bool { return hasBytes(filepath.Join(dir, "killed", row), 1) })
		p.Process.Kill()
		p.end()
	}
	if got := tumble(sweep("killed")...); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	for _, name := range []string{"summary.csv", "quantiles.csv", "row-0004/series.csv"} {
		whole, err := os.ReadFile(filepath.Join(dir, "whole", name))
		killed, other := os.ReadFile(filepath.Join(dir, "killed", name))
		if err != nil || other != nil || string(whole) != string(killed) {
			t.Errorf("%s differs (%v, %v):\n%s\n%s", name, err, other, whole, killed)
		}
	}
}
