package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// Contract: a program for another processor, built as ./dev builds it, gives the same bits as this
// one, in scenes with all shapes, laws, rules, motions and inlets; and one that Go builds as it
// likes for that processor says that it may not.
func TestOtherProcessorGivesTheSameBits(t *testing.T) {
	qemu, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Skip("there is no qemu-aarch64 to run a program for another processor (Debian: qemu-user)")
	}
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("a program for another processor is built and run only with TUMBLE_LONG=1")
	}
	build := func(name string, flags ...string) (program string) {
		program = filepath.Join(t.TempDir(), name)
		c := exec.Command("go", append([]string{"build", "-buildvcs=false", "-tags", "headless", "-o", program}, append(flags, "tumble")...)...)
		c.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0", "GOEXPERIMENT=", "GOFLAGS=")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return program
	}
	run := func(program string, args ...string) (r Result) {
		t.Helper()
		out, err := exec.Command(qemu, append([]string{program}, args...)...).Output()
		if err == nil {
			err = json.Unmarshal(out, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	same := build("same", "-gcflags=all=-d=fmahash=qn")
	for _, c := range []struct {
		scene string
		steps int
		set   []string
	}{
		{"bottle", 3000, nil}, {"clump", 3000, nil}, {"drum", 300, nil}, {"shaker", 600, nil}, {"hopper", 500, nil},
		{"facet-edge", 1000, nil}, {"conveyor", 500, nil}, {"rain", 800, nil}, {"newton-row", 1000, nil},
		{"dzhanibekov", 2000, nil}, {"box", 1000, nil}, {"band", 1000, nil}, {"capsule-on-wall", 1000, nil},
		{"box", 500, []string{"capsuleRule=integral", "law=hertz-mindlin"}},
		{"drum", 200, []string{"capsuleRule=integral", "law=hertz-mindlin"}},
	} {
		args := []string{"run", c.scene, "--steps", strconv.Itoa(c.steps), "--json"}
		for _, s := range c.set {
			args = append(args, "--set", s)
		}
		got := tumble(args...)
		var here Result
		if err := json.Unmarshal([]byte(got.stdout), &here); err != nil {
			t.Fatalf("%v: %+v", err, got)
		}
		if there := run(same, args...); there.Hash != here.Hash || there.Fused {
			t.Errorf("%s %v: hash %s there, %s here; fused %v", c.scene, c.set, there.Hash, here.Hash, there.Fused)
		}
	}
	if other := run(build("other"), "run", "clump", "--steps", "3", "--json"); !other.Fused {
		t.Error("a program that rounds otherwise does not say so")
	}
}
