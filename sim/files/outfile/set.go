package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Set is a folder of files that belong together, such as the pictures of a video. A hidden list
// in the folder names the files of the set, so that the next set of the same kind first removes
// these files, and no others.
type Set struct {
	folder string
	list   handle
	listed map[string]bool
	wrote  []string // names in the order of writing
}

// listHead is the first line of a list.
const listHead = "# Files that Tumble wrote here. When it writes the same again it removes them first.\n"

// listName returns the name of the file that lists the files of a kind.
func listName(folder, kind string) string { return filepath.Join(folder, "."+kind+".files") }

// OpenSet begins a set of a kind in a folder. It makes the folder if necessary, and removes the
// files of an earlier set of that kind.
//
// Errors: the folder cannot be made or written, or another program is writing a set of that kind
// into it.
func OpenSet(folder, kind string) (*Set, error) {
	if err := MakeFolder(folder); err != nil {
		return nil, err
	}
	s := &Set{folder: folder, listed: map[string]bool{}}
	fail := func(err error) (*Set, error) {
		return nil, fmt.Errorf("write into folder %s: %w", folder, bare(err))
	}
	path := listName(folder, kind)
	if info, err := lstat(path); err == nil && !info.Mode().IsRegular() {
		return fail(fmt.Errorf("%s must be a file", path))
	}
	var err error
	if s.list, err = open(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return fail(err)
	}
	if s.list.lock() == taken {
		s.list.close()
		return fail(errors.New("another program writes there"))
	}
	if err := s.clear(); err != nil {
		s.list.close()
		return fail(err)
	}
	return s, nil
}

// clear removes the files that the list names and their parts, and empties the list.
func (s *Set) clear() error {
	old, err := readList(s.list)
	if err != nil {
		return err
	}
	stems := map[string]bool{}
	for _, name := range old {
		stems[partStem(name)] = true
		path := filepath.Join(s.folder, name)
		info, err := lstat(path)
		if err == nil && !info.IsDir() {
			err = remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if len(old) > 0 {
		names, err := namesIn(s.folder)
		if err != nil {
			return err
		}
		for _, name := range names {
			bare := strings.TrimSuffix(name, partEnd)
			if dot := strings.LastIndexByte(bare, '.'); dot > 0 && stems[bare[:dot+1]] && isPart(name, bare[:dot+1]) {
				clearPart(filepath.Join(s.folder, name))
			}
		}
	}
	if err := s.list.truncate(0); err != nil {
		return err
	}
	if _, err := s.list.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = s.list.Write([]byte(listHead))
	return err
}

// readList returns the names in a list. It ignores an incomplete line, whose file was never begun,
// since a name is listed before its file is made. It also ignores names that lead out of the folder:
// a stranger may have changed the list.
func readList(h handle) (names []string, err error) {
	lines := bufio.NewScanner(h)
	for lines.Scan() {
		name, err := strconv.Unquote(lines.Text())
		if err == nil && name != "" && name == filepath.Base(name) && filepath.IsLocal(name) {
			names = append(names, name)
		}
	}
	return names, lines.Err()
}

// Listed returns the names of the files that the last set of a kind put into a folder; no names if
// there was no such set. Some of the files may be gone.
func Listed(folder, kind string) ([]string, error) {
	h, err := open(listName(folder, kind), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer h.close()
	return readList(h)
}

// Create begins a file of the set, whose name has no folder. Commit replaces an existing file of
// that name. It does not flush the file to the disk; Close of the set does.
func (s *Set) Create(name string) (*File, error) {
	path := filepath.Join(s.folder, name)
	t, err := resolve(path)
	if err != nil {
		return nil, err
	}
	if err := s.enlist(name); err != nil {
		return nil, t.fail(err)
	}
	if t.isStream() {
		return nil, t.fail(errors.New("must be a file"))
	}
	f := &File{to: t, inSet: true}
	if err := f.begin(); err != nil {
		return nil, t.fail(err)
	}
	return f, nil
}

// enlist adds a name to the list. This comes before the file is made, so that no file of the set is ever unlisted.
func (s *Set) enlist(name string) error {
	if s.listed[name] {
		return nil
	}
	if name != filepath.Base(name) || !filepath.IsLocal(name) {
		return errors.New("must be the name of a file in the folder")
	}
	if _, err := s.list.Write([]byte(strconv.Quote(name) + "\n")); err != nil {
		return err
	}
	s.listed[name] = true
	s.wrote = append(s.wrote, name)
	return nil
}

// Write writes a file of the set, with the content that fill writes.
func (s *Set) Write(name string, fill func(io.Writer) error) error {
	f, err := s.Create(name)
	if err != nil {
		return err
	}
	return f.fill(fill)
}

// WriteBytes writes a file of the set whose content is data.
func (s *Set) WriteBytes(name string, data []byte) error {
	return s.Write(name, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// Log returns a log in the folder of the set; see NewLog.
func (s *Set) Log(name, head, tail string) (*Log, error) {
	l, err := newLog(filepath.Join(s.folder, name), head, tail)
	if err != nil {
		return nil, err
	}
	if err := s.enlist(name); err != nil {
		return nil, l.file.to.fail(err)
	}
	return l, nil
}

// Close flushes the files of the set to the disk, and frees the lock, so that another program can write a set
// there.
func (s *Set) Close() error {
	var failed error
	for _, name := range s.wrote {
		path := filepath.Join(s.folder, name)
		h, err := open(path, os.O_RDWR, 0)
		if err == nil {
			err = h.sync()
			if e := h.close(); err == nil {
				err = e
			}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) && failed == nil {
			failed = &Error{path, bare(err)}
		}
	}
	syncFolder(s.folder)
	s.wrote = nil
	if err := s.list.close(); err != nil && failed == nil {
		failed = fmt.Errorf("write into folder %s: %w", s.folder, bare(err))
	}
	return failed
}
