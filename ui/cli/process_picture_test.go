//go:build unix && !headless

package cli

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// hasFFmpeg reports whether ffmpeg is installed. Without it a video is Motion JPEG, whatever its name asks for.
func hasFFmpeg() bool {
	_, err := exec.LookPath("ffmpeg")
	return err == nil
}

// needsFFmpeg skips a test where a command line or a text names a video that only ffmpeg makes, if it is not installed.
func needsFFmpeg(t *testing.T, text string) {
	t.Helper()
	for _, ext := range []string{".mp4", ".webm", ".gif"} {
		if strings.Contains(text, ext) && !hasFFmpeg() {
			t.Skip("ffmpeg is not installed")
		}
	}
}

// wholeVideo reports whether ffmpeg reads a video to its end without a complaint.
func wholeVideo(t *testing.T, path string) bool {
	t.Helper()
	if !hasFFmpeg() {
		return hasBytes(path, 1000)
	}
	said, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "null", "-").CombinedOutput()
	if err != nil || len(said) > 0 {
		t.Errorf("%s: %v %s", path, err, said)
	}
	return err == nil
}

// Contract: a signal ends a recording in order: the file is whole and holds the frames
// until then.
func TestSignalsEndARecording(t *testing.T) {
	kinds := [][2]string{
		{"a.mp4", "64x48"},
		{"a.avi", "640x480"}, // large, since a megabyte of it is buffered before any is to be seen
		{"%04d.png", "64x48"},
	}
	k := 0
	for signal, status := range statusOf {
		name, size := kinds[k][0], kinds[k][1]
		k++
		t.Run(name, func(t *testing.T) {
			needsFFmpeg(t, name)
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			p := start(t, "", "record", "bottle", "--size", size, "--quality", "fast", "-o", path)
			awaitThat(t, "frames in the file", func() bool {
				parts, _ := filepath.Glob(filepath.Join(dir, ".a.*.part"))
				return hasBytes(filepath.Join(dir, "0002.png"), 100) || len(parts) == 1 && hasBytes(parts[0], 1)
			})
			p.Process.Signal(signal)
			got := p.end()
			if got.status != status || !strings.Contains(got.stderr, "tumble: record: interrupted at ") {
				t.Errorf("%+v, want status %d", got, status)
			}
			if strings.Contains(got.stdout, "frames of "+size) && name != "%04d.png" {
				wholeVideo(t, path)
			} else if name == "%04d.png" && !hasBytes(filepath.Join(dir, "0001.png"), 100) {
				t.Errorf("no pictures: %+v", got)
			}
			noParts(t, dir)
		})
	}
}

// Contract: pictures and videos go to standard output, and nothing else does.
func TestPicturesToStandardOutput(t *testing.T) {
	got := start(t, "", "shot", "clump", "--size", "64x48", "-o", "-").end()
	if m, err := png.Decode(strings.NewReader(got.stdout)); err != nil || m.Bounds().Dx() != 64 {
		t.Errorf("%v: %d %s", err, got.status, got.stderr)
	}
	path := filepath.Join(t.TempDir(), "video")
	got = start(t, "", "record", "clump", "--until", "50ms", "--size", "64x48", "--quality", "fast", "-o", "-").end()
	if err := os.WriteFile(path, []byte(got.stdout), 0o644); err != nil {
		t.Fatal(err)
	}
	if got.status != 0 || !wholeVideo(t, path) || !bytes.Contains([]byte(got.stderr), []byte("4 frames of 64x48")) {
		t.Errorf("%d: %s", got.status, got.stderr)
	}
}
