//go:build !headless

package cli

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/ui/studio"
)

// Contract: each of the worlds of --beside ends with the hash of the same scene run alone, whether they differ from
// their start or from a moment on; they are at the same time, and what is told of their parting is true.
func TestBesideIsAsIfAlone(t *testing.T) {
	dir := t.TempDir()
	picture := filepath.Join(dir, "a.png")
	shot := func(args ...string) (r studio.Result) {
		got := tumble(append([]string{"shot", "clump", "--size", "64x48", "--quality", "fast", "-o", picture, "--json"},
			args...)...)
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || got.status != 0 {
			t.Fatalf("%v: %+v", err, got)
		}
		return r
	}
	both := shot("--at", "200ms", "--beside", "damping=0,0.3")
	for i, value := range []string{"damping=0", "damping=0.3"} {
		if one := shot("--at", "200ms", "--set", value); one.Hash != both.Worlds[i].Hash {
			t.Errorf("%s: alone %s, beside %s", value, one.Hash, both.Worlds[i].Hash)
		}
	}
	if p := both.Worlds[1].Parting; both.Worlds[0].Parting != nil || p.Bits.Step != 1 || p.Apart.Step < 2 ||
		*p.Apart.Distance <= 0 || both.Worlds[1].Label != "damping 0.3" {
		t.Errorf("%+v", both.Worlds[1].Parting)
	}

	state := filepath.Join(dir, "s.tumble")
	half := runJSON(t, "clump", "--until", "25ms", "--save", state)
	forked := shot("--at", "50ms", "--beside", "damping=0,0.3", "--fork", "25ms")
	on := runJSON(t, state, "--until", "50ms", "--set", "damping=0.3")
	if got := forked.Worlds[1]; got.Hash != on.Hash || got.Parting.Bits.Step != half.Steps+1 {
		t.Errorf("from 25 ms on: %+v, want the hash %s and other bits from step %d on", got, on.Hash, half.Steps+1)
	}

	out := filepath.Join(dir, "%02d.png")
	got := tumble("record", "clump", "--until", "40ms", "--fps", "50", "--size", "96x48", "--quality", "fast", "--beside",
		"seed=1;2;3", "-o", out)
	if got.status != 0 || !strings.Contains(got.stdout, "seed 1 and seed 3: not parted") {
		t.Errorf("%+v", got)
	}
	shot("--at", "10ms", "--beside", "view=front;top;-60,30")
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 64 || c.Height != 48 {
		t.Errorf("%v: %+v", err, c)
	}
}

// Contract: what cannot be side by side is an error that says what can.
func TestBesideErrors(t *testing.T) {
	for args, want := range map[string]string{
		"--beside damping":                         "must be PATH=VALUE",
		"--beside damping=0.1":                     "must have 2 to 6 values, got 1",
		"--beside damping=0.1,0.1":                 "must have values that differ",
		"--beside damping=0,.1,.2,.3,.4,.5,.6":     "must have 2 to 6 values, got 7",
		"--beside view=front,tpo":                  "did you mean top?",
		"--beside seed=1,-2":                       "seed must be a whole number",
		"--beside damping=0.1,2":                   "damping must be in [0, 1), got 2",
		"--beside damping=0,.1,.2 --wipe":          "--wipe is for two worlds, --beside has 3",
		"--fork 1s":                                "--fork and --wipe go with --beside",
		"--beside end=1,2 --fork 1ms":              "only gravity, damping",
		"--beside damping=0,7 --fork 1ms --at 1ms": "damping must be in [0, 1), got 7",
	} {
		got := tumble(append([]string{"shot", "clump", "-o", filepath.Join(t.TempDir(), "a.png")},
			strings.Fields(args)...)...)
		if got.status == 0 || !strings.Contains(got.stderr, want) || got.stdout != "" {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}
