package sim

import (
	"cmp"
	"fmt"
	"slices"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/limit"
	"tumble/sim/motion"
	"tumble/sim/schedule"
	"tumble/sim/vec"
)

// events calls yield for all inlets, outlets and motions, in this order.
func (w *World) events(yield func(schedule.Event) bool) {
	for e := range w.flow.Events {
		if !yield(e) {
			return
		}
	}
	for i := range w.motions {
		if !yield(w.motions[i].event()) {
			return
		}
	}
}

// doneAt returns when the first inlet, outlet or motion of a name that is done was so [s].
func (w *World) doneAt(name string) (float64, bool) { return schedule.DoneAt(w.events, name) }

// CheckEvents returns a *schedule.Error if something waits for an inlet, outlet or motion that
// was not added or is never done. Whoever builds a world calls it when everything is there,
// since two things may name each other in either order.
func (w *World) CheckEvents() error { return schedule.Check(slices.Collect(w.events)) }

// MotionDef prescribes the motion of a body that forces do not move. A body may have
// several: the one that began last moves it.
type MotionDef struct {
	Name     string
	Body     string        // name of the body; all its degrees of freedom must be blocked
	Path     motion.Motion // of the body's centre, global frame
	When     schedule.When
	Duration float64 // after which the body stays where it is [s]; 0: without end
}

// motionState is a motion and where it stands.
type motionState struct {
	def     MotionDef
	body    int
	begun   bool
	at      float64     // when it began [s]
	from    motion.Pose // of the body, then
	done    bool        // the duration is over
	retired bool        // another motion of the body has begun since
}

// event returns the motion as others see it that wait for its end.
func (m *motionState) event() schedule.Event {
	d := &m.def
	return schedule.Event{
		Kind: "motion", Name: d.Name, After: d.When.After, Ends: d.Duration > 0, Cure: "a duration",
		Done: m.done, At: m.at + d.Duration,
	}
}

// AddMotion prescribes the motion of a body already added. See CheckEvents.
func (w *World) AddMotion(d MotionDef) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("sim: add motion %q: "+format, append([]any{d.Name}, args...)...)
	}
	i := w.bodies.ByName(d.Body)
	b := &w.bodies
	switch {
	case i < 0:
		return fail("no body %q", d.Body)
	case b.Kind[i] == bridge.Dynamic:
		return fail("body %q has free degrees of freedom; block all of them (%s)", d.Body, body.BlockedLetters)
	case b.Vel[i] != (vec.Vec3{}) || b.Spin[i] != (vec.Vec3{}):
		return fail("body %q has a velocity of its own", d.Body)
	case d.Path == nil:
		return fail("no path")
	case !(d.Duration >= 0):
		return fail("duration must be ≥ 0 s, got %g", d.Duration)
	}
	err := cmp.Or(limit.CheckName(d.Name), d.Path.Check(), d.When.Check())
	if err != nil {
		return fail("%w", err)
	}
	b.Kind[i] = bridge.Kinematic
	w.motions = append(w.motions, motionState{def: d, body: i})
	return nil
}

// moveKinematics puts every body that follows a motion where it has to be now. Its
// velocity is the mean over the last step, which is what contacts see as sliding.
func (w *World) moveKinematics() {
	for k := range w.motions {
		m := &w.motions[k]
		if !m.begun {
			if at := m.def.When.Begins(w.doneAt); w.clock.time >= at {
				w.begin(m, at)
			}
		}
		if !m.begun {
			continue
		}
		t := w.clock.time - m.at
		if d := m.def.Duration; d > 0 && t >= d {
			t, m.done = d, true
		}
		if !m.retired {
			w.moveTo(m.body, m.def.Path.At(t, m.from))
		}
	}
	w.workOfMotions()
}

// begin starts a motion, and retires the one that moved the body until now.
func (w *World) begin(m *motionState, at float64) {
	for k := range w.motions {
		if old := &w.motions[k]; old.body == m.body && old.begun {
			old.retired = true
		}
	}
	m.begun, m.at = true, at
	m.from = motion.Pose{Position: w.bodies.Pos[m.body], Orientation: w.bodies.Ori[m.body]}
	if m.def.When.After != "" {
		w.log.Add(bridge.Info, "", "motion %s starts at t = %.3f s", m.def.Name, m.at)
	}
}

func (w *World) moveTo(i int, p motion.Pose) {
	b := &w.bodies
	step, turn := p.Position.Sub(b.Pos[i]), p.Orientation.Mul(b.Ori[i].Conj()).RotationVector()
	if !step.IsFinite() || !turn.IsFinite() {
		w.log.Stop("step %d: the motion of body %d (%s) leads to a position that is not a finite number; stopped before it moves",
			w.clock.step, b.Info[i].ID, b.Info[i].Name)
		return
	}
	b.Pos[i], b.Ori[i] = p.Position, p.Orientation.Unit()
	b.Vel[i], b.Spin[i] = vec.Vec3{}, vec.Vec3{}
	if w.clock.last > 0 {
		b.Vel[i], b.Spin[i] = step.Scale(1/w.clock.last), turn.Scale(1/w.clock.last)
	}
	w.carry(i, step.Norm()+turn.Norm()*b.Mass[i].Reach)
}
