package run

import (
	"context"
	"errors"
	"sync"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
)

// Access lets other goroutines do something with the run of a runner between two of its steps, such as answer the
// requests of another program.
type Access struct {
	asked chan call

	sync.Mutex
	gone chan struct{} // closed when the present runner ends; nil: there is none
}

// NewAccess returns an access to no run yet.
func NewAccess() *Access { return &Access{asked: make(chan call)} }

// call is a function that waits to be called, and what becomes of it.
type call struct {
	do   func(*Held)
	done chan error
}

// ErrNoRun is the error of an access to no run.
var ErrNoRun = errors.New("the window shows no run that can be held: it is being closed, or shows dumps of another " +
	"program")

// Ask calls a function on the goroutine of the simulation between two steps, and returns after it. The function must
// not keep what it is given.
//
// Errors: ErrNoRun, the context's end before the function was called, a panic in it.
func (a *Access) Ask(ctx context.Context, do func(*Held)) error {
	a.Lock()
	gone := a.gone
	a.Unlock()
	if gone == nil {
		return ErrNoRun
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	v := call{do, make(chan error, 1)}
	select {
	case a.asked <- v:
		return <-v.done // a runner answers whatever it has received
	case <-gone:
		return ErrNoRun
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin gives access to a run, until the returned function is called.
func (a *Access) begin() (end func()) {
	a.Lock()
	defer a.Unlock()
	gone := make(chan struct{})
	a.gone = gone
	return func() {
		a.Lock()
		defer a.Unlock()
		a.gone = nil
		close(gone)
	}
}

// Attach gives others access to the run; it is called before Run.
func (r *Runner) Attach(a *Access) { r.access, r.calls = a, a.asked }

// receive does what others have asked.
func (r *Runner) receive(v call) {
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

// Held is a run between two steps, as an Access gives it.
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

// request is what another program waits for.
type request struct {
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
	h.r.endRequest("", errHeldAlready)
	h.r.resume()
	h.r.request = &request{over, done}
	h.r.arrive()
}

var errHeldAlready = errors.New("another request makes the run go on")

// Seek shows a moment of the history; done is called there.
//
// Errors of done: the run has no history, a key frame that cannot be read.
func (h *Held) Seek(to bridge.Command, done func(stopped string, err error)) {
	h.r.endRequest("", errHeldAlready)
	if _, err := h.Do(to); err != nil || h.r.seeker() == nil {
		done("", err)
		return
	}
	h.r.request = &request{nil, done}
}

// Halt pauses the run, and ends what March or Seek has begun.
func (h *Held) Halt() {
	h.changed = true
	h.r.pause()
	h.r.finishSeek()
	h.r.endRequest("it was interrupted", nil)
}

// arrive ends a request that has reached its goal, pauses the run there, and reports whether it did.
func (r *Runner) arrive() bool {
	if r.request == nil || r.request.over == nil {
		return false
	}
	w := r.scene.World
	yes, err := false, error(nil)
	if fault := w.Log().Fault(); fault != "" {
		err = errors.New(fault)
	} else {
		yes, err = r.request.over(w)
	}
	if !yes && err == nil {
		return false
	}
	r.pause()
	r.endRequest("", err)
	return true
}

// settle ends a request that does not go on: the run has found the moment that it sought, or it is paused.
func (r *Runner) settle() {
	w := r.scene.World
	switch hit := r.breakpoints.hit; {
	case r.request == nil:
	case w.Log().Fault() != "":
		r.endRequest("", errors.New(w.Log().Fault()))
	case r.request.over == nil:
		r.endRequest("", nil)
	case !r.controls.Paused:
	case r.hold != "":
		r.endRequest(r.hold, nil)
	case hit.At == r.moment() && hit.Text != "":
		r.endRequest(hit.Text, nil)
	default:
		r.endRequest("the run was paused in the window, or by its scene", nil)
	}
}

// endRequest ends a request, if there is one.
func (r *Runner) endRequest(stopped string, err error) {
	if e := r.request; e != nil {
		r.request = nil
		e.done(stopped, err)
	}
}
