package outfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// lockState is the result of taking the lock of a file.
type lockState uint8

const (
	unknown lockState = iota
	ours
	taken // another writer holds the lock
)

// part is a hidden file that grows in the folder of the final file until it is renamed to the final name.
type part struct {
	handle
	path string
}

// newPart makes a part of a file and locks it, so that the part belongs to the caller alone.
func newPart(path string, mode fs.FileMode) (part, error) {
	dir, base := filepath.Split(path)
	for n := 1; ; n++ {
		p := part{path: dir + partStem(base) + strconv.Itoa(n) + partEnd}
		var err error
		if p.handle, err = open(p.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode); errors.Is(err, fs.ErrExist) {
			continue // this part belongs to another writer
		} else if err != nil {
			return part{}, err
		}
		if p.lock() == taken || !p.isAt(p.path) { // cleared by another process, as abandoned, before we locked it
			p.close()
			continue
		}
		return p, nil
	}
}

const partEnd = ".part"

// partStem returns the prefix of the names of all parts of a file. File systems allow names of 255 bytes, so the
// prefix of a long name is the beginning of the name and a checksum.
func partStem(base string) string {
	const most = 200
	if len(base) > most {
		sum := fnv.New64a()
		sum.Write([]byte(base))
		base = fmt.Sprintf("%s-%x", base[:most-20], sum.Sum64())
	}
	return "." + base + "."
}

// isPart reports whether a name belongs to a part with the given stem.
func isPart(name, stem string) bool {
	rest, ok := strings.CutPrefix(name, stem)
	number, end := strings.CutSuffix(rest, partEnd)
	_, err := strconv.ParseUint(number, 10, 32)
	return ok && end && err == nil
}

// isAt reports whether a name still refers to the open file.
func (h handle) isAt(name string) bool {
	now, err := os.Lstat(name)
	if err != nil {
		return false
	}
	mine, err := h.f.Stat()
	return err == nil && os.SameFile(now, mine)
}

// discard removes the part.
func (p part) discard() {
	if closeFirst {
		p.close()
	}
	// os.Remove, not remove: tests that make system calls fail check that no part is left over, so Fault must not
	// make this call fail.
	os.Remove(p.path)
	if !closeFirst {
		p.close()
	}
}

// clearParts removes the parts of a file that no process writes any more. Errors are ignored, since
// leftover parts do no harm.
func clearParts(path string) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	names, _ := namesIn(dir)
	for _, name := range names {
		if isPart(name, partStem(base)) {
			clearPart(filepath.Join(dir, name))
		}
	}
}

// clearPart removes a part that no process writes. It holds the lock of the part meanwhile, so that no other
// process begins to write to it.
func clearPart(path string) {
	if info, err := lstat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	h, err := open(path, os.O_RDONLY, 0)
	if err != nil {
		return
	}
	defer h.close()
	if h.lock() == ours && h.isAt(path) {
		remove(path)
	}
}
