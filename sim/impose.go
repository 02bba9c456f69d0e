package sim

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run/bridge"
)

// Imposed returns the edit that imposes on the body with a number what is imposed on it at present, and whether there
// is such a body.
func (w *World) Imposed(number int64) (now bridge.Impose, ok bool) {
	i := w.bodies.Index(body.ID(number))
	if i < 0 {
		return now, false
	}
	now = bridge.Impose{Body: number, Off: true}
	if v, s, at, ok := w.motions.Imposed(i, w.clock.Now()); ok {
		now = bridge.Impose{Body: number, Velocity: v, Spin: s, At: at}
	}
	return now, true
}

// Impose lets a body that forces do not move go on with a constant velocity; see bridge.Impose.
//
// Errors: no such body, one that forces move or that has a velocity of its own, numbers out of their range.
func (w *World) Impose(e bridge.Impose) error {
	now, ok := w.Imposed(e.Body)
	if !ok {
		return fmt.Errorf("there is no body %d", e.Body)
	}
	if e == now {
		return nil
	}
	i := w.bodies.Index(body.ID(e.Body))
	if e.Off {
		w.motions.Free(i, w.clock.Now())
		return nil
	}
	if err := w.motions.Impose(i, e.Velocity, e.Spin, e.At, w.clock.Now()); err != nil {
		return err
	}
	w.neighbours.Stale = true // it may have been at rest until now
	return nil
}

// Pushed returns the edit that puts on the body with a number the force that edits put on it at present, and whether
// there is such a body.
func (w *World) Pushed(number int64) (now bridge.Push, ok bool) {
	now = bridge.Push{Body: number}
	if w.bodies.Index(body.ID(number)) < 0 {
		return now, false
	}
	if f, t, d, ok := w.forces.Pushed(body.ID(number), w.clock.Now()); ok {
		now = bridge.Push{Body: number, Force: f, Torque: t, Duration: d}
	}
	return now, true
}

// Push puts a force and a torque on a body; see bridge.Push.
//
// Errors: no such body, one that forces do not move, numbers out of their range, too many forces.
func (w *World) Push(e bridge.Push) error {
	if now, ok := w.Pushed(e.Body); ok && e == now {
		return nil
	}
	return w.forces.Push(body.ID(e.Body), e.Force, e.Torque, e.Duration, w.clock.Now())
}
