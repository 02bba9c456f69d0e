package shape

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Cylinder is a circular cylinder without end. It has no mass.
type Cylinder struct {
	Point  vec.Vec3 // any point of the axis [m]
	Axis   vec.Vec3 // unit vector
	Radius float64  // [m]
	Hollow bool     // a tube: bodies touch it from inside
}

// Contains reports whether p lies in the material: nearer to the axis than the radius
// or, for a tube, farther.
func (c Cylinder) Contains(p vec.Vec3) bool {
	d2 := c.radial(p).Norm2()
	if c.Hollow {
		return d2 > c.Radius*c.Radius
	}
	return d2 < c.Radius*c.Radius
}

// Outward returns the unit vector from the axis to p, across the axis; zero on the axis.
func (c Cylinder) Outward(p vec.Vec3) vec.Vec3 { return c.radial(p).Unit() }

// radial returns the part of p - Point that is perpendicular to the axis [m].
func (c Cylinder) radial(p vec.Vec3) vec.Vec3 {
	w := p.Sub(c.Point)
	return w.AddScaled(-w.Dot(c.Axis), c.Axis)
}

// Bounds returns the smallest axis-aligned box round the cylinder: without end along
// every global axis that the cylinder is not perpendicular to.
func (c Cylinder) Bounds() vec.Box {
	var b vec.Box
	for i := 0; i < 3; i++ {
		lean := c.Axis.Component(i)
		reach := c.Radius * math.Sqrt(math.Abs(1-lean*lean))
		if lean != 0 {
			reach = math.Inf(1)
		}
		b.Lo = b.Lo.WithComponent(i, c.Point.Component(i)-reach)
		b.Hi = b.Hi.WithComponent(i, c.Point.Component(i)+reach)
	}
	return b
}

// Tube is the surface of a circular cylinder with ends.
type Tube struct {
	From           vec.Vec3 // middle of the first end [m]
	Axis           vec.Vec3 // unit vector toward the other end
	Length, Radius float64  // [m]
}

// Bounds returns the smallest axis-aligned box round the tube.
func (t Tube) Bounds() vec.Box {
	// A disc of radius r across the axis u reaches r √(1 - uᵢ²) along axis i.
	lean := t.Axis.Mul(t.Axis)
	e := vec.New(math.Sqrt(math.Max(1-lean.X, 0)), math.Sqrt(math.Max(1-lean.Y, 0)), math.Sqrt(math.Max(1-lean.Z, 0))).
		Scale(t.Radius)
	b := vec.EmptyBox()
	for _, end := range [2]vec.Vec3{t.From, t.From.AddScaled(t.Length, t.Axis)} {
		b = b.Include(end.Sub(e)).Include(end.Add(e))
	}
	return b
}
