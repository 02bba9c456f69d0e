package narrow

import (
	"math"

	"tumble/sim/shape"
	"tumble/sim/vec"
)

// SphereSphere returns the contact of two spheres and the gap between them [m], which is
// their signed distance. If gap ≤ 0 they touch and t is valid. Concentric spheres get
// the global z axis as normal.
func SphereSphere(a, b shape.Sphere) (t Touch, gap float64) {
	gap = TouchSpheres(&a, &b, &t)
	return t, gap
}

// TouchSpheres is SphereSphere without copies: it returns the gap [m] and sets t if the
// spheres touch.
func TouchSpheres(a, b *shape.Sphere, t *Touch) (gap float64) {
	w := b.Center.Sub(a.Center)
	reach, d := a.Radius+b.Radius, w.Norm()
	if gap = d - reach; gap > 0 {
		return gap
	}
	normal := vec.AxisZ
	if d > coincident*reach {
		normal = w.Scale(1 / d)
	}
	*t = between(a.Center, normal, a.Radius, reach-d)
	return gap
}

// round returns the contact of two spheres, the second at c + w; instead is the normal
// if the centres coincide.
func round(c vec.Vec3, ra float64, w vec.Vec3, rb float64, instead vec.Vec3) (t Touch, gap float64) {
	reach, d2 := ra+rb, w.Norm2()
	d := math.Sqrt(d2)
	if d2 > reach*reach {
		return t, d - reach
	}
	normal := instead
	if d > coincident*reach {
		normal = w.Scale(1 / d)
	}
	return between(c, normal, ra, reach-d), d - reach
}
