package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// SphereSphere finds the contact of two spheres. The gap is their signed distance [m]. Concentric spheres get
// the global z axis as normal.
func SphereSphere(a, b *shape.Sphere, q *Query) (gap float64) {
	w := b.Center.Sub(a.Center)
	reach, d := a.Radius+b.Radius, w.Norm()
	if gap = d - reach; gap > 0 {
		return gap
	}
	normal := vec.AxisZ
	if d > coincident*reach {
		normal = w.Scale(1 / d)
	}
	t := q.point()
	*t = between(a.Center, normal, a.Radius, reach-d)
	if q.Seen != nil {
		q.Seen.alone(ByCenters, a.Center, b.Center, t)
	}
	return gap
}

// round finds the contact of a sphere at c and a sphere at c + w; the normal is instead if the centres
// coincide.
func (q *Query) round(c vec.Vec3, ra float64, w vec.Vec3, rb float64, instead vec.Vec3) (gap float64) {
	reach, d2 := ra+rb, w.Norm2()
	d := math.Sqrt(d2)
	if gap = d - reach; gap > 0 {
		return gap
	}
	normal := instead
	if d > coincident*reach {
		normal = w.Scale(1 / d)
	}
	t := q.point()
	*t = between(c, normal, ra, reach-d)
	if q.Seen != nil {
		q.Seen.alone(ByCenters, c, c.Add(w), t)
	}
	return gap
}
