package law

// This file has the law frictional, with linear springs.

// mixFrictional puts the springs of two bodies in series:
//
//	kn = 1 / (la/(Ea area) + lb/(Eb area)),  kt = kn mean(kt/kn)
//
// Two equal spheres of radius r have kn = π r E / 2. Source: FrictMat of Woo.
func mixFrictional(a, b Material, _ PairProperties, ra, rb float64) Springs {
	la, lb, area := Lengths(ra, rb)
	kn := 1 / (la/(a.Young*area) + lb/(b.Young*area))
	return Springs{Kn: kn, Kt: 0.5 * (a.KtDivKn + b.KtDivKn) * kn}
}

func linearForce(s Springs, u float64) (force, grade float64) { return s.Kn * u, 1 }

func linearEnergy(s Springs, u, grade float64) float64 { return 1. / 2 * s.Kn * grade * u * u }

func linearSlope(s Springs, _, grade float64) float64 { return s.Kn * grade }
