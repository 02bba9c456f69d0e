package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// File is a file that is being written and has not yet got its name, or a stream.
type File struct {
	to    target
	part  part // the hidden file; for a spooled stream, the temporary file
	ended bool
	inSet bool // the set flushes the file to the disk and clears old parts, not Commit
}

// Create begins a file. Commit gives the file its name; until then nobody sees it. The file
// must be ended with Commit or Discard.
//
// Errors: a name that cannot be written, such as the name of a folder or of a read-only file,
// or a name in a folder that does not exist or is read-only.
func Create(name string) (*File, error) { return create(name, false) }

// CreateSpooled begins a file that is written out of order, or by another program. A stream
// allows neither, so its bytes are kept in a temporary file until Commit sends them.
func CreateSpooled(name string) (*File, error) { return create(name, true) }

func create(name string, spooled bool) (*File, error) {
	t, err := resolve(name)
	if err != nil {
		return nil, err
	}
	f := &File{to: t}
	switch {
	case t.isStream() && spooled:
		spool := filepath.Join(os.TempDir(), "tumble-stream")
		clearParts(spool)
		f.part, err = newPart(spool, 0o600)
	case t.isStream():
		err = f.openStream()
	default:
		clearParts(t.path)
		err = f.begin()
	}
	if err != nil {
		return nil, t.fail(err)
	}
	return f, nil
}

// begin makes the part of a file, if an existing file of that name may be replaced.
func (f *File) begin() (err error) {
	if f.to.info != nil {
		h, err := open(f.to.path, os.O_WRONLY, 0)
		if err != nil {
			return err // the file is read-only, or a program that is running
		}
		h.close()
	}
	f.part, err = newPart(f.to.path, 0o666)
	return err
}

// openStream opens a device or a pipe. Opening a pipe waits for a reader.
func (f *File) openStream() error {
	if f.to.open {
		f.part.handle = handle{openedAs(f.to.fd)}
		return nil
	}
	h, err := open(f.to.path, os.O_WRONLY, 0)
	f.part.handle = h
	return err
}

// Write writes bytes at the current position, which Seek moves.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.part.Write(p)
	return n, f.to.fail(err)
}

// Seek moves the position of the next Write; a stream must be spooled.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	n, err := f.part.Seek(offset, whence)
	return n, f.to.fail(err)
}

// Part returns the open part, so that another program can write to it by the name of the part.
// The part stays locked as long as that program has inherited the open file.
func (f *File) Part() *os.File { return f.part.f }

// Commit flushes the file to the disk and gives it its name. On an error the old file stays,
// and nothing is left of the new file.
func (f *File) Commit() error {
	if f.ended {
		return nil
	}
	err := f.commit()
	f.ended = true
	return f.to.fail(err)
}

func (f *File) commit() error {
	switch {
	case f.to.isStream() && f.part.path != "":
		return f.send()
	case f.to.isStream():
		return f.closeStream()
	case f.inSet:
		return f.publish(false)
	}
	if err := f.publish(true); err != nil {
		return err
	}
	syncFolder(filepath.Dir(f.to.path))
	clearParts(f.to.path) // a program that kept a part after its parent was killed may have ended since Create
	return nil
}

// publish flushes the part to the disk if flushed is set, gives it the name of the file, and closes it.
func (f *File) publish(flushed bool) (err error) {
	if f.to.info != nil {
		err = f.part.chmod(f.to.info.Mode().Perm())
	}
	if err == nil && flushed {
		err = f.part.sync()
	}
	closed := false
	if err == nil && closeFirst {
		err, closed = f.part.close(), true
	}
	if err == nil {
		err = rename(f.part.path, f.to.path)
	}
	if errors.Is(err, fs.ErrNotExist) { // the part or its folder is gone
		err = errUnlinked
	}
	if err != nil {
		f.part.discard()
		return err
	}
	if !closed {
		return f.part.close() // this frees the lock, only after the rename: nobody clears the part in between
	}
	return nil
}

// send copies the bytes of a spooled stream to the stream.
func (f *File) send() error {
	spool := f.part
	defer spool.discard()
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	f.part = part{}
	if err := f.openStream(); err != nil {
		return err
	}
	_, err := io.Copy(f.part.handle, spool.handle)
	if e := f.closeStream(); err == nil {
		err = e
	}
	return err
}

// openedAs returns an open file of this process by its descriptor.
func openedAs(fd int) *os.File {
	switch fd {
	case 1:
		return os.Stdout
	case 2:
		return os.Stderr
	}
	return os.NewFile(uintptr(fd), fmt.Sprintf("/dev/fd/%d", fd))
}

// closeStream closes a stream, except standard input, output and error.
func (f *File) closeStream() error {
	if f.to.open && f.to.fd <= 2 {
		return nil
	}
	return f.part.close()
}

// Discard ends a file that is not wanted; nothing of it remains. After Commit it does nothing.
func (f *File) Discard() {
	if f.ended {
		return
	}
	f.ended = true
	if f.part.path != "" {
		f.part.discard()
	} else {
		f.closeStream()
	}
}

// syncFolder makes a rename last through a power failure where the system can; where it
// cannot, the file is complete nevertheless.
func syncFolder(folder string) {
	if h, err := open(folder, os.O_RDONLY, 0); err == nil {
		h.sync()
		h.close()
	}
}

// Write writes a file with the content that fill writes, unless fill returns an error.
func Write(name string, fill func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	return f.fill(fill)
}

// WriteBytes writes a file whose content is data.
func WriteBytes(name string, data []byte) error {
	return Write(name, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// unnamed writes to a part and removes the name of the part from errors. It does so at once, since an encoder may
// wrap the error, and bare does not look into wrapped errors.
type unnamed struct{ handle }

func (u unnamed) Write(p []byte) (int, error) {
	n, err := u.handle.Write(p)
	return n, bare(err)
}

// fill writes the file and commits it.
func (f *File) fill(fill func(io.Writer) error) error {
	defer f.Discard()
	buffer := bufio.NewWriterSize(unnamed{f.part.handle}, 1<<16)
	err := fill(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	if err != nil {
		return f.to.fail(err)
	}
	return f.Commit()
}

// Try returns an error if a file could not be written: its folder must exist and take files, and
// the name must not belong to a folder or to a read-only file. The answer holds only until something
// changes on the disk.
func Try(name string) error {
	t, err := resolve(name)
	if err != nil || t.isStream() { // to open and close a pipe would end the program that reads from it
		return err
	}
	f := &File{to: t}
	clearParts(t.path)
	if err := f.begin(); err != nil {
		return t.fail(err)
	}
	f.Discard()
	return nil
}

// TryFolder returns an error if files could not be written into a folder, which need not exist yet.
func TryFolder(name string) error {
	made, err := makeFolder(name)
	if err == nil {
		var p part
		if p, err = newPart(filepath.Join(name, "folder"), 0o666); err == nil {
			p.discard()
		} else {
			err = fmt.Errorf("write into folder %s: %w", name, bare(err))
		}
	}
	for _, folder := range made {
		os.Remove(folder)
	}
	return err
}

// MakeFolder makes a folder and the folders that lead to it.
func MakeFolder(name string) error {
	_, err := makeFolder(name)
	return err
}

// MakeNewFolder makes a folder that must not exist yet; errors.Is(err, fs.ErrExist) if it does.
func MakeNewFolder(name string) error { return mkdir(name) }

// makeFolder makes a folder and the folders that lead to it, and returns the folders that it made, the innermost
// first.
func makeFolder(name string) (made []string, err error) {
	look := lstat
	if isFollowed(name) {
		look = stat
	}
	info, err := look(filepath.Clean(name))
	switch {
	case err == nil && info.IsDir():
		return nil, nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		err = errors.New(whyLink)
	case err == nil:
		err = syscall.ENOTDIR
	case errors.Is(err, fs.ErrNotExist):
		if parent := filepath.Dir(name); parent != name {
			if made, err = makeFolder(parent); err != nil {
				return made, err
			}
		}
		if err = mkdir(name); err == nil {
			return append([]string{name}, made...), nil
		} else if errors.Is(err, fs.ErrExist) { // another process made it meanwhile
			return made, nil
		}
	}
	return made, fmt.Errorf("make folder %s: %w", name, bare(err))
}
