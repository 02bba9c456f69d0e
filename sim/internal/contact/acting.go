package contact

import (
	"cmp"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/vec"
)

// Acting is what contacts put on a body.
type Acting struct {
	Body int32
	body.Wrench
}

// ActingOnFixed returns the wrenches of the contacts of the last step on the fixed bodies that are asked for and touch
// something, in the order of the bodies. No step sums these; see body.Set.IsFixed. Contacts are added up in the order
// of the other bodies' numbers, so that sorting the bodies between two steps does not change the sum.
func (set *Set) ActingOnFixed(asked func(i int32) bool) (all []Acting) {
	b := set.Bodies
	type push struct {
		on            int32
		by            body.ID
		force, torque vec.Vec3
	}
	var pushes []push
	for c, torque := range set.WithTorque {
		if b.IsFixed(int(c.BodyA)) && asked(c.BodyA) {
			force := c.Force
			torque = torque.Add(c.Point.Sub(b.Pos[c.BodyA]).Cross(force))
			pushes = append(pushes, push{c.BodyA, b.ID(int(c.BodyB)), force, torque})
		}
	}
	slices.SortStableFunc(pushes, func(p, q push) int { return cmp.Or(cmp.Compare(p.on, q.on), cmp.Compare(p.by, q.by)) })
	for i := range pushes {
		p := &pushes[i]
		if n := len(all); n == 0 || all[n-1].Body != p.on {
			all = append(all, Acting{Body: p.on})
		}
		w := &all[len(all)-1].Wrench
		w.Force, w.Torque = w.Force.Add(p.force), w.Torque.Add(p.torque)
	}
	return all
}

// Onto is Of once the contacts of a step are updated, and passes over the chunks that have none of the body.
func (set *Set) Onto(i int32) func(yield func(*Contact, vec.Vec3) bool) {
	own := Span{i, i + 1}
	return func(yield func(*Contact, vec.Vec3) bool) {
		for _, k := range set.Chunks {
			if !own.meets(k.BodiesA) && !own.meets(k.BodiesB) {
				continue
			}
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

// AnyBody asks for all bodies.
func AnyBody(int32) bool { return true }
