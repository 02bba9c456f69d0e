package outfile_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.org/tumble/sim/files/outfile"
)

// Contract: what nobody typed is a file in a folder or nothing: no link is followed or replaced, and no pipe waited
// for, whatever writes there; a name that a person typed leads where it leads.
func TestFollowsOnlyTypedNames(t *testing.T) {
	bytes := func(w io.Writer) error { _, err := w.Write([]byte("new")); return err }
	ways := map[string]func(folder, name string) error{
		"Write": func(folder, name string) error { return outfile.Write(filepath.Join(folder, name), bytes) },
		"Try":   func(folder, name string) error { return outfile.Try(filepath.Join(folder, name)) },
		"CreateSpooled": func(folder, name string) error {
			f, err := outfile.CreateSpooled(filepath.Join(folder, name))
			if err == nil {
				err = f.Commit()
			}
			return err
		},
		"NewLog": func(folder, name string) error {
			_, err := outfile.NewLog(filepath.Join(folder, name), "", "")
			return err
		},
		"Set": func(folder, name string) error {
			s, err := outfile.OpenSet(folder, "test")
			if err != nil {
				return err
			}
			defer s.Close()
			return s.Write(name, bytes)
		},
	}
	for way, do := range ways {
		dir := t.TempDir()
		folder := filepath.Join(dir, "handed")
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		put(t, dir+"/mine", "old")
		for name, to := range map[string]string{"link": "../mine", "far": dir + "/mine", "dangling": "../none",
			"null": "/dev/null"} {
			if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
				t.Skip(err)
			}
		}
		if err := syscall.Mkfifo(folder+"/pipe", 0o666); err != nil {
			t.Skip(err)
		}
		for _, name := range []string{"link", "far", "dangling", "null", "pipe"} {
			if err := do(folder, name); err == nil || !strings.Contains(err.Error(), "only where a person types its name") {
				t.Errorf("%s of %s: %v", way, name, err)
			}
			if info, err := os.Lstat(filepath.Join(folder, name)); err != nil || info.Mode().IsRegular() {
				t.Errorf("%s has replaced %s", way, name)
			}
		}
		if got := get(t, dir+"/mine"); got != "old" {
			t.Errorf("%s wrote %q where a link leads", way, got)
		}
		want(t, dir, "handed", "mine")
		outfile.Follow(filepath.Join(folder, "link"))
		if err := outfile.Write(filepath.Join(folder, "link"), bytes); err != nil || get(t, dir+"/mine") != "new" {
			t.Errorf("a link that was typed: %v", err)
		}
	}
}

// Contract: neither is a folder that nobody typed a link; those in a name that a person typed may be.
func TestFoldersFollowOnlyTypedNames(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(dir+"/mine/deep", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("mine", dir+"/link"); err != nil {
		t.Skip(err)
	}
	for _, folder := range []string{dir + "/link", dir + "/link/"} {
		for _, err := range []error{outfile.MakeFolder(folder), outfile.TryFolder(folder)} {
			if err == nil || !strings.Contains(err.Error(), "only where a person types its name") {
				t.Errorf("%s: %v", folder, err)
			}
		}
	}
	outfile.Follow(dir + "/link/deep/file")
	for _, folder := range []string{dir + "/link", dir + "/link/deep", dir + "/link/new"} {
		if err := outfile.MakeFolder(folder); err != nil {
			t.Error(err)
		}
	}
}
