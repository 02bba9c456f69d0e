//go:build !headless

package cli

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// Contract: a video of a run file has the slow motion of its time line, frame for frame as the window made it: 50
// frames a second, and ten times as many in 20 of its 80 ms. A flag says another stretch, or none.
func TestRunFileKeepsItsSlowMotion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slow.tumble")
	s, err := scene.Load("clump", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	s.Slow = bridge.SetSlow{Begin: 0.02, End: 0.04, Speed: 0.1}
	if err := outfile.Write(path, func(to io.Writer) error { return scene.Save(to, s) }); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ flags, want string }{
		{"", `"frames":14`}, {"--slow none", `"frames":5`}, {"--slow 0..40ms:0.5", `"frames":7`},
	} {
		args := append([]string{"record", path, "--until", "80ms", "--fps", "50", "--size", "64x48", "--quality", "fast",
			"--json", "-o", filepath.Join(t.TempDir(), "a.avi")}, strings.Fields(c.flags)...)
		got := tumble(args...)
		if out := strings.ReplaceAll(got.stdout, " ", ""); got.status != 0 || !strings.Contains(out, c.want+",") {
			t.Errorf("%s: %s %s, want %s", c.flags, got.stdout, got.stderr, c.want)
		}
	}
	for _, bad := range []string{"1..0.5:1", "0.5:1", "0..1:0", "0..1"} {
		if got := tumble("record", path, "--slow", bad); got.status != 2 || !strings.Contains(got.stderr, "slow") {
			t.Errorf("%s: status %d, %s", bad, got.status, got.stderr)
		}
	}
}
