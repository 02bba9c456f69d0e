package shape

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Sphere is a ball.
type Sphere struct {
	Center vec.Vec3 // [m]
	Radius float64  // [m]
}

// Volume returns 4/3 π r³ [m³].
func (s Sphere) Volume() float64 { return 4. / 3 * math.Pi * s.Radius * s.Radius * s.Radius }

// Inertia returns the principal moments of inertia per unit of density [m⁵], 2/5 V r².
func (s Sphere) Inertia() vec.Vec3 {
	i := 2. / 5 * s.Volume() * s.Radius * s.Radius
	return vec.Vec3{X: i, Y: i, Z: i}
}

// EquivalentRadius returns the radius of the sphere of the same volume [m].
func (s Sphere) EquivalentRadius() float64 { return s.Radius }

// Bounds returns the smallest axis-aligned box round the sphere.
func (s Sphere) Bounds() vec.Box { return ball(s.Center, s.Radius) }

// Contains reports whether p lies inside; the surface counts as outside.
func (s Sphere) Contains(p vec.Vec3) bool {
	return p.Sub(s.Center).Norm2() < s.Radius*s.Radius
}

// Hull returns the sphere as a capsule without a shaft.
func (s Sphere) Hull() Capsule { return Capsule{Center: s.Center, Axis: vec.AxisX, Radius: s.Radius} }
