//go:build !headless

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/ui/studio"
)

// With --force-scale whole the first frame of a video already has the scale of its largest force: it is the one that is
// told, and the frames are those of a video with that force. A force or a word that cannot be is refused.
func TestForceScaleOfAVideo(t *testing.T) {
	dir := t.TempDir()
	record := func(name, scale string) studio.Result {
		t.Helper()
		got := tumble("record", "bottle", "--from", "150ms", "--until", "200ms", "--fps", "50", "--size", "160x120",
			"--quality", "fast", "--overlays", "forces", "--force-scale", scale, "-o",
			filepath.Join(dir, name+"%d.png"), "--json")
		var r studio.Result
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || r.Frames != 3 {
			t.Fatalf("%v: %+v", err, got)
		}
		return r
	}
	whole := record("a", "whole")
	if !(whole.FullForce > 1e-4 && whole.FullForce < 100) {
		t.Fatalf("the largest force is %g N", whole.FullForce)
	}
	record("b", fmt.Sprintf("%.9gN", whole.FullForce))
	record("c", fmt.Sprintf("%.9g mN", 4000*whole.FullForce))
	for i := range 3 {
		var pictures [3][]byte
		for k := range pictures {
			m, _ := readPicture(t, filepath.Join(dir, fmt.Sprintf("%c%d.png", 'a'+k, i)))
			pictures[k] = fmt.Appendf(nil, "%v", m)
		}
		if !bytes.Equal(pictures[0], pictures[1]) || bytes.Equal(pictures[0], pictures[2]) {
			t.Errorf("frame %d does not have the scale of %g N", i, whole.FullForce)
		}
	}
	for args, want := range map[string]string{
		"shot clump --force-scale whole":   "must be a force from 1e-12 to 1e12 N",
		"record clump --force-scale 0":     "(0.2, 200mN, 3kN), got \"0\", or whole",
		"record clump --force-scale 3Pa":   "got \"3Pa\"",
		"record clump --force-scale 1e300": "from 1e-12 to 1e12 N",
	} {
		got := tumble(append(strings.Fields(args), "-o", filepath.Join(dir, "no%d.png"))...)
		if got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}
