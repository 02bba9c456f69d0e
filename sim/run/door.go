package run

import (
	"context"
	"errors"
	"sync"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
)

// Door lets other goroutines do something with the run of a runner between two of its steps, such as answer the
// requests of another program.
type Door struct {
	asked chan visit

	sync.Mutex
	gone chan struct{} // closed when the present runner ends; nil: there is none
}

// NewDoor returns a door that leads to no run yet.
func NewDoor() *Door { return &Door{asked: make(chan visit)} }

// visit is a function that waits to be called, and what becomes of it.
type visit struct {
	do   func(*Held)
	done chan error
}

// ErrNoRun is the error of a door that leads to no run.
var ErrNoRun = errors.New("the window shows no run that can be held: it is being closed, or shows dumps of another " +
	"program")

// Ask calls a function on the goroutine of the simulation between two steps, and returns after it. The function must
// not keep what it is given.
//
// Errors: ErrNoRun, the context's end before the function was called, a panic in it.
func (d *Door) Ask(ctx context.Context, do func(*Held)) error {
	d.Lock()
	gone := d.gone
	d.Unlock()
	if gone == nil {
		return ErrNoRun
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	v := visit{do, make(chan error, 1)}
	select {
	case d.asked <- v:
		return <-v.done // a runner answers whatever it has received
	case <-gone:
		return ErrNoRun
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lead makes a door lead to a run, until the returned function is called.
func (d *Door) lead() (leave func()) {
	d.Lock()
	defer d.Unlock()
	gone := make(chan struct{})
	d.gone = gone
	return func() {
		d.Lock()
		defer d.Unlock()
		d.gone = nil
		close(gone)
	}
}

// OpenTo makes a door lead to the run, before Run.
func (r *Runner) OpenTo(d *Door) { r.door, r.visits = d, d.asked }

// receive does what was asked of the door.
func (r *Runner) receive(v visit) {
	h := &Held{r: r}
	err := error(nil)
	if p := r.attempt(func() { v.do(h) }); p != nil {
		r.scene.World.Log().Stop("an error of the program itself: %v", p)
		err = p
	}
	if h.changed {
		r.unchanged = false
	}
	v.done <- err
}

// Held is a run between two steps, as a Door gives it.
type Held struct {
	r       *Runner
	changed bool
}

// Scene returns the scene with its world, for reading only.
func (h *Held) Scene() Scene { return h.r.scene }

// Past returns the run up to the present moment, for reading only.
func (h *Held) Past() *replayer.Replayer { return h.r.history }

// Pace returns whether the run is paused, and its requested speed [simulated s / s]; 0 is as fast as possible.
func (h *Held) Pace() (paused bool, speed float64) { return h.r.controls.Paused, h.r.controls.Speed }

// Do carries out a command as if a person had given it, and returns the notices that came of it.
//
// Errors: the text with which the command was refused.
func (h *Held) Do(c bridge.Command) (said []bridge.Notice, err error) {
	h.changed = true
	w := h.r.scene.World
	before, applied := len(w.Log().All()), h.r.controls.Applied
	h.r.apply(c)
	h.r.controls.Applied = applied // the window counts the commands that it has sent itself
	if w != h.r.scene.World {
		return nil, nil
	}
	said = w.Log().All()[before:]
	for _, n := range said {
		if n.Level == bridge.Refused || n.Level == bridge.Fault {
			err = errors.New(n.Text)
		}
	}
	return said, err
}

// errand is what a request waits for.
type errand struct {
	over func(w *sim.World) (bool, error) // nil: the moment that the run seeks
	done func(stopped string, err error)
}

// March lets the run go on as fast as possible until over returns true, now or after a step; then it pauses, and
// done is called. A pause for another reason ends it early, with the reason in stopped.
//
// Errors of done: those of over, a fault of the world, the end of the run.
func (h *Held) March(over func(w *sim.World) (bool, error), done func(stopped string, err error)) {
	h.changed = true
	h.r.finishSeek()
	h.r.endErrand("", errHeldAlready)
	h.r.resume()
	h.r.errand = &errand{over, done}
	h.r.arrive()
}

var errHeldAlready = errors.New("another request makes the run go on")

// Seek shows a moment of the history; done is called there.
//
// Errors of done: the run has no history, a key frame that cannot be read.
func (h *Held) Seek(to bridge.Command, done func(stopped string, err error)) {
	h.r.endErrand("", errHeldAlready)
	if _, err := h.Do(to); err != nil || h.r.seeker() == nil {
		done("", err)
		return
	}
	h.r.errand = &errand{nil, done}
}

// Halt pauses the run, and ends what March or Seek has begun.
func (h *Held) Halt() {
	h.changed = true
	h.r.pause()
	h.r.finishSeek()
	h.r.endErrand("it was interrupted", nil)
}

// arrive ends an errand that has reached its goal, pauses the run there, and reports whether it did.
func (r *Runner) arrive() bool {
	if r.errand == nil || r.errand.over == nil {
		return false
	}
	w := r.scene.World
	yes, err := false, error(nil)
	if fault := w.Log().Fault(); fault != "" {
		err = errors.New(fault)
	} else {
		yes, err = r.errand.over(w)
	}
	if !yes && err == nil {
		return false
	}
	r.pause()
	r.endErrand("", err)
	return true
}

// turnBack ends an errand that does not go on: the run has found the moment that it sought, or it is paused.
func (r *Runner) turnBack() {
	w := r.scene.World
	switch hit := r.breakpoints.hit; {
	case r.errand == nil:
	case w.Log().Fault() != "":
		r.endErrand("", errors.New(w.Log().Fault()))
	case r.errand.over == nil:
		r.endErrand("", nil)
	case !r.controls.Paused:
	case r.hold != "":
		r.endErrand(r.hold, nil)
	case hit.At == r.moment() && hit.Text != "":
		r.endErrand(hit.Text, nil)
	default:
		r.endErrand("the run was paused in the window, or by its scene", nil)
	}
}

// endErrand ends an errand, if there is one.
func (r *Runner) endErrand(stopped string, err error) {
	if e := r.errand; e != nil {
		r.errand = nil
		e.done(stopped, err)
	}
}
