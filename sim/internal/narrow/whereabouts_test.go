package narrow

import (
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Contract: by both rules, contacts of spheres and capsules are in the ball that Whereabouts told of them before they
// moved, and some are near its surface.
func TestContactsAreWhereWhereaboutsTells(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	some := func(size float64) vec.Vec3 {
		return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit().Scale(size * r.Float64())
	}
	touched, farthest := 0, 0.0
	for range 200_000 {
		random := func() (c shape.Capsule) {
			if c.Axis, c.Radius = vec.AxisX, 0.2+r.Float64(); r.IntN(3) > 0 {
				c.Axis, c.Half = some(1).Unit(), 2*r.Float64()
			}
			return c
		}
		a, b := random(), random()
		if r.IntN(3) == 0 {
			b.Axis = a.Axis.Add(some(0.02)).Unit()
		}
		across := a.Axis.Cross(some(1)).Unit().Scale((a.Radius + b.Radius) * (0.7 + 0.4*r.Float64()))
		b.Center = across.AddScaled(4*r.Float64()-2, a.Axis)
		wayA, wayB := 0.2*r.Float64(), 0.2*r.Float64()
		at, radius := Whereabouts(&a, &b, wayA, wayB, 0)
		for range 3 {
			one, other := moved(a, wayA, some), moved(b, wayB, some)
			for _, rule := range rules {
				if c, gap := rule.pair(one, other); gap < 0 {
					touched++
					far := c.Point.Sub(at).Norm() / radius
					if farthest = max(farthest, far); far > 1+1e-9 {
						t.Fatalf("%s: a contact of %+v and %+v is %g radii from where it was expected, by %g m", rule.name, one,
							other, far, radius)
					}
				}
			}
		}
	}
	if touched < 100_000 || farthest < 0.95 {
		t.Errorf("%d contacts, none is more than %g radii away: the test shows nothing", touched, farthest)
	}
}

// moved returns a capsule that shifts and turns so that no point of its shaft goes farther than a way [m].
func moved(c shape.Capsule, way float64, some func(float64) vec.Vec3) shape.Capsule {
	if c.Half == 0 {
		c.Center = c.Center.Add(some(way))
		return c
	}
	c.Center, c.Axis = c.Center.Add(some(way/2)), c.Axis.Add(some(way/4/c.Half)).Unit()
	return c
}
