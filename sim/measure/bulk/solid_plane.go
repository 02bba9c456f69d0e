package bulk

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// shareByPlane returns the part of a capsule that lies to the inner side of a plane, 0 to 1; depth is that of its
// centre, the normal points inward.
func shareByPlane(c shape.Capsule, depth float64, normal vec.Vec3) float64 {
	cut := planeCut{along: c.Axis.Dot(normal)}
	cut.across = math.Sqrt(max(1-cut.along*cut.along, 0))
	d, half := depth/c.Radius, c.Half/c.Radius
	inside := cut.shaft(d, half) + cut.cap(d+cut.along*half)
	cut.along = -cut.along
	inside += cut.cap(d + cut.along*half)
	return max(0, min(inside/(4*math.Pi/3+2*math.Pi*half), 1))
}

// planeCut is how a plane lies to a capsule of radius 1: the components of its inward normal along the axis and across.
type planeCut struct{ along, across float64 }

// shaft returns the volume of a cylinder that lies inward of the plane, from the depth of its centre.
func (p planeCut) shaft(d, half float64) float64 {
	way := p.along * half
	switch {
	case p.across < 1e-9: // it cuts straight across
		return math.Pi * max(0, min(half+d/math.Abs(p.along), 2*half))
	case math.Abs(way) < 1e-5*p.across: // it is nearly parallel to the axis
		return 2 * half * discTo(d/p.across)
	}
	return p.across / p.along * (discsTo((d+way)/p.across) - discsTo((d-way)/p.across))
}

// discTo returns the area of the part of the unit disc from one side to a coordinate across it.
func discTo(x float64) float64 {
	switch {
	case x >= 1:
		return math.Pi
	case x <= -1:
		return 0
	}
	return math.Acos(-x) + x*math.Sqrt(1-x*x)
}

// discsTo returns the integral of discTo to a coordinate.
func discsTo(x float64) float64 {
	switch {
	case x >= 1:
		return math.Pi * x
	case x <= -1:
		return 0
	}
	square := 1 - x*x
	return x*math.Acos(-x) + math.Sqrt(square)*(1-square/3)
}

// cap returns the volume of the half ball at the end to which the axis points that lies inward of the plane, from the
// depth of the centre of the ball: by the theorem of Gauss a third of its round face, plus a third of the part d of its
// face in the plane times d; by that of Gauss and Bonnet the area of the round one follows from its angles and arcs.
func (p planeCut) cap(d float64) float64 {
	if math.Abs(d) >= p.across { // the plane does not meet the flat side of the half ball
		const whole = 2 * math.Pi / 3
		if p.along < 0 {
			return max(0, whole-bridge.BallBeyond(d))
		}
		return min(bridge.BallBeyond(-d), whole)
	}
	square := 1 - d*d
	q := d * p.along / (math.Sqrt(square) * p.across)
	half := math.Acos(q)                           // of the arc in which the plane cuts the round face
	turn := math.Acos(p.along / math.Sqrt(square)) // of the edge of the round face at the ends of the arc
	return (2*math.Pi - 2*turn + 2*d*half + d*square*(half-q*math.Sqrt(1-q*q))) / 3
}
