// Package timestep chooses the length of steps, from the materials of bodies and the stiffness of their contacts.
package timestep

import (
	"math"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/law"
)

// growth is the fraction by which the time step may grow per step since the last estimate; it may fall at once.
const growth = 1e-4

// Rule says how long steps may be.
type Rule struct {
	Fixed  float64 // fixed time step [s]; 0: from stiffness
	Safety float64 // fraction of the critical time step, in (0, 1]
	Every  int     // steps between two estimates; 0: only before the first step
}

// First returns the length of the first step [s], from the speed of sound:
//
//	dt = safety · min r √(ρ/E)
//
// over all spheres and capsules, free or in a clump, and over all bodies that inlets will make.
func First(set *contact.Set, flow *insertion.Flow, r Rule) float64 {
	crit := SoundLimit(set, flow)
	if math.IsInf(crit, 1) {
		crit = 1e-3 // there is nothing that could be unstable
	}
	return r.Safety * crit
}

// SoundLimit returns min r √(ρ/E) over all bodies and all that inlets will make [s], infinite if there are none.
func SoundLimit(set *contact.Set, flow *insertion.Flow) float64 {
	crit := set.SoundLimit()
	for s, radius := range flow.Fresh {
		crit = math.Min(crit, set.SoundStep(radius, s.Material))
	}
	return crit
}

// Next returns the length of this step [s]. Unless the length is fixed, it is found every few steps from the
// stiffness that contacts give to each body (DynDt of the reference), and is kept in the steps between. With the
// normal n and the contact length l of a body in each of its contacts:
//
//	k  = Σ n² (kn - kt) + kt,   kr = Σ l² kt (1 - n²)    by component
//	dt = safety · min √(2 min(m/k, I/kr))
//
// limited to growth by 1e-4 per step. Bodies already move by this length in this step, as in the reference.
// Without contacts the length stays. The lever arms of a clump's members are not counted, nor is the turn of I
// against the global axes.
//
// Springs that stiffen count with their present slope, springs that soften as they pull with their stiffness.
// Springs that stiffen will be stiffer in the next impact, so with them the step never exceeds the one from the
// speed of sound.
func Next(set *contact.Set, flow *insertion.Flow, r Rule) float64 {
	c, steps := set.Clock, int64(r.Every)
	if r.Fixed > 0 || steps == 0 || c.Step%steps != 0 || set.Count == 0 {
		return c.Dt
	}
	crit2 := set.Critical().Crit2
	if math.IsInf(crit2, 1) {
		return c.Dt
	}
	since := float64(c.Step % steps)
	if c.Step > 0 {
		since = float64(steps)
	}
	most := c.Dt * math.Pow(1+growth, since)
	if law.Kinds[set.Law].Stiffens() {
		most = math.Min(most, r.Safety*SoundLimit(set, flow))
	}
	return math.Min(r.Safety*math.Sqrt(2*crit2), most)
}
