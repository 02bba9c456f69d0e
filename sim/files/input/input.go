// Package input reads the files that a person, a scene or a script names. All such files are read
// through this package, so that neither a name that is no file, such as a device, nor a file of any
// size can stop the program.
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
// Errors name the file: a file that does not exist, a folder, a device, a terminal, a pipe that
// nobody writes into, a file with more bytes than most allows.
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

// Open opens a file that is read in parts, such as a dump, and that may be larger than memory: the caller must
// bound the number of bytes that it reads. A pipe or a device is refused, since only a file has parts and an end.
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

// Inside returns an error if a file named in a folder does not exist, or if its name or a link leads out of the
// folder.
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

// From reads a file that was opened with Flags as Read does; the name is for errors. The bytes of a pipe or of
// standard input are kept, since they come only once: to read them again returns the same bytes.
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

// all reads to the end of f. It reserves memory for size bytes, which need not be exact.
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

// pipe identifies a pipe. It includes the name, since a new pipe may get the inode number of a pipe that is gone.
type pipe struct {
	name           string
	device, number uint64
}

// pipes keeps the bytes that came through pipes.
var pipes = struct {
	sync.Mutex
	content map[pipe][]byte
}{content: map[pipe][]byte{}}

// readPipe reads a pipe, or returns the bytes that were read from it before.
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

// awaited reads a pipe that may not have a writer yet. Until a writer comes, each read of the pipe returns io.EOF
// at once, so awaited reads again for as long as patience allows.
type awaited struct {
	f       *os.File
	name    string
	started bool
	since   time.Duration
}

func (a *awaited) Read(p []byte) (int, error) {
	const pause = 20 * time.Millisecond
	for {
		n, err := a.f.Read(p)
		if n > 0 || a.started || !errors.Is(err, io.EOF) || a.f == os.Stdin {
			a.started = a.started || n > 0
			return n, err
		}
		if a.since += pause; a.since > patience {
			return 0, fmt.Errorf("%s: is a pipe that nobody writes into", a.name)
		}
		time.Sleep(pause)
	}
}
