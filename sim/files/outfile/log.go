package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// Log is a file that grows by pieces while a run lasts. Each piece is in it completely or not at all, also when
// the disk gets full, and also after the program was killed.
type Log struct {
	file       File
	head, tail []byte
	late       bool  // it gets its name when it is closed
	end        int64 // of the pieces
	err        error // why there will be no more
	begun      bool
	torn       bool // a piece could be neither written nor taken away
}

var (
	errClosed   = errors.New("it is closed")
	errUnlinked = errors.New("it was deleted, moved or replaced while it was written")
)

// NewLog returns a log that grows under its name, to be looked at meanwhile. It has a head before the first piece
// and, at any moment, a tail behind the last. The file comes with the first piece, and replaces what was there.
// Pieces are to be small, a line or so: systems look for a kill between the pages of 4 KiB that they write.
//
// Errors: names that cannot be written.
func NewLog(name, head, tail string) (*Log, error) {
	if err := Try(name); err != nil {
		return nil, err
	}
	return newLog(name, head, tail)
}

// NewLateLog returns a log whose pieces may have any size. It gets its name when it is closed, with the pieces that
// found room, and replaces what was there; of one that was killed nothing is seen.
//
// Errors: names that cannot be written.
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

// Append adds a piece. After an error, which takes the piece away again, the log has ended.
func (l *Log) Append(piece []byte) error {
	if l.err == nil {
		l.err = l.file.to.fail(l.append(piece))
	}
	return l.err
}

func (l *Log) append(piece []byte) error {
	switch {
	case !l.begun:
		return l.begin(piece)
	case l.file.to.isStream():
		_, err := l.file.part.Write(piece)
		return err
	case l.unlinked():
		return errUnlinked
	}
	both := slices.Concat(piece, l.tail)
	if _, err := l.file.part.WriteAt(both, l.end); err != nil {
		// Writing the old end again needs no new room on the disk.
		l.file.part.WriteAt(l.tail, l.end)
		l.torn = l.file.part.truncate(l.end+int64(len(l.tail))) != nil
		return err
	}
	l.end += int64(len(piece))
	return nil
}

// unlinked reports whether the file has no longer the name under which it grows: what is written would be nowhere.
func (l *Log) unlinked() bool { return !l.late && !l.file.part.isAt(l.file.to.path) }

// begin makes the file with its first piece.
func (l *Log) begin(piece []byte) error {
	f := &l.file
	piece = slices.Concat(l.head, piece)
	if f.to.isStream() {
		if err := f.openStream(); err != nil {
			return err
		}
		l.begun = true
		_, err := f.part.Write(piece)
		return err
	}
	clearParts(f.to.path)
	if err := f.begin(); err != nil {
		return err
	}
	_, err := f.part.Write(slices.Concat(piece, l.tail))
	if err != nil {
		f.part.discard()
	} else if !l.late {
		err = l.show()
	}
	if err == nil {
		l.end, l.begun = int64(len(piece)), true
	}
	return err
}

// show gives the log its name, under which it goes on.
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

// Close flushes the log to the disk. A log without a piece leaves what was there.
func (l *Log) Close() error {
	if l.err == errClosed {
		return nil
	}
	ended := l.err
	l.err = errClosed
	if !l.begun {
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
		return nil // why, Append has told
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
