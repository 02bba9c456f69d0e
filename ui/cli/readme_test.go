//go:build unix && !headless

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// shorter says what the test of the README does instead of what stands there, where that lasts
// long: times, sizes and counts only, and nothing may stand here that the README does not have.
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
	{"report pour.tumble", "report pour.tumble --size 160x90"},
	{"pour.tumble --at 1.25s", "pour.tumble --at 10ms"},
	{"half.tumble --until 4.1s", "half.tumble --until 40ms"},
	{"shot half.tumble", "shot half.tumble --size 160x90"},
	{"half.tumble --until 2.5s", "half.tumble --until 40ms --size 160x90"},
	{"hopper --until 1s --speed 0.25 --size 1920x1080", "hopper --until 5ms --speed 0.25 --size 160x90"},
	{"bottle --from 2.2s --still 6s", "bottle --from 10ms --still 0.1s --size 160x90"},
	{"record bottle --view '0s:front", "record bottle --until 20ms --size 160x90 --view '0s:front"},
	{"record bottle --beside", "record bottle --until 20ms --size 160x90 --beside"},
	{"--vtk pour", "--until 40ms --vtk pour"},
	{"bottle --table friction.csv -o friction\n", "bottle --table friction.csv -o friction --until 10ms --size 160x90\n"},
}

// elsewhere are the programs that the README calls and the test cannot, and what of Tumble needs
// a window.
var elsewhere = regexp.MustCompile(`^(\./dev|paraview|sbatch|cd run && \./run\.sh|tumble open)( |$)`)

// Scenes stand in fences in the README, shell commands are indented.
var (
	fenced   = regexp.MustCompile("(?s)\n```.*?\n```\n")
	indented = regexp.MustCompile(`(?m)(^    .*\n|\n)+`)
)

// Contract: all commands of the README run as they stand, one after another, in a folder with
// the shipped files. What they take is there; only how long they last is less. With the race detector, -short, they
// would take four minutes, and each part that has goroutines has a test of its own.
func TestReadmeRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	all := string(text)
	for _, s := range shorter {
		if !strings.Contains(all, s[0]) {
			t.Errorf("the README has no %q any more: take it from the table", s[0])
		}
		all = strings.ReplaceAll(all, s[0], s[1])
	}
	dir := t.TempDir()
	for _, folder := range []string{"assets", "sim/dump/testdata"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS("../../"+folder)); err != nil {
			t.Fatal(err)
		}
	}
	bin := filepath.Join(dir, "build")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(bin, "tumble")); err != nil {
		t.Fatal(err)
	}
	calls := 0
	var script strings.Builder
	for _, block := range indented.FindAllString(fenced.ReplaceAllString(all, "\n"), -1) {
		for _, line := range strings.Split(block, "\n") {
			line = strings.TrimPrefix(line, "    ")
			if elsewhere.MatchString(line) {
				continue
			}
			if strings.HasPrefix(line, "tumble ") {
				calls++
			}
			script.WriteString(line + "\n")
		}
	}
	if calls < 20 {
		t.Fatalf("%d commands of the README found: are its examples no longer indented?\n%s", calls, &script)
	}
	c := exec.Command("sh", "-ex", "-c", script.String())
	c.Dir, c.Env = dir, append(os.Environ(), "TUMBLE_TEST_MAIN=1")
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v:\n%s", err, last(string(out), 3000))
	}
	for _, name := range []string{
		"end.json", "pouring.png", "silo.csv", "jar.png", "half.tumble", "cup.yaml", "hopper.avi",
		"pour/particles.pvd", "pour.csv", "friction/summary.csv",
	} {
		if !there(filepath.Join(dir, name), 1) {
			t.Errorf("there is no %s", name)
		}
	}
}

// Contract: the README's table of commands has all of them.
func TestReadmeHasCommands(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		if c.name != "open" && !strings.Contains(string(text), "| `tumble "+c.name) {
			t.Errorf("the README's table of commands has no %s", c.name)
		}
	}
}

// last returns at most n bytes from the end of a text.
func last(s string, n int) string { return s[max(0, len(s)-n):] }
