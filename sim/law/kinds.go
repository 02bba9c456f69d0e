package law

import (
	"fmt"
	"math"
)

// Kind numbers the contact laws; see Kinds.
type Kind uint8

// The contact laws, in the order of Kinds.
const (
	Frictional Kind = iota
	FrictionalOnset
	HertzMindlin
)

// Law is a contact law: how two elastic bodies push each other. What all laws share is
// in friction.go and dashpot.go.
type Law struct {
	Name, About string
	// Onset makes shear begin when bodies touch. Else it begins at the first step that
	// finds them touching, which leaves out what they slid until then: an error of first
	// order in the time step.
	Onset bool
	// Mix returns the spring constants of two bodies of materials a and b and radii ra
	// and rb [m]; zero means flat (a wall or a facet).
	Mix func(a, b Material, ra, rb float64) Springs
}

// Kinds lists the laws a scene can choose from; the first is the default. The force
// itself is in Grade, a switch: it is asked for in the innermost loop.
var Kinds = [...]Law{
	Frictional: {
		Name:  "frictional",
		About: "linear springs whose stiffness follows from the lengths and the area of the contact (FrictMat of the seeds)",
		Mix:   mixFrictional,
	},
	FrictionalOnset: {
		Name:  "frictional-onset",
		About: "frictional, but friction begins when bodies touch and not at the first step that finds them touching",
		Onset: true,
		Mix:   mixFrictional,
	},
	HertzMindlin: {
		Name:  "hertz-mindlin",
		About: "elastic spheres: normal force as overlap to the 3/2 (Hertz), shear stiffness without slip (Mindlin)",
		Onset: true,
		Mix:   mixHertzMindlin,
	},
}

// ByName returns the law of that name, the default for an empty one.
//
// Errors: no such law.
func ByName(name string) (Kind, error) {
	if name == "" {
		return 0, nil
	}
	names := ""
	for k := range Kinds {
		if Kinds[k].Name == name {
			return Kind(k), nil
		}
		if k > 0 {
			names += ", "
		}
		names += Kinds[k].Name
	}
	return 0, fmt.Errorf("law must be one of %s, got %q", names, name)
}

// Springs are the constants of a contact's springs. With the Grade g of the law at the
// overlap u, the normal force is Kn g u, and the shear stiffness is Kt g.
type Springs struct {
	Kn, Kt float64 // [N/m], of hertz-mindlin [N/m^1.5]
}

// Grade returns by how much the springs have stiffened at the overlap u [m]: 1 for linear
// springs, √u [m^½] for Hertz.
func (k Kind) Grade(u float64) float64 {
	switch k {
	case HertzMindlin:
		return math.Sqrt(u)
	}
	return 1
}

// Stored returns which part of F u the normal spring stores when it pushes with the force
// F at the overlap u: 1/2 for a linear one, 2/5 for Hertz.
func (k Kind) Stored() float64 {
	switch k {
	case HertzMindlin:
		return 2. / 5
	}
	return 1. / 2
}

// Tangent returns the slope of the normal force, dF/du, over F/u: 1 for a linear spring,
// 3/2 for Hertz.
func (k Kind) Tangent() float64 {
	switch k {
	case HertzMindlin:
		return 3. / 2
	}
	return 1
}

// Stiffens reports whether the springs become stiffer as the overlap grows.
func (k Kind) Stiffens() bool { return k.Tangent() > 1 }

// mixFrictional puts the springs of two bodies in series:
//
//	kn = 1 / (la/(Ea area) + lb/(Eb area)),  kt = kn mean(kt/kn)
//
// Two equal spheres of radius r have kn = π r E / 2. Source: FrictMat of the seeds.
func mixFrictional(a, b Material, ra, rb float64) Springs {
	la, lb, area := Lengths(ra, rb)
	kn := 1 / (la/(a.Young*area) + lb/(b.Young*area))
	return Springs{Kn: kn, Kt: 0.5 * (a.KtDivKn + b.KtDivKn) * kn}
}

// Lengths returns the contact lengths and the area of two bodies of radii ra and rb [m].
// Zero means flat (a wall or a facet), which counts as the mirror image of the other
// body: as stiff as two equal spheres.
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

// mixHertzMindlin returns the constants of two elastic spheres:
//
//	Fn = 4/3 E* √R* u^(3/2),         1/E* = (1-νa²)/Ea + (1-νb²)/Eb
//	kt = 8 G* √R* √u,                1/G* = (2-νa)/Ga + (2-νb)/Gb,  G = E/(2(1+ν))
//
// Sources: H. Hertz, J. reine angew. Math. 92 (1882) 156; R. D. Mindlin, J. Appl. Mech. 16
// (1949) 259; K. L. Johnson, Contact Mechanics (1985), 4.2 and 7.2. Capsules count as
// spheres of their radius. ktDivKn does not enter.
func mixHertzMindlin(a, b Material, ra, rb float64) Springs {
	root := math.Sqrt(Reduced(ra, rb))
	e := 1 / ((1-a.Poisson*a.Poisson)/a.Young + (1-b.Poisson*b.Poisson)/b.Young)
	g := 1 / (2*(2-a.Poisson)*(1+a.Poisson)/a.Young + 2*(2-b.Poisson)*(1+b.Poisson)/b.Young)
	return Springs{Kn: 4. / 3 * e * root, Kt: 8 * g * root}
}

// Reduced returns the reduced radius ra rb/(ra + rb) [m]; that of a flat body, radius
// zero, is the other's radius.
func Reduced(ra, rb float64) float64 {
	switch {
	case ra == 0:
		return rb
	case rb == 0:
		return ra
	}
	return ra * rb / (ra + rb)
}
