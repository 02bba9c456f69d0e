package video

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Contract: a film with a limit is not larger than that, says what it gave up, and is still a film of the same length;
// one that fits gives nothing up; a limit that no level reaches leaves no file.
func TestLimitIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short: it encodes each video several times")
	}
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed")
	}
	const width, height, frames = 48, 32, 10
	noise := func(i int) []byte { // what compresses badly
		pix := make([]byte, 4*width*height)
		x := uint32(i + 1)
		for k := range pix {
			x = x*1664525 + 1013904223
			pix[k] = byte(x >> 24)
		}
		return pix
	}
	for _, ext := range []string{".mp4", ".webm", ".gif"} {
		dir := t.TempDir()
		film := func(most int64) (string, string, error) {
			path := filepath.Join(dir, "film"+ext)
			w, _, err := OpenWithin(t.Context(), most, path, width, height, 10)
			if err != nil {
				t.Fatal(err)
			}
			for i := range frames {
				if err := w.Write(noise(i)); err != nil {
					t.Fatal(err)
				}
			}
			path, err = w.Close()
			return path, w.Reduction(), err
		}
		path, gave, err := film(100_000_000)
		if err != nil || gave != "" {
			t.Fatalf("%s: %v, gave up %q", ext, err, gave)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		most := info.Size() / 4
		path, gave, err = film(most)
		if info, _ := os.Stat(path); err != nil || gave == "" || info.Size() > most {
			t.Errorf("%s: %v, gave up %q, %d bytes, at most %d", ext, err, gave, info.Size(), most)
		}
		probe := exec.Command("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path)
		out, err := probe.Output()
		if s, _ := strconv.ParseFloat(strings.TrimSpace(string(out)), 64); err == nil && math.Abs(s-1) > 0.11 {
			t.Errorf("%s: lasts %g s, want 1, to a frame", ext, s)
		}
		os.Remove(path)
		if _, _, err = film(500); err == nil || !strings.Contains(err.Error(), "more than 500 bytes") {
			t.Errorf("%s: %v", ext, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%s: left %v", ext, left)
		}
	}
	if _, _, err := OpenWithin(t.Context(), 1000, filepath.Join(t.TempDir(), "a.avi"), 64, 64, 30); err == nil ||
		!strings.Contains(err.Error(), "can be limited of") {
		t.Errorf("of an .avi: %v", err)
	}
}
