package runfile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/limit"
)

// Magic is how a run file begins.
const Magic = "tumble run\n"

// Version is that of the format which this program writes.
const Version = 1

// Kinds of blocks.
const (
	head     = "HEAD"
	keyFrame = "STAT"
	command  = "CMND"
	hashed   = "HASH"
	last     = "LAST"
)

// frameHead is how many bytes stand before the content of a block, and sumSize behind it.
const (
	frameHead = 12
	sumSize   = 8
)

// Hash is the hash of the state after so many steps, before the commands that fell there.
type Hash struct {
	bridge.Moment
	Hash uint64
}

// KeyFrame is the state of the world at a moment.
type KeyFrame struct {
	Hash
	Applied int // commands that it has had
	packed  []byte
}

// State returns the saved state of the key frame.
//
// Errors: it cannot be unpacked, or is larger than a state can be.
func (k *KeyFrame) State() ([]byte, error) { return decoder.DecodeAll(k.packed, nil) }

// The options of both cannot be wrong.
var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1))
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxMemory(uint64(limit.StateBytes.Most)))
)

// Writer writes the blocks of a run file, each by one call, so that what reads the file meanwhile finds whole ones. The
// first error is kept, and nothing is written after it.
type Writer struct {
	to    io.Writer
	begun bool   // a key frame was written
	first []byte // what comes with the first key frame: without one a file is of no use
	err   error
}

// NewWriter begins a file with what its head says of the scene, which is written as JSON.
func NewWriter(to io.Writer, scene any) *Writer {
	w := &Writer{to: to, first: []byte(Magic)}
	w.json(head, struct {
		Version int `json:"version"`
		Scene   any `json:"scene"`
	}{Version, scene})
	return w
}

// Err returns why writing ended, nil if it did not.
func (w *Writer) Err() error { return w.err }

// KeyFrame writes a saved state, at a moment at which it has that hash and has had so many commands.
func (w *Writer) KeyFrame(at Hash, applied int, state []byte) {
	content := binary.LittleEndian.AppendUint64(at.bytes(), uint64(applied))
	w.block(keyFrame, encoder.EncodeAll(state, content))
}

// Command writes a command and the step it fell on.
func (w *Writer) Command(c Command) { w.json(command, c) }

// Hash writes a hash on the way.
func (w *Writer) Hash(h Hash) { w.block(hashed, h.bytes()) }

// Last says that the run has come to its end.
func (w *Writer) Last(h Hash) { w.block(last, h.bytes()) }

func (w *Writer) json(kind string, content any) {
	data, err := json.Marshal(content)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("runfile: %w", err)
	}
	w.block(kind, data)
}

func (w *Writer) block(kind string, content []byte) {
	if w.err != nil {
		return
	}
	h := binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(content)))
	h = binary.LittleEndian.AppendUint32(h, crc32.ChecksumIEEE(h))
	b := slices.Concat(w.first, h, content, binary.LittleEndian.AppendUint64(nil, xxhash.Sum64(content)))
	if w.begun = w.begun || kind == keyFrame; !w.begun {
		w.first = b
		return
	}
	w.first = nil
	_, w.err = w.to.Write(b)
}

func (h Hash) bytes() []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(h.Step))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(h.Time))
	return binary.LittleEndian.AppendUint64(b, h.Hash)
}

const hashSize = 24

func readHash(content []byte) (h Hash, rest []byte) {
	h.Step = int64(binary.LittleEndian.Uint64(content))
	h.Time = math.Float64frombits(binary.LittleEndian.Uint64(content[8:]))
	h.Hash = binary.LittleEndian.Uint64(content[16:])
	return h, content[hashSize:]
}

// File is what a run file holds, each list in the order of the steps.
type File struct {
	Scene     json.RawMessage // of the head
	KeyFrames []KeyFrame      // one at least
	Commands  []Command
	Hashes    []Hash
	End       *Hash // of the end of the run; nil if the writing ended before it
	Cut       int   // bytes behind the last complete block, which count for nothing
}

// ErrNone is the error for data that is no run file.
var ErrNone = errors.New("runfile: this is no run file")

// Is reports whether data begins as a run file does.
func Is(data []byte) bool { return bytes.HasPrefix(data, []byte(Magic)) }

// Parse reads a run file.
//
// Errors: no run file, a damaged block, named by its number and kind, a later version, no key frame.
func Parse(data []byte) (*File, error) {
	if !Is(data) {
		return nil, ErrNone
	}
	f, at := &File{}, len(Magic)
	for number := 1; ; number++ {
		kind, content, size, err := next(data[at:])
		switch {
		case err != nil:
			return nil, fmt.Errorf("runfile: block %d at byte %d %w", number, at, err)
		case size == 0:
			f.Cut = len(data) - at
			return f, f.check()
		}
		if (kind == head) != (number == 1) {
			return nil, fmt.Errorf("runfile: block %d at byte %d (%s) is out of place", number, at, kind)
		}
		if err := f.take(kind, content); err != nil {
			return nil, fmt.Errorf("runfile: block %d at byte %d (%s): %w", number, at, kind, err)
		}
		at += size
	}
}

// next returns the block that data begins with, and its size: 0 if it is not complete.
func next(data []byte) (kind string, content []byte, size int, err error) {
	if len(data) < frameHead {
		return "", nil, 0, nil
	}
	kind = string(data[:4])
	if binary.LittleEndian.Uint32(data[8:]) != crc32.ChecksumIEEE(data[:8]) {
		return "", nil, 0, fmt.Errorf("(%q) is damaged: its kind or length is not what was written", kind)
	}
	length := int(binary.LittleEndian.Uint32(data[4:]))
	if len(data)-frameHead-sumSize < length {
		return "", nil, 0, nil
	}
	content, data = data[frameHead:frameHead+length], data[frameHead+length:]
	if binary.LittleEndian.Uint64(data) != xxhash.Sum64(content) {
		return "", nil, 0, fmt.Errorf("(%s) is damaged: its content is not what was written", kind)
	}
	return kind, content, frameHead + length + sumSize, nil
}

// take adds the content of a block.
func (f *File) take(kind string, content []byte) error {
	if fixed := map[string]int{hashed: hashSize, last: hashSize, keyFrame: hashSize + 8}[kind]; len(content) < fixed {
		return fmt.Errorf("%d bytes are too few", len(content))
	}
	switch kind {
	case head:
		var h struct {
			Version int
			Scene   json.RawMessage
		}
		if err := json.Unmarshal(content, &h); err != nil {
			return err
		}
		if h.Version < 1 || h.Version > Version {
			return fmt.Errorf("the file is of version %d, this program reads 1 to %d", h.Version, Version)
		}
		f.Scene = h.Scene
	case keyFrame:
		var k KeyFrame
		k.Hash, content = readHash(content)
		k.Applied, k.packed = int(binary.LittleEndian.Uint64(content)), content[8:]
		f.KeyFrames = append(f.KeyFrames, k)
	case command:
		var c Command
		if err := json.Unmarshal(content, &c); err != nil {
			return err
		}
		f.Commands = append(f.Commands, c)
	case hashed:
		h, _ := readHash(content)
		f.Hashes = append(f.Hashes, h)
	case last:
		h, _ := readHash(content)
		f.End = &h
	default:
		return fmt.Errorf("no block is of this kind")
	}
	return nil
}

// check returns an error if the lists do not follow each other.
func (f *File) check() error {
	if len(f.KeyFrames) == 0 {
		return fmt.Errorf("runfile: the file ends before its first key frame")
	}
	step := f.KeyFrames[0].Step
	for i, k := range f.KeyFrames {
		if k.Step < step || k.Applied < 0 || k.Applied > len(f.Commands) {
			return fmt.Errorf("runfile: key frame %d, of step %d after %d commands, is out of place", i+1, k.Step, k.Applied)
		}
		step = k.Step
	}
	if first := f.KeyFrames[0]; first.Applied != 0 {
		return fmt.Errorf("runfile: %d commands are missing before the first key frame", first.Applied)
	}
	step = f.KeyFrames[0].Step
	for i, c := range f.Commands {
		if c.Step < step {
			return fmt.Errorf("runfile: command %d, of step %d, is out of place", i+1, c.Step)
		}
		step = c.Step
	}
	for i := 1; i < len(f.Hashes); i++ {
		if f.Hashes[i].Step <= f.Hashes[i-1].Step {
			return fmt.Errorf("runfile: hash %d, of step %d, is out of place", i+1, f.Hashes[i].Step)
		}
	}
	return nil
}

// Before returns the last key frame at or before a moment, or the first one.
func (f *File) Before(at bridge.Moment) *KeyFrame {
	found := &f.KeyFrames[0]
	for i := range f.KeyFrames {
		if k := &f.KeyFrames[i]; k.Step <= at.Step && k.Time <= at.Time {
			found = k
		}
	}
	return found
}
