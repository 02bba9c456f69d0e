package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// CylinderCapsule finds the contacts of an infinite cylinder and a capsule by the rule documented. The gap is
// their signed distance [m].
//
// From outside, the rule is the rule of two capsules, where the cylinder has no ends: the overlap comes
// from the minimum distance, and if both ends of the capsule overlap, point and normal are weighted with
// their overlaps. In a tube, the points farthest from the axis are the ends of the capsule. If both ends
// touch, and their normals are within 25° of one another, the rule is the wall's, because a wide tube
// resembles a wall: point, normal and overlap are weighted means. Otherwise the capsule lies across the
// tube, and its ends make two contacts.
func CylinderCapsule(c *shape.Cylinder, b *shape.Capsule, q *Query) (gap float64) {
	if c.Hollow {
		return tubeCapsule(c, b, q)
	}
	return rodCapsule(c, b, q)
}

// rodCapsule is CylinderCapsule from outside.
func rodCapsule(c *shape.Cylinder, b *shape.Capsule, q *Query) (gap float64) {
	w := b.Center.Sub(c.Point)
	reach := c.Radius + b.Radius

	// Across the axis the capsule is the segment off + s v, |s| ≤ Half; its nearest
	// point to the origin gives the overlap.
	off := w.AddScaled(-w.Dot(c.Axis), c.Axis)
	v := b.Axis.AddScaled(-b.Axis.Dot(c.Axis), c.Axis)
	s := 0.
	if vv := v.Norm2(); vv > parallel {
		s = vec.Clamp(-off.Dot(v)/vv, -b.Half, b.Half)
	}
	near := off.AddScaled(s, v)
	d := near.Norm()
	if d > reach {
		return d - reach
	}
	normal := near
	if d > coincident*reach {
		normal = near.Scale(1 / d)
	} else {
		normal = sideways(c.Axis, 1, b.Axis, b.Half, off)
	}
	p := w.AddScaled(s, b.Axis).Sub(near)
	t := q.point()
	*t = between(p, normal, c.Radius, reach-d)

	var ends weighted
	if b.Half > 0 {
		for _, s := range [2]float64{-b.Half, b.Half} {
			end := w.AddScaled(s, b.Axis)
			foot := c.Axis.Scale(end.Dot(c.Axis))
			ends.touch(foot, end, c.Radius, reach, normal)
		}
	}
	if q.Seen != nil {
		q.Seen.rod(c, b, p, p.Add(near), t)
	}
	if ends.count > 1 && ends.sum > 0 {
		t.Point, t.Normal = ends.mean(normal)
	}
	t.Point = t.Point.Add(c.Point)
	return -t.Overlap
}

// tubeCapsule is CylinderCapsule for a tube.
func tubeCapsule(c *shape.Cylinder, b *shape.Capsule, q *Query) (gap float64) {
	from, to := b.Ends()
	ta, tb := inside(c, from, b.Radius), inside(c, to, b.Radius)
	ta.Feature, tb.Feature = FeatureEndA, FeatureEndB
	if q.Seen != nil {
		q.Seen.tube(c, b, &ta, &tb)
	}
	gap = -math.Max(ta.Overlap, tb.Overlap)
	switch {
	case gap > 0:
	case tb.Overlap < 0:
		*q.point() = ta
	case ta.Overlap < 0:
		*q.point() = tb
	case ta.Normal.Dot(tb.Normal) > patch:
		t := mean(ta, tb)
		t.Feature = FeatureBoth
		*q.point(), gap = t, -t.Overlap
	default:
		*q.point() = ta
		*q.point() = tb
	}
	return gap
}

// mean returns one contact in place of the contacts of both ends of a capsule with one shape, by the
// wall's rule: point, normal and overlap are weighted with the overlaps.
func mean(a, b Touch) Touch {
	wa, wb := meanWeights(&a, &b)
	_, normal := split(a.Normal.Scale(wa).AddScaled(wb, b.Normal), 1, a.Normal)
	return Touch{
		Point:   a.Point.Scale(wa).AddScaled(wb, b.Point),
		Normal:  normal,
		Overlap: wa*a.Overlap + wb*b.Overlap,
	}
}

// meanWeights returns the weights of the contacts of two ends in their mean.
func meanWeights(a, b *Touch) (wa, wb float64) {
	if sum := a.Overlap + b.Overlap; sum > 0 {
		return a.Overlap / sum, b.Overlap / sum
	}
	return 0.5, 0.5
}
