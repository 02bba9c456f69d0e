package runfile

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/klauspost/compress/zstd"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
)

// Magic is the beginning of a run file.
const Magic = "tumble run\n"

// Version is the version of the format that this program writes.
const Version = 2

// Kinds of blocks. Readers may ignore unknown kinds whose names begin with a small letter.
const (
	head     = "HEAD"
	keyFrame = "STAT"
	command  = "CMND"
	hashed   = "HASH"
	last     = "LAST"
	track    = "TRCK" // since version 2
	seen     = "view"
	picture  = "icon"
	event    = "even"
	film     = "film"
	columns  = "cols"
	sampled  = "smpl"
)

// frameHead is the number of bytes before the content of a block, sumSize the number behind it.
const (
	frameHead = 12
	sumSize   = 8
)

// Hash is the hash of the state after a number of steps, before the commands at that moment.
type Hash struct {
	bridge.Moment
	Hash uint64
}

// KeyFrame is the state of the world at a moment.
type KeyFrame struct {
	Hash
	Applied int // number of commands of its track before it
	packed  []byte
}

// NewKeyFrame returns the key frame of a saved state; packed says whether the state is compressed by
// zstd.
func NewKeyFrame(at Hash, applied int, state []byte, packed bool) KeyFrame {
	if !packed {
		state = Pack(encoder, state)
	}
	return KeyFrame{at, applied, state}
}

// State returns the saved state of the key frame.
//
// Errors: it cannot be decompressed, or is larger than a state can be.
func (k *KeyFrame) State() ([]byte, error) { return Unpack(k.packed) }

// Pack compresses a saved state. With a buffer that seldom has to grow there is a third of the memory to collect.
func Pack(by *zstd.Encoder, state []byte) []byte {
	return bytes.Clone(by.EncodeAll(state, make([]byte, 0, len(state)*3/4)))
}

// Unpack decompresses a saved state. A decoder would keep what it read last, and what it made of that, until it reads
// again: so each call has its own.
//
// Errors: it cannot be decompressed, or is larger than a state can be.
func Unpack(packed []byte) ([]byte, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxMemory(uint64(limit.StateBytes.Most)))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	return decoder.DecodeAll(packed, nil)
}

// Packed returns the saved state as in the file, compressed by zstd. It must not be changed.
func (k *KeyFrame) Packed() []byte { return k.packed }

// View is a person's view from a moment on: the camera and the display settings.
type View struct {
	bridge.Moment
	bridge.SavedView
}

var encoder = NewEncoder(zstd.SpeedDefault)

// NewEncoder returns what Pack compresses states with, one at a time. States are no smaller with a wider window, for
// which an encoder keeps 20 MB.
func NewEncoder(level zstd.EncoderLevel) *zstd.Encoder {
	e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(1<<20)) // valid options, so it cannot fail
	return e
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
