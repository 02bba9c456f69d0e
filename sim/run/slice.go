package run

import (
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
)

// slicing makes the slice of snapshots. Only what it is made of is copied between two steps; the rest is done beside
// them, except for frames of a recording, which have the slice of their own moment.
type slicing struct {
	last  bridge.Slice // without numbers if there can be none
	of    sliceMoment  // of the last that was begun
	begun time.Time
	takes time.Duration     // of steps: the copy, and a part of the rest, which may need their processor
	done  chan bridge.Slice // nil: none is being made
}

// sliceMoment identifies what a slice shows.
type sliceMoment struct {
	bridge.SliceOf
	world   *sim.World
	step    int64
	applied uint64 // commands: an edit of a paused world changes it
}

// updateSlice takes the slice that has been made, and begins another if one is due; for a frame it makes that of this
// moment.
func (r *Runner) updateSlice(frame bool) {
	sl, w := &r.slicing, r.scene.World
	of := r.controls.Wanted.Slice
	if !of.Given() || sl.of.world != w {
		sl.last, sl.of, sl.begun, sl.done = bridge.Slice{}, sliceMoment{world: w}, time.Time{}, nil
	}
	select {
	case sl.last = <-sl.done:
		sl.done = nil
	default:
	}
	now, at := time.Now(), sliceMoment{of, w, w.Clock().Step, r.controls.Applied}
	due := now.Sub(sl.begun) >= interval(sl.takes, readEvery, readSeldom) || r.idle() || of != sl.of.SliceOf
	switch {
	case !of.Given() || sl.of == at && sl.done == nil:
	case frame:
		sl.of, sl.done = at, nil
		sl.last = fields.Slice(of, matterOf(of, w))
	case due && sl.done == nil:
		sl.of, sl.begun, sl.done = at, now, make(chan bridge.Slice, 1)
		matter, done := matterOf(of, w), sl.done
		sl.takes = time.Since(now)
		go func() {
			var made bridge.Slice
			r.attempt(func() { made = fields.Slice(of, matter) })
			done <- made
		}()
	}
}

// matterOf returns what a slice is made of; nil if there can be none.
func matterOf(of bridge.SliceOf, w *sim.World) *state.Matter {
	q := fields.Find(of.Quantity)
	g, err := fields.New(of.Field)
	if err != nil || q == nil {
		return nil
	}
	low, high := g.Reach()
	return w.Contacts().Matter(low, high, q.Contacts)
}
