package narrow

import "example.org/tumble/sim/vec"

// SegmentSegment returns the parameters s in [-h1, h1] and t in [-h2, h2] of the points
// c1 + s u1 and c2 + t u2 of two segments that are nearest to each other [m]. The axes
// are unit vectors; a half length of zero makes a segment a point. If the segments are
// parallel, the pair in the middle of the stretch where they face each other is chosen.
//
// Method: the minimum of the convex quadratic |w + t u2 - s u1|² over a rectangle. The
// minimum for the lines comes from triple products instead of differences of scalar
// products, which lose all digits at small angles; a wrong digit of s is then along the
// flat valley of the quadratic and does not change the distance. Limiting s, then t, then
// s again finds the minimum in the rectangle (Ericson, Real-Time Collision Detection,
// 5.1.9).
func SegmentSegment(c1, u1 vec.Vec3, h1 float64, c2, u2 vec.Vec3, h2 float64) (s, t float64) {
	return nearest(c2.Sub(c1), u1, h1, u2, h2)
}

// nearest is SegmentSegment with w = c2 - c1.
func nearest(w, u1 vec.Vec3, h1 float64, u2 vec.Vec3, h2 float64) (s, t float64) {
	b, along1, along2 := u1.Dot(u2), w.Dot(u1), w.Dot(u2)
	n := u1.Cross(u2)
	if nn := n.Norm2(); nn > parallel {
		s = w.Cross(u2).Dot(n) / nn
	} else {
		// The stretch of line 1 beside which both segments lie. If it is empty, its middle is moved to
		// the nearer end.
		lo, hi := along1-h2, along1+h2
		if lo < -h1 {
			lo = -h1
		}
		if hi > h1 {
			hi = h1
		}
		s = (lo + hi) / 2
	}
	if s > h1 {
		s = h1
	} else if s < -h1 {
		s = -h1
	}
	t = s*b - along2
	switch {
	case t > h2:
		t = h2
	case t < -h2:
		t = -h2
	default:
		return s, t
	}
	s = t*b + along1
	if s > h1 {
		s = h1
	} else if s < -h1 {
		s = -h1
	}
	return s, t
}

// PointSegment returns the parameter s in [-h, h] of the point c + s u of a segment that
// is nearest to p [m].
func PointSegment(p, c, u vec.Vec3, h float64) float64 {
	s := p.Sub(c).Dot(u)
	if s > h {
		return h
	}
	if s < -h {
		return -h
	}
	return s
}

// split returns the length of v and v/|v|. The direction is instead if v is shorter than coincident times
// reach.
func split(v vec.Vec3, reach float64, instead vec.Vec3) (length float64, unit vec.Vec3) {
	length = v.Norm()
	if length <= coincident*reach {
		return length, instead
	}
	return length, v.Scale(1 / length)
}
