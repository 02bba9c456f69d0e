package narrow

import "tumble/sim/shape"

// SphereCapsule returns the contact of a sphere and a capsule and the gap between them
// [m], which is their signed distance. If gap ≤ 0 they touch and t is valid. A centre on
// the capsule's segment gets a normal perpendicular to it.
func SphereCapsule(a shape.Sphere, b shape.Capsule) (t Touch, gap float64) {
	w := b.Center.Sub(a.Center)
	v := w.AddScaled(PointSegment(a.Center, b.Center, b.Axis, b.Half), b.Axis)
	reach := a.Radius + b.Radius
	if d2 := v.Norm2(); d2 > coincident*coincident*reach*reach {
		return round(a.Center, a.Radius, v, b.Radius, v)
	}
	return round(a.Center, a.Radius, v, b.Radius, sideways(b.Axis, 0, b.Axis, b.Half, w))
}
