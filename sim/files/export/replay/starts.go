package replay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/spell"
)

// Start is where a run with a seed begins: a run file of one moment.
type Start struct {
	Seed uint64
	File *runfile.File
}

// MostStartBytes is the largest size of the packed starts of a page: with more of them it would open late on a phone.
const MostStartBytes = 2 << 20

// startHead stands before the scene and the state of a start.
type startHead struct {
	Seed          uint64
	At            runfile.Hash
	Scene, States uint32 // numbers of bytes
}

// shared is the number of the dictionary of packed starts: the state in which the author's run begins. Of a start only
// what is other than there, and than in the starts before it, takes room.
const shared = 1

// PackStarts packs the starts of a page, whose author's run begins with that of a run file.
//
// Errors: more than MostStartBytes.
func PackStarts(own *runfile.File, starts []Start) ([]byte, error) {
	known, err := own.On().KeyFrames[0].State()
	if err != nil {
		return nil, err
	}
	var all bytes.Buffer
	for _, s := range starts {
		k := &s.File.On().KeyFrames[0]
		state, err := k.State()
		if err != nil {
			return nil, err
		}
		h := startHead{s.Seed, k.Hash, uint32(len(s.File.Scene)), uint32(len(state))}
		binary.Write(&all, binary.LittleEndian, &h) // writing to a buffer cannot fail
		all.Write(s.File.Scene)
		all.Write(state)
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(shared, known), zstd.WithWindowSize(8<<20),
		zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	packed := z.EncodeAll(all.Bytes(), nil)
	if len(packed) > MostStartBytes {
		return nil, fmt.Errorf("the starts of %s take %.1f MB, a page holds at most %.1f MB of them: choose fewer",
			spell.Count(len(starts), "seed", "seeds"), float64(len(packed))/1e6, float64(MostStartBytes)/1e6)
	}
	return packed, nil
}

// ReadStarts reads what PackStarts has packed, given the same run.
//
// Errors: data that are damaged or were packed for another run.
func ReadStarts(own *runfile.File, packed []byte) (starts []Start, err error) {
	known, err := own.On().KeyFrames[0].State()
	if err != nil || len(packed) == 0 {
		return nil, err
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(shared, known), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxMemory(uint64(limit.StateBytes.Most)))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	data, err := z.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("starts with other seeds: %w", err)
	}
	for from := bytes.NewReader(data); from.Len() > 0; {
		var h startHead
		if err := binary.Read(from, binary.LittleEndian, &h); err != nil {
			return nil, fmt.Errorf("starts with other seeds: %w", err)
		}
		if int64(h.Scene)+int64(h.States) > int64(from.Len()) {
			return nil, errors.New("starts with other seeds: they are cut off")
		}
		scene, state := make([]byte, h.Scene), make([]byte, h.States)
		io.ReadFull(from, scene) // they are there
		io.ReadFull(from, state)
		t := runfile.Track{Track: own.On().Track, KeyFrames: []runfile.KeyFrame{
			runfile.NewKeyFrame(h.At, 0, state, false)}}
		t.Begin, t.From, t.Parent = h.At.Moment, h.At.Moment, -1
		starts = append(starts, Start{h.Seed, &runfile.File{Scene: scene, Tracks: []runfile.Track{t}}})
	}
	return starts, nil
}
