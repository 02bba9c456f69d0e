package history_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/runfile"
)

// counter stands for a world: what it is follows from its steps and edits, and from their order.
type counter struct {
	step int64
	sum  uint64
}

func (c *counter) next()          { c.step, c.sum = c.step+1, c.sum*0x9e3779b97f4a7c15+uint64(c.step) }
func (c *counter) edit(x float64) { c.sum = c.sum*31 + math.Float64bits(x) }
func (c *counter) at() bridge.Moment {
	return bridge.Moment{Step: c.step, Time: float64(c.step) / 8}
}

// stateSize is how long the state of a counter is, most of it noise, which no packing makes shorter [bytes].
const stateSize = 40 << 10

func (c *counter) state() []byte {
	data := make([]byte, stateSize)
	noise := rand.NewPCG(c.sum, 1)
	for i := 16; i < len(data); i += 8 {
		binary.LittleEndian.PutUint64(data[i:], noise.Uint64())
	}
	binary.LittleEndian.PutUint64(data, uint64(c.step))
	binary.LittleEndian.PutUint64(data[8:], c.sum)
	return data
}

func restored(state []byte) counter {
	return counter{int64(binary.LittleEndian.Uint64(state)), binary.LittleEndian.Uint64(state[8:])}
}

// run is a counter with its history, and what it was at each step of each track.
type run struct {
	t    *testing.T
	h    *history.History
	c    counter
	sums map[int]map[int64]uint64
}

func begin(t *testing.T, budget int64) *run {
	r := &run{t: t, h: history.New(budget), sums: map[int]map[int64]uint64{}}
	r.h.Begin(runfile.Hash{Moment: r.c.at(), Hash: r.c.sum}, r.c.state())
	r.sums[0] = map[int64]uint64{0: r.c.sum}
	return r
}

func (r *run) track() int {
	now, _ := r.h.Now()
	return now.ID
}

// forward does a step as a runner does, after the edits of the track that fall here.
func (r *run) forward() {
	for e, due := r.h.Next(); due; e, due = r.h.Next() {
		r.c.edit(e.(bridge.Set).To.Numbers[0])
	}
	if r.h.Due() {
		r.h.Keep(r.c.sum, r.c.state(), 1e-4)
	}
	r.c.next()
	r.h.Worked(0.06)
	if first := r.h.Reached(r.c.at()); first {
		r.sums[r.track()][r.c.step] = r.c.sum
	}
	r.check()
}

// check compares the counter with what it was at this step of this track.
func (r *run) check() {
	r.t.Helper()
	if want, known := r.sums[r.track()][r.c.step]; !known || want != r.c.sum {
		r.t.Fatalf("track %d, step %d: the sum is %x, and was %x", r.track(), r.c.step, r.c.sum, want)
	}
}

// give edits the counter, and notes that.
func (r *run) give(x float64) {
	was := r.track()
	r.h.Note(runfile.Command{Edit: bridge.Number("damping", x), Back: bridge.Number("damping", -x),
		Text: fmt.Sprint("edit ", x)})
	r.c.edit(x)
	if now := r.track(); now != was {
		r.sums[now] = maps.Clone(r.sums[was])
		maps.DeleteFunc(r.sums[now], func(step int64, _ uint64) bool { return step > r.c.step })
	}
}

// seek goes to a step of the present track.
func (r *run) seek(step int64) {
	r.t.Helper()
	state, moved, err := r.h.Return(bridge.Moment{Step: step, Time: math.Inf(1)}, false)
	if err != nil {
		r.t.Fatal(err)
	}
	if moved {
		r.c = restored(state)
	}
	for r.c.step < step {
		r.forward()
	}
	if r.c.step != step {
		r.t.Fatalf("at step %d, wanted step %d", r.c.step, step)
	}
}

func (r *run) timeline() *bridge.Timeline {
	var t bridge.Timeline
	r.h.Fill(&t)
	return &t
}

// Contract: any moment of any track can be had again with its bits, wherever the world is, whatever was edited and
// however little is kept; an edit in the past begins a track of its own and changes no other.
func TestAnyMomentIsHadAgain(t *testing.T) {
	const budget = 1 << 20 // some 25 key frames
	r := begin(t, budget)
	if err := r.h.SetBudget(budget); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 9))
	for range 400 {
		switch random.IntN(8) {
		case 0:
			r.give(random.Float64())
		case 1:
			r.seek(random.Int64N(r.h.Until().Step + 1))
		case 2:
			all := r.timeline().Tracks
			other := all[random.IntN(len(all))]
			if err := r.h.Choose(other.ID); err != nil {
				t.Fatal(err)
			}
			state, moved, err := r.h.Return(bridge.Moment{Step: other.From.Step, Time: math.Inf(1)}, true)
			if err != nil || !moved {
				t.Fatalf("track %d: %v, moved %v", other.ID, err, moved)
			}
			r.c = restored(state)
		default:
			for range 1 + random.IntN(12) {
				r.forward()
			}
		}
		if line := r.timeline(); line.Bytes > budget+2*stateSize*int64(len(line.Tracks)) {
			t.Fatalf("key frames take %d bytes, want at most %d", line.Bytes, budget)
		}
	}
	line := r.timeline()
	if len(line.Tracks) < 5 || line.Frames < 10 {
		t.Errorf("%d tracks and %d key frames: the test sees nothing", len(line.Tracks), line.Frames)
	}
	for _, track := range line.Tracks {
		if err := r.h.Choose(track.ID); err != nil {
			t.Fatal(err)
		}
		state, _, err := r.h.Return(bridge.Moment{Time: math.Inf(1)}, true)
		if err != nil {
			t.Fatal(err)
		}
		r.c = restored(state)
		r.seek(track.Until.Step)
	}
}

// Contract: what was written of a run and read again is the same run, at its end.
func TestResumedRunIsTheSame(t *testing.T) {
	r := begin(t, history.NoBudget)
	for i := range 60 {
		if i%7 == 3 {
			r.give(float64(i))
		}
		r.forward()
	}
	r.seek(20)
	r.give(1000)
	for range 30 {
		r.forward()
	}
	tracks, present := r.h.Tracks(math.MaxInt64)
	before := r.timeline()
	r.h = history.Resume(history.NoBudget, tracks, present)
	if after := r.timeline(); !slices.Equal(after.Tracks, before.Tracks) || !slices.Equal(after.Edits, before.Edits) ||
		!slices.Equal(after.Kept, before.Kept) || after.Undo != before.Undo {
		t.Errorf("resumed: %+v, was %+v", after, before)
	}
	for _, id := range []int{present, 0} {
		if err := r.h.Choose(id); err != nil {
			t.Fatal(err)
		}
		state, err := r.h.First()
		if err != nil {
			t.Fatal(err)
		}
		if r.c = restored(state); r.c.step != 0 {
			t.Errorf("track %d begins at step %d", id, r.c.step)
		}
		for _, step := range []int64{45, 10, 21, 20} {
			r.seek(step)
			r.check()
		}
	}
}

// Contract: undo takes back the last edit that was not taken back, redo gives it again, an edit after an undo ends what
// can be given again, and edits that are joined are one.
func TestUndoAndRedo(t *testing.T) {
	r := begin(t, history.NoBudget)
	take := func(what func() (runfile.Command, bool), want float64) {
		t.Helper()
		c, ok := what()
		if ok != (want != 0) || ok && c.Edit.(bridge.Set).To.Numbers[0] != want {
			t.Errorf("got %v, %v, want the number %g", c.Edit, ok, want)
		}
	}
	undo := func() (runfile.Command, bool) { return r.h.Undo(nil) } // which the text of a setting does not ask
	take(undo, 0)
	r.give(1)
	r.give(2)
	r.h.Note(runfile.Command{Edit: bridge.Number("damping", 3), Back: bridge.Number("damping", 2), Joined: true})
	take(undo, -2) // of both that are joined
	take(undo, -1)
	take(undo, 0)
	take(r.h.Redo, 1)
	take(r.h.Redo, 3)
	take(r.h.Redo, 0)
	take(undo, -2)
	r.give(4)
	take(r.h.Redo, 0)
	take(undo, -4)
	take(undo, -1)
}

// Contract: the present track cannot be dropped, and one that is dropped takes along the key frames that it alone has.
func TestDroppedTracks(t *testing.T) {
	r := begin(t, history.NoBudget)
	for range 40 {
		r.forward()
	}
	whole := r.timeline().Frames
	r.seek(10)
	r.give(1)
	if err := r.h.Drop(r.track()); err == nil {
		t.Error("the present track was dropped")
	}
	if err := r.h.Drop(7); err == nil {
		t.Error("a track was dropped that is not there")
	}
	if err := r.h.Drop(0); err != nil {
		t.Fatal(err)
	}
	if line := r.timeline(); len(line.Tracks) != 1 || line.Frames >= whole || line.Frames == 0 {
		t.Errorf("%d tracks and %d key frames are left of %d", len(line.Tracks), line.Frames, whole)
	}
	r.seek(5)
}
