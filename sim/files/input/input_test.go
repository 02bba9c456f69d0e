package input

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.org/tumble/sim/limit"
)

var most = &limit.Bound{What: "bytes in a test", Most: 1000}

// Contract: what is no file, or has no end, is refused at once with its name.
func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	fifo, long := filepath.Join(dir, "fifo"), filepath.Join(dir, "long")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(long, make([]byte, 1001), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"/dev/zero": "/dev/zero: is a device", "/dev/null": "is a device", dir: "is a folder",
		fifo: fifo + ": is a pipe that nobody writes into",
		long: long + ": there must be at most 1000 bytes in a test, got 1001", dir + "/none": "no such file",
	} {
		if _, err := Read(name, most); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

// Contract: a pipe is read to its end, also when its writer comes late, and once more when it
// is asked for again; more than the bound is refused.
func TestPipe(t *testing.T) {
	for _, c := range []struct {
		bytes int
		want  string
	}{{1000, ""}, {1001, "at most 1000 bytes in a test, got more"}} {
		fifo := filepath.Join(t.TempDir(), "fifo")
		if err := syscall.Mkfifo(fifo, 0o666); err != nil {
			t.Fatal(err)
		}
		go func() {
			if f, err := os.OpenFile(fifo, os.O_WRONLY, 0); err == nil { // waits for the reader
				f.Write(make([]byte, c.bytes))
				f.Close()
			}
		}()
		data, err := Read(fifo, most)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			continue
		}
		if again, twice := Read(fifo, most); err != nil || twice != nil || len(data) != c.bytes || len(again) != c.bytes {
			t.Errorf("got %d bytes (%v), then %d (%v)", len(data), err, len(again), twice)
		}
	}
}

// Contract: a regular file is read whole, also at the bound.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, make([]byte, 1000), 0o666); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(name, most); err != nil || len(data) != 1000 {
		t.Errorf("got %d bytes, %v", len(data), err)
	}
}

// Contract: only files are read in parts.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	fifo, file := filepath.Join(dir, "fifo"), filepath.Join(dir, "file")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"/dev/zero": "is a device", dir: "is a folder", fifo: "is a pipe, not a file", dir + "/none": "no such file",
	} {
		if f, err := Open(name); err == nil || f != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	f, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// Contract: what a folder holds is inside of it, and nothing else, whatever way a name or a link goes.
func TestInside(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder")
	for path, to := range map[string]string{"in": "file", "out": "../secret", "far": "/etc/passwd", "none": "nowhere"} {
		os.MkdirAll(folder, 0o777)
		if err := os.Symlink(to, filepath.Join(folder, path)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{dir + "/secret", folder + "/file"} {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"file": "", "in": "", "out": "leads out of the folder", "far": "leads out of the folder", "none": "no such file",
		"../secret": "must be the name of a file in the folder", "/etc/passwd": "must be the name", "": "must be the name",
	} {
		err := Inside(folder, name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
}
