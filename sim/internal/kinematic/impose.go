package kinematic

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/vec"
)

// imposedName returns the name of the motion that edits impose on a body.
func imposedName(id body.ID) string { return fmt.Sprintf("imposed on body %d", id) }

// Impose lets body i go on with a constant velocity [m/s] and angular velocity [rad/s], about the point at from its
// centre [m], in the place of the motion that it has.
//
// Errors: a body that forces move or that has a velocity of its own, numbers out of their range.
func (m *Motions) Impose(i int, velocity, spin, at vec.Vec3, now schedule.Now) error {
	b := m.site.Bodies
	path := motion.Constant{Velocity: velocity, Spin: spin}
	if at != (vec.Vec3{}) {
		about := b.Pos[i].Add(at)
		path.About = &about
	}
	name := fmt.Sprintf("%d (%s)", b.ID(i), b.Name(i))
	if b.Kind[i] == body.Dynamic {
		return fmt.Errorf("body %s is moved by forces, so no motion can be imposed on it: set its velocity", name)
	}
	if b.Kind[i] == body.Static {
		if err := m.checkBody(i, b.Name(i)); err != nil {
			return err
		}
	}
	if err := path.Check(); err != nil {
		return err
	}
	one := m.imposed(i)
	if one == nil {
		m.List = append(m.List, Motion{Def: Def{Name: imposedName(b.ID(i)), Body: b.Name(i)}, Body: i})
		one = &m.List[len(m.List)-1]
	}
	for k := range m.List {
		if other := &m.List[k]; other.Body == i && other.Started {
			other.Retired = true
		}
	}
	b.Kind[i] = body.Kinematic
	m.restSide(i)
	one.Def.Path, one.Started, one.Retired = path, true, false
	one.At, one.from = now.Time-now.Last, m.poseOf(one) // the body is where it had to be then
	return nil
}

// Imposed returns the velocity [m/s] and angular velocity [rad/s] that edits impose on body i at present, and the point
// about which it turns, from its centre [m]; false if they impose none.
func (m *Motions) Imposed(i int, now schedule.Now) (velocity, spin, at vec.Vec3, ok bool) {
	one := m.imposed(i)
	if one == nil || one.Retired {
		return velocity, spin, at, false
	}
	path := one.Def.Path.(motion.Constant)
	if path.About != nil {
		at = path.About.AddScaled(now.Time-now.Last-one.At, path.Velocity).Sub(m.site.Bodies.Pos[i])
	}
	return path.Velocity, path.Spin, at, true
}

// Free ends what Impose began: the body goes on along the motion that it had, from where it is, or stays there if it
// had none.
func (m *Motions) Free(i int, now schedule.Now) {
	one := m.imposed(i)
	if one == nil || one.Retired {
		return
	}
	var before *Motion
	for k := range m.List {
		if other := &m.List[k]; other.Body == i && other != one && other.Started && (before == nil || other.At >= before.At) {
			before = other
		}
	}
	rest, goesOn := motion.Constant{}, before != nil && !before.done
	if !goesOn && one.Def.Path == rest { // it was freed before
		return
	}
	one.Def.Path, one.At, one.from = rest, now.Time-now.Last, m.poseOf(one)
	if !goesOn {
		return
	}
	one.Retired, before.Retired = true, false
	if path, ok := keysOf(before.Def.Path); ok {
		m.reroute(before, path, now) // these key frames have been checked
		return
	}
	before.At, before.from = one.At, one.from
}

// imposed returns the motion that edits have imposed on a body; nil if they have not.
func (m *Motions) imposed(i int) *Motion {
	name := imposedName(m.site.Bodies.ID(i))
	for k := range m.List {
		if one := &m.List[k]; one.Body == i && one.Def.Name == name {
			if _, ok := one.Def.Path.(motion.Constant); ok {
				return one
			}
		}
	}
	return nil
}
