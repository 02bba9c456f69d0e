package run

import (
	"os/exec"
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
		{Program{Version: "unreleased"}, "Tumble unreleased"},
		{Program{Version: "v1.2.0", Commit: "0123456789abcdef"}, "Tumble v1.2.0 (0123456789ab)"},
		{Program{Version: "unreleased", Commit: "0123456789abcdef+changes"}, "Tumble unreleased (0123456789ab with changes)"},
	} {
		if got := c.p.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
