package history

import (
	"fmt"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// frame is a key frame: the state of the world at a moment.
type frame struct {
	at      bridge.Moment
	hash    uint64
	applied int     // commands of its track before it
	work    float64 // wall time of all steps before it [s]
	first   bool    // the beginning of a track without parent: no other key frame leads to it
	tracks  int     // number of tracks that contain it
	state   []byte
	packed  bool
	wanted  bool // to be written to the run's file, where it is not yet
}

// store holds the key frames of all tracks, and compresses and thins them.
type store struct {
	frames  []*frame // in the order in which they were taken
	bytes   int64
	budget  int64
	packing bool        // a goroutine is compressing a frame
	done    chan packed // the compressed frame
	taking  float64     // wall time of saving a state [s]
	filing
}

// packed is a key frame and its compressed state.
type packed struct {
	frame *frame
	state []byte
}

func newStore(budget int64) store { return store{budget: budget, done: make(chan packed, 1)} }

// The interval of key frames is so long that they make steps at most a fiftieth slower, and so short that
// the steps from one key frame to the next can be repeated in a time that a person does not notice.
const (
	leastGap      = 0.1 // of wall time [s]
	keyFrameShare = 50
)

// Due reports whether a key frame should be saved at the present moment.
func (h *History) Due() bool {
	before := math.Inf(-1)
	for _, f := range h.now.frames {
		if f.at.Step <= h.at.Step {
			before = f.work
		}
	}
	return h.work-before >= max(leastGap, keyFrameShare*h.store.taking)
}

// Keep adds a key frame: the hash and the state of the world at the present moment; took is the wall time
// of saving it [s].
func (h *History) Keep(hash uint64, state []byte, took float64) {
	if h.store.taking == 0 || took < h.store.taking {
		h.store.taking = took
	} else {
		h.store.taking += (took - h.store.taking) / 8 // a mean, because other programs delay single frames
	}
	h.keep(hash, state, false)
}

func (h *History) keep(hash uint64, state []byte, first bool) {
	f := &frame{at: h.at, hash: hash, applied: h.applied, work: h.work, first: first, tracks: 1, state: state}
	i, found := slices.BinarySearchFunc(h.now.frames, f, byStep)
	if found {
		return
	}
	h.now.frames = slices.Insert(h.now.frames, i, f)
	h.store.frames = append(h.store.frames, f)
	h.store.bytes += int64(len(state))
	h.store.forFile(f)
	h.store.pack()
	h.thin()
}

// leastBudget is the smallest limit for the memory of key frames [bytes].
const leastBudget = 1 << 20

// SetBudget limits the memory of key frames.
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

// thin removes key frames until the rest is within the budget. It first removes frames whose neighbours
// are near compared with their age: recent moments are restored at once, old ones need more repeated
// steps.
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

// release records that one track less contains a key frame.
func (s *store) release(f *frame) {
	if f.tracks--; f.tracks > 0 {
		return
	}
	s.bytes -= int64(len(f.state))
	s.frames = slices.DeleteFunc(s.frames, func(o *frame) bool { return o == f })
}

// pack stores the compressed state, and starts the compression of the next one: one at a time.
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
			go func(state []byte) { s.done <- packed{f, runfile.Pack(encoder, state)} }(f.state)
			return
		}
	}
}

// unpacked returns the uncompressed state of a key frame.
func (f *frame) unpacked() ([]byte, error) {
	if !f.packed {
		return f.state, nil
	}
	return runfile.Unpack(f.state)
}

// encoder packs key frames beside the steps, so it is fast.
var encoder = runfile.NewEncoder(zstd.SpeedFastest)
