package run

import "fmt"

// pauseOverlap is the overlap, over the smaller radius, at which the run pauses for a person to
// look. Contact laws are meant for a few per cent. From the whole radius on, the middle of one
// body lies beyond the surface of the other, and the contact soon pushes to the wrong side: half
// of it leaves time to do something. The deepest overlaps of all built-in scenes and examples are
// 35 % in "rain" and 23 % in "facet-edge".
const pauseOverlap = 0.5

// pauseForOverlap pauses a world in which bodies overlap so much, and reports whether it did. It
// pauses again only when two overlap deeper by half, so that a person can go on. That hangs
// on the steps alone, and changes nothing in the world.
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
