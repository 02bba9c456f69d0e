package history

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// Memory for key frames [bytes]: the default, and the limit in a history that resumes a file already in
// memory.
const (
	DefaultBudget = 512 << 20
	NoBudget      = math.MaxInt64
)

// History holds the course of a run.
type History struct {
	tracks []*Track
	now    *Track        // nil before the first track
	series bridge.Series // columns and interval of the series of new tracks

	followed [bridge.NumSeries]bridge.Followed // without their series
	next     *int                              // ID of the next track, shared with forks

	at      bridge.Moment // present moment of the world
	applied int           // commands of the track before this moment
	work    float64       // wall time of the steps up to this moment [s]
	store   store
}

// Track is one course of the run.
type Track struct {
	bridge.Track
	entries []runfile.Command // all commands from the track's beginning on; those in common with its parent come first
	kept    int               // number of entries in common with its parent
	frames  []*frame
	hashes  []runfile.Hash // on the way, each before the commands at its step
	views   []runfile.View // views of the person while the track was computed
	events  []bridge.Event
	films   []bridge.Film
	series  bridge.Series

	followed [bridge.NumSeries]bridge.Series // the series of the world is the field series
}

// New returns a history without tracks. Its key frames take at most budget bytes.
func New(budget int64) *History { return &History{next: new(int), store: newStore(budget)} }

// Begin starts a track without parent, with the hash and the state of the world; a nil state cannot be
// restored.
func (h *History) Begin(hash runfile.Hash, state []byte) {
	at := hash.Moment
	id := h.number()
	h.now = &Track{Track: bridge.Track{
		ID: id, Name: fmt.Sprintf("run %d", id+1), Parent: -1, Begin: at, From: at, Until: at,
	}, series: h.series}
	for of := range h.followed {
		h.now.followed[of] = bridge.Series{Columns: h.followed[of].Columns, Every: h.series.Every}
	}
	h.tracks = append(h.tracks, h.now)
	h.at, h.applied, h.work = at, 0, 0
	if state != nil {
		h.keep(hash.Hash, state, true)
	}
}

// Restart goes to the beginning of the present track if a new world with the given state would follow the
// same track: the track begins with this state, and all of its commands were given at its beginning and
// last over a reset. It reports whether it did; the caller must then apply these commands.
func (h *History) Restart(state []byte) bool {
	if h.now == nil || state == nil {
		return false
	}
	for _, e := range h.now.entries {
		if e.Step > h.now.Begin.Step || !e.Edit.Lasts() {
			return false
		}
	}
	if first, err := h.First(); err != nil || !bytes.Equal(first, state) {
		return false
	}
	h.at, h.applied, h.work = h.now.Begin, 0, 0
	return true
}

// Reached records the present moment, and reports whether the world is there for the first time on the
// present track.
func (h *History) Reached(at bridge.Moment) (first bool) {
	h.at = at
	if first = at.Step > h.now.Until.Step; first {
		h.now.Until = at
	}
	return first
}

// mostEvents is the largest number of events of a track: warnings in every step must not fill the memory.
const mostEvents = 1000

// Happened records an event of the present track at the present moment, and reports whether there was
// room for it.
func (h *History) Happened(level bridge.Level, text string) (e bridge.Event, kept bool) {
	if h.now == nil || len(h.now.events) == mostEvents {
		return e, false
	}
	e = bridge.Event{Moment: h.at, Level: level, Text: text}
	h.now.events = append(h.now.events, e)
	return e, true
}

// Filmed records the stretch of a video on the present track. It extends the last video if it has the
// same beginning.
func (h *History) Filmed(f bridge.Film) {
	list := &h.now.films
	if n := len(*list); n > 0 && (*list)[n-1].Begin == f.Begin {
		(*list)[n-1].End = f.End
		return
	}
	*list = append(*list, f)
}

// Film returns the last video of the present track. ok is false if there is none.
func (h *History) Film() (f bridge.Film, ok bool) {
	if n := len(h.now.films); n > 0 {
		return h.now.films[n-1], true
	}
	return f, false
}

// Chart sets the columns and the interval [s] of samples on tracks that begin from now on.
func (h *History) Chart(columns []bridge.Column, every float64) {
	h.series = bridge.Series{Columns: columns, Every: every}
}

// Series returns the samples of the present track.
func (h *History) Series() *bridge.Series { return &h.now.series }

// Sampled records a sample of the world at the present moment, and reports whether this moment had no
// sample yet.
func (h *History) Sampled(m bridge.Sample) bool { return series.Add(&h.now.series, m) }

// Worked adds the wall time of steps that Reached does not measure [s].
func (h *History) Worked(took float64) { h.work += took }

// Budget returns the limit for the memory of key frames [bytes].
func (h *History) Budget() int64 { return h.store.budget }

// Until returns the latest computed moment of the present track.
func (h *History) Until() bridge.Moment { return h.now.Until }

// Ahead reports whether the present track has a computed future.
func (h *History) Ahead() bool {
	return h.at.Step < h.now.Until.Step || h.applied < len(h.now.entries)
}

// Next returns the next edit of the present track if its step is the present one, and counts it as
// applied.
func (h *History) Next() (e bridge.Edit, due bool) {
	if h.applied >= len(h.now.entries) || h.now.entries[h.applied].Step > h.at.Step {
		return nil, false
	}
	h.applied++
	return h.now.entries[h.applied-1].Edit, true
}

// Applied returns the number of applied edits of the present track.
func (h *History) Applied() int { return h.applied }

// Given returns the applied edits in order.
func (h *History) Given() (list []bridge.Edit) {
	for _, c := range h.now.entries[:h.applied] {
		list = append(list, c.Edit)
	}
	return list
}

// Note adds a command that was just applied, and returns it with its moment. In the past of a track it
// begins a new track. It ignores the moment of c. A joined edit continues the one before, and its text
// describes both.
func (h *History) Note(c runfile.Command) runfile.Command {
	if h.Ahead() {
		h.branch()
	}
	c.Moment = h.at
	h.now.entries = append(h.now.entries, c)
	h.applied++
	return c
}

// Spot says between which commands of which track the world is.
type Spot struct{ Track, Applied int }

// Spot returns where the world is.
func (h *History) Spot() Spot { return Spot{h.now.ID, h.applied} }

// number returns a new ID for a track.
func (h *History) number() int {
	*h.next++
	return *h.next - 1
}

// branch begins a new track at the present moment.
func (h *History) branch() {
	var frames []*frame
	h.now, frames = h.branched()
	for _, f := range frames {
		h.now.frames = append(h.now.frames, f)
		f.tracks++
	}
	h.tracks = append(h.tracks, h.now)
}

// branched returns a track that leaves the present one where the world is, and the key frames that it shares.
func (h *History) branched() (t *Track, shared []*frame) {
	old, id := h.now, h.number()
	t = &Track{
		Track: bridge.Track{
			ID: id, Name: fmt.Sprintf("run %d", id+1), Parent: old.ID, Begin: old.Begin, From: h.at, Until: h.at,
		},
		entries: slices.Clone(old.entries[:h.applied]), kept: h.applied,
	}
	until := func(at bridge.Moment) bool { return at.Step <= h.at.Step }
	for _, hash := range old.hashes {
		if until(hash.Moment) {
			t.hashes = append(t.hashes, hash)
		}
	}
	for _, f := range old.films {
		if f.Begin <= h.at.Time {
			t.films = append(t.films, f)
		}
	}
	t.series = old.series
	t.series.Samples = slices.Clip(old.series.Samples[:old.series.After(h.at.Time)])
	t.followed = old.followed
	for of := range t.followed {
		s := &t.followed[of]
		s.Samples = slices.Clip(s.Samples[:s.After(h.at.Time)])
	}
	for _, v := range old.views {
		if until(v.Moment) {
			t.views = append(t.views, v)
		}
	}
	for _, e := range old.events {
		if until(e.Moment) {
			t.events = append(t.events, e)
		}
	}
	for _, f := range old.frames {
		if f.at.Step <= h.at.Step && f.applied <= h.applied {
			shared = append(shared, f)
		}
	}
	return t, shared
}

// Fork returns the history of a world that is the same here and goes on by itself: of the present track, as far as
// the world has come, and a key frame here, with its hash. Where the state of the world is nil, nothing is to be had
// again.
func (h *History) Fork(hash uint64, state []byte) *History {
	f := &History{next: h.next, at: h.at, applied: h.applied, work: h.work, store: newStore(h.store.budget),
		series: h.series, followed: h.followed}
	t, shared := h.branched()
	f.now, f.tracks = t, []*Track{t}
	for _, one := range shared {
		own := *one
		own.tracks = 1
		t.frames = append(t.frames, &own)
		f.store.frames = append(f.store.frames, &own)
		f.store.bytes += int64(len(own.state))
	}
	if state != nil {
		f.keep(hash, state, false)
	}
	return f
}

// Copy returns the history of a world that is the same here and goes on as a run of its own: the present track, as far
// as the world has come, is its only one.
func (h *History) Copy(hash uint64, state []byte) *History {
	next := *h.next
	f := h.Fork(hash, state)
	*h.next, f.next = next, new(1)
	t := f.now
	t.ID, t.Name, t.Parent, t.From, t.kept = 0, "run 1", -1, t.Begin, 0
	return f
}

// Adopt takes over the tracks of a history that this one was forked from, or that was forked from it. That one
// must not be used afterwards.
func (h *History) Adopt(other *History) {
	for of := range h.followed {
		mine, others := &h.followed[of], &other.followed[of]
		if mine.Body != others.Body || mine.Plane != others.Plane || !slices.Equal(mine.Regions, others.Regions) ||
			others.Columns == nil {
			other.Follow(bridge.SeriesOf(of), h.followed[of])
		}
	}
	h.tracks = append(h.tracks, other.tracks...)
	slices.SortFunc(h.tracks, func(a, b *Track) int { return cmp.Compare(a.ID, b.ID) })
	h.store.frames = append(h.store.frames, other.store.frames...)
	h.store.bytes += other.store.bytes
	h.thin()
}

// Return goes toward the first moment of the present track that has so many steps or such a time: to the last key
// frame before it, whose state it returns, if that is nearer than where the world is. Otherwise, and not with
// jump, the world is on the way and stays: moved is false.
//
// Errors: no key frame, or one that cannot be unpacked.
func (h *History) Return(to bridge.Moment, jump bool) (state []byte, moved bool, err error) {
	before := func(at bridge.Moment, applied int) bool {
		return at.Step <= to.Step && at.Time <= to.Time && !h.beyond(at, applied, to)
	}
	var found *frame
	for _, f := range h.now.frames {
		if found == nil || before(f.at, f.applied) {
			found = f
		}
	}
	if found == nil {
		return nil, false, fmt.Errorf("history: nothing is kept of %s", h.now.Name)
	}
	if !jump && before(h.at, h.applied) && found.at.Step <= h.at.Step {
		return nil, false, nil
	}
	state, err = h.enter(found)
	return state, err == nil, err
}

// beyond reports whether a world that is where a moment is asked for, after so many commands, has had some that fell
// there: they belong to the next step, unless the track ends there.
func (h *History) beyond(at bridge.Moment, applied int, to bridge.Moment) bool {
	same := at.Step == to.Step || at.Time == to.Time
	return same && applied > 0 && h.now.entries[applied-1].Step == at.Step && at.Step < h.now.Until.Step
}

// Enter goes to the key frame of the present track at a step after so many commands, and returns its state.
//
// Errors: no such key frame, or one that cannot be unpacked.
func (h *History) Enter(step int64, applied int) (state []byte, err error) {
	for _, f := range h.now.frames {
		if f.at.Step == step && f.applied == applied {
			return h.enter(f)
		}
	}
	return nil, fmt.Errorf("history: %s has no key frame of step %d after %d commands", h.now.Name, step, applied)
}

func (h *History) enter(f *frame) (state []byte, err error) {
	if state, err = f.unpacked(); err != nil {
		return nil, fmt.Errorf("history: the key frame of step %d: %w", f.at.Step, err)
	}
	h.at, h.applied, h.work = f.at, f.applied, f.work
	return state, nil
}

// Place says that the world is at a moment of the present track, and has had the commands before it; at the end of the
// track all.
func (h *History) Place(at bridge.Moment) {
	last := at.Step - 1
	if at.Step >= h.now.Until.Step {
		last = at.Step
	}
	h.at, h.applied, h.work = at, 0, workOfStep*float64(at.Step)
	for h.applied < len(h.now.entries) && h.now.entries[h.applied].Step <= last {
		h.applied++
	}
}

// Choose makes another track the present one. The world is then nowhere on it: Return follows.
//
// Errors: there is no such track.
func (h *History) Choose(track int) error {
	t, err := h.track(track)
	if err == nil {
		h.now = t
	}
	return err
}

// Rename gives a track a name.
//
// Errors: there is no such track.
func (h *History) Rename(track int, name string) error {
	t, err := h.track(track)
	if err == nil {
		t.Name = name
	}
	return err
}

// Drop forgets a track, with the key frames that no other track needs.
//
// Errors: there is no such track, or it is the present one.
func (h *History) Drop(track int) error {
	t, err := h.track(track)
	if err != nil {
		return err
	}
	if t == h.now {
		return fmt.Errorf("history: %s is the present track", t.Name)
	}
	for _, f := range t.frames {
		h.store.release(f)
	}
	h.tracks = slices.DeleteFunc(h.tracks, func(o *Track) bool { return o == t })
	return nil
}

func (h *History) track(id int) (*Track, error) {
	for _, t := range h.tracks {
		if t.ID == id {
			return t, nil
		}
	}
	return nil, fmt.Errorf("history: there is no track %d", id)
}

// Fill tells what the history holds, reusing the slices of the timeline. Whether a moment is being sought it
// leaves alone.
func (h *History) Fill(t *bridge.Timeline) {
	t.Tracks, t.Kept, t.Edits, t.Events, t.Series = t.Tracks[:0], t.Kept[:0], t.Edits[:0], t.Events[:0], t.Series[:0]
	if h.now == nil {
		return
	}
	for _, track := range h.tracks {
		t.Tracks, t.Series = append(t.Tracks, track.Track), append(t.Series, track.series)
	}
	h.fillFollowed(t)
	t.Present = h.now.ID
	for _, f := range h.now.frames {
		t.Kept = append(t.Kept, f.at.Time)
	}
	t.Events, t.Films = append(t.Events, h.now.events...), append(t.Films[:0], h.now.films...)
	for i := range h.now.entries {
		switch e := &h.now.entries[i]; {
		case !e.Joined:
			t.Edits = append(t.Edits, bridge.EditNote{Moment: e.Moment, Text: e.Text})
		case len(t.Edits) > 0:
			t.Edits[len(t.Edits)-1].Text = e.Text
		}
	}
	t.Bytes, t.Budget, t.Frames = h.store.bytes, h.store.budget, len(h.store.frames)
	undo, redo := h.undoable()
	t.Undo, t.Redo = textOf(undo), textOf(redo)
}

// byStep orders key frames.
func byStep(a, b *frame) int {
	return cmp.Or(cmp.Compare(a.at.Step, b.at.Step), cmp.Compare(a.applied, b.applied))
}
