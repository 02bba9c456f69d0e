package history

import (
	"fmt"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"

	"example.org/tumble/sim/run/bridge"
)

// frame is a key frame: the state of the world at a moment.
type frame struct {
	at      bridge.Moment
	hash    uint64
	applied int     // commands of its track that the world has had
	work    float64 // wall time of all steps before it [s]
	first   bool    // of a track of its own: nothing else leads there
	tracks  int     // that have it
	state   []byte
	packed  bool
	wanted  bool // for the file of the run, in which it is not yet
}

// store keeps all key frames, whatever their tracks, with their packing and thinning.
type store struct {
	frames  []*frame // in the order in which they were taken
	bytes   int64
	budget  int64
	packing bool        // another goroutine is packing one
	done    chan packed // what it has packed
	taking  float64     // wall time that a state takes [s]
	filing
}

// packed is a key frame and its packed state.
type packed struct {
	frame *frame
	state []byte
}

func newStore(budget int64) store { return store{budget: budget, done: make(chan packed, 1)} }

// Key frames lie so far apart that a step takes at most a fiftieth longer for them, and that the way from one to
// the next is done again in a time that a person does not notice.
const (
	leastGap      = 0.1 // of wall time [s]
	keyFrameShare = 50
)

// Due reports whether a key frame should be taken where the world is.
func (h *History) Due() bool {
	before := math.Inf(-1)
	for _, f := range h.now.frames {
		if f.at.Step <= h.at.Step {
			before = f.work
		}
	}
	return h.work-before >= max(leastGap, keyFrameShare*h.store.taking)
}

// Keep takes a key frame: the hash and the state of the world where it is, and the wall time that it took to make
// them [s].
func (h *History) Keep(hash uint64, state []byte, took float64) {
	if h.store.taking == 0 || took < h.store.taking {
		h.store.taking = took
	} else {
		h.store.taking += (took - h.store.taking) / 8 // others at work hold one up now and then
	}
	h.keep(hash, state, false)
}

func (h *History) keep(hash uint64, state []byte, first bool) {
	f := &frame{at: h.at, hash: hash, applied: h.applied, work: h.work, first: first, tracks: 1, state: state}
	i, there := slices.BinarySearchFunc(h.now.frames, f, byStep)
	if there {
		return
	}
	h.now.frames = slices.Insert(h.now.frames, i, f)
	h.store.frames = append(h.store.frames, f)
	h.store.bytes += int64(len(state))
	h.store.forFile(f)
	h.store.pack()
	h.thin()
}

// leastBudget is the smallest bound of the memory of key frames [bytes].
const leastBudget = 1 << 20

// SetBudget bounds the memory of key frames.
//
// Errors: less than a megabyte.
func (h *History) SetBudget(bytes int64) error {
	if bytes < leastBudget {
		return fmt.Errorf("history: the memory of key frames must be ≥ %d bytes, got %d", leastBudget, bytes)
	}
	h.store.budget = bytes
	h.thin()
	return nil
}

// thin drops key frames until they are within the budget. Those go first whose neighbours are near, compared with
// their age: what happened just now is had at once, what happened long ago with a longer way.
func (h *History) thin() {
	for h.store.bytes > h.store.budget {
		worst, least := (*frame)(nil), math.Inf(1)
		for _, t := range h.tracks {
			for i, f := range t.frames {
				if f.first || i == 0 || f.at == h.at {
					continue
				}
				after := t.frames[i-1].work
				gap := f.work - after
				if i+1 < len(t.frames) {
					gap = t.frames[i+1].work - after
				}
				age := math.Abs(h.work - f.work)
				if score := gap / (leastGap + age); score < least {
					worst, least = f, score
				}
			}
		}
		if worst == nil {
			return
		}
		for _, t := range h.tracks {
			t.frames = slices.DeleteFunc(t.frames, func(f *frame) bool { return f == worst })
		}
		worst.tracks = 1
		h.store.release(worst)
	}
}

// release says that one track less has a key frame.
func (s *store) release(f *frame) {
	if f.tracks--; f.tracks > 0 {
		return
	}
	s.bytes -= int64(len(f.state))
	s.frames = slices.DeleteFunc(s.frames, func(o *frame) bool { return o == f })
}

// pack takes over what was packed and lets another goroutine pack the next state: one at a time.
func (s *store) pack() {
	select {
	case p := <-s.done:
		s.packing = false
		if p.frame.tracks > 0 {
			s.bytes += int64(len(p.state)) - int64(len(p.frame.state))
			p.frame.state, p.frame.packed = p.state, true
		}
	default:
	}
	if s.packing {
		return
	}
	for _, f := range s.frames {
		if !f.packed {
			s.packing = true
			go func(state []byte) { s.done <- packed{f, encoder.EncodeAll(state, nil)} }(f.state)
			return
		}
	}
}

// unpacked returns the state of a key frame.
func (f *frame) unpacked() ([]byte, error) {
	if !f.packed {
		return f.state, nil
	}
	return decoder.DecodeAll(f.state, nil)
}

// encoder and decoder work on whole states, one call at a time; their options cannot be wrong.
var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
)
