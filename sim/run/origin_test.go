package run

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim"
)

// A shell takes the command line of an origin apart into the arguments that there were.
func TestCommandLine(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	args := []string{"/some/where/tumble", "run", "my scene.yaml", "--set", "gravity=0,0,-9.81",
		"it's", "", "$HOME", "a\"b", "*", "ä", "-o"}
	out, err := exec.Command(shell, "-c", `tumble() { printf '<%s>' "$@"; }; `+CommandLine(args)).Output()
	if want := "<" + strings.Join(args[1:], "><") + ">"; err != nil || string(out) != want {
		t.Errorf("%s: %s, %v, want %s", CommandLine(args), out, err, want)
	}
	if got := CommandLine(nil); got != "tumble" {
		t.Errorf("of nothing: %q", got)
	}
}

// An origin has the scene, what was put into it and the seed of its world.
func TestOrigin(t *testing.T) {
	w, err := sim.New(sim.Params{TimeStepSafety: 0.5, TimeStepEvery: 100, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	o := (&Scene{World: w, Name: "pile", Set: []string{"a=1", "b=2"}}).Origin()
	fields := o.Fields()
	for _, want := range [][2]string{
		{"Title", "pile"}, {"Scene", "pile"}, {"Seed", "5"}, {"Set", "a=1\nb=2"},
		{"Kernels", o.Kernels}, {"Command", o.Command},
	} {
		if !slices.Contains(fields, want) {
			t.Errorf("%v not in %v", want, fields)
		}
	}
	for _, c := range []struct {
		p    Program
		want string
	}{
		{Program{Version: "0.9+dev"}, "Tumble 0.9+dev"},
		{Program{Version: "v1.2.0", Commit: "0123456789abcdef"}, "Tumble v1.2.0 (0123456789ab)"},
		{Program{Version: "0.9+dev", Commit: "0123456789abcdef+changes"}, "Tumble 0.9+dev (0123456789ab with changes)"},
	} {
		if got := c.p.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The changelog has versions that count down from the one that the program calls the last, dated, each with its commit.
func TestChangelogHasVersions(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	heads := regexp.MustCompile(`(?m)^## .*$`).FindAllString(string(text), -1)
	if heads[0] != "## Unreleased" {
		t.Fatalf("the changelog begins with %q", heads[0])
	}
	checkout := exec.Command("git", "rev-parse", "--verify", "--quiet", "HEAD~500").Run() == nil // with its history
	date := "9999"
	for i, head := range heads[1:] {
		version := fmt.Sprintf("0.%d", len(heads)-1-i)
		m := regexp.MustCompile(`^## (\S+) \((\d{4}-\d\d-\d\d), ([0-9a-f]{7})\)$`).FindStringSubmatch(head)
		if m == nil || m[1] != version || m[2] > date || i == 0 && version != Released {
			t.Fatalf("%q, want %s (DATE, COMMIT), not younger than %s", head, version, date)
		}
		date = m[2]
		if checkout && exec.Command("git", "merge-base", "--is-ancestor", m[3], "HEAD").Run() != nil {
			t.Errorf("%s: there is no such commit", head)
		}
	}
}
