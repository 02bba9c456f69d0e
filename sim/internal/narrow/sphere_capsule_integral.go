package narrow

import "example.org/tumble/sim/internal/shape"

// SphereCapsuleIntegral finds the contact of a sphere and a capsule by the rule integral, as
// CapsuleCapsuleIntegral does: the sphere counts as a capsule without shaft, so that a shaft may
// shrink to nothing without a jump.
func SphereCapsuleIntegral(a *shape.Sphere, b *shape.Capsule, q *Query) (gap float64) {
	hull := a.Hull()
	return CapsuleCapsuleIntegral(&hull, b, q)
}
