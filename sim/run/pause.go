package run

import "fmt"

// pauseOverlap is the overlap over the smaller radius at which the run pauses, so that a person can
// react. Contact laws are meant for a few per cent. From the whole radius on, the centre of one body lies
// beyond the surface of the other, and the contact soon pushes to the wrong side. At half a radius there
// is time to react. The deepest overlaps of all built-in scenes and examples are 35 % in "rain" and 23 %
// in "facet-edge".
const pauseOverlap = 0.5

// pauseForOverlap pauses a world in which two bodies overlap so much, and reports whether it did. It
// pauses again only for an overlap that is deeper by half, so that a person can continue. The decision
// depends on the steps alone, and nothing in the world changes.
func (r *Runner) pauseForOverlap() bool {
	w := r.scene.World
	ratio := w.Contacts().MaxOverlapRatio()
	if !(ratio >= pauseOverlap && ratio > 1.5*r.deepest) {
		return false
	}
	r.deepest, r.controls.Paused = ratio, true
	r.hold = fmt.Sprintf("In step %d %s overlap by %.0f %% of the smaller radius; "+
		"contact laws are meant for a few per cent. "+
		"Stiffer materials (young), a shorter time step or slower bodies keep them apart.",
		w.Clock().Step-1, w.Contacts().DeepestPair(), 100*ratio)
	return true
}
