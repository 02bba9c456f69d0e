package state

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/vec"
)

// Matter is what fields are made of: the bodies that forces move, and what contacts do to them. It is a copy.
type Matter struct {
	Grains []Grain
	Pushes []Push
}

// Grain is a body that forces move.
type Grain struct {
	Position, Velocity vec.Vec3 // [m], [m/s]
	Mass               float64  // [kg]
}

// Push is the force of a contact on a body that forces move.
type Push struct {
	From, Point vec.Vec3 // centre of mass of the body, and the contact [m]
	Force       vec.Vec3 // on the body [N]
	Wall        bool     // of a body that forces do not move
}

// Matter returns that of the state.
func (s *State) Matter() *Matter {
	m, at := &Matter{}, make(map[body.ID]*Body, len(s.Bodies))
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if at[b.ID] = b; b.moves() {
			m.Grains = append(m.Grains, Grain{vector(b.Position), vector(b.Velocity), b.Mass})
		}
	}
	for i := range s.Contacts {
		c := &s.Contacts[i]
		a, b, point, force := at[c.BodyA], at[c.BodyB], vector(c.Point), vector(c.Force)
		if a.moves() {
			m.Pushes = append(m.Pushes, Push{vector(a.Position), point, force, !b.moves()})
		}
		if b.moves() {
			m.Pushes = append(m.Pushes, Push{vector(b.Position), point, force.Neg(), !a.moves()})
		}
	}
	return m
}

func (b *Body) moves() bool { return b.Kind == kindNames[body.Dynamic] }

func vector(a [3]float64) vec.Vec3 { return vec.New(a[0], a[1], a[2]) }

// Matter returns the matter that lies in part between two corners of a box, in the order of State.Matter, with or
// without pushes.
func (c Contacts) Matter(low, high vec.Vec3, pushes bool) *Matter {
	m, b := &Matter{}, c.set.Bodies
	for _, i := range b.Created {
		if p := b.Pos[i]; b.Kind[i] == body.Dynamic && meets(p, p, low, high) {
			m.Grains = append(m.Grains, Grain{p, b.Vel[i], b.Mass(int(i)).Mass})
		}
	}
	if !pushes {
		return m
	}
	for k := range c.set.All {
		for side, i := range [2]int32{k.BodyA, k.BodyB} {
			if b.Kind[i] != body.Dynamic || !meets(b.Pos[i], k.Point, low, high) {
				continue
			}
			other, force := k.BodyB, k.Force
			if side == 1 {
				other, force = k.BodyA, force.Neg()
			}
			m.Pushes = append(m.Pushes, Push{b.Pos[i], k.Point, force, b.Kind[other] != body.Dynamic})
		}
	}
	return m
}

// meets reports whether the box round two points meets the box between two corners.
func meets(p, q, low, high vec.Vec3) bool {
	return max(p.X, q.X) >= low.X && min(p.X, q.X) <= high.X && max(p.Y, q.Y) >= low.Y && min(p.Y, q.Y) <= high.Y &&
		max(p.Z, q.Z) >= low.Z && min(p.Z, q.Z) <= high.Z
}
