package narrow

import "example.org/tumble/sim/internal/shape"

// SphereCapsule finds the contact of a sphere and a capsule. The gap is their signed distance [m]. A centre
// on the capsule's segment gets a normal perpendicular to it.
func SphereCapsule(a *shape.Sphere, b *shape.Capsule, q *Query) (gap float64) {
	w := b.Center.Sub(a.Center)
	v := w.AddScaled(PointSegment(a.Center, b.Center, b.Axis, b.Half), b.Axis)
	reach := a.Radius + b.Radius
	if d2 := v.Norm2(); d2 > coincident*coincident*reach*reach {
		return q.round(a.Center, a.Radius, v, b.Radius, v)
	}
	return q.round(a.Center, a.Radius, v, b.Radius, sideways(b.Axis, 0, b.Axis, b.Half, w))
}
