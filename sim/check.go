package sim

import (
	"fmt"

	"tumble/sim/limit"
	"tumble/sim/vec"
)

// beyond is the size from which a number counts as lost.
const beyond = limit.Lost

// DeepestPair names the two bodies of the deepest contact of the last step; see MaxOverlapRatio.
func (w *World) DeepestPair() string { return w.overlapping(w.deepest) }

// overlapping names the bodies of the first contact that is as deep as the ratio.
func (w *contactSet) overlapping(ratio float64) string {
	for c := range w.touching {
		if c.overlap/c.smaller >= ratio {
			a, b := &w.bodies.Info[c.bodyA], &w.bodies.Info[c.bodyB]
			return fmt.Sprintf("bodies %d (%s) and %d (%s)", a.ID, a.Name, b.ID, b.Name)
		}
	}
	return "bodies"
}

// dropLostForces takes out of contacts what is not finite, so that nobody draws it.
func (w *contactSet) dropLostForces() {
	w.editContacts(func(c *contact) {
		if !c.force().Add(c.couple).AddScaled(c.normalForce, c.shear).IsFinite() {
			c.shear, c.normalForce, c.resistance = vec.Vec3{}, 0, resistance{}
		}
	})
}
