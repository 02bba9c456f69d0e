package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// TemporaryFolder makes a folder of the user's own for what another process is handed, until it is removed. The next
// one of that name clears those of processes that were killed.
func TemporaryFolder(name string) (folder string, remove func(), err error) {
	dir := os.TempDir()
	clearFolders(dir, name)
	for n := 1; ; n++ {
		folder = filepath.Join(dir, partStem(name)+strconv.Itoa(n)+partEnd)
		if err := os.Mkdir(folder, 0o700); errors.Is(err, fs.ErrExist) {
			continue // another process's
		} else if err != nil {
			return "", nil, fmt.Errorf("make temporary folder %s: %w", folder, bare(err))
		}
		release := holdFolder(folder)
		if _, err := lstat(folder); err != nil { // taken for a dead one before it was locked
			release()
			continue
		}
		return folder, func() {
			os.RemoveAll(folder)
			release()
		}, nil
	}
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
