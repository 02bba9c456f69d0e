package narrow

import (
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// MeshSphere appends the contacts of a surface and a sphere in the surface's frame to out
// and returns it with the gap [m] between them. It is MeshCapsule with a zero shaft; all
// contacts have FeatureWhole.
func MeshSphere(s *Surface, candidates []int32, b shape.Sphere, out []Touch) (touches []Touch, gap float64) {
	return MeshCapsule(s, candidates, shape.Capsule{Center: b.Center, Axis: vec.AxisX, Radius: b.Radius}, out)
}
