package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// rod is one capsule, or several capsules of one body in a line, such as the halves of a pill, as one shape that
// casts a shadow on the floor.
type rod struct {
	center, axis [3]float32
	half, radius float32
	body         int32
}

// eachRod calls do for each rod of some capsules. Shadows on the floor are drawn of rods, because capsules in a
// line would darken the floor twice and take twice the time.
func eachRod(capsules []bridge.Capsule, do func(*rod)) {
	var r rod
	for i := range capsules {
		c := &capsules[i]
		if i > 0 && r.join(c) {
			continue
		}
		if i > 0 {
			do(&r)
		}
		r = rod{c.Center, c.Axis, c.Half, c.Radius, c.Body}
	}
	if len(capsules) > 0 {
		do(&r)
	}
}

// Greatest differences between capsules that are joined: of the radius and of the distance from the axis, both as
// parts of the rod's radius, and of the direction, as the sine of the angle.
const rodRadius, rodOff, rodTurn = 0.15, 0.1, 0.02

// join lengthens the rod by a capsule of the same body that continues it, and reports whether the capsule does.
func (r *rod) join(c *bridge.Capsule) bool {
	if c.Body != r.body || !(mgl32.Abs(c.Radius-r.radius) <= rodRadius*r.radius) {
		return false
	}
	axis, to := mgl32.Vec3(r.axis), mgl32.Vec3(c.Center).Sub(r.center)
	along := to.Dot(axis)
	if !(to.Sub(axis.Mul(along)).Len() <= rodOff*r.radius) || !(axis.Cross(c.Axis).Len() <= rodTurn) ||
		!(mgl32.Abs(along) <= r.half+c.Half+r.radius) {
		return false
	}
	lo, hi := min(-r.half, along-c.Half), max(r.half, along+c.Half)
	r.center = mgl32.Vec3(r.center).Add(axis.Mul((lo + hi) / 2))
	r.half, r.radius = (hi-lo)/2, max(r.radius, c.Radius)
	return true
}
