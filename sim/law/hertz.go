package law

import "math"

// This file has the law hertz-mindlin, for elastic spheres. Its grade is √u [m^½].

// mixHertzMindlin returns the constants of two elastic spheres:
//
//	Fn = 4/3 E* √R* u^(3/2),         1/E* = (1-νa²)/Ea + (1-νb²)/Eb
//	kt = 8 G* √R* √u,                1/G* = (2-νa)/Ga + (2-νb)/Gb,  G = E/(2(1+ν))
//
// Sources: H. Hertz, J. reine angew. Math. 92 (1882) 156; R. D. Mindlin, J. Appl. Mech. 16
// (1949) 259; K. L. Johnson, Contact Mechanics (1985), 4.2 and 7.2. Capsules count as
// spheres of their radius. ktDivKn is not used.
func mixHertzMindlin(a, b Material, _ PairProperties, ra, rb float64) Springs {
	root := math.Sqrt(Reduced(ra, rb))
	e := 1 / ((1-a.Poisson*a.Poisson)/a.Young + (1-b.Poisson*b.Poisson)/b.Young)
	g := 1 / (2*(2-a.Poisson)*(1+a.Poisson)/a.Young + 2*(2-b.Poisson)*(1+b.Poisson)/b.Young)
	return Springs{Kn: 4. / 3 * e * root, Kt: 8 * g * root}
}

func hertzForce(s Springs, u float64) (force, grade float64) {
	grade = math.Sqrt(u)
	return s.Kn * grade * u, grade
}

func hertzEnergy(s Springs, u, grade float64) float64 { return 2. / 5 * s.Kn * grade * u * u }

func hertzSlope(s Springs, _, grade float64) float64 { return s.Kn * grade * (3. / 2) }
