package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/vec"
)

// shrink returns the least value of a convex function on an interval.
func shrink(lo, hi float64, f func(float64) float64) float64 {
	best := math.Min(f(lo), f(hi))
	for range 200 {
		m, n := lo+(hi-lo)/3, hi-(hi-lo)/3
		fm, fn := f(m), f(n)
		best = math.Min(best, math.Min(fm, fn))
		if fm < fn {
			hi = n
		} else {
			lo = m
		}
	}
	return best
}

// samplePointTriangle returns the least distance of p from the points a + v ab + w ac of a triangle. The
// best w is known for each v, so it minimises a convex function of v.
func samplePointTriangle(p, a, b, c vec.Vec3) float64 {
	ab, ac := b.Sub(a), c.Sub(a)
	return shrink(0, 1, func(v float64) float64 {
		rest := p.Sub(a.AddScaled(v, ab))
		w := 0.
		if d := ac.Norm2(); d > 0 {
			w = vec.Clamp(rest.Dot(ac)/d, 0, 1-v)
		}
		return rest.AddScaled(-w, ac).Norm()
	})
}

func sampleSegment(p, a, b vec.Vec3) float64 {
	return shrink(0, 1, func(f float64) float64 { return p.Sub(a.AddScaled(f, b.Sub(a))).Norm() })
}

func random(r *rand.Rand, scale float64) vec.Vec3 {
	return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(scale)
}

// randomTriangle draws triangles of all kinds: general, flat, obtuse, without area.
func randomTriangle(r *rand.Rand) (a, b, c vec.Vec3) {
	a, b, c = random(r, 1), random(r, 1), random(r, 1)
	switch r.IntN(8) {
	case 0: // nearly a line
		c = a.AddScaled(2*r.Float64()-0.5, b.Sub(a)).Add(random(r, math.Pow(10, -16*r.Float64())))
	case 1: // a line
		c = a.Add(b).Scale(0.5)
	case 2: // two corners in one
		c = a
	case 3:
		b, c = a, a
	case 4: // in a plane of exact coordinates
		a.Z, b.Z, c.Z = 0, 0, 0
	}
	return a, b, c
}

func TestPointTriangleSampled(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		a, b, c := randomTriangle(r)
		p := random(r, math.Pow(10, 1-3*r.Float64())).Add(a)
		q, part := PointTriangle(p, a, b, c, TriangleNormal(a, b, c))
		got, want := p.Sub(q).Norm(), samplePointTriangle(p, a, b, c)
		// A triangle thinner than 1e-9 is treated as its sides.
		if tolerance := 1e-8; got > want+tolerance || got < want-tolerance {
			t.Fatalf("distance %.12g, sampled %.12g: p %v triangle %v %v %v", got, want, p, a, b, c)
		}
		if off := offPart(q, part, a, b, c); off > 1e-12 {
			t.Fatalf("point is %g off part %d: p %v triangle %v %v %v", off, part, p, a, b, c)
		}
	}
}

// offPart returns the distance of q from the given side or corner, on which it should lie.
func offPart(q vec.Vec3, part int, a, b, c vec.Vec3) float64 {
	corners := [4]vec.Vec3{a, b, c, a}
	switch {
	case part >= OnCorner0:
		return q.Sub(corners[part-OnCorner0]).Norm()
	case part >= OnSide0:
		from, u, h := fromEnds(corners[part-OnSide0], corners[part-OnSide0+1])
		return q.Sub(from.AddScaled(PointSegment(q, from, u, h), u)).Norm()
	}
	return 0
}

// At an obtuse corner, a point outside two sides may still be nearest to the inside of one of them.
func TestPointTriangleObtuse(t *testing.T) {
	a, b, c := vec.New(0, 0, 0), vec.New(10, 0, 0), vec.New(-8, 1, 0)
	p := vec.New(-1, -0.5, 0.3)
	q, part := PointTriangle(p, a, b, c, TriangleNormal(a, b, c))
	want := sampleSegment(p, c, a)
	if part != OnSide0+2 || math.Abs(p.Sub(q).Norm()-want) > 1e-12 {
		t.Errorf("part %d at %g, want side 2 at %g", part, p.Sub(q).Norm(), want)
	}
}

// sampleSegmentTriangle uses the fact that the distance to a triangle is convex along a segment.
func sampleSegmentTriangle(center, u vec.Vec3, h float64, a, b, c vec.Vec3) float64 {
	n := TriangleNormal(a, b, c)
	return shrink(-h, h, func(s float64) float64 {
		p := center.AddScaled(s, u)
		q, _ := PointTriangle(p, a, b, c, n)
		return p.Sub(q).Norm()
	})
}

func checkSegmentTriangle(t *testing.T, center, u vec.Vec3, h float64, a, b, c vec.Vec3) {
	t.Helper()
	d, s, q, part := SegmentTriangle(center, u, h, a, b, c)
	want := sampleSegmentTriangle(center, u, h, a, b, c)
	scale := h + center.Norm() + a.Norm() + b.Norm() + c.Norm()
	// Shrinking by thirds cannot distinguish distances that differ by the rounding of their squares;
	// through a triangle it comes near zero only to 1e-13 of the scale.
	if !(math.Abs(d-want) <= 1e-9*scale) {
		t.Fatalf("distance %.12g, sampled %.12g: segment %v %v %g, triangle %v %v %v", d, want, center, u, h, a, b, c)
	}
	if !(math.Abs(s) <= h) || math.Abs(center.AddScaled(s, u).Sub(q).Norm()-d) > 1e-12*scale {
		t.Fatalf("points do not have the distance %g: s %g q %v", d, s, q)
	}
	if off := offPart(q, part, a, b, c); off > 1e-12*scale {
		t.Fatalf("point is %g off part %d", off, part)
	}
}

func TestSegmentTriangleSampled(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		a, b, c := randomTriangle(r)
		center := a.Add(b).Add(c).Scale(1. / 3).Add(random(r, math.Pow(10, 1-4*r.Float64())))
		u := random(r, 1).Unit()
		if r.IntN(4) == 0 { // parallel to the plane, or to a side
			u = b.Sub(a).AddScaled(float64(r.IntN(2))*r.NormFloat64(), c.Sub(a)).Unit()
		}
		if u == (vec.Vec3{}) {
			u = vec.AxisZ
		}
		checkSegmentTriangle(t, center, u, float64(r.IntN(4))*r.Float64(), a, b, c)
	}
}

func FuzzSegmentTriangle(f *testing.F) {
	f.Add(0., 0., 1., 1., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1., 0.)
	f.Add(.2, .2, .1, 0., 0., 1., 1., 0., 0., 0., 1., 0., 0., 0., 1., 0.)
	f.Add(.2, .2, .1, 0., 1., 1., 1., 0., 0., 0., 1., 0., 0., 2., 0., 0.)
	f.Fuzz(func(t *testing.T, px, py, pz, ux, uy, uz, h, ax, ay, az, bx, by, bz, cx, cy, cz float64) {
		p, u := vec.New(px, py, pz), vec.New(ux, uy, uz)
		a, b, c := vec.New(ax, ay, az), vec.New(bx, by, bz), vec.New(cx, cy, cz)
		for _, v := range []vec.Vec3{p, u, a, b, c, {X: h}} {
			if n := v.Norm(); !(n < 1e6) || n != 0 && n < 1e-6 {
				t.Skip("not of a sane size")
			}
		}
		if u == (vec.Vec3{}) {
			t.Skip("no axis")
		}
		checkSegmentTriangle(t, p, u.Unit(), math.Abs(h), a, b, c)
	})
}
