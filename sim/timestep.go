package sim

import (
	"math"

	"tumble/sim/law"
)

// timeStepGrowth is by how much the time step may grow per step since the last estimate;
// it may fall at once.
const timeStepGrowth = 1e-4

// prepareTimeStep sets the time step before the first step from the speed of sound:
//
//	dt = safety · min r √(ρ/E)
//
// over all spheres and capsules, free or in a clump, and over what inlets will make.
func (w *World) prepareTimeStep() {
	if w.clock.Dt > 0 {
		return
	}
	crit := w.soundLimit()
	if math.IsInf(crit, 1) {
		crit = 1e-3 // nothing that could be unstable
	}
	w.clock.Dt = w.params.TimeStepSafety * crit
}

// soundLimit returns min r √(ρ/E) over all there is and what inlets will make [s],
// infinite if that is nothing.
func (w *World) soundLimit() float64 {
	crit := w.contacts.SoundLimit()
	for s, radius := range w.flow.Fresh {
		crit = math.Min(crit, w.contacts.SoundStep(radius, s.Material))
	}
	return crit
}

// estimateTimeStep recomputes the time step, every few steps, from the stiffness that
// contacts give to each body (DynDt of the reference). With the normal n and the contact
// length l of a body in each of its contacts:
//
//	k  = Σ n² (kn - kt) + kt,   kr = Σ l² kt (1 - n²)    by component
//	dt = safety · min √(2 min(m/k, I/kr))
//
// limited to growth by 1e-4 per step. Bodies move by it in this step, as in the reference. Without contacts
// it stays. The lever arms of a clump's members are not counted, nor is the turn of I against the global
// axes.
//
// Springs that stiffen count with the slope they have now, those that soften as they pull with their
// stiffness. They will be stiffer in the next impact, so the step then never exceeds the one from the
// speed of sound.
func (w *World) estimateTimeStep() {
	c, every := &w.clock, int64(w.params.TimeStepEvery)
	if w.params.TimeStep > 0 || every == 0 || c.Step%every != 0 || w.contacts.Count == 0 {
		return
	}
	crit2 := w.contacts.Critical()
	if math.IsInf(crit2, 1) {
		return
	}
	since := float64(c.Step % every)
	if c.Step > 0 {
		since = float64(every)
	}
	most := c.Dt * math.Pow(1+timeStepGrowth, since)
	if law.Kinds[w.contacts.Law].Stiffens() {
		most = math.Min(most, w.params.TimeStepSafety*w.soundLimit())
	}
	c.Dt = math.Min(w.params.TimeStepSafety*math.Sqrt(2*crit2), most)
}
