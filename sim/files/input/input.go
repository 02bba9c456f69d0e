// Package input reads the files that a person, a scene or a script names. All reading of
// them goes through here, so that no file that is none, and no size of one, can stop the
// program.
package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// Standard is the name of standard input.
const Standard = "-"

// patience is how long a pipe may have no writer: the other program may
// just be starting.
const patience = time.Second

// Read returns the content of a file, of a pipe, or of standard input if the name is
// Standard.
//
// Errors name the file: one that is not there, a folder, a device, a terminal, a pipe that
// nobody writes into, one with more bytes than most allows.
func Read(name string, most *limit.Bound) ([]byte, error) {
	if name == Standard {
		return From(os.Stdin, "standard input", most)
	}
	f, err := os.OpenFile(name, Flags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return From(f, name, most)
}

// Open opens a file of which parts are read, as of dumps, which may be larger than memory: the caller bounds what it
// reads. A pipe has no parts, and is refused as all is that has no end.
func Open(name string) (*os.File, error) {
	f, err := os.OpenFile(name, Flags, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: is %s, not a file", name, kind(info.Mode(), f))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Inside returns an error if what a name stands for in a folder is not there, or lies outside of the folder: by the
// name, or by a link.
func Inside(folder, name string) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("must be the name of a file in the folder %s, got %s", folder, spell.Quote(name))
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	if _, err = root.Stat(name); err != nil && !errors.As(err, new(syscall.Errno)) {
		return fmt.Errorf("%s: is a link that leads out of the folder", filepath.Join(folder, name))
	} else if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(folder, name), errors.Unwrap(err))
	}
	return nil
}

// From is Read of a file that was opened with Flags; the name is for errors. What came
// through a pipe, or was read of standard input, is kept: reading it again gives it again.
func From(f *os.File, name string, most *limit.Bound) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	switch mode := info.Mode(); {
	case mode&fs.ModeNamedPipe != 0, f == os.Stdin && (mode.IsRegular() || mode&fs.ModeSocket != 0):
		return readPipe(f, info, name, most)
	case mode.IsRegular():
		if info.Size() > int64(most.Most) {
			return nil, fmt.Errorf("%s: %w", name, most.Check(int(info.Size())))
		}
		return all(f, name, most, int(info.Size()))
	default:
		return nil, fmt.Errorf("%s: is %s, not a file or a pipe", name, kind(mode, f))
	}
}

func kind(mode fs.FileMode, f *os.File) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeCharDevice != 0 && f == os.Stdin:
		return "a terminal or another device"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	}
	return "something else (" + mode.Type().String() + ")"
}

// all reads to the end, size bytes or so.
func all(f io.Reader, name string, most *limit.Bound, size int) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	n, err := b.ReadFrom(io.LimitReader(f, int64(most.Most)+1))
	if err == nil && n > int64(most.Most) {
		err = fmt.Errorf("%s: %w", name, most.Exceeded())
	}
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// pipe names a pipe: another one may get the number of one that is gone.
type pipe struct {
	name           string
	device, number uint64
}

// pipes keeps what came through pipes.
var pipes = struct {
	sync.Mutex
	content map[pipe][]byte
}{content: map[pipe][]byte{}}

// readPipe reads a pipe, or returns what came through it before.
func readPipe(f *os.File, info fs.FileInfo, name string, most *limit.Bound) ([]byte, error) {
	pipes.Lock()
	defer pipes.Unlock()
	key, known := pipeOf(info, name)
	if known {
		if data, ok := pipes.content[key]; ok {
			return data, nil
		}
	}
	data, err := all(&awaited{f: f, name: name}, name, most, 0)
	if err == nil && known {
		pipes.content[key] = data
	}
	return data, err
}

// awaited reads a pipe that nobody may have begun to write into: until then a read finds
// its end.
type awaited struct {
	f     *os.File
	name  string
	begun bool
	since time.Duration
}

func (a *awaited) Read(p []byte) (int, error) {
	const pause = 20 * time.Millisecond
	for {
		n, err := a.f.Read(p)
		if n > 0 || a.begun || !errors.Is(err, io.EOF) || a.f == os.Stdin {
			a.begun = a.begun || n > 0
			return n, err
		}
		if a.since += pause; a.since > patience {
			return 0, fmt.Errorf("%s: is a pipe that nobody writes into", a.name)
		}
		time.Sleep(pause)
	}
}
