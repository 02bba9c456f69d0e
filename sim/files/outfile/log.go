package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// Log is a file that grows by pieces while a run lasts. The file contains each piece completely or not at all, also
// when the disk gets full. After the program was killed that is so, too, but for one case: Linux looks between the
// pages of 4 KiB of a write whether the process is to end, so that of a piece that crosses a page the first part may be
// there alone. The file then ends where a page ends.
type Log struct {
	file       File
	head, tail []byte
	late       bool  // the file gets its name only when it is closed
	end        int64 // offset of the end of the last piece [bytes]
	err        error // why Append takes no more pieces
	started    bool
	torn       bool // a piece could be neither completed nor removed
}

var (
	errClosed   = errors.New("it is closed")
	errUnlinked = errors.New("it was deleted, moved or replaced while it was written")
)

// NewLog returns a log that grows under its final name, so that people can look at it meanwhile. The file begins
// with head and ends, after each piece, with tail. It appears with the first piece and replaces an existing file.
// Pieces must be short, about one line, so that few of them cross a page.
//
// Errors: a name that cannot be written.
func NewLog(name, head, tail string) (*Log, error) {
	if err := Try(name); err != nil {
		return nil, err
	}
	return newLog(name, head, tail)
}

// NewLateLog returns a log whose pieces may have any size. The file gets its name when it is closed: it then
// contains the pieces for which the disk had room, and replaces an existing file. If the program is killed before,
// no file appears.
//
// Errors: a name that cannot be written.
func NewLateLog(name string) (*Log, error) {
	l, err := NewLog(name, "", "")
	if err == nil {
		l.late = true
	}
	return l, err
}

func newLog(name, head, tail string) (*Log, error) {
	t, err := resolve(name)
	if err != nil {
		return nil, err
	}
	return &Log{file: File{to: t}, head: []byte(head), tail: []byte(tail)}, nil
}

// Append adds a piece. On an error the piece is removed again, and the log takes no more pieces.
func (l *Log) Append(piece []byte) error {
	if l.err == nil {
		l.err = l.file.to.fail(l.append(piece))
	}
	return l.err
}

func (l *Log) append(piece []byte) error {
	switch {
	case !l.started:
		return l.begin(piece)
	case l.file.to.isStream():
		_, err := l.file.part.Write(piece)
		return err
	case l.unlinked():
		return errUnlinked
	}
	both := joined(piece, l.tail)
	if _, err := l.file.part.WriteAt(both, l.end); err != nil {
		// The old tail is written again: its bytes were part of the file before, so this needs no new room on the
		// disk.
		l.file.part.WriteAt(l.tail, l.end)
		l.torn = l.file.part.truncate(l.end+int64(len(l.tail))) != nil
		return err
	}
	l.end += int64(len(piece))
	return nil
}

// joined returns two pieces as one, without a copy if one of them is empty.
func joined(a, b []byte) []byte {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	return slices.Concat(a, b)
}

// unlinked reports whether the file no longer has the name under which it grows: nobody would find later pieces.
func (l *Log) unlinked() bool { return !l.late && !l.file.part.isAt(l.file.to.path) }

// begin makes the file with its first piece.
func (l *Log) begin(piece []byte) error {
	f := &l.file
	piece = joined(l.head, piece)
	if f.to.isStream() {
		if err := f.openStream(); err != nil {
			return err
		}
		l.started = true
		_, err := f.part.Write(piece)
		return err
	}
	clearParts(f.to.path)
	if err := f.begin(); err != nil {
		return err
	}
	_, err := f.part.Write(joined(piece, l.tail))
	if err != nil {
		f.part.discard()
	} else if !l.late {
		err = l.show()
	}
	if err == nil {
		l.end, l.started = int64(len(piece)), true
	}
	return err
}

// show gives the log its final name, under which it continues to grow.
func (l *Log) show() (err error) {
	f := &l.file
	if f.to.info != nil {
		err = f.part.chmod(f.to.info.Mode().Perm())
	}
	if err == nil && closeFirst {
		f.part.close()
	}
	if err == nil {
		err = rename(f.part.path, f.to.path)
	}
	if err != nil {
		f.part.discard()
		return err
	}
	if closeFirst {
		f.part.handle, err = open(f.to.path, os.O_WRONLY, 0)
	}
	return err
}

// Close flushes the log to the disk. If the log has no piece, an existing file of that name stays.
func (l *Log) Close() error {
	if l.err == errClosed {
		return nil
	}
	ended := l.err
	l.err = errClosed
	if !l.started {
		return nil
	}
	if l.file.to.isStream() {
		var err error
		if ended == nil && len(l.tail) > 0 {
			_, err = l.file.part.Write(l.tail)
		}
		if e := l.file.closeStream(); err == nil {
			err = e
		}
		return l.file.to.fail(err)
	}
	switch {
	case l.late && l.torn:
		l.file.Discard()
		return nil // Append has returned the error
	case l.late:
		return l.file.Commit()
	}
	err := l.file.part.sync()
	if ended == nil && l.unlinked() {
		err = errUnlinked
	}
	if e := l.file.part.close(); err == nil {
		err = e
	}
	syncFolder(filepath.Dir(l.file.to.path))
	return l.file.to.fail(err)
}
