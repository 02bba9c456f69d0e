package kinematic

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/vec"
)

// The side of a cylinder holds a load as its radius changes, while its axis stays where it is. The radius is that of
// the body's own template, so that whoever asks for the shape gets the present one.

// side returns the cylinder that is a body, nil if it is none.
func (m *Motions) side(i int) *body.PlacedCylinder { return m.site.Bodies.Side(m.site.Shapes, i) }

// holdsSide reports whether a motion is a servo of the side of a cylinder.
func (m *Motion) holdsSide() bool {
	s, ok := servoOf(m.Def.Path)
	return ok && s.Radial()
}

// noteSide takes in whether one of the motions of a body holds its side: contacts take such a side for flat.
func (m *Motions) noteSide(i int) {
	c := m.side(i)
	if c == nil {
		return
	}
	was := c.Held
	c.Held = slices.ContainsFunc(m.List, func(one Motion) bool { return one.Body == i && one.holdsSide() })
	if c.Held != was {
		m.site.Reconsider()
	}
}

// moveSide changes the radius of a body by what its servo moved in the last step.
func (m *Motions) moveSide(one *Motion, now schedule.Now) {
	c, i := m.side(one.Body), one.Body
	rate := c.Sense() * one.Holding.Speed
	if err := m.site.Bodies.SetSide(m.site.Shapes, i, c.Radius+rate*now.Last, rate); err != nil {
		m.site.Log.Stop("step %d: servo %s of body %d (%s): %v", now.Step, one.Def.Name, m.site.Bodies.ID(i),
			m.site.Bodies.Name(i), err)
	}
}

// restSide ends the growth of a body that is a cylinder.
func (m *Motions) restSide(i int) {
	if c := m.side(i); c != nil {
		c.Growth = 0
	}
}

// BookSides books the work of sides in half a step [s], as body.Set.BookImposed does that of bodies.
func (m *Motions) BookSides(l *ledger.Ledger, half float64) {
	for k := range m.List {
		if one := &m.List[k]; one.Holding != nil && one.Started && !one.Retired && one.holdsSide() {
			l.BookImposed(-half * one.Holding.Force * one.Holding.Speed)
		}
	}
}

// checkSide returns an error unless a servo holds the side of a cylinder, between walls at its ends.
func (m *Motions) checkSide(s *motion.Servo, name string) error {
	b := m.site.Bodies
	i := b.ByName(name)
	if m.side(i) == nil {
		return fmt.Errorf("servo: radial is the axis of the side of a cylinder, and body %q is a %v", name,
			b.Template(i).Shapes[0].Def.Kind)
	}
	for _, wall := range s.Between {
		axis, _ := m.plane(b.ByName(wall))
		switch {
		case axis < 0:
			return fmt.Errorf("servo: between: there is no wall %q", wall)
		case !m.along(i, vec.Axis(axis)):
			return fmt.Errorf("servo: between: the wall %q does not stand across the axis of the cylinder", wall)
		}
	}
	if len(s.Between) == 2 && s.Between[0] == s.Between[1] {
		return fmt.Errorf("servo: between must name two walls, got %q twice", s.Between[0])
	}
	return nil
}

// checkAround returns an error unless what is around the body of a servo is a cylinder, along its axis.
func (m *Motions) checkAround(s *motion.Servo) error {
	name := s.Between[0]
	switch i := m.site.Bodies.ByName(name); {
	case i < 0 || m.side(i) == nil:
		return fmt.Errorf("servo: between: there is no cylinder %q; walls are four, two pairs of opposite ones", name)
	case !m.along(i, s.Axis):
		return fmt.Errorf("servo: between: the cylinder %q does not stand along the axis", name)
	}
	return nil
}

// along reports whether the axis of a body, a cylinder, has a direction or the opposite.
func (m *Motions) along(i int, way vec.Vec3) bool {
	b := m.site.Bodies
	return math.Abs(b.Ori[i].Rotate(b.Template(i).Shapes[0].Axis).Dot(way)) > 1-1e-9
}

// restoreSide lets the radius of a restored body grow as it did. No other body may have its template, which a damaged
// state can say.
func (m *Motion) restoreSide(a *archive.Archive, s *Site) {
	c := s.Bodies.Side(s.Shapes, m.Body)
	if c == nil {
		a.Fail("motion %q is that of a side, and body %d is no cylinder", m.Def.Name, m.Body)
		return
	}
	s.Bodies.OwnSide(m.Body)
	c.Held = true
	if m.Started && !m.Retired {
		c.Growth = c.Sense() * m.Holding.Speed
	}
}
