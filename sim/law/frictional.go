package law

import (
	"math"

	"tumble/sim/vec"
)

// Pair holds what two materials give together in one contact.
type Pair struct {
	Kn float64 // normal stiffness [N/m]
	Kt float64 // shear stiffness [N/m]
	Mu float64 // friction coefficient [1]
}

// Mix returns the stiffness and friction of a contact between materials a and b whose
// contact lengths are la and lb [m] and whose contact area is area [m²]:
//
//	kn = 1 / (la/(Ea area) + lb/(Eb area)),  kt = kn mean(kt/kn),  µ = min(µa, µb)
//
// Two springs in series; two equal spheres of radius r have kn = π r E / 2. Source:
// FrictMat of the seeds.
func Mix(a, b Material, la, lb, area float64) Pair {
	kn := 1 / (la/(a.Young*area) + lb/(b.Young*area))
	mu := a.TanPhi
	if b.TanPhi < mu {
		mu = b.TanPhi
	}
	return Pair{Kn: kn, Kt: 0.5 * (a.KtDivKn + b.KtDivKn) * kn, Mu: mu}
}

// Lengths returns the contact lengths and the area that Mix needs for two bodies of
// radii ra and rb [m]. Zero means flat (a wall or a facet), which counts as the mirror
// image of the other body: as stiff as two equal spheres.
func Lengths(ra, rb float64) (la, lb, area float64) {
	switch {
	case ra == 0:
		ra = rb
	case rb == 0:
		rb = ra
	}
	r := ra
	if rb < r {
		r = rb
	}
	return ra, rb, math.Pi * r * r
}

// Slide limits a trial shear force [N] to the friction limit [N] and returns the shear
// force, the energy [J] that sliding over the difference dissipates with shear stiffness
// kt [N/m], and whether the contact slides. Ideal elastic–plastic (Cundall and Strack,
// Géotechnique 29 (1979) 47).
func Slide(trial vec.Vec3, limit, kt float64) (shear vec.Vec3, lost float64, sliding bool) {
	t2 := trial.Norm2()
	if t2 <= limit*limit {
		return trial, 0, false
	}
	t := math.Sqrt(t2)
	if kt > 0 {
		lost = (t - limit) / kt * limit
	}
	return trial.Scale(limit / t), lost, true
}
