package sim

import (
	"tumble/sim/law"
	"tumble/sim/ledger"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// This file is what contacts need that act while the bodies are apart, under laws with a Range: the
// search finds pairs that are so near, kernels see the second shape grown by the range, and a
// contact that goes on until it ends is told from one that has not yet begun.

// actsApart reports whether contacts may act while the bodies are apart.
func (w *contactSet) actsApart() bool { return law.Kinds[w.law].Range != nil }

// growth is the second shape of a pair while its contacts are looked for, grown by the range [m]. The
// memory is for the grown shape.
type growth struct {
	by      float64
	sphere  shape.Sphere
	capsule shape.Capsule
}

// sphere returns sphere i, the second shape of a pair.
func (w *contactSet) sphere(i int32, g *growth) *shape.Sphere {
	s := &w.shapes.Spheres[i]
	if g.by > 0 {
		g.sphere = *s
		g.sphere.Radius += g.by
		return &g.sphere
	}
	return s
}

// capsule returns capsule i, the second shape of a pair.
func (w *contactSet) capsule(i int32, g *growth) *shape.Capsule {
	c := &w.shapes.Capsules[i]
	if g.by > 0 {
		g.capsule = *c
		g.capsule.Radius += g.by
		return &g.capsule
	}
	return c
}

// findWithin appends what a cell finds of a pair within the range of its contacts, and returns it with a
// lower bound of how far the pair is from that [m] if there is nothing.
func (w *contactSet) findWithin(cell *cell, l *pairList, c *candidate, space *workspace, out found) (found, float64) {
	if !w.actsApart() {
		return cell.find(w, c, space, out)
	}
	_, end := w.extent(l, c)
	first := len(out)
	space.grown.by = -end
	out, gap := cell.find(w, c, space, out)
	space.grown.by = 0
	for i := range out[first:] {
		d := &out[first+i]
		d.Overlap += end
		if l.kindA != shape.KindWall { // where the point lies in the plane
			d.Point = d.Point.AddScaled(-end/2, d.Normal)
		}
	}
	return out, gap
}

// extent returns the overlaps at which contacts of a pair begin and end [m].
func (w *contactSet) extent(l *pairList, c *candidate) (begin, end float64) {
	s := w.mix(l, c)
	return law.Kinds[w.law].Extent(s.law())
}

// leaveOut drops, of what was found of a pair from number first on, what neither continues one of its
// contacts nor begins one. It returns with the rest which contacts are continued, a bit for each.
func (w *contactSet) leaveOut(k *chunkOfPairs, c *candidate, all found, first int) (kept found, continued uint32) {
	begin, _ := w.extent(k.list, c)
	kept = all[:first]
	for i := range all[first:] {
		d := &all[first+i]
		if k.contacts.continued(int(c.contact), int(c.count), &d.Touch, &continued) >= 0 || d.Overlap >= begin {
			kept = append(kept, *d)
		}
	}
	return kept, continued
}

// endOf adds to lost what the contacts of a pair held that are not continued. The half step since they
// were seen is booked already, as their work.
func (w *contactSet) endOf(k *chunkOfPairs, c *candidate, continued uint32, lost *ledger.Loss) {
	b := w.bodies
	for i := range int(c.count) {
		if continued>>i&1 != 0 {
			continue
		}
		n := int(c.contact) + i
		old := k.contact(n)
		normal, shear, couple := w.elasticIn(&old)
		power := old.force().Dot(b.VelocityAt(old.bodyA, old.point).Sub(b.VelocityAt(old.bodyB, old.point))) +
			k.turn(n, old.couple).Dot(b.Spin[old.bodyA].Sub(b.Spin[old.bodyB]))
		lost.Adhesion += normal + shear + couple - w.clock.last/2*power
	}
}

// farthest returns how far apart two bodies can be whose contact goes on [m].
func (w *contactSet) farthest() (most float64) {
	if !w.actsApart() {
		return 0
	}
	l, r := &law.Kinds[w.law], w.shapes.LargestRadius()
	for a := range w.materials {
		for b := range w.materials {
			s := w.surfaces[a*len(w.materials)+b].Surface
			for _, other := range [2]float64{0, r} {
				_, end := l.Extent(l.Mix(w.materials[a].law, w.materials[b].law, s, r, other))
				most = max(most, -end)
			}
		}
	}
	return most
}

// reaches reports whether a contact may have its overlap.
func (w *contactSet) reaches(c *contact) bool {
	_, end := law.Kinds[w.law].Extent(c.law())
	return c.overlap >= end && c.overlap < beyond
}

// within takes back to where it ends what lies beyond that after an edit.
func (t *contactTable) within(l *law.Law) {
	for i := range t.n {
		b, m := t.row(i)
		if _, end := l.Extent(t.springs[b.springs[m]].law()); b.overlap[m] < end {
			b.overlap[m] = end
			b.shear.put(m, vec.Vec3{})
			if len(t.resistance) > 0 {
				t.resistance[i].couple = vec.Vec3{}
			}
		}
	}
}
