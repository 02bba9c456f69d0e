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

// lockState says whether a file is in use, and by whom.
type lockState uint8

const (
	unknown lockState = iota
	ours
	taken // by another writer
)

// part is a hidden file that grows in the same folder until it is renamed to its final name.
type part struct {
	handle
	path string
}

// newPart makes a part of a file; it belongs to the caller alone.
func newPart(path string, mode fs.FileMode) (part, error) {
	dir, base := filepath.Split(path)
	for n := 1; ; n++ {
		p := part{path: dir + partStem(base) + strconv.Itoa(n) + partEnd}
		var err error
		if p.handle, err = open(p.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode); errors.Is(err, fs.ErrExist) {
			continue // another writer's
		} else if err != nil {
			return part{}, err
		}
		if p.lock() == taken || !p.isAt(p.path) { // taken for a dead one before we had locked it
			p.close()
			continue
		}
		return p, nil
	}
}

const partEnd = ".part"

// partStem returns how the names of the parts of a file begin. File systems allow 255 bytes: for a
// long name it is the beginning of the name and a checksum.
func partStem(base string) string {
	const most = 200
	if len(base) > most {
		sum := fnv.New64a()
		sum.Write([]byte(base))
		base = fmt.Sprintf("%s-%x", base[:most-20], sum.Sum64())
	}
	return "." + base + "."
}

// isPart reports whether a name is that of a part of a file with the given stem.
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
	// A test of failing disks wants to see that a part is not forgotten, not that one can be
	// kept from removing it.
	os.Remove(p.path)
	if !closeFirst {
		p.close()
	}
}

// clearParts removes the parts of a file that no process writes any more. It need not succeed:
// parts do no harm.
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

// clearPart removes a part that no process writes. It holds the lock meanwhile, so that no other
// process begins to write to the part while it is removed.
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
