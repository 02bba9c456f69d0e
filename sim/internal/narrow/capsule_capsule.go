package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// CapsuleCapsule finds the contact of two capsules by the rule documented. The gap [m] of capsules that
// do not touch is their distance, or a lower bound of their distance that is larger than the sum of the
// radii.
//
// The rule (Woo's documentation of capsules): the overlap comes from the minimum distance of the
// two segments. Each of the four end points that is nearer to the other segment than the
// sum of the radii makes an end contact, with its own point (the middle of the overlap
// along the connection), normal and overlap. If at most one end makes a contact, the contact of the pair
// is the contact of the nearest points; if several do, point and normal are means over all of them,
// weighted with their overlaps. A capsule with zero shaft is a sphere, which has no flat side to lie on:
// its contact is always at the nearest points.
func CapsuleCapsule(a, b *shape.Capsule, q *Query) (gap float64) {
	w := b.Center.Sub(a.Center)
	reach := a.Radius + b.Radius

	// First compare bounding spheres: the bound is returned only if it is large enough to be useful.
	far := a.Half + b.Half + 2*reach
	if d2 := w.Norm2(); d2 > far*far {
		return math.Sqrt(d2) - (far - reach)
	}

	// Overlap from the nearest points of the segments.
	s1, s2 := nearest(w, a.Axis, a.Half, b.Axis, b.Half)
	v := w.AddScaled(s2, b.Axis).AddScaled(-s1, a.Axis)
	d := v.Norm()
	if d > reach {
		return d - reach
	}
	normal := v
	if d > coincident*reach {
		normal = v.Scale(1 / d)
	} else {
		normal = sideways(a.Axis, a.Half, b.Axis, b.Half, w)
	}
	t := q.point()
	*t = between(a.Center.AddScaled(s1, a.Axis), normal, a.Radius, reach-d)
	if a.Half != 0 && b.Half != 0 {
		touchEnds(a, b, w, t)
	}
	if q.Seen != nil {
		q.Seen.nearest(a, b, t)
	}
	return -t.Overlap
}

// touchEnds replaces point and normal of a contact by the means over the contacts of the end points if
// there are several; w is the offset of the centres. Most pairs have one or no such end, so the ends are
// counted before anything else is computed.
func touchEnds(a, b *shape.Capsule, w vec.Vec3, t *Touch) {
	reach := a.Radius + b.Radius
	cosine, along1, along2 := a.Axis.Dot(b.Axis), w.Dot(a.Axis), w.Dot(b.Axis)
	places := [4][2]float64{ // parameters along both segments
		{-a.Half, vec.Clamp(-a.Half*cosine-along2, -b.Half, b.Half)},
		{a.Half, vec.Clamp(a.Half*cosine-along2, -b.Half, b.Half)},
		{vec.Clamp(-b.Half*cosine+along1, -a.Half, a.Half), -b.Half},
		{vec.Clamp(b.Half*cosine+along1, -a.Half, a.Half), b.Half},
	}
	count := 0
	var near [4]bool
	for k := range places {
		v := w.AddScaled(places[k][1], b.Axis).Sub(a.Axis.Scale(places[k][0]))
		if v.Norm2() < reach*reach {
			near[k] = true
			count++
		}
	}
	if count < 2 {
		return
	}
	// In a frame with its origin at the first centre.
	var ends weighted
	for k := range places {
		if near[k] {
			ends.touch(a.Axis.Scale(places[k][0]), w.AddScaled(places[k][1], b.Axis), a.Radius, reach, t.Normal)
		}
	}
	if ends.sum == 0 { // they touch only to the last bit
		return
	}
	t.Point, t.Normal = ends.mean(t.Normal)
	t.Point = t.Point.Add(a.Center)
}

// touch adds the contact of two spheres at p and q if they overlap. The first sphere has the radius ra,
// and reach is the sum of both radii.
func (w *weighted) touch(p, q vec.Vec3, ra, reach float64, instead vec.Vec3) {
	v := q.Sub(p)
	d2 := v.Norm2()
	if d2 >= reach*reach {
		return
	}
	d := math.Sqrt(d2)
	n := instead
	if d > coincident*reach {
		n = v.Scale(1 / d)
	}
	w.add(p.AddScaled(ra-(reach-d)/2, n), n, reach-d)
}
