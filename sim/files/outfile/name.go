package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// Stdout is the name of standard output.
const Stdout = "-"

// closeFirst is true on a system that does not rename or remove open files.
const closeFirst = runtime.GOOS == "windows"

// target is what a name refers to.
type target struct {
	given   string      // the name as the caller gave it, for errors
	path    string      // the path after following links; the file need not exist yet
	info    fs.FileInfo // of the existing file; nil if there is none
	special bool        // path is a device or a pipe
	open    bool        // the target is the open file fd of this process, such as standard output
	fd      int
}

// isStream reports whether the target takes bytes as they come.
func (t *target) isStream() bool { return t.special || t.open }

// followed holds the absolute names that may be links, devices or pipes.
var followed = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

// Follow permits from now on that a name is a link, a device or a pipe, and that each folder in the name is a
// link. It is meant for names that a person typed and for names in the person's own folders: only there a link is
// known to be the person's wish.
func Follow(name string) {
	whole, err := filepath.Abs(name)
	if err != nil {
		return
	}
	followed.Lock()
	defer followed.Unlock()
	for !followed.names[whole] { // up to the root, whose parent is the root itself
		followed.names[whole] = true
		whole = filepath.Dir(whole)
	}
}

func isFollowed(name string) bool {
	whole, err := filepath.Abs(name)
	followed.Lock()
	defer followed.Unlock()
	return err == nil && followed.names[whole]
}

// Reasons why a name that no person typed is refused.
const (
	whyLink    = "is a link, which is followed only where a person types its name"
	whySpecial = "is a device or a pipe, which is written to only where a person types its name"
)

// resolve returns the target of a name that is to be written.
func resolve(name string) (target, error) { return find(name, isFollowed(name)) }

// find returns the target of a name. A link, a device or a pipe is an error unless follow is set.
func find(name string, follow bool) (target, error) {
	t := target{given: name, path: name}
	fail := func(format string, args ...any) (target, error) { return target{}, t.fail(fmt.Errorf(format, args...)) }
	if name == "" {
		return fail("must be the name of a file, got nothing")
	}
	for links := 0; ; links++ {
		if t.fd, t.open = openAlready(t.path); t.open {
			return t, nil
		}
		info, err := lstat(t.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if _, base := filepath.Split(t.path); base == "" {
				return fail("must be the name of a file, got that of a folder")
			}
			return t, nil
		case err != nil:
			return target{}, t.fail(err)
		case info.IsDir():
			return fail("must be the name of a file, and is a folder")
		case info.Mode().IsRegular():
			t.info = info
			return t, nil
		case info.Mode()&fs.ModeSymlink == 0:
			if info.Mode()&fs.ModeSocket != 0 {
				return fail("must be the name of a file, and is a socket")
			} else if !follow {
				return fail(whySpecial)
			}
			t.special = true
			return t, nil
		case !follow:
			return fail(whyLink)
		case links == 40:
			return fail("too many links lead to each other")
		}
		to, err := readlink(t.path)
		if err != nil {
			return target{}, t.fail(err)
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(t.path)
			to = dir + to
		}
		t.path = to
	}
}

// openAlready returns the descriptor of this process that a name such as /dev/stdout refers to.
// If such a file were opened again by its name, it would be overwritten from its beginning.
func openAlready(name string) (fd int, ok bool) {
	switch name {
	case Stdout, "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	number, ok := strings.CutPrefix(name, "/dev/fd/")
	if !ok {
		number, ok = strings.CutPrefix(name, "/proc/self/fd/")
	}
	fd, err := strconv.Atoi(number)
	return fd, ok && err == nil && fd > 0
}

// IsStream reports whether a name refers to an open file of this process such as standard output, to a device or
// to a pipe.
func IsStream(name string) bool {
	t, err := find(name, true)
	return err == nil && t.isStream()
}

// IsStdout reports whether a name refers to standard output.
func IsStdout(name string) bool {
	t, err := find(name, true)
	return err == nil && t.open && t.fd == 1
}

// Error names a file that could not be written, and the reason.
type Error struct {
	Name string // as the caller gave it
	Err  error
}

func (e *Error) Error() string {
	name := e.Name
	if name == Stdout {
		name = "standard output"
	}
	return fmt.Sprintf("write %s: %v", name, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// fail returns an error that names the requested file instead of its hidden part.
func (t *target) fail(err error) error {
	if err == nil {
		return nil
	}
	return &Error{t.given, reason(err, filepath.Dir(t.path))}
}

// reason removes the name of the file from an error, and names the folder if the folder does not exist.
func reason(err error, folder string) error {
	err = bare(err)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("folder %s: %w", folder, err)
	}
	return err
}

// bare removes file names from an error of the system.
func bare(err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
