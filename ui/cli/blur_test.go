//go:build !headless

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
