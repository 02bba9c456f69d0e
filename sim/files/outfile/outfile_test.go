package outfile_test

import (
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
	"time"

	"example.org/tumble/sim/files/outfile"
)

// write writes a text as a file, in pieces, as encoders do.
func write(name, text string) error {
	return outfile.Write(name, func(w io.Writer) error {
		for i := range text {
			if _, err := io.WriteString(w, text[i:i+1]); err != nil {
				return err
			}
		}
		return nil
	})
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// names returns what lies in a folder, sorted.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func want(t *testing.T, dir string, list ...string) {
	t.Helper()
	slices.Sort(list)
	if got := names(t, dir); !slices.Equal(got, list) {
		t.Errorf("in the folder: %q, want %q", got, list)
	}
}

// job is a way to write, with what the folder may hold afterwards.
type job struct {
	name  string
	do    func(dir string) error
	whole func(t *testing.T, dir string, failed bool) // complains about broken files
	after []string                                    // all names after a run that did not fail
	once  bool                                        // it needs calls after the one that fails
}

// large is more than what is kept before it is written.
var large = strings.Repeat("new ", 1<<15)

var jobs = []job{
	{"new file", func(dir string) error { return write(dir+"/a", "new") },
		func(t *testing.T, dir string, failed bool) { oneOf(t, dir+"/a", failed, "", "new") }, []string{"a"}, false},
	{"old file", func(dir string) error { return write(dir+"/old", "new") },
		func(t *testing.T, dir string, failed bool) { oneOf(t, dir+"/old", failed, "old", "new") }, nil, false},
	{"through a link", func(dir string) error { return write(dir+"/link", "new") },
		func(t *testing.T, dir string, failed bool) { oneOf(t, dir+"/old", failed, "old", "new") }, nil, false},
	{"by an encoder", func(dir string) error {
		return outfile.Write(dir+"/old", func(w io.Writer) error {
			if _, err := io.WriteString(w, large); err != nil {
				return fmt.Errorf("encoder: %w", err) // in which no name of a part may be
			}
			return nil
		})
	}, func(t *testing.T, dir string, failed bool) { oneOf(t, dir+"/old", failed, "old", large) }, nil, false},
	{"sought", func(dir string) error {
		f, err := outfile.CreateSpooled(dir + "/old")
		if err != nil {
			return err
		}
		defer f.Discard()
		if _, err := f.Write([]byte("xew")); err != nil {
			return err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if _, err := f.Write([]byte("n")); err != nil {
			return err
		}
		return f.Commit()
	}, func(t *testing.T, dir string, failed bool) { oneOf(t, dir+"/old", failed, "old", "new") }, nil, false},
	{"log", func(dir string) error {
		l, err := outfile.NewLog(dir+"/old", "", "")
		return errors.Join(err, fillLog(l))
	}, func(t *testing.T, dir string, failed bool) {
		oneOf(t, dir+"/old", failed, "old", "one\n", "one\ntwo\n", "one\ntwo\nthree\n")
	}, nil, false},
	{"log with a tail", func(dir string) error {
		l, err := outfile.NewLog(dir+"/a", "head\n", "end")
		return errors.Join(err, fillLog(l))
	}, func(t *testing.T, dir string, failed bool) {
		oneOf(t, dir+"/a", failed, "", "head\none\nend", "head\none\ntwo\nend", "head\none\ntwo\nthree\nend")
	}, []string{"a"}, true},
	{"late log", func(dir string) error {
		l, err := outfile.NewLateLog(dir + "/old")
		return errors.Join(err, fillLog(l))
	}, func(t *testing.T, dir string, failed bool) {
		oneOf(t, dir+"/old", failed, "old", "one\n", "one\ntwo\n", "one\ntwo\nthree\n")
	}, nil, false},
	{"folder", func(dir string) error {
		return outfile.WriteFolder(dir+"/whole", func(folder string) error {
			return errors.Join(write(folder+"/a", "one"), write(folder+"/b", "two"))
		})
	}, func(t *testing.T, dir string, failed bool) {
		if _, err := os.Stat(dir + "/whole"); err == nil || !failed {
			want(t, dir+"/whole", "a", "b")
		}
	}, []string{"whole"}, false},
	{"set", func(dir string) error {
		s, err := outfile.OpenSet(dir+"/set", "kind")
		if err != nil {
			return err
		}
		for i := range 3 {
			err = errors.Join(err, s.WriteBytes(fmt.Sprint(i), []byte("new")))
		}
		return errors.Join(err, s.Close())
	}, func(t *testing.T, dir string, failed bool) {
		for i := range 3 {
			oneOf(t, fmt.Sprintf("%s/set/%d", dir, i), failed, "", "new")
		}
	}, []string{"set"}, false},
}

func fillLog(l *outfile.Log) error {
	if l == nil {
		return nil
	}
	var err error
	for _, piece := range []string{"one\n", "two\n", "three\n"} {
		if err = l.Append([]byte(piece)); err != nil {
			break
		}
	}
	return errors.Join(err, l.Close())
}

// Contract: a late log has no name before it is closed, and then has the pieces that found room.
func TestLateLog(t *testing.T) {
	defer func() { outfile.Fault = nil }()
	dir := t.TempDir()
	put(t, dir+"/old", "old")
	l, err := outfile.NewLateLog(dir + "/old")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(l.Append([]byte("one\n")), l.Append([]byte("two\n")))
	if held := get(t, dir+"/old"); err != nil || held != "old" {
		t.Errorf("%v; it holds %q before it is closed", err, held)
	}
	outfile.Fault = func(call, _ string) error {
		if call == "write" {
			return syscall.ENOSPC
		}
		return nil
	}
	if err := l.Append([]byte("three\n")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk: %v", err)
	}
	if err := l.Close(); err != nil || get(t, dir+"/old") != "one\ntwo\n" {
		t.Errorf("%v; it holds %q", err, get(t, dir+"/old"))
	}
	want(t, dir, "old")
}

// Contract: a log whose file is deleted, moved or replaced says so at its next piece, or when it is closed, once.
func TestLogThatIsGone(t *testing.T) {
	for how, do := range map[string]func(path string) error{
		"deleted":  os.Remove,
		"moved":    func(path string) error { return os.Rename(path, path+"2") },
		"replaced": func(path string) error { return outfile.WriteBytes(path, []byte("other")) },
	} {
		for _, more := range []bool{false, true} {
			path := t.TempDir() + "/a"
			l, err := outfile.NewLog(path, "", "")
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(l.Append([]byte("one\n")), do(path)); err != nil {
				t.Fatal(err)
			}
			if more {
				err = l.Append([]byte("two\n"))
			}
			err = errors.Join(err, l.Close())
			if want := "write " + path + ": it was deleted, moved or replaced while it was written"; err == nil ||
				err.Error() != want {
				t.Errorf("%s, then a piece: %v: %v, want %s", how, more, err, want)
			}
		}
	}
}

// oneOf expects a file to hold one of the texts, of which an empty one means that there is no
// file; the last one if nothing has failed.
func oneOf(t *testing.T, path string, failed bool, texts ...string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if !failed {
		texts = texts[len(texts)-1:]
	}
	if !slices.Contains(texts, string(got)) {
		t.Errorf("%s holds %q, want one of %q", filepath.Base(path), got, texts)
	}
}

// Contract: whichever call of the system fails, once or from then on but for truncations,
// which need no room, a file holds what it held or what it should, an error names
// it, and nothing else is left once it has been written again.
func TestEveryCallFails(t *testing.T) {
	defer func() { outfile.Fault = nil }()
	for _, j := range jobs {
		for _, lasting := range []bool{false, true} {
			if lasting && j.once {
				continue
			}
			reported := 0
			for n := 1; ; n++ {
				dir := t.TempDir()
				put(t, dir+"/old", "old")
				if err := os.Symlink("old", dir+"/link"); err != nil {
					t.Skip(err)
				}
				outfile.Follow(dir + "/link")
				calls, what := 0, ""
				outfile.Fault = func(call, name string) error {
					if calls++; calls == n || lasting && calls > n && call != "truncate" {
						if calls == n {
							what = call
						}
						return syscall.ENOSPC
					}
					return nil
				}
				err := j.do(dir)
				outfile.Fault = nil
				if calls < n {
					break
				}
				t.Run(fmt.Sprintf("%s/%v/%d %s", j.name, lasting, n, what), func(t *testing.T) {
					j.whole(t, dir, err != nil)
					if err != nil {
						reported++
						if !strings.Contains(err.Error(), dir) || strings.Contains(err.Error(), ".part") {
							t.Errorf("the error does not name the file: %v", err)
						}
						if !errors.Is(err, syscall.ENOSPC) {
							t.Errorf("the error does not say why: %v", err)
						}
					}
					if err := j.do(dir); err != nil {
						t.Fatalf("again: %v", err)
					}
					j.whole(t, dir, false)
					want(t, dir, append([]string{"link", "old"}, j.after...)...)
				})
			}
			if reported < 3 {
				t.Errorf("%s: only %d of the faults were reported", j.name, reported)
			}
		}
	}
}

// Contract: a link stays and its target is written, also one that is not there yet; the mode
// of an existing file stays; links that lead to each other are an error.
func TestLinksAndModes(t *testing.T) {
	dir := t.TempDir()
	link := func(to, name string) {
		if err := os.Symlink(to, dir+"/"+name); err != nil {
			t.Skip(err)
		}
		outfile.Follow(dir + "/" + name)
	}
	if err := os.MkdirAll(dir+"/far/deep", 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, dir+"/far/file", "old")
	os.Chmod(dir+"/far/file", 0o640)
	link("far/file", "one")
	link("one", "two")
	link(dir+"/far/none", "dangling")
	link("far/deep", "folder") // .. of it is far, and not the folder of the link
	link("folder/../file2", "around")
	link("self", "self")
	for name, file := range map[string]string{"two": "far/file", "dangling": "far/none", "around": "far/file2"} {
		if err := write(dir+"/"+name, "new"); err != nil {
			t.Error(err)
			continue
		}
		if got := get(t, dir+"/"+file); got != "new" {
			t.Errorf("%s: %s holds %q", name, file, got)
		}
		if info, err := os.Lstat(dir + "/" + name); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", name)
		}
	}
	if info, err := os.Stat(dir + "/far/file"); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode of the file: %v %v, want -rw-r-----", info.Mode(), err)
	}
	if err := write(dir+"/self", "new"); err == nil || !strings.Contains(err.Error(), "too many links") {
		t.Errorf("links in a circle: %v", err)
	}
	want(t, dir+"/far", "deep", "file", "file2", "none")
}

// Contract: names that cannot be written are found by Try, with the same words, and nothing
// is left or changed by it.
func TestTry(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/file", "old")
	outfile.Follow(os.DevNull)
	for name, words := range map[string]string{
		"":                "must be the name of a file",
		dir:               "is a folder",
		dir + "/none/a":   "folder " + dir + "/none: no such file or directory",
		dir + "/file/a":   "not a directory",
		dir + "/new/":     "got that of a folder",
		dir + "/new":      "",
		dir + "/file":     "",
		outfile.Stdout:    "",
		os.DevNull:        "",
		"/proc/none/a.py": "no such file or directory",
	} {
		for _, err := range []error{outfile.Try(name), unlessGood(words, name)} {
			if words == "" && err != nil || words != "" && (err == nil || !strings.Contains(err.Error(), words)) {
				t.Errorf("%q: %v, want %q", name, err, words)
			}
		}
	}
	if err := outfile.TryFolder(dir + "/a/b/c"); err != nil {
		t.Error(err)
	}
	if err := outfile.TryFolder(dir + "/file/b"); err == nil || !strings.Contains(err.Error(), dir+"/file") {
		t.Errorf("a folder in a file: %v", err)
	}
	want(t, dir, "file")
	if get(t, dir+"/file") != "old" {
		t.Error("the file was changed")
	}
	if os.Getuid() == 0 {
		t.Log("read-only files and folders are not tried: root may write them")
		return
	}
	os.Chmod(dir+"/file", 0o444)
	if err := outfile.Try(dir + "/file"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a read-only file: %v", err)
	}
	os.Mkdir(dir+"/shut", 0o555)
	if err := outfile.TryFolder(dir + "/shut"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a read-only folder: %v", err)
	}
}

// unlessGood writes what must fail.
func unlessGood(words, name string) error {
	if words == "" {
		return nil
	}
	return write(name, "new")
}

// Contract: where the content fails, the file stays as it was and the error is the content's.
func TestContentFails(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/a", "old")
	err := outfile.Write(dir+"/a", func(w io.Writer) error { io.WriteString(w, "half"); return io.ErrNoProgress })
	if !errors.Is(err, io.ErrNoProgress) || get(t, dir+"/a") != "old" {
		t.Errorf("the file holds %q after %v", get(t, dir+"/a"), err)
	}
	want(t, dir, "a")
}

// Contract: the longest name that the system takes can be written.
func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	name := strings.Repeat("x", 255)
	for range 2 {
		if err := write(dir+"/"+name, "new"); err != nil {
			t.Fatal(err)
		}
	}
	want(t, dir, name)
}

// Contract: while a file is being written a second one of the same name takes nothing from
// it, and the last that is finished stays. What a killed process left goes with the next
// file of the name, and no other file does.
func TestParts(t *testing.T) {
	if dir := os.Getenv("TUMBLE_TEST_OUTFILE"); dir != "" {
		f, err := outfile.Create(dir + "/a")
		fmt.Println("writing", err)
		time.Sleep(time.Hour)
		f.Discard() // it is in use until here
	}
	dir := t.TempDir()
	first, err := outfile.Create(dir + "/a")
	if err != nil {
		t.Fatal(err)
	}
	first.Write([]byte("first"))
	if err := write(dir+"/a", "second"); err != nil {
		t.Fatal(err)
	}
	if got := get(t, dir+"/a"); got != "second" {
		t.Errorf("got %q", got)
	}
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := get(t, dir+"/a"); got != "first" {
		t.Errorf("got %q", got)
	}
	want(t, dir, "a")

	child := started(t, "TUMBLE_TEST_OUTFILE", dir, "writing")
	foreign := []string{".a.x.part", ".b.1.part", ".a.1.party", "a.1.part", ".a.-1.part"}
	for _, name := range foreign {
		put(t, dir+"/"+name, "")
	}
	if err := write(dir+"/a", "third"); err != nil {
		t.Fatal(err)
	}
	want(t, dir, append(foreign, "a", ".a.1.part")...)
	child.Process.Kill()
	child.Wait()
	if err := outfile.Try(dir + "/a"); err != nil {
		t.Fatal(err)
	}
	want(t, dir, append(foreign, "a")...)
}

// started runs the test again as another process, with a variable of its own, until it says a word.
func started(t *testing.T, variable, value, word string) *exec.Cmd {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), variable+"="+value)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len(word))); err != nil {
		t.Fatal(err)
	}
	return child
}
