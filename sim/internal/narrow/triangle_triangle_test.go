package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/vec"
)

// Contract: the points lie on the triangles, at the returned distance, and no sampled pair of points is
// nearer; the order of the triangles does not matter; triangles that cross have the distance zero.
func TestTriangleTriangle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	point := func(far float64) vec.Vec3 {
		return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Add(vec.New(far, 0, 0))
	}
	inside := func(t [3]vec.Vec3) vec.Vec3 {
		u, v := r.Float64(), r.Float64()
		if u+v > 1 {
			u, v = 1-u, 1-v
		}
		return t[0].Scale(1-u-v).AddScaled(u, t[1]).AddScaled(v, t[2])
	}
	on := func(p vec.Vec3, t [3]vec.Vec3) bool {
		q, _ := PointTriangle(p, t[0], t[1], t[2], TriangleNormal(t[0], t[1], t[2]))
		return q.Sub(p).Norm() < 1e-9
	}
	crossed := 0
	for range 300 {
		far := 3 * r.Float64()
		a := [3]vec.Vec3{point(0), point(0), point(0)}
		b := [3]vec.Vec3{point(far), point(far), point(far)}
		d, at := TriangleTriangle(a, b)
		e, back := TriangleTriangle(b, a)
		if !on(at[0], a) || !on(at[1], b) || math.Abs(at[1].Sub(at[0]).Norm()-d) > 1e-9 || math.Abs(d-e) > 1e-9 ||
			!on(back[0], b) {
			t.Fatalf("%v and %v: %g and %g, %v", a, b, d, e, at)
		}
		if d == 0 {
			crossed++
		}
		for range 300 {
			if near := inside(a).Sub(inside(b)).Norm(); near < d-1e-9 {
				t.Fatalf("%v and %v: %g, but %g was found", a, b, d, near)
			}
		}
	}
	if crossed < 10 || crossed > 290 {
		t.Errorf("%d of 300 cross: the test tries too little", crossed)
	}
}
