package narrow

import (
	"math"

	"tumble/sim/shape"
	"tumble/sim/vec"
)

// CylinderCapsule appends the contacts of an infinite cylinder and a capsule by the rule
// documented to out and returns it with the gap between them [m], which is their signed
// distance. If gap ≤ 0 they touch.
//
// From outside the rule is that of two capsules, where the cylinder has no ends: overlap
// from the minimum distance, and if both ends of the capsule overlap, point and normal
// weighted with their overlaps. In a tube the farthest points from the axis are ends of
// the capsule. If both touch, and their normals are within 25° of one another, the rule is
// that of the wall, which a wide tube resembles: point, normal and overlap are weighted
// means. Else (the capsule lies across) they are two contacts.
func CylinderCapsule(c shape.Cylinder, b shape.Capsule, out []Touch) (touches []Touch, gap float64) {
	if c.Hollow {
		return tubeCapsule(c, b, out)
	}
	t, gap := rodCapsule(c, b)
	if gap > 0 {
		return out, gap
	}
	return append(out, t), gap
}

// rodCapsule is CylinderCapsule from outside.
func rodCapsule(c shape.Cylinder, b shape.Capsule) (t Touch, gap float64) {
	w := b.Center.Sub(c.Point)
	reach := c.Radius + b.Radius

	// Across the axis the capsule is the segment q + s v, |s| ≤ Half; its nearest
	// point to the origin gives the overlap.
	q := w.AddScaled(-w.Dot(c.Axis), c.Axis)
	v := b.Axis.AddScaled(-b.Axis.Dot(c.Axis), c.Axis)
	s := 0.
	if vv := v.Norm2(); vv > parallel {
		s = vec.Clamp(-q.Dot(v)/vv, -b.Half, b.Half)
	}
	near := q.AddScaled(s, v)
	d := near.Norm()
	if d > reach {
		return t, d - reach
	}
	normal := near
	if d > coincident*reach {
		normal = near.Scale(1 / d)
	} else {
		normal = sideways(c.Axis, 1, b.Axis, b.Half, q)
	}
	p := w.AddScaled(s, b.Axis).Sub(near)
	t = between(p, normal, c.Radius, reach-d)

	var ends weighted
	if b.Half > 0 {
		for _, s := range [2]float64{-b.Half, b.Half} {
			end := w.AddScaled(s, b.Axis)
			foot := c.Axis.Scale(end.Dot(c.Axis))
			ends.touch(foot, end, c.Radius, reach, normal)
		}
	}
	if ends.count > 1 && ends.sum > 0 {
		t.Point, t.Normal = ends.mean(normal)
	}
	t.Point = t.Point.Add(c.Point)
	return t, -t.Overlap
}

// tubeCapsule is CylinderCapsule for a tube.
func tubeCapsule(c shape.Cylinder, b shape.Capsule, out []Touch) (touches []Touch, gap float64) {
	p, q := b.Ends()
	ta, tb := inside(c, p, b.Radius), inside(c, q, b.Radius)
	ta.Feature, tb.Feature = FeatureEndA, FeatureEndB
	gap = -math.Max(ta.Overlap, tb.Overlap)
	switch {
	case gap > 0:
	case tb.Overlap < 0:
		out = append(out, ta)
	case ta.Overlap < 0:
		out = append(out, tb)
	case ta.Normal.Dot(tb.Normal) > patch:
		t := mean(ta, tb)
		t.Feature = FeatureBoth
		out, gap = append(out, t), -t.Overlap
	default:
		out = append(out, ta, tb)
	}
	return out, gap
}

// mean returns the contact that stands for the contacts of the two ends of a capsule with
// one surface, by the wall's rule: point, normal and overlap weighted with the overlaps.
func mean(a, b Touch) Touch {
	sum := a.Overlap + b.Overlap
	wa, wb := 0.5, 0.5
	if sum > 0 {
		wa, wb = a.Overlap/sum, b.Overlap/sum
	}
	_, normal := split(a.Normal.Scale(wa).AddScaled(wb, b.Normal), 1, a.Normal)
	return Touch{
		Point:   a.Point.Scale(wa).AddScaled(wb, b.Point),
		Normal:  normal,
		Overlap: wa*a.Overlap + wb*b.Overlap,
	}
}
