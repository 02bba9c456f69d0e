package video

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A process that is killed while it records leaves nothing under the name asked for, and
// the next recording to that name succeeds and removes what was left.
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
			if name == "%d.png" {
				return
			}
			waitForSweep(t, final)
		})
	}
}

// waitForSweep expects the folder of a recording to hold nothing else, once its hidden
// files have grown old. An ffmpeg that has lost its parent may touch its file for some
// moments more, hence the repetition.
func waitForSweep(t *testing.T, final string) {
	t.Helper()
	dir := filepath.Dir(final)
	var names []string
	for i := 0; i < 100; i++ {
		old := time.Now().Add(-2 * staleAge)
		for _, left := range files(t, dir) {
			os.Chtimes(filepath.Join(dir, left), old, old)
		}
		sweep(final)
		if names = files(t, dir); len(names) == 1 && names[0] == filepath.Base(final) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("in the folder after the next recording: %v, want only %s", names, filepath.Base(final))
}

// recordUntilKilled is the child process of TestKilled.
func recordUntilKilled(path string) {
	w, _, err := Open(path, 64, 64, 30)
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

// A recording removes the hidden files of dead processes; those of living processes, and
// what is not ours, stay.
func TestSweep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("process numbers are asked for otherwise")
	}
	dead := exec.Command(os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	gone := []string{
		fmt.Sprintf(".a.avi.%d-1.part", dead.Process.Pid),
		fmt.Sprintf(".a.avi.%d-%d.part", os.Getpid(), partCount.Load()+1), // of a process that had our number
	}
	stay := []string{
		fmt.Sprintf(".a.avi.%d-9.part", os.Getppid()),
		fmt.Sprintf(".b.avi.%d-1.part", dead.Process.Pid),
		fmt.Sprintf(".a.avi.%d.part", dead.Process.Pid),
		".a.avi.1x-1.part", "a.avi", ".a.avi.-1-1.part",
	}
	old := time.Now().Add(-2 * staleAge)
	for _, name := range append(stay, gone...) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(path, old, old)
	}
	record(t, filepath.Join(dir, "a.avi"), 16, 16, 1, 30)
	if names := files(t, dir); len(names) != len(stay) {
		t.Errorf("left: %v, want %v", names, stay)
	}
	for _, name := range gone {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s of a dead process is still there", name)
		}
	}
	if !alive(os.Getpid()) || alive(dead.Process.Pid) {
		t.Error("alive is wrong about this process or a dead one")
	}
}
