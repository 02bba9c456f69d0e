package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/limit"
	"tumble/sim/motion"
	"tumble/sim/vec"
)

// When says from when on something acts: from a time, or from an event.
type When struct {
	Start float64 // [s], unless After is set
	After string  // name of an inlet, outlet or motion: begin when it is done ...
	Delay float64 // ... and so many seconds later
}

func (d When) check() error {
	if !(d.Start >= 0) || !(d.Delay >= 0) || math.IsInf(d.Start+d.Delay, 0) {
		return fmt.Errorf("start and delay must be ≥ 0 s, got %g and %g", d.Start, d.Delay)
	}
	return nil
}

// begins returns when something begins [s], infinite while nobody knows.
func (w *World) begins(d *When) float64 {
	if d.After == "" {
		return d.Start
	}
	for i := range w.inlets {
		if in := &w.inlets[i]; in.def.Name == d.After && in.done {
			return in.doneAt + d.Delay
		}
	}
	for i := range w.outlets {
		if o := &w.outlets[i]; o.def.Name == d.After && o.done {
			return o.doneAt + d.Delay
		}
	}
	for i := range w.motions {
		if m := &w.motions[i]; m.def.Name == d.After && m.done {
			return m.at + m.def.Duration + d.Delay
		}
	}
	return math.Inf(1)
}

// EventError says that something waits for what is never done.
type EventError struct {
	Kind  string // of what waits: inlet, outlet or motion
	Name  string // of what waits
	After string // what it waits for
	Known bool   // there is such a thing
	Cure  string // what would let it be done
}

func (e *EventError) Error() string {
	if !e.Known {
		return fmt.Sprintf("sim: %s %q waits for %q, but there is no inlet, outlet or motion of that name", e.Kind, e.Name, e.After)
	}
	return fmt.Sprintf("sim: %s %q waits for %q, which is never done: give it %s", e.Kind, e.Name, e.After, e.Cure)
}

// CheckEvents returns an *EventError if something waits for an inlet, outlet or motion that
// was not added or is never done. Whoever builds a world calls it when everything is there,
// since two things may name each other in either order.
func (w *World) CheckEvents() error {
	all := w.events()
	for again := true; again; {
		again = false
		for i := range all {
			if e := &all[i]; !e.begins && (e.after == "" || slices.ContainsFunc(all, func(o event) bool {
				return o.name == e.after && o.begins && o.ends
			})) {
				e.begins, again = true, true
			}
		}
	}
	for _, e := range all {
		if !e.begins {
			return e.blame(all)
		}
	}
	return nil
}

// event is an inlet, outlet or motion as others see it that wait for it.
type event struct {
	kind, name, after string
	ends              bool   // once it has begun, it is done some time
	cure              string // what would let it be
	begins            bool   // what it waits for is done some time
}

// events returns all there are.
func (w *World) events() (all []event) {
	for i := range w.inlets {
		d := &w.inlets[i].def
		all = append(all, event{kind: "inlet", name: d.Name, after: d.When.After,
			ends: d.MaxMass > 0 || d.MaxBodies > 0 || d.Fill, cure: "maxMass, maxBodies or fill"})
	}
	for i := range w.motions {
		d := &w.motions[i].def
		all = append(all, event{kind: "motion", name: d.Name, after: d.When.After, ends: d.Duration > 0, cure: "a duration"})
	}
	for i := range w.outlets {
		d := &w.outlets[i].def
		all = append(all, event{kind: "outlet", name: d.Name, after: d.When.After,
			ends: d.MaxMass > 0 || d.MaxBodies > 0, cure: "maxMass or maxBodies"})
	}
	return all
}

// blame says why an event never begins.
func (e *event) blame(all []event) error {
	err := &EventError{Kind: e.kind, Name: e.name, After: e.after}
	for _, o := range all {
		if o.name == e.after {
			err.Known, err.Cure = true, o.cure
			if o.ends {
				err.Cure = "a start that does not wait for what waits for it"
			}
		}
	}
	return err
}

// MotionDef prescribes the motion of a body that forces do not move. A body may have
// several: the one that began last moves it.
type MotionDef struct {
	Name     string
	Body     string        // name of the body; all its degrees of freedom must be blocked
	Path     motion.Motion // of the body's centre, global frame
	When     When
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
	err := cmp.Or(limit.CheckName(d.Name), d.Path.Check(), d.When.check())
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
			if at := w.begins(&m.def.When); w.clock.time >= at {
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
		w.notice(bridge.Info, "", "motion %s starts at t = %.3f s", m.def.Name, m.at)
	}
}

func (w *World) moveTo(i int, p motion.Pose) {
	b := &w.bodies
	step, turn := p.Position.Sub(b.Pos[i]), p.Orientation.Mul(b.Ori[i].Conj()).RotationVector()
	if !step.IsFinite() || !turn.IsFinite() {
		w.stop("step %d: the motion of body %d (%s) leads to a position that is not a finite number; stopped before it moves",
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
