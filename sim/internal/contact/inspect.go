package contact

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Of returns the contacts of one body in the last step, in contact order, with their torques on the
// first of both bodies about the point. Each lies in the same memory as those of All.
func (set *Set) Of(i int32) func(yield func(*Contact, vec.Vec3) bool) {
	return func(yield func(*Contact, vec.Vec3) bool) {
		for k := range set.Listed {
			for n := range k.Contacts.N {
				if b, l := k.Contacts.Row(n); b.BodyA[l] != i && b.BodyB[l] != i {
					continue
				}
				k.Read(n, &set.seen)
				if !yield(&set.seen, k.Torque(n)) {
					return
				}
			}
		}
	}
}

// Between returns contact number nth, in contact order, of two shapes in the last step, with its torque
// on the first; false if there are not so many.
func (set *Set) Between(a, b body.ShapeRef, nth int32) (c Contact, torque vec.Vec3, ok bool) {
	for k := range set.Listed {
		if k.List.KindA != a.Kind || k.List.KindB != b.Kind {
			continue
		}
		for n := range k.Contacts.N {
			pair := int(k.Contacts.PairOf(n))
			if p := &k.Pairs[pair]; p.A != a.Index || p.B != b.Index {
				continue
			}
			if int32(k.Contacts.countOf(n, pair)) <= nth {
				return c, torque, false
			}
			n += int(nth)
			k.Read(n, &c)
			return c, k.Torque(n), true
		}
	}
	return c, torque, false
}

// Derived is what follows from the numbers of a contact.
type Derived struct {
	Kn, Kt    float64 // stiffness of its springs at its overlap [N/m]
	Viscosity float64 // of its dashpot [N·s/m]
	Limit     float64 // of the tangential force [N]
	Extent    float64 // how far apart the bodies may be while it goes on [m]
	Closing   float64 // speed at which its bodies approach along the normal, at the point [m/s]
	Slip      vec.Vec3
}

// Derive returns what follows from the numbers of a contact.
func (set *Set) Derive(c *Contact) (t Derived) {
	l, s := &law.Kinds[set.Law], c.law()
	push, grade := l.Force(s, c.Overlap)
	t.Kn, t.Kt = c.Kn*grade, c.Kt*grade
	t.Viscosity = l.Viscosity(c.Damping, t.Kn, c.Mass)
	if c.Damping == 0 || math.IsInf(c.Mass, 0) {
		t.Viscosity = 0
	}
	how := InOnePoint
	if push += c.Drag; push != 0 {
		how.share = c.NormalForce() / push
	}
	t.Limit = c.Mu * c.load(c.NormalForce(), &how)
	_, end := l.Extent(s)
	t.Extent = -end
	t.Closing, t.Slip = set.Slip(c)
	return t
}

// Slip returns the speed at which the bodies of a contact approach along its normal, at its point, and the velocity of
// the first body over the second there, across the normal [m/s].
func (set *Set) Slip(c *Contact) (closing float64, slip vec.Vec3) {
	slip = set.between(c, c.Point)
	closing = slip.Dot(c.Normal)
	return closing, slip.AddScaled(-closing, c.Normal)
}

// Explain asks again for the contacts of two shapes before a witness, and returns them in the order in
// which it saw them. What the search for contacts remembers of the pair stays as it is.
func (set *Set) Explain(a, b body.ShapeRef, seen *narrow.Witness) []narrow.LineContact {
	for k := range set.Listed {
		if k.List.KindA != a.Kind || k.List.KindB != b.Kind {
			continue
		}
		for i := range k.Pairs {
			if p := &k.Pairs[i]; p.A == a.Index && p.B == b.Index {
				return set.explain(k, i, seen)
			}
		}
	}
	return nil
}

func (set *Set) explain(k *Chunk, pair int, seen *narrow.Witness) []narrow.LineContact {
	l, p := k.List, &k.Pairs[pair]
	if l.KindA == shape.KindMesh {
		number := k.States[pair].view
		before := set.views[number]
		set.views[number] = view{until: -1}
		defer func() { set.views[number] = before }()
	}
	var space Workspace
	set.ask(&space).Seen = seen
	space.lookAt(k, pair)
	end := set.extent(l, p).end
	set.findWithin(l.find, l, p, end, &space)
	for i := range seen.Places {
		q := &seen.Places[i]
		q.Overlap += end
		if l.KindA == shape.KindMesh {
			m := &set.Shapes.Meshes[p.A]
			q.Point, q.From, q.To = m.ToGlobal(q.Point), m.ToGlobal(q.From), m.ToGlobal(q.To)
			q.Normal = m.Ori.Rotate(q.Normal)
		}
		if of := q.Of; of >= 0 && l.KindA != shape.KindWall {
			q.Point = q.Point.AddScaled(-end/2, space.query.Contacts[of].Normal) // as their mean was
		}
	}
	for i := range seen.Ways {
		if l.KindA == shape.KindMesh {
			seen.Ways[i].Shift = set.Shapes.Meshes[p.A].Ori.Rotate(seen.Ways[i].Shift)
		}
	}
	return space.query.Contacts
}
