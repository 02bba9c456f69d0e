// Package replayer leads a world along the way that a run took: from a key frame on, with each edit before the step
// that it fell on. A live run goes back by it, and a run file is done again by it, so that both come to the same bits.
//
// The world of a moment has had the edits of the steps before, and not yet those that fell there: they belong to the
// next step. No step follows at the end of a track, where the world has had all of them, as the person left it.
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
	World *sim.World // on the present track, where the history is; nil until Go
}

// Of returns what leads a world on along a run that was written, from a moment of its present track. Without a world
// it begins with Go; without a run the world goes on as it is.
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

// Moment returns where a world is.
func Moment(w *sim.World) bridge.Moment {
	now := w.Clock()
	return bridge.Moment{Step: now.Step, Time: now.Time}
}

// Go goes toward the first moment that has so many steps or such a time: to the key frame before it, if that is nearer
// than the world is. With jump the world is on another track now. The world of the key frame, which has so many
// workers, takes the place of the one that is returned, nil if the world stays.
//
// Errors: no key frame, or one that cannot be restored.
func (p *Replayer) Go(to bridge.Moment, jump bool, workers int) (left *sim.World, err error) {
	state, moved, err := p.Return(to, jump || p.World == nil)
	if err != nil || !moved {
		return nil, err
	}
	return p.restore(state, workers)
}

// Start begins at the key frame of a step after so many commands, as Go does.
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

// Found reports whether the world is at the first moment that has so many steps or such a time, at the end of its
// track, or cannot go on.
func (p *Replayer) Found(to bridge.Moment) bool {
	p.ApplyLast()
	now := Moment(p.World)
	return now.Step >= min(to.Step, p.Until().Step) || now.Time >= to.Time || p.World.Log().Fault() != ""
}

// ApplyLast gives the world all edits that fall at the end of its track, if it is there.
func (p *Replayer) ApplyLast() {
	if p.World.Clock().Step >= p.Until().Step {
		p.Apply()
	}
}

// Advance steps the world until it has found a moment, and calls look after each step, whose error ends it.
func (p *Replayer) Advance(to bridge.Moment, look func() error) error {
	for !p.Found(to) {
		p.Step()
		if err := look(); err != nil {
			return err
		}
	}
	return nil
}

// Step makes one step, after the edits that fall before it, and reports whether it was never made before.
func (p *Replayer) Step() (first bool) {
	p.Apply()
	p.World.Step()
	return p.Reached(Moment(p.World))
}

// Apply gives the world the edits of its track that fall where it is, whoever has stepped it there.
func (p *Replayer) Apply() { p.ApplyUntil(math.MaxInt) }

// ApplyUntil is Apply until the world has had so many edits of its track.
func (p *Replayer) ApplyUntil(had int) {
	p.Reached(Moment(p.World))
	for p.Had() < had {
		e, due := p.Next()
		if !due {
			return
		}
		bridge.MakeEdit(p.World, e) // what was refused is refused again
	}
}
