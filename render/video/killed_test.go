package video

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/files/outfile"
)

// A process that is killed while it records leaves nothing under the name asked for, and
// after the next recording to that name there is that alone.
func TestKilled(t *testing.T) {
	if path := os.Getenv("TUMBLE_TEST_RECORD"); path != "" {
		recordUntilKilled(path)
	}
	for _, name := range []string{"a.mp4", "a.avi", "%d.png"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			killRecorder(t, path)
			for _, left := range files(t, dir) {
				switch {
				case strings.HasPrefix(left, "."):
				case name == "%d.png":
					readPNG(t, filepath.Join(dir, left))
				default:
					t.Errorf("the killed recording left %s", left)
				}
			}
			final, _ := record(t, path, 64, 64, 3, 30)
			want := []string{filepath.Base(final)}
			if name == "%d.png" {
				want = []string{".%d.png.files", "0.png", "1.png", "2.png"}
			}
			// An ffmpeg that has lost its parent may still be at work; then the next recording
			// but one finds what it left.
			for i := 0; !slices.Equal(files(t, dir), want) && i < 100; i++ {
				time.Sleep(50 * time.Millisecond)
				outfile.Try(final)
			}
			if got := files(t, dir); !slices.Equal(got, want) {
				t.Errorf("in the folder after the next recording: %q, want %q", got, want)
			}
		})
	}
}

// recordUntilKilled is the child process of TestKilled.
func recordUntilKilled(path string) {
	w, _, err := Open(context.Background(), path, 64, 64, 30)
	for i := 0; err == nil; i++ {
		if err = w.Write(picture(i%100, 64, 64)); i == 100 {
			fmt.Println("recording")
		}
	}
	fmt.Println(err)
	os.Exit(1)
}

func killRecorder(t *testing.T, path string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	cmd.Env = append(os.Environ(), "TUMBLE_TEST_RECORD="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 10)
	_, err = out.Read(line)
	cmd.Process.Kill()
	cmd.Wait()
	if err != nil || !bytes.HasPrefix(line, []byte("recording")) {
		t.Fatalf("the child did not record: %q %v", line, err)
	}
}
