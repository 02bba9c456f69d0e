//go:build unix && !headless

package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"example.org/tumble/assets/manual"
)

// shorter says what the test of examples does instead of what stands there, where that lasts
// long: times, sizes and counts only, and nothing may stand here that no paper has.
var shorter = [][2]string{
	{"bottle --until 4.1s --seed 3", "bottle --until 20ms --seed 3"},
	{"bottle --at 2.6s", "bottle --at 20ms --size 160x90"},
	{"bottle --at 0.5,1.5,2", "bottle --at 10ms,20ms --size 160x90"},
	{"bottle --speed 0.5", "bottle --until 20ms --size 160x90 --speed 0.5"},
	{"silo.yaml --csv", "silo.yaml --until 5ms --csv"},
	{"silo.yaml --set", "silo.yaml --until 5ms --set"},
	{"bottle --until 0.5s", "bottle --until 20ms"},
	{"bottle --sample lhs --n 20", "bottle --sample lhs --n 3 --until 20ms --size 160x90"},
	{"bench --n 5000", "bench --n 50 --steps 10"},
	{"jar.yaml --at 0.6s", "jar.yaml --at 20ms --size 160x90"},
	{"record jar.yaml", "record jar.yaml --until 20ms --size 160x90"},
	{"bottle --until 2s", "bottle --until 20ms"},
	{"report bottle", "report bottle --until 20ms --size 160x90"},
	{"rain --until 0.5s", "rain --until 5ms"},
	{"conveyor --until 4s", "conveyor --until 20ms"},
	{"drum --until 4s", "drum --until 20ms"},
	{"drum --csv mixing.csv", "drum --until 20ms --csv mixing.csv"},
	{"drum --at 5.9s", "drum --at 10ms --size 160x90"},
	{"--until 0.9s -o flow", "--until 5ms --size 160x90 -o flow"},
	{"flat-silo.yaml --until 0.75s --every 0.05s", "flat-silo.yaml --until 5ms --every 1ms"},
	{"oedometer.csv --every 1ms", "oedometer.csv --until 0.1ms --every 1ms"},
	{"triaxial.csv --every 1ms", "triaxial.csv --until 0.1ms --every 1ms"},
	{"tanPhi=0.02 --until 0.2s", "tanPhi=0.02 --until 0.1ms"},
	{"tanPhi=0.5 --until 0.4s --csv", "tanPhi=0.5 --until 0.2ms --csv"},
	{"--csv shear.csv", "--until 0.1ms --csv shear.csv"},
	{"--csv cell.csv", "--until 0.1ms --csv cell.csv"},
	{"drum --until 1s", "drum --until 20ms"},
	{"filled.tumble --until 6s", "filled.tumble --until 30ms"},
	{"drum --until 3s", "drum --until 20ms"},
	{"flat-silo.yaml --at 0.55s", "flat-silo.yaml --at 1ms --size 160x90"},
	{"tanPhi=0.1..0.7 -o repose", "tanPhi=0.1..0.7 --until 5ms --size 160x90 -o repose"},
	{"heap.yaml --at 1.8s", "heap.yaml --at 1ms --size 160x90"},
	{"heap.yaml --csv", "heap.yaml --until 5ms --csv"},
	{"column.yaml --csv", "column.yaml --until 5ms --csv"},
	{"column.yaml --at 0.9s", "column.yaml --at 1ms --size 160x90"},
	{"paddle-mixer.py --csv", "paddle-mixer.py --until 20ms --csv"},
	{"paddle-mixer.py --at 1.2s", "paddle-mixer.py --at 1ms --size 160x90"},
	{"worn.tumble --at 1s", "worn.tumble --at 1ms --size 160x90"},
	{"gravel.yaml --at 0.1s", "gravel.yaml --at 1ms --size 160x90"},
	{"gravel.yaml --at 1.2s", "gravel.yaml --at 1ms --size 160x90"},
	{"replay bottle", "replay bottle --until 20ms"},
	{"report pour.tumble", "report pour.tumble --size 160x90"},
	{"shot pour.tumble --at 1.25s", "shot pour.tumble --at 10ms --size 160x90"},
	{"pour.tumble --at 1.25s", "pour.tumble --at 10ms"},
	{"record pour.tumble", "record pour.tumble --size 160x90"},
	{"half.tumble --until 4.1s", "half.tumble --until 40ms"},
	{"shot half.tumble", "shot half.tumble --size 160x90"},
	{"half.tumble --until 2.5s", "half.tumble --until 40ms --size 160x90"},
	{"hopper --until 1s --speed 0.25 --size 1920x1080", "hopper --until 5ms --speed 0.25 --size 160x90"},
	{"bottle --from 2.2s --still 6s", "bottle --from 10ms --still 0.1s --size 160x90"},
	{"record bottle --view '0s:front", "record bottle --until 20ms --size 160x90 --view '0s:front"},
	{"record bottle --beside", "record bottle --until 20ms --size 160x90 --beside"},
	{"--vtk pour", "--until 40ms --vtk pour"},
	{"bottle --csv load.csv", "bottle --until 20ms --csv load.csv"},
	{"box --csv bulk.csv", "box --until 20ms --csv bulk.csv"},
	{"drum --until 1.5s", "drum --until 20ms"},
	{"worn.tumble --at 1.5s", "worn.tumble --at 10ms --size 160x90"},
	{"conveyor --until 3s", "conveyor --until 20ms"},
	{"conveyor --at 3s", "conveyor --at 20ms --size 160x90"},
	{"bottle --table friction.csv -o friction\n", "bottle --table friction.csv -o friction --until 10ms --size 160x90\n"},
}

// elsewhere are the programs that the papers call and the test cannot, and what of Tumble needs a window, or the engine
// for pages.
var elsewhere = regexp.MustCompile(`(?m)^(paraview|cd run && \./run\.sh|tumble open|tumble course)( |$)`)

// Contract: all examples of the README and of the manual run as they stand: the commands of each paper one after
// another, in a folder of its own with the shipped files, and scenes between them, to which is added what they leave
// out. Only how long they last is less. With the race detector, -short, they would take four minutes, and each part
// that has goroutines has a test of its own. TestLibrary runs the example in Go.
func TestExamplesRun(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	papers, used := map[string]string{"README": string(readme)}, map[string]bool{}
	for _, topic := range manual.Topics() {
		papers[topic.Name] = topic.Source
	}
	for name, text := range papers {
		for _, s := range shorter {
			if strings.Contains(text, s[0]) {
				used[s[0]] = true
				text = strings.ReplaceAll(text, s[0], s[1])
			}
		}
		t.Run(name, func(t *testing.T) { t.Parallel(); runExamples(t, text) })
	}
	for _, s := range shorter {
		if !used[s[0]] {
			t.Errorf("no paper has %q any more: take it from the table", s[0])
		}
	}
}

// example is a fenced part of a paper: its language and its text.
var example = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// runExamples runs the examples of a paper.
func runExamples(t *testing.T, text string) {
	needsFFmpeg(t, text)
	dir := t.TempDir()
	for _, folder := range []string{"assets", "sim/files/dump/testdata"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS("../../"+folder)); err != nil {
			t.Fatal(err)
		}
	}
	bin := filepath.Join(dir, "build")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Mkdir(bin, 0o755), os.Symlink(program, filepath.Join(bin, "tumble"))); err != nil {
		t.Fatal(err)
	}
	packages, err := filepath.Abs("../python")
	if err != nil {
		t.Fatal(err)
	}
	script := "export PATH=\"$PWD/build:$PATH\"\n"
	for i, e := range example.FindAllStringSubmatch(text, -1) {
		switch e[1] {
		case "sh":
			for line := range strings.Lines(e[2]) {
				if !elsewhere.MatchString(line) {
					script += line
				}
			}
		case "yaml":
			file := fmt.Sprintf("example-%d.yaml", i)
			if err := os.WriteFile(filepath.Join(dir, file), wholeExample(t, e[2]), 0o600); err != nil {
				t.Fatal(err)
			}
			script += "tumble check " + file + "\n"
		case "python":
			interpreter := python()
			if interpreter == "" {
				t.Log(noPython)
				continue
			}
			file := fmt.Sprintf("example-%d.py", i)
			if err := os.WriteFile(filepath.Join(dir, file), []byte(e[2]), 0o600); err != nil {
				t.Fatal(err)
			}
			script += fmt.Sprintf("PYTHONPATH=%q %s -B %s\n", packages, interpreter, file)
		case "go", "py", "": // the library and windows have tests of their own; frames are no program
		default:
			t.Errorf("an example is of no language that the test knows: %q", e[0])
		}
	}
	c := exec.Command("sh", "-ex", "-c", script)
	c.Dir, c.Env = dir, append(os.Environ(), "TUMBLE_TEST_MAIN=1")
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v:\n%s", err, last(string(out), 3000))
	}
	for _, m := range regexp.MustCompile(`(?m)^tumble .*? (?:-o|--csv|--state|--save|--save-scene|--run-file) (\S+)`).
		FindAllStringSubmatch(script, -1) {
		if !hasBytes(filepath.Join(dir, m[1]), 1) {
			t.Errorf("there is no %s", m[1])
		}
	}
}

// wholeExample adds to the keys of a scene that an example shows those that every scene needs.
func wholeExample(t *testing.T, text string) []byte {
	t.Helper()
	needed := map[string]any{
		"title": "Example", "gravity": []float64{0, 0, -9.81}, "end": 0.01,
		"timeStep":  map[string]any{"safety": 0.5, "every": 100},
		"materials": []any{map[string]any{"name": "any", "young": 3e6, "ktDivKn": 0.3, "tanPhi": 0.4, "density": 1200}},
		"bodies":    []any{map[string]any{"name": "bottle", "sphere": map[string]any{"radius": 0.01}}},
	}
	var shown map[string]any
	if err := yaml.Unmarshal([]byte(text), &shown); err != nil {
		t.Fatal(err)
	}
	if shown["state"] != nil {
		return []byte(text) // which has them
	}
	maps.DeleteFunc(needed, func(key string, _ any) bool { return shown[key] != nil })
	rest, err := yaml.Marshal(needed)
	if err != nil {
		t.Fatal(err)
	}
	return append([]byte(text), rest...)
}

// Contract: the manual's table of commands has all of them, each has an example somewhere, and no topic is called as a
// command is.
func TestManualHasCommands(t *testing.T) {
	var all, table string
	for _, topic := range manual.Topics() {
		if all += topic.Source; topic.Name == "commands" {
			table = topic.Source
		}
		if find(commands(), topic.Name) >= 0 {
			t.Errorf("%s is both a topic and a command", topic.Name)
		}
	}
	for _, c := range commands() {
		if c.name != "open" && !strings.Contains(table, "| `tumble "+c.name) {
			t.Errorf("the manual's table of commands has no %s", c.name)
		}
		if !strings.Contains(all, "\ntumble "+c.name) {
			t.Errorf("the manual has no example of %s", c.name)
		}
	}
}
