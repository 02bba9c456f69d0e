package narrow

import "example.org/tumble/sim/internal/shape"

// SphereCapsuleIntegral finds the contact of a sphere and a capsule by the rule integral, as
// CapsuleCapsuleIntegral does. The sphere counts as a capsule without shaft, so the contact does not jump
// when a shaft shrinks to nothing.
func SphereCapsuleIntegral(a *shape.Sphere, b *shape.Capsule, q *Query) (gap float64) {
	hull := a.Hull()
	return CapsuleCapsuleIntegral(&hull, b, q)
}
