package contact

import (
	"tumble/sim/law"
	"tumble/sim/ledger"
	"tumble/sim/limit"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// This file is what contacts need that act while the bodies are apart, under laws with a Range: the
// search finds pairs that are so near, kernels see the second shape grown by the range, and a
// contact that goes on until it ends is told from one that has not yet begun.

// ActsApart reports whether contacts may act while the bodies are apart.
func (set *Set) ActsApart() bool { return law.Kinds[set.Law].Range != nil }

// growth is the second shape of a pair while its contacts are looked for, grown by the range [m]. The
// memory is for the grown shape.
type growth struct {
	by      float64
	sphere  shape.Sphere
	capsule shape.Capsule
}

// sphere returns sphere i, the second shape of a pair.
func (set *Set) sphere(i int32, g *growth) *shape.Sphere {
	s := &set.Shapes.Spheres[i]
	if g.by > 0 {
		g.sphere = *s
		g.sphere.Radius += g.by
		return &g.sphere
	}
	return s
}

// capsule returns capsule i, the second shape of a pair.
func (set *Set) capsule(i int32, g *growth) *shape.Capsule {
	c := &set.Shapes.Capsules[i]
	if g.by > 0 {
		g.capsule = *c
		g.capsule.Radius += g.by
		return &g.capsule
	}
	return c
}

// findWithin appends what a cell finds of a pair within the range of its contacts, and returns it with a
// lower bound of how far the pair is from that [m] if there is nothing.
func (set *Set) findWithin(cell *cell, l *List, c *Pair, space *Workspace, out found) (found, float64) {
	if !set.ActsApart() {
		return cell.find(set, c, space, out)
	}
	_, end := set.extent(l, c)
	first := len(out)
	space.grown.by = -end
	out, gap := cell.find(set, c, space, out)
	space.grown.by = 0
	for i := range out[first:] {
		d := &out[first+i]
		d.Overlap += end
		if l.KindA != shape.KindWall { // where the point lies in the plane
			d.Point = d.Point.AddScaled(-end/2, d.Normal)
		}
	}
	return out, gap
}

// extent returns the overlaps at which contacts of a pair begin and end [m].
func (set *Set) extent(l *List, c *Pair) (begin, end float64) {
	s := set.mix(l, c)
	return law.Kinds[set.Law].Extent(s.law())
}

// leaveOut drops, of what was found of a pair from number first on, what neither continues one of its
// contacts nor begins one. It returns with the rest which contacts are continued, a bit for each.
func (set *Set) leaveOut(k *Chunk, c *Pair, all found, first int) (kept found, continued uint32) {
	begin, _ := set.extent(k.List, c)
	kept = all[:first]
	for i := range all[first:] {
		d := &all[first+i]
		if k.Contacts.continued(int(c.First), int(c.Count), &d.Touch, &continued) >= 0 || d.Overlap >= begin {
			kept = append(kept, *d)
		}
	}
	return kept, continued
}

// endOf adds to lost what the contacts of a pair held that are not continued. The half step since they
// were seen is booked already, as their work.
func (set *Set) endOf(k *Chunk, c *Pair, continued uint32, lost *ledger.Loss) {
	b := set.Bodies
	for i := range int(c.Count) {
		if continued>>i&1 != 0 {
			continue
		}
		n := int(c.First) + i
		old := k.Contact(n)
		normal, shear, couple := set.ElasticIn(&old)
		power := old.Force().Dot(b.VelocityAt(old.BodyA, old.Point).Sub(b.VelocityAt(old.BodyB, old.Point))) +
			k.withMoment(n, old.Couple).Dot(b.Spin[old.BodyA].Sub(b.Spin[old.BodyB]))
		lost.Adhesion += normal + shear + couple - set.Clock.Last/2*power
	}
}

// Farthest returns how far apart two bodies can be whose contact goes on [m].
func (set *Set) Farthest() (most float64) {
	if !set.ActsApart() {
		return 0
	}
	l, r := &law.Kinds[set.Law], set.Shapes.LargestRadius()
	for a := range set.Materials {
		for b := range set.Materials {
			s := set.Properties[a*len(set.Materials)+b].PairProperties
			for _, other := range [2]float64{0, r} {
				_, end := l.Extent(l.Mix(set.Materials[a].Law, set.Materials[b].Law, s, r, other))
				most = max(most, -end)
			}
		}
	}
	return most
}

// reaches reports whether a contact may have its overlap.
func (set *Set) reaches(c *Contact) bool {
	_, end := law.Kinds[set.Law].Extent(c.law())
	return c.Overlap >= end && c.Overlap < limit.Lost
}

// within takes back to where it ends what lies beyond that after an edit.
func (t *Table) within(l *law.Law) {
	for i := range t.N {
		b, m := t.Row(i)
		if _, end := l.Extent(t.Springs[b.Springs[m]].law()); b.overlap[m] < end {
			b.overlap[m] = end
			b.shear.put(m, vec.Vec3{})
			if len(t.resistance) > 0 {
				t.resistance[i].Couple = vec.Vec3{}
			}
		}
	}
}
