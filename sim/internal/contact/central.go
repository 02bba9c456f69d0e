package contact

import (
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// A contact is central if its normal passes through the centres of mass of both bodies. Its point follows from the
// normal, the overlap and the radii. So it keeps no point, and neither its law nor sums look up where the bodies are.
// Contacts of spheres are central as long as the centre of each sphere is that of its body: one clump of spheres beside
// them, and all of them keep points, so that kernels need not ask which do.

// central reports whether the contacts with these springs are.
func (s *Springs) central() bool { return s.RadiusA > 0 }

// Recentre takes in whether the centres of all spheres are those of their bodies, which changes as clumps come and go.
func (set *Set) Recentre() {
	for i := range set.Lists {
		l := &set.Lists[i]
		central := set.centralFor(l.KindA, l.KindB)
		if central == l.central {
			continue
		}
		l.central = central
		for _, k := range l.Chunks {
			set.recentre(k)
		}
	}
}

// centralFor reports whether the contacts of shapes of two kinds are central.
func (set *Set) centralFor(a, b shape.Kind) bool {
	return a == shape.KindSphere && b == shape.KindSphere && set.Shapes.Centred(shape.KindSphere)
}

// recentre moves the contacts of a chunk to blocks with points or without them, as its list has it.
func (set *Set) recentre(k *Chunk) {
	t := &k.Contacts
	points := make([]vec.Vec3, t.N)
	for i := range points {
		points[i] = k.Point(i)
	}
	old, central := t.Blocks, t.central
	t.central = k.List.central
	t.Blocks = t.supply.take(make([]*Block, 0, cap(old)), len(old), t.central)
	for i, b := range old {
		*t.Blocks[i] = *b
	}
	t.supply.put(old, central)
	for i := 0; i < len(points) && !t.central; i++ {
		b, l := t.Row(i)
		b.points().put(l, points[i])
	}
	set.remixChunk(k)
	k.shared = t.share()
}

// clearFor makes a table one of contacts that are central, or not. If it was another, it loses what it holds.
func (t *Table) clearFor(central bool) {
	if t.central != central {
		t.clear()
		t.central = central
	}
}

// Point returns where contact i was when it was found [m].
func (k *Chunk) Point(i int) vec.Vec3 {
	t := &k.Contacts
	b, l := t.Row(i)
	if !t.central {
		return b.points().at(l)
	}
	set, a := k.List.set, b.BodyA[l]
	center := set.Bodies.Pos[a]
	if set.Clock.Step != set.foundIn {
		center = center.AddScaled(-set.Clock.Last, set.Bodies.Vel[a])
	}
	return center.AddScaled(t.SpringsOf(i).RadiusA-t.Overlap(i)/2, b.normal.at(l))
}

// overlapBefore returns the overlap of a central contact in the step before, or when onset says that it begins [m].
func (set *Set) overlapBefore(c *Contact) float64 {
	if set.keepsOverlaps() || c.Fresh {
		return c.Overlap
	}
	return c.NormalForce() * c.Softness
}

// midArms returns the levers of a contact, from the centres of mass of its bodies to its point, half a step before the
// touch of this step [m].
func (set *Set) midArms(c *Contact, t *narrow.Touch) (armA, armB vec.Vec3) {
	b, dt := set.Bodies, set.Clock.Last
	if !c.central() {
		mid := c.Point.Add(t.Point).Scale(0.5)
		armA, armB = mid.Sub(b.Pos[c.BodyA]), mid.Sub(b.Pos[c.BodyB])
		return armA.AddScaled(dt/2, b.Vel[c.BodyA]), armB.AddScaled(dt/2, b.Vel[c.BodyB])
	}
	was, is := set.overlapBefore(c)*0.5, t.Overlap*0.5
	armA = c.Normal.Scale(c.RadiusA-was).AddScaled(c.RadiusA-is, t.Normal).Scale(0.5)
	armB = c.Normal.Scale(was-c.RadiusB).AddScaled(is-c.RadiusB, t.Normal).Scale(0.5)
	return armA, armB
}

// torques returns the torques of the force of contact i on its first body, and against it on its second one, about
// their centres of mass [N·m].
func (k *Chunk) torques(i int) (onA, onB vec.Vec3) {
	t := &k.Contacts
	b, l := t.Row(i)
	force := b.force.at(l)
	if t.central {
		s, half, turn := t.SpringsOf(i), t.Overlap(i)*0.5, b.normal.at(l).Cross(force)
		onA, onB = turn.Scale(s.RadiusA-half), turn.Scale(half-s.RadiusB)
	} else {
		point, pos := b.points().at(l), k.List.set.Bodies.Pos
		onA, onB = point.Sub(pos[b.BodyA[l]]).Cross(force), point.Sub(pos[b.BodyB[l]]).Cross(force)
	}
	return k.withCouples(i, onA), k.withCouples(i, onB)
}
