package outfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"example.org/tumble/sim/files/outfile"
)

// Contract: a second set of a kind in a folder leaves nothing of the first, nor of its parts,
// and everything else; two cannot be written at once; a list that was changed leads nowhere.
func TestSet(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "file")
	put(t, outside, "old")
	set := func(kind string, files ...string) {
		t.Helper()
		s, err := outfile.OpenSet(dir, kind)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := outfile.OpenSet(dir, kind); err == nil || !strings.Contains(err.Error(), "another program") {
			t.Errorf("two sets at once: %v", err)
		}
		for _, name := range files {
			if err := s.Write(name, func(w io.Writer) error { return nil }); err != nil {
				t.Error(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	put(t, dir+"/own", "")
	set("film", "1", "2", "3", ".hidden")
	set("vtk", "a")
	put(t, dir+"/.3.1.part", "")
	put(t, dir+"/.own.1.part", "")
	put(t, dir+"/4", "")
	set("film", "1", "5")
	want(t, dir, ".film.files", ".vtk.files", ".own.1.part", "own", "a", "1", "4", "5")
	if list, err := outfile.Listed(dir, "film"); err != nil || !slices.Equal(list, []string{"1", "5"}) {
		t.Errorf("listed: %q %v", list, err)
	}

	rel, err := filepath.Rel(dir, outside)
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir+"/.film.files", fmt.Sprintf("%q\n%q\n\"..\"\n\".\"\n\"\"\nown\n\"5", rel, outside))
	set("film")
	want(t, dir, ".film.files", ".vtk.files", ".own.1.part", "own", "a", "1", "4", "5")
	if get(t, outside) != "old" {
		t.Error("a file outside of the folder was changed")
	}
}

// Contract: devices, pipes and standard output take the bytes and stay what they are; an
// error of theirs is reported; standard output that leads to a file is not replaced.
func TestStreams(t *testing.T) {
	if os.Getenv("TUMBLE_TEST_OUTFILE") == "stream" {
		fmt.Println("before")
		for _, name := range []string{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"} {
			if err := write(name, name+"\n"); err != nil {
				fmt.Println(err)
			}
		}
		l, _ := outfile.NewLog("-", "head\n", "tail\n")
		fillLog(l)
		f, _ := outfile.CreateSpooled("-")
		f.Write([]byte("spooled\n"))
		f.Commit()
		write("/dev/fd/3", "three\n")
		fmt.Println("after")
		os.Exit(0)
	}
	if _, err := os.Stat("/dev/stdout"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	file, err := os.Create(dir + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	file.WriteString("first\n")
	var piped, three bytes.Buffer
	for _, out := range []io.Writer{file, &piped} {
		child := exec.Command(os.Args[0], "-test.run=^TestStreams$")
		child.Env = append(os.Environ(), "TUMBLE_TEST_OUTFILE=stream")
		child.Stdout = out
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		child.ExtraFiles = []*os.File{w}
		if err := child.Run(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		io.Copy(&three, r)
	}
	const text = "before\n-\n/dev/stdout\n/dev/fd/1\n/proc/self/fd/1\nhead\none\ntwo\nthree\ntail\nspooled\nafter\n"
	if got := get(t, dir+"/out"); got != "first\n"+text {
		t.Errorf("a file as standard output got\n%s", got)
	}
	if got := piped.String(); got != text {
		t.Errorf("a pipe as standard output got\n%s", got)
	}
	if got := three.String(); got != "three\nthree\n" {
		t.Errorf("descriptor 3 got %q", got)
	}

	fifo := dir + "/fifo"
	if err := exec.Command("mkfifo", fifo).Run(); err != nil {
		t.Skip(err)
	}
	outfile.Follow(fifo)
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(fifo)
		read <- string(text)
	}()
	if err := outfile.Try(fifo); err != nil { // does not open it
		t.Error(err)
	}
	if err := write(fifo, "piped"); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "piped" {
		t.Errorf("the pipe gave %q", got)
	}
	os.Symlink("/dev/full", dir+"/full")
	outfile.Follow(dir + "/full")
	if err := write(dir+"/full", "x"); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir+"/full") {
		t.Errorf("a full device: %v", err)
	}
	if info, err := os.Stat(dir + "/full"); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		t.Errorf("the device is now %v", info.Mode())
	}
	want(t, dir, "fifo", "full", "out")
	for name, ok := range map[string]bool{
		"-": true, fifo: true, dir + "/full": true, dir + "/out": false, dir + "/none": false, dir: false,
	} {
		if outfile.IsStream(name) != ok || outfile.IsStdout(name) != (name == "-") {
			t.Errorf("IsStream or IsStdout is wrong about %s", name)
		}
	}
}
