package shape

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Wall is an infinite plane perpendicular to a global axis. It has no mass.
type Wall struct {
	Axis     int     // 0, 1, 2 for a normal along x, y, z
	Sense    int     // +1 pushes toward +axis only, -1 toward -axis only, 0 either way
	Position float64 // along Axis [m]
}

// Height returns the coordinate of p along the wall's axis, measured from the wall [m].
func (w Wall) Height(p vec.Vec3) float64 { return p.Component(w.Axis) - w.Position }

// Plane returns the normal of a one-sided wall, to the side to which it pushes, and how far along it the wall is [m],
// as the vector kernels read them.
func (w Wall) Plane() [4]float64 {
	sense := float64(w.Sense)
	n := vec.Vec3{}.WithComponent(w.Axis, sense)
	return [4]float64{n.X, n.Y, n.Z, sense * w.Position}
}

// Bounds returns the part of space that a body must enter to touch the wall: the plane
// itself, without thickness.
func (w Wall) Bounds() vec.Box {
	i := math.Inf(1)
	b := vec.Box{Lo: vec.Vec3{X: -i, Y: -i, Z: -i}, Hi: vec.Vec3{X: i, Y: i, Z: i}}
	b.Lo = b.Lo.WithComponent(w.Axis, w.Position)
	b.Hi = b.Hi.WithComponent(w.Axis, w.Position)
	return b
}
