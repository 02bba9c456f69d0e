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

// oldEnd ends the hidden name that a replaced folder has until it is removed.
const oldEnd = ".old"

// WriteFolder writes a folder: fill writes the files into a hidden folder that it is given, which then gets its
// name. The folder appears complete under its name or not at all. It replaces an existing folder together with all
// files in that folder.
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

// Stage is a hidden folder in which a file or folder is made, together with other files that belong beside it.
// They get their final names when they are all complete, or not at all. The next stage of the same name clears the
// stages of processes that were killed.
type Stage struct {
	name, part string
	release    func()
}

// NewStage makes a stage, and the folder of the name if that folder does not exist.
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
			continue // this stage belongs to another process
		} else if err != nil {
			return nil, &Error{name, reason(err, dir)}
		}
		s.release = holdFolder(s.part)
		if _, err := lstat(s.part); err != nil { // cleared by another process, as abandoned, before it was locked
			s.release()
			continue
		}
		return s, nil
	}
}

// Path returns the path in the stage under which the file or folder must be made. The stage is empty at first.
func (s *Stage) Path() string { return filepath.Join(s.part, filepath.Base(s.name)) }

// Err returns an error from work in the stage with the final names of the files, which people know.
func (s *Stage) Err(err error) error {
	if err == nil {
		return nil
	}
	return inFolder{err, s.part, filepath.Dir(s.name)}
}

// Commit moves all files and folders of the stage to their final names; files replace existing files. It returns
// the path of the result: the name that was asked for, or the name that was made instead, such as film.avi for
// film.mp4.
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

// Discard removes the stage and all files that Commit has not moved. A writer that is still at work there gets an
// error.
func (s *Stage) Discard() {
	os.RemoveAll(s.part)
	s.release()
}

// inFolder is an error about a file in a hidden folder; its text has the final name of the folder, which people
// know.
type inFolder struct {
	error
	part, name string
}

func (e inFolder) Error() string { return strings.ReplaceAll(e.error.Error(), e.part, e.name) }
func (e inFolder) Unwrap() error { return e.error }

// holdFolder takes the lock of a folder, if the folder exists, so that other processes do not clear it; release
// frees the lock.
func holdFolder(path string) (release func()) {
	if closeFirst { // a folder that is open could not be renamed
		return func() {}
	}
	h, err := open(path, os.O_RDONLY, 0)
	if err != nil {
		return func() {}
	}
	h.lock()
	return func() { h.close() }
}

// clearFolders removes the hidden folders that killed processes have left. Errors are ignored, since these folders
// do no harm.
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
