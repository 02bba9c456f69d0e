package narrow

import "example.org/tumble/sim/vec"

// Parts of a triangle on which a nearest point can lie. Side k runs from corner k to the
// next one.
const (
	OnFace    int = 0
	OnSide0   int = 1 // and 2, 3
	OnCorner0 int = 4 // and 5, 6
)

// PointTriangle returns the point of a triangle that is nearest to p [m] and the part of the triangle on
// which it lies; normal is the triangle's TriangleNormal. It is exact at obtuse corners too. A triangle
// without area is treated as its three sides.
//
// Method: the signs of the scalar products of p - corner with the sides show whether p belongs to a
// corner. The signs of the areas of the triangles that p's projection makes with the sides show whether
// it belongs to a side. Otherwise it lies over the face (Ericson, Real-Time Collision Detection, 5.1.5).
func PointTriangle(p, a, b, c, normal vec.Vec3) (q vec.Vec3, part int) {
	if normal == (vec.Vec3{}) {
		return pointSides(p, a, b, c)
	}
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	a1, a2 := ab.Dot(ap), ac.Dot(ap)
	if a1 <= 0 && a2 <= 0 {
		return a, OnCorner0
	}
	bp := p.Sub(b)
	b1, b2 := ab.Dot(bp), ac.Dot(bp)
	if b1 >= 0 && b2 <= b1 {
		return b, OnCorner0 + 1
	}
	if a1*b2-b1*a2 <= 0 && a1 >= 0 && b1 <= 0 {
		return a.AddScaled(a1/(a1-b1), ab), OnSide0
	}
	cp := p.Sub(c)
	c1, c2 := ab.Dot(cp), ac.Dot(cp)
	if c2 >= 0 && c1 <= c2 {
		return c, OnCorner0 + 2
	}
	if c1*a2-a1*c2 <= 0 && a2 >= 0 && c2 <= 0 {
		return a.AddScaled(a2/(a2-c2), ac), OnSide0 + 2
	}
	if toC, toB := b2-b1, c1-c2; b1*c2-c1*b2 <= 0 && toC >= 0 && toB >= 0 {
		return b.AddScaled(toC/(toC+toB), c.Sub(b)), OnSide0 + 1
	}
	return p.AddScaled(-ap.Dot(normal), normal), OnFace
}

// pointSides is PointTriangle for a triangle without area.
func pointSides(p, a, b, c vec.Vec3) (q vec.Vec3, part int) {
	corners := [4]vec.Vec3{a, b, c, a}
	best := -1.
	for k := range 3 {
		from, side := corners[k], corners[k+1].Sub(corners[k])
		on := OnSide0 + k
		f := side.Dot(p.Sub(from))
		switch length2 := side.Norm2(); {
		case f <= 0:
			f, on = 0, OnCorner0+k
		case f >= length2:
			f, on = 1, OnCorner0+(k+1)%3
		default:
			f /= length2
		}
		at := from.AddScaled(f, side)
		if d2 := p.Sub(at).Norm2(); best < 0 || d2 < best {
			best, q, part = d2, at, on
		}
	}
	return q, part
}

// shaft returns the nearest points of the segment c ± h u and the sides of the triangle, if the point c +
// s u on the segment is not an end of it. ok is false if there is no such pair nearer than the square
// root of limit [m²].
func (f *facet) shaft(c, u vec.Vec3, h, limit float64) (s float64, q vec.Vec3, part int, ok bool) {
	for k := range f.sides {
		side := &f.sides[k]
		w := side.middle.Sub(c)
		t, r := nearest(w, u, h, side.along, side.half)
		if t <= -h || t >= h {
			continue
		}
		if d2 := w.AddScaled(r, side.along).AddScaled(-t, u).Norm2(); d2 < limit {
			limit, s, ok = d2, t, true
			switch {
			case r <= -side.half:
				q, part = f.corners[k], OnCorner0+k
			case r >= side.half:
				q, part = f.corners[k+1], OnCorner0+(k+1)%3
			default:
				q, part = side.middle.AddScaled(r, side.along), OnSide0+k
			}
		}
	}
	return s, q, part, ok
}

// pierce returns the parameter s at which the segment c ± h u passes through the triangle; za and zb are
// the heights of the segment's ends over the triangle's plane. The triangle is enlarged by 1e-12, so that
// nothing slips through between two triangles.
func (f *facet) pierce(c, u vec.Vec3, h, za, zb float64) (s float64, ok bool) {
	if !(za < 0 && zb > 0) && !(za > 0 && zb < 0) {
		return 0, false
	}
	s = h * (za + zb) / (za - zb)
	p := c.AddScaled(s, u)
	for k := range f.sides {
		side := f.corners[k+1].Sub(f.corners[k])
		if side.Cross(p.Sub(f.corners[k])).Dot(f.normal) < -1e-12*side.Norm2() {
			return 0, false
		}
	}
	return s, true
}

// SegmentTriangle returns the least distance of the segment center ± h u and a triangle
// [m], the nearest points center + s u and q, and the part of the triangle on which q
// lies. A segment that passes through has the distance zero.
func SegmentTriangle(center, u vec.Vec3, h float64, a, b, c vec.Vec3) (distance, s float64, q vec.Vec3, part int) {
	f := newFacet(a, b, c)
	return f.segment(center, u, h)
}

// segment is SegmentTriangle for the facet.
func (f *facet) segment(center, u vec.Vec3, h float64) (distance, s float64, q vec.Vec3, part int) {
	a, b, c := f.corners[0], f.corners[1], f.corners[2]
	endA, endB := center.AddScaled(-h, u), center.AddScaled(h, u)
	za, zb := endA.Sub(a).Dot(f.normal), endB.Sub(a).Dot(f.normal)
	if s, ok := f.pierce(center, u, h, za, zb); ok {
		return 0, s, center.AddScaled(s, u), OnFace
	}
	q, part = PointTriangle(endA, a, b, c, f.normal)
	d2 := q.Sub(endA).Norm2()
	s = -h
	if qb, on := PointTriangle(endB, a, b, c, f.normal); qb.Sub(endB).Norm2() < d2 {
		s, q, part, d2 = h, qb, on, qb.Sub(endB).Norm2()
	}
	if t, at, on, ok := f.shaft(center, u, h, d2); ok {
		s, q, part = t, at, on
	}
	return q.Sub(center.AddScaled(s, u)).Norm(), s, q, part
}
