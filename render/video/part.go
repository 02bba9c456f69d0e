package video

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// partCount makes the names of hidden files of one process differ.
var partCount atomic.Int64

// part is a file that grows under a hidden name beside the one it will get.
type part struct {
	*os.File
	final string
}

// newPart creates the hidden file of final. The file is new, so another recording to the
// same name, in this process or another, never shares it.
func newPart(final string) (*part, error) {
	if info, err := os.Stat(final); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("name: must be that of a file, got a %s", kindOf(info))
	}
	dir, base := filepath.Split(final)
	for {
		name := fmt.Sprintf(".%s.%d-%d.part", base, os.Getpid(), partCount.Add(1))
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue // left by a dead process that had our number
		}
		if err != nil {
			return nil, err
		}
		return &part{f, final}, nil
	}
}

func kindOf(info os.FileInfo) string {
	if info.IsDir() {
		return "folder"
	}
	return "special file (" + info.Mode().Type().String() + ")"
}

// commit flushes the file to the disk and gives it its name, replacing what was there.
func (p *part) commit() error {
	err := p.Sync()
	if cerr := p.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(p.Name(), p.final)
	}
	if err != nil {
		os.Remove(p.Name())
		return err
	}
	syncFolder(filepath.Dir(p.final))
	return nil
}

// discard removes the file.
func (p *part) discard() {
	p.Close()
	os.Remove(p.Name())
}

// syncFolder makes a rename last through a power failure where the system can; where it
// cannot, the file is whole all the same.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}

// staleAge is how long a hidden file must have been left alone before it is taken for
// that of a dead process: another machine that shares the folder has other process
// numbers, and an ffmpeg whose parent was killed needs some seconds to end.
const staleAge = time.Minute

// started tells files of this process from those of an earlier one that had its number,
// as in containers, where numbers repeat.
var started = time.Now()

// sweep removes the hidden files that recordings to final left when they were killed.
func sweep(final string) {
	dir, base := filepath.Split(final)
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // creating the file will say it better
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), "."+base+".")
		if !ok {
			continue
		}
		rest, ok = strings.CutSuffix(rest, ".part")
		digits, _, dash := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(digits)
		if !ok || !dash || err != nil || pid <= 0 {
			continue
		}
		info, err := e.Info()
		if err != nil || time.Since(info.ModTime()) < staleAge {
			continue
		}
		if pid == os.Getpid() && info.ModTime().Before(started) || pid != os.Getpid() && !alive(pid) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// alive reports whether a process with that number runs; when in doubt, it does.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone)
}
