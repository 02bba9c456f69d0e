package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// oldEnd ends the name of a folder that a new one has taken the place of, until it is gone.
const oldEnd = ".old"

// WriteFolder writes a folder of the files that fill writes into the one that it is given. It appears whole under its
// name or not at all, in the place of one that is there, with all that this holds.
func WriteFolder(name string, fill func(folder string) error) error {
	name = filepath.Clean(name)
	dir, base := filepath.Dir(name), filepath.Base(name)
	if err := MakeFolder(dir); err != nil {
		return err
	}
	clearFolders(dir, base)
	part := filepath.Join(dir, partStem(base)+strconv.Itoa(os.Getpid())+partEnd)
	fail := func(err error) error { return fmt.Errorf("write folder %s: %w", name, bare(err)) }
	if err := mkdir(part); err != nil {
		return fail(err)
	}
	defer os.RemoveAll(part)
	defer holdFolder(part)()
	if err := fill(part); err != nil {
		return inFolder{err, part, name}
	}
	defer holdFolder(name)()
	replaced := rename(name, part+oldEnd) == nil
	if err := rename(part, name); err != nil {
		if replaced {
			err = errors.Join(err, rename(part+oldEnd, name))
		}
		return fail(err)
	}
	return os.RemoveAll(part + oldEnd)
}

// Stage is where something of a name is made: a hidden folder beside that name, for a file or a folder and what belongs
// beside it. All of it comes to its place at once, or none of it. The next stage of that name clears those of processes
// that were killed.
type Stage struct {
	name, part string
	release    func()
}

// NewStage makes a stage, and the folder of the name if that is not there.
func NewStage(name string) (*Stage, error) {
	name = filepath.Clean(name)
	dir, base := filepath.Dir(name), filepath.Base(name)
	if err := MakeFolder(dir); err != nil {
		return nil, err
	}
	clearFolders(dir, base)
	for n := 1; ; n++ {
		s := &Stage{name: name, part: filepath.Join(dir, partStem(base)+strconv.Itoa(n)+partEnd)}
		if err := mkdir(s.part); errors.Is(err, fs.ErrExist) {
			continue // another process's
		} else if err != nil {
			return nil, &Error{name, reason(err, dir)}
		}
		s.release = holdFolder(s.part)
		if _, err := lstat(s.part); err != nil { // taken for a dead one before it was locked
			s.release()
			continue
		}
		return s, nil
	}
}

// Path is the name under which the thing is to be made; the folder is empty.
func (s *Stage) Path() string { return filepath.Join(s.part, filepath.Base(s.name)) }

// Err returns an error of what was done there as people know it: with the names that files have in the end.
func (s *Stage) Err(err error) error {
	if err == nil {
		return nil
	}
	return inFolder{err, s.part, filepath.Dir(s.name)}
}

// Commit gives all that was made its place, files in the place of those that are there, and returns the path of the
// thing: the name that was asked for, or the one that was made instead of it.
func (s *Stage) Commit() (path string, err error) {
	defer s.Discard()
	names, err := namesIn(s.part)
	if err == nil && len(names) == 0 {
		err = errors.New("nothing was made")
	}
	if err != nil {
		return "", &Error{s.name, bare(err)}
	}
	dir := filepath.Dir(s.name)
	slices.Sort(names)
	for _, n := range names {
		to := filepath.Join(dir, n)
		if err := rename(filepath.Join(s.part, n), to); err != nil {
			return "", &Error{to, bare(err)}
		}
		if path == "" || to == s.name {
			path = to
		}
	}
	syncFolder(dir)
	return path, nil
}

// Discard removes all that was not given its place. Whoever still writes there fails.
func (s *Stage) Discard() {
	os.RemoveAll(s.part)
	s.release()
}

// inFolder is an error of a file in the part of a folder, which people know by the name of the folder.
type inFolder struct {
	error
	part, name string
}

func (e inFolder) Error() string { return strings.ReplaceAll(e.error.Error(), e.part, e.name) }
func (e inFolder) Unwrap() error { return e.error }

// holdFolder takes the lock of a folder, if it is there, so that others know it is in use; release gives it back.
func holdFolder(path string) (release func()) {
	if closeFirst { // there, what is open cannot be renamed
		return func() {}
	}
	h, err := open(path, os.O_RDONLY, 0)
	if err != nil {
		return func() {}
	}
	h.lock()
	return func() { h.close() }
}

// clearFolders removes what processes that were killed have left of a folder. It need not succeed.
func clearFolders(dir, base string) {
	names, _ := namesIn(dir)
	for _, name := range names {
		path := filepath.Join(dir, name)
		if info, err := lstat(path); err != nil || !info.IsDir() ||
			!isPart(strings.TrimSuffix(name, oldEnd), partStem(base)) {
			continue
		}
		if h, err := open(path, os.O_RDONLY, 0); err == nil {
			if h.lock() == ours {
				os.RemoveAll(path)
			}
			h.close()
		}
	}
}
