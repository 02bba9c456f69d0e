package shape

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Capsule is a sphere swept along a segment: a cylinder with hemispherical ends. A zero
// Half makes it a sphere.
type Capsule struct {
	Center vec.Vec3 // middle of the segment [m]
	Axis   vec.Vec3 // unit vector along the segment
	Half   float64  // half length of the segment [m], half of the shaft
	Radius float64  // [m]
}

// Ends returns the ends of the segment [m], first the one at -Axis.
func (c Capsule) Ends() (a, b vec.Vec3) {
	return c.Center.AddScaled(-c.Half, c.Axis), c.Center.AddScaled(c.Half, c.Axis)
}

// parts returns the volumes of both caps together and of the cylinder [m³].
func (c Capsule) parts() (caps, shaft float64) {
	return Sphere{Radius: c.Radius}.Volume(), math.Pi * c.Radius * c.Radius * 2 * c.Half
}

// Volume returns 4/3 π r³ + π r² a [m³], where a is the shaft.
func (c Capsule) Volume() float64 {
	caps, shaft := c.parts()
	return caps + shaft
}

// Inertia returns the principal moments of inertia per unit of density [m⁵], with the
// local x axis along the capsule (Woo's documentation of capsules; 83/320 and 3/8 are the moment
// and the centroid of a hemisphere). A zero shaft gives three equal bits, so that the
// body is treated as a sphere.
func (c Capsule) Inertia() vec.Vec3 {
	if c.Half == 0 {
		return Sphere{c.Center, c.Radius}.Inertia()
	}
	caps, shaft := c.parts()
	r2, a := c.Radius*c.Radius, 2*c.Half
	arm := c.Half + 3./8*c.Radius
	across := 83./320*caps*r2 + caps*arm*arm + shaft*(3*r2+a*a)/12
	return vec.Vec3{X: 2./5*caps*r2 + shaft*r2/2, Y: across, Z: across}
}

// EquivalentRadius returns the radius of the sphere of the same volume [m].
func (c Capsule) EquivalentRadius() float64 { return math.Cbrt(3 * c.Volume() / (4 * math.Pi)) }

// Bounds returns the smallest axis-aligned box round the capsule.
func (c Capsule) Bounds() vec.Box {
	e := vec.Vec3{
		X: c.Half*math.Abs(c.Axis.X) + c.Radius,
		Y: c.Half*math.Abs(c.Axis.Y) + c.Radius,
		Z: c.Half*math.Abs(c.Axis.Z) + c.Radius,
	}
	return vec.Box{Lo: c.Center.Sub(e), Hi: c.Center.Add(e)}
}

// Contains reports whether p lies inside; the surface counts as outside.
func (c Capsule) Contains(p vec.Vec3) bool {
	w := p.Sub(c.Center)
	along := vec.Clamp(w.Dot(c.Axis), -c.Half, c.Half)
	return w.AddScaled(-along, c.Axis).Norm2() < c.Radius*c.Radius
}

// Hull returns the capsule itself.
func (c Capsule) Hull() Capsule { return c }
