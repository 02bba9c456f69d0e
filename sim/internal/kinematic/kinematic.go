// Package kinematic moves the bodies that forces do not move along prescribed motions.
package kinematic

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Def prescribes the motion of a body that forces do not move. A body may have several: the one
// that began last moves it.
type Def struct {
	Name     string
	Body     string        // name of the body; all its degrees of freedom must be blocked
	Path     motion.Motion // of the body's centre, global frame
	When     schedule.When
	Duration float64 // after which the body stays where it is [s]; 0: without end
}

// Motion is a motion and where it stands.
type Motion struct {
	Def     Def
	Body    int // index of the body that it moves
	Started bool
	At      float64     // when it began [s]
	from    motion.Pose // of the body, then
	done    bool        // the duration is over
	Retired bool        // another motion of the body has begun since
	Holding *Holding    // of a motion.Servo; nil for others
}

// Site is what motions work on.
type Site struct {
	Bodies *body.Set
	Shapes *body.Shapes
	Times  schedule.Timetable
	Log    *notice.Log
	// Moved tells that no point of a body went farther than this at once [m].
	Moved func(i int, way float64)
	// Reconsider gives contacts the springs that follow from their shapes.
	Reconsider func()
	// Opposing returns what the contacts of a body oppose to a motion of its points with the velocities that a function
	// gives: see contact.Set.Opposing.
	Opposing func(i int, velocity func(point vec.Vec3) vec.Vec3) motion.Opposition
}

// Motions are all motions of a world.
type Motions struct {
	List []Motion
	site Site
	lead map[int]int // of the bodies that are moved now, which motion does it; nil but while motions begin
}

// Bind says what the motions work on, before anything else.
func (m *Motions) Bind(s Site) { m.site = s }

// Add prescribes the motion of a body that is there already.
//
// Errors: no such body, one that forces move or that has a velocity of its own, numbers out of their range.
func (m *Motions) Add(d Def) error {
	one, err := m.motion(d)
	if err == nil {
		m.List = append(m.List, one)
		m.noteSide(one.Body)
	}
	return err
}

// Put is Add, but the motion takes the place of one with its name, if there is one. The body of that one rests until
// another motion begins.
//
// Errors: those of Add.
func (m *Motions) Put(d Def) error {
	k := slices.IndexFunc(m.List, func(one Motion) bool { return one.Def.Name == d.Name })
	if k < 0 {
		return m.Add(d)
	}
	one, err := m.motion(d)
	if err != nil {
		return err
	}
	if old := &m.List[k]; old.Started && !old.Retired {
		b := m.site.Bodies
		b.Vel[old.Body], b.Spin[old.Body] = vec.Vec3{}, vec.Vec3{}
		m.restSide(old.Body)
	}
	before := m.List[k].Body
	m.List[k] = one
	m.noteSide(before)
	m.noteSide(one.Body)
	return nil
}

// motion returns a motion that has not begun.
func (m *Motions) motion(d Def) (one Motion, err error) {
	i := m.site.Bodies.ByName(d.Body)
	if i < 0 {
		return one, fmt.Errorf("no body %q", d.Body)
	}
	if err := cmp.Or(m.checkBody(i, d.Body), d.check(), m.checkServo(&d)); err != nil {
		return one, err
	}
	m.site.Bodies.Kind[i] = body.Kinematic
	if s, ok := servoOf(d.Path); ok && s.Radial() {
		m.site.Bodies.OwnSide(i)
	}
	return Motion{Def: d, Body: i, Holding: holdingOf(d.Path)}, nil
}

// checkBody returns an error if a motion cannot move a body.
func (m *Motions) checkBody(i int, name string) error {
	b := m.site.Bodies
	switch {
	case b.Kind[i] == body.Dynamic:
		return fmt.Errorf("body %q has free degrees of freedom; block all of them (%s)", name, body.BlockedLetters)
	case b.Kind[i] == body.Static && (b.Vel[i] != (vec.Vec3{}) || b.Spin[i] != (vec.Vec3{})):
		return fmt.Errorf("body %q has a velocity of its own", name)
	}
	return nil
}

// check returns an error for the first number that is out of its range.
func (d *Def) check() error {
	switch {
	case d.Path == nil:
		return fmt.Errorf("no path")
	case !(d.Duration >= 0):
		return fmt.Errorf("duration must be ≥ 0 s, got %g", d.Duration)
	}
	return cmp.Or(limit.CheckName(d.Name), d.Path.Check(), d.When.Check())
}

// event returns the motion as others see it that wait for its end.
func (m *Motion) event() schedule.Event {
	d := &m.Def
	return schedule.Event{
		Kind: "motion", Name: d.Name, After: d.When.After, Ends: d.Duration > 0, Cure: "a duration",
		Done: m.done, At: m.At + d.Duration,
	}
}

// NumEvents returns how many motions there are.
func (m *Motions) NumEvents() int { return len(m.List) }

// Event returns motion i as others see it.
func (m *Motions) Event(i int) schedule.Event { return m.List[i].event() }

// CheckEvents returns an error if motions do not go together: a *schedule.Error if something waits for an inlet, outlet
// or motion that was not added or is never done, another one if walls of one box hold different volumes.
func (m *Motions) CheckEvents() error { return cmp.Or(m.site.Times.Check(), m.checkVolumes()) }

// Move puts every body that follows a motion at its place of this moment. Its velocity becomes the mean over the last
// step and not the derivative of the path: contacts add up velocity × time step as their sliding, so only with the
// mean do they see exactly the way that the body has moved.
func (m *Motions) Move(now schedule.Now) {
	var last schedule.When // the motions of copies wait for the same, which is looked up once
	var begins float64
	known, volumes := false, false
	for k := range m.List {
		one := &m.List[k]
		if !one.Started {
			if !known || one.Def.When != last {
				last, known = one.Def.When, true
				begins = last.Begins(m.site.Times)
			}
			if now.Time >= begins {
				m.begin(k, begins)
			}
		}
		if one.Started && m.follow(one, now) {
			known = false // others may have waited for its end
		}
		volumes = volumes || one.Holding != nil && one.Holding.volume
	}
	m.lead = nil
	if volumes {
		m.holdVolumes(now)
	}
}

// begin starts a motion, and retires the one that moved the body until now.
func (m *Motions) begin(k int, at float64) {
	if m.lead == nil {
		m.lead = map[int]int{}
		for i := range m.List {
			if old := &m.List[i]; old.Started && !old.Retired {
				m.lead[old.Body] = i
			}
		}
	}
	one := &m.List[k]
	if old, moved := m.lead[one.Body]; moved {
		m.List[old].Retired = true
		m.restSide(one.Body)
	}
	m.lead[one.Body] = k
	one.Started, one.At = true, at
	one.from = m.poseOf(one)
	if one.Def.When.After != "" {
		m.site.Log.Add(notice.Info, "", "motion %s starts at t = %.3f s", one.Def.Name, one.At)
	}
}

// follow moves the body of a motion that has begun, and reports whether that has come to its end.
func (m *Motions) follow(one *Motion, now schedule.Now) (ended bool) {
	t := now.Time - one.At
	if d := one.Def.Duration; d > 0 && t >= d {
		ended = !one.done
		t, one.done = d, true
	}
	switch {
	case one.Retired, one.Holding != nil && one.Holding.volume: // see holdVolumes
	case one.Holding != nil:
		m.moveTo(one.Body, m.held(one, t, now), now)
	default:
		m.moveTo(one.Body, one.Def.Path.At(t, one.from), now)
	}
	return ended
}

// moveTo puts a body where a motion has it now.
func (m *Motions) moveTo(i int, p motion.Pose, now schedule.Now) {
	b := m.site.Bodies
	step, turn := p.Position.Sub(b.Pos[i]), p.Orientation.Mul(b.Ori[i].Conj()).RotationVector()
	if !step.IsFinite() || !turn.IsFinite() {
		m.site.Log.Stop("step %d: the motion of body %d (%s) leads to a position that is not a finite number; "+
			"stopped before it moves", now.Step, b.ID(i), b.Name(i))
		return
	}
	b.Pos[i], b.Ori[i] = p.Position, p.Orientation.Unit()
	b.Vel[i], b.Spin[i] = vec.Vec3{}, vec.Vec3{}
	if now.Last > 0 {
		b.Vel[i], b.Spin[i] = step.Scale(1/now.Last), turn.Scale(1/now.Last)
	}
	m.site.Moved(i, step.Norm()+turn.Norm()*b.Mass(i).Reach)
}

// Ahead returns where a body is a step of a length [s] after now, if forces do not move it: where its motion will have
// moved it to, that of a servo with the speed of now. Edits in between are not foreseen.
func (m *Motions) Ahead(i int, now schedule.Now, length float64) motion.Pose {
	b := m.site.Bodies
	p := motion.Pose{Position: b.Pos[i], Orientation: b.Ori[i]}
	for k := len(m.List) - 1; k >= 0; k-- { // of those that begin together the last one moves the body
		one := &m.List[k]
		if one.Body != i || one.Retired {
			continue
		}
		begins, from := one.At, one.from
		if !one.Started {
			begins, from = one.Def.When.Begins(m.site.Times), p
		}
		t := now.Time + length - begins
		if d := one.Def.Duration; d > 0 {
			t = min(t, d)
		}
		switch {
		case t < 0: // it waits
		case one.Holding == nil:
			return one.Def.Path.At(t, from)
		default:
			turn := vec.FromRotationVector(b.Spin[i].Scale(length))
			return motion.Pose{Position: p.Position.AddScaled(length, b.Vel[i]), Orientation: turn.Mul(p.Orientation)}
		}
	}
	return p
}

// keysOf returns the poses that a path leads through, and whether there are any.
func keysOf(path motion.Motion) (keys motion.Interpolated, ok bool) {
	switch p := path.(type) {
	case motion.Interpolated:
		return p, true
	case motion.Rerouted:
		return p.Interpolated, true
	}
	return keys, false
}

// servoOf returns the path as a servo, and whether it is one.
func servoOf(path motion.Motion) (s motion.Servo, ok bool) {
	s, ok = path.(motion.Servo)
	return s, ok
}

// poseOf returns where the body of a motion is.
func (m *Motions) poseOf(one *Motion) motion.Pose {
	b := m.site.Bodies
	return motion.Pose{Position: b.Pos[one.Body], Orientation: b.Ori[one.Body]}
}

// Renumber follows bodies to their new places.
func (m *Motions) Renumber(to []int32) {
	for i := range m.List {
		m.List[i].Body = int(to[m.List[i].Body])
	}
}
