package law

import "math"

// This file has the law jkr, for elastic spheres that adhere: K. L. Johnson, K. Kendall and A. D. Roberts,
// Proc. R. Soc. A 324 (1971) 301. With the contact radius a and the work of adhesion γ (SurfaceEnergy: for two
// equal bodies twice the energy of each surface),
//
//	F = 4 E* a³/(3 R) - √(8π γ E* a³) = kn g³ - 2 √(P kn g³)
//	u = a²/R - √(2π γ a/E*)           = g² - 4/3 √(P g/kn)
//
// where the grade g is a/√R [m^½], kn the stiffness of Hertz' law, and P = 3/2 π γ R the pull-off force. A contact
// begins when bodies touch, with the pull 8/9 P. It ends with the pull 5/9 P at the smallest u that a g can have:
// u = -3 g² for g³ = P/(9 kn). Tearing the bodies off takes the energy 7.09 (γ⁵ R⁴/E*²)^⅓ [J]
// (C. Thornton and Z. Ning, Powder Technology 99 (1998) 154).

// mixJKR returns the springs of hertz-mindlin with the pull P.
func mixJKR(a, b Material, s PairProperties, ra, rb float64) Springs {
	m := mixHertzMindlin(a, b, s, ra, rb)
	m.Pull = 1.5 * math.Pi * s.SurfaceEnergy * Reduced(ra, rb)
	return m
}

// jkrEnd returns the grade at which a contact ends.
func jkrEnd(s Springs) float64 { return math.Cbrt(s.Pull / (9 * s.Kn)) }

func jkrRange(s Springs) (begin, end float64) {
	g := jkrEnd(s)
	return 0, -3 * g * g
}

// jkrForce solves x⁴ - c x = u for x = √g by Newton's method. It starts above the root, because the left side is
// convex and the iterates then fall to the root monotonically.
func jkrForce(s Springs, u float64) (force, grade float64) {
	c := 4. / 3 * math.Sqrt(s.Pull/s.Kn)
	x, least := math.Cbrt(c)+math.Sqrt(math.Sqrt(max(u, 0))), math.Sqrt(jkrEnd(s))
	for x > least {
		next := x - (x*x*x*x-c*x-u)/(4*x*x*x-c)
		if !(next < x) {
			break
		}
		x = max(next, least)
	}
	grade = x * x
	push := s.Kn * grade * grade * grade
	return push - 2*math.Sqrt(s.Pull*push), grade
}

// jkrEnergy is the integral of F du/dg over g, from the g at which the contact begins, u = 0.
func jkrEnergy(s Springs, _, grade float64) float64 {
	at0 := math.Cbrt(16 * s.Pull / (9 * s.Kn))
	k := s.Kn * grade * grade * grade
	return grade*grade*(2./5*k-4./3*math.Sqrt(s.Pull*k)+2./3*s.Pull) + 2./5*s.Pull*at0*at0
}

// jkrSlope is dF/dg over du/dg; it falls to minus infinity where the contact ends.
func jkrSlope(s Springs, _, grade float64) float64 {
	root := math.Sqrt(grade)
	by := 2*grade*root - 2./3*math.Sqrt(s.Pull/s.Kn)
	if !(by > 0) {
		return math.Inf(-1)
	}
	return 3 * (s.Kn*grade*grade*root - math.Sqrt(s.Pull*s.Kn)*grade) / by
}
