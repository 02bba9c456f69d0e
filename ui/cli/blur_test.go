//go:build !headless

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: the mean is one of light: of black and white it is 188, not 128; a number alone stays what it is; and what
// lies flat over the picture is not blurred.
func TestBlur(t *testing.T) {
	var b blur
	black, white := []byte{0, 0, 0, 255, 7, 7, 7, 255}, []byte{255, 255, 255, 255, 7, 7, 7, 255}
	b.add(black)
	b.add(white)
	pix := bytes.Clone(white)
	b.mean(pix, white)
	if want := []byte{188, 188, 188, 255, 7, 7, 7, 255}; !bytes.Equal(pix, want) {
		t.Errorf("%v, want %v", pix, want)
	}
	b.add(black)
	pix = bytes.Clone(black)
	b.mean(pix, []byte{90, 80, 70, 255, 7, 7, 7, 255})
	if want := []byte{90, 80, 70, 255, 7, 7, 7, 255}; !bytes.Equal(pix, want) {
		t.Errorf("flat: %v, want %v", pix, want)
	}
	for i := range 256 {
		if got := number(light[i]); int(got) != i {
			t.Fatalf("%d comes back as %d", i, got)
		}
	}
}

// Contract: a blurred video has the same number of frames; its first one, which has nothing before it, is that of one
// that is not blurred, and where nothing moves the others are, too.
func TestRecordBlur(t *testing.T) {
	frames := func(args ...string) (list [][]byte) {
		t.Helper()
		dir := t.TempDir()
		got := tumble(append([]string{"record", "capsule-on-wall", "--until", "0.2s", "--fps", "10", "--size", "96x54", "-o",
			filepath.Join(dir, "f-%d.png")}, args...)...)
		if got.status != 0 {
			t.Fatal(got)
		}
		names, _ := filepath.Glob(filepath.Join(dir, "f-*.png"))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, text[bytes.Index(text, []byte("IDAT")):])
		}
		return list
	}
	sharp, blurred := frames(), frames("--blur", "4")
	if len(sharp) != 3 || len(blurred) != 3 || !bytes.Equal(sharp[0], blurred[0]) || bytes.Equal(sharp[2], blurred[2]) {
		t.Errorf("%d and %d frames; the first must be equal, the last not", len(sharp), len(blurred))
	}
	if got := tumble("record", "bottle", "--blur", "1"); !strings.Contains(got.stderr, "from 2 to 64") {
		t.Error(got)
	}
}
