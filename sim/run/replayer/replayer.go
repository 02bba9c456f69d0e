// Package replayer leads a world along the recorded course of a run: from a key frame on, with each edit
// before its step. A live run goes back in its history with it, and a run file is repeated with it, so
// that both get the same bits.
//
// The world of a moment has had the edits of earlier steps, but not the edits at this moment: they belong
// to the next step. At the end of a track there is no next step; there the world has had all edits, as
// the person left it.
package replayer

import (
	"math"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/runfile"
)

// Replayer leads a world along the present track of its history.
type Replayer struct {
	*history.History
	World *sim.World // on the present track at the history's moment; nil until Go
}

// Of returns a replayer for a written run, with a world at a moment of its present track. Without a world
// the caller must call Go first; without a run the world continues freely.
func Of(f *runfile.File, w *sim.World) *Replayer {
	if f == nil {
		p := &Replayer{history.New(history.NoBudget), w}
		p.Begin(runfile.Hash{Moment: Moment(w)}, nil)
		return p
	}
	p := &Replayer{history.Resume(history.NoBudget, f.Tracks, f.On().ID), w}
	if w != nil {
		p.Place(Moment(w))
	}
	return p
}

// Moment returns the moment of a world.
func Moment(w *sim.World) bridge.Moment {
	now := w.Clock()
	return bridge.Moment{Step: now.Step, Time: now.Time}
}

// Go goes toward the first moment with a number of steps or at a time: to the key frame before it, if
// this is nearer than the world. With jump the world must move, because it is on another track. The world
// of the key frame, with the given number of workers, replaces the present one, which is returned; left
// is nil if the world stays.
//
// Errors: no key frame, or one that cannot be restored.
func (p *Replayer) Go(to bridge.Moment, jump bool, workers int) (left *sim.World, err error) {
	state, moved, err := p.Return(to, jump || p.World == nil)
	if err != nil || !moved {
		return nil, err
	}
	return p.restore(state, workers)
}

// Start begins at the key frame of a step after a number of commands, like Go.
//
// Errors: there is no such key frame, or it cannot be restored.
func (p *Replayer) Start(step int64, applied, workers int) (left *sim.World, err error) {
	state, err := p.Enter(step, applied)
	if err != nil {
		return nil, err
	}
	return p.restore(state, workers)
}

func (p *Replayer) restore(state []byte, workers int) (left *sim.World, err error) {
	w, err := sim.Restore(state, workers)
	if err != nil {
		return nil, err
	}
	left, p.World = p.World, w
	return left, nil
}

// Found reports whether the world is at the first moment with a number of steps or at a time, at the end
// of its track, or cannot continue.
func (p *Replayer) Found(to bridge.Moment) bool {
	p.ApplyLast()
	now := Moment(p.World)
	return now.Step >= min(to.Step, p.Until().Step) || now.Time >= to.Time || p.World.Log().Fault() != ""
}

// ApplyLast applies all edits at the end of the track, if the world is there.
func (p *Replayer) ApplyLast() {
	if p.World.Clock().Step >= p.Until().Step {
		p.Apply()
	}
}

// Advance steps the world until it has reached a moment. It calls look after each step; an error of look
// ends it.
func (p *Replayer) Advance(to bridge.Moment, look func() error) error {
	for !p.Found(to) {
		p.Step()
		if err := look(); err != nil {
			return err
		}
	}
	return nil
}

// Step makes one step, after the edits before it, and reports whether this step is new on the track.
func (p *Replayer) Step() (first bool) {
	p.Apply()
	p.World.Step()
	return p.Reached(Moment(p.World))
}

// Apply applies the edits of the track at the present moment.
func (p *Replayer) Apply() { p.ApplyUntil(math.MaxInt) }

// ApplyUntil is Apply, but stops when a number of edits of the track are applied.
func (p *Replayer) ApplyUntil(applied int) {
	p.Reached(Moment(p.World))
	for p.Applied() < applied {
		e, due := p.Next()
		if !due {
			return
		}
		bridge.MakeEdit(p.World, e) // an edit that was refused is refused again
	}
}
