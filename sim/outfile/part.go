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

// lockState is whose a file is.
type lockState uint8

const (
	unknown lockState = iota
	ours
	taken // by another writer
)

// part is a hidden file that grows beside the one it will become.
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

// partStem is how the names of the parts of a file begin. File systems take 255 bytes: of a
// long name it has the beginning and a check sum.
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

// isAt reports whether the open file is the one that has the name now.
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

// clearParts removes the parts of a file that nobody writes any more. It need not succeed:
// parts harm nobody.
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

// clearPart removes a part if nobody writes it. Who holds the lock of a file keeps others
// from removing it, and from writing to it as it is removed.
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
