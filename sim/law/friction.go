package law

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Slide limits a trial tangential force [N] to the friction limit [N]. It returns the limited
// force, the energy [J] that the slip dissipates, and whether the contact slides. The spring is
// ideal elastic–plastic (Cundall and Strack, Géotechnique 29 (1979) 47).
//
// old is the force of the step before, turned with the contact, and kt the tangential
// stiffness [N/m]. The energy is the work of the mean force over the slip,
//
//	lost = (old + force)·(trial - force) / (2 kt),
//
// which is exactly the part of the work of this step that the spring does not store. The
// function also serves for a couple [N·m] and its stiffness [N·m/rad].
func Slide(old, trial vec.Vec3, limit, kt float64) (force vec.Vec3, lost float64, sliding bool) {
	t2 := trial.Norm2()
	if t2 <= limit*limit {
		return trial, 0, false
	}
	force = trial.Scale(limit / math.Sqrt(t2))
	if kt > 0 {
		lost = old.Add(force).Dot(trial.Sub(force)) / (2 * kt)
	}
	return force, lost, true
}

// Regrade returns the force of a spring after its grade has changed from before to now, and the energy [J] that the
// change dissipates, which is never negative. Its stiffness is the given one [N/m] times the grade.
//
// A spring that becomes stiffer keeps its force. A spring that becomes softer keeps its
// elongation: with the same force, unloading a contact would create energy (C. Thornton,
// S. J. Cummins and P. W. Cleary, Powder Technology 233 (2013) 30). Either takes the fraction 1 - lower/higher grade of
// the energy that the spring had.
func Regrade(f vec.Vec3, stiffness, before, now float64) (vec.Vec3, float64) {
	f2 := f.Norm2()
	if f2 == 0 || before == now {
		return f, 0
	}
	had := 0.5 * f2 / (stiffness * before)
	if now > before {
		return f, had * (1 - before/now)
	}
	return f.Scale(now / before), had * (1 - now/before)
}

// RollingStiffness returns the stiffness [N·m/rad] of the spring that opposes rolling or
// twisting in a contact with the normal stiffness kn [N/m]. The couple of this spring is limited to
// arm times the normal force, where arm is the coefficient µ times the reduced radius R [m]:
//
//	kr = 9/4 kn (µ R)²,  |M| ≤ µ R Fn
//
// Model C of J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder Technology 206 (2011)
// 269, with the factor for three dimensions; the limit is reached at the angle 4 u/(9 µ R).
// The reference has kn (la + lb) in the place of kr, which is not a stiffness of rotation.
func RollingStiffness(arm, kn float64) float64 { return 2.25 * kn * arm * arm }
