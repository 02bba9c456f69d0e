package narrow

import "example.org/tumble/sim/internal/shape"

// MeshSphere finds the contacts of a surface and a sphere in the surface's frame, as MeshCapsule does: the
// hull is the hull of the sphere, a capsule without shaft. All contacts have FeatureWhole.
func MeshSphere(s *Surface, hull *shape.Capsule, q *Query) (gap float64) {
	return MeshCapsule(s, hull, q)
}
