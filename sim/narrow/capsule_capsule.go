package narrow

import (
	"math"

	"tumble/sim/shape"
	"tumble/sim/vec"
)

// CapsuleCapsule returns the contact of two capsules by the rule documented and the gap
// [m] between them. If gap ≤ 0 they touch and t is valid; else gap is their distance, or
// a lower bound of it that is larger than the sum of the radii.
//
// The rule (seed page on capsules): the overlap comes from the minimum distance of the
// two segments. Each of the four end points that is nearer to the other segment than the
// sum of the radii makes an end contact, with its own point (the middle of the overlap
// along the connection), normal and overlap. With at most one of them the contact is
// that of the nearest points; with more, point and normal are means of all of them,
// weighted with their overlaps. A capsule with zero shaft is a sphere, which has no flat
// to lie on: the contact is then always that of the nearest points.
func CapsuleCapsule(a, b shape.Capsule) (t Touch, gap float64) {
	w := b.Center.Sub(a.Center)
	reach := a.Radius + b.Radius

	// Bounding spheres, so far apart that the bound is worth returning.
	far := a.Half + b.Half + 2*reach
	if d2 := w.Norm2(); d2 > far*far {
		return t, math.Sqrt(d2) - (far - reach)
	}

	// Overlap from the nearest points of the segments.
	s1, s2 := nearest(w, a.Axis, a.Half, b.Axis, b.Half)
	v := w.AddScaled(s2, b.Axis).AddScaled(-s1, a.Axis)
	d2 := v.Norm2()
	d := math.Sqrt(d2)
	if d2 > reach*reach {
		return t, d - reach
	}
	normal := v
	if d > coincident*reach {
		normal = v.Scale(1 / d)
	} else {
		normal = sideways(a.Axis, a.Half, b.Axis, b.Half, w)
	}
	t = between(a.Center.AddScaled(s1, a.Axis), normal, a.Radius, reach-d)
	if a.Half == 0 || b.Half == 0 {
		return t, -t.Overlap
	}

	// Contacts of the end points, in a frame with its origin at the first centre.
	var ends weighted
	cosine, along1, along2 := a.Axis.Dot(b.Axis), w.Dot(a.Axis), w.Dot(b.Axis)
	for _, s := range [2]float64{-a.Half, a.Half} {
		end := a.Axis.Scale(s)
		near := vec.Clamp(s*cosine-along2, -b.Half, b.Half)
		ends.touch(end, w.AddScaled(near, b.Axis), a.Radius, reach, normal)
	}
	for _, s := range [2]float64{-b.Half, b.Half} {
		end := w.AddScaled(s, b.Axis)
		near := vec.Clamp(s*cosine+along1, -a.Half, a.Half)
		ends.touch(a.Axis.Scale(near), end, a.Radius, reach, normal)
	}
	if ends.count > 1 {
		t.Point, t.Normal = ends.mean(normal)
		t.Point = t.Point.Add(a.Center)
	}
	return t, -t.Overlap
}

// touch adds the contact of two spheres at p and q, of which the first has the radius ra
// and whose radii sum to reach, if they overlap.
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
