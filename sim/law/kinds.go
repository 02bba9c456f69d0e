package law

import (
	"fmt"
	"math"
	"slices"
)

// Kind numbers the contact laws; see Kinds.
type Kind uint8

// The contact laws, in the order of Kinds.
const (
	Frictional Kind = iota
	FrictionalOnset
	HertzMindlin
	JKR
)

// Law is a contact law: the normal force between two elastic bodies as a function of their
// overlap, and the stiffness of the tangential springs. The friction limit, the dashpot, the
// ledger and the time step follow from the law; the functions that all laws share are in friction.go
// and dashpot.go. TestEveryLawIsComplete checks each row.
type Law struct {
	Name, About string
	// Onset makes the tangential force begin when bodies touch. Otherwise the force begins in the first step that
	// finds the bodies in contact, which leaves out the slip between touch and this step: an error of first
	// order in the time step.
	Onset bool
	// Mix returns the springs of two bodies of materials a and b and radii ra and rb [m], where
	// zero means flat (a wall or a facet); s holds the numbers of the pair of materials.
	Mix func(a, b Material, s PairProperties, ra, rb float64) Springs

	// Own names the numbers of materials that this law uses, but not every law; names as in Fields.
	Own []string

	// Force returns the normal force at the overlap u [N], negative if it pulls, and the grade: the factor by which
	// the springs have stiffened. The tangential stiffness is Kt grade; the dashpot and the springs against rolling
	// and twisting are chosen by the normal stiffness Kn grade.
	Force func(s Springs, u float64) (force, grade float64)
	// Energy returns the energy that the force has stored since the contact began [J]: the integral of
	// Force over the overlap, 0 at the overlap at which the contact begins.
	Energy func(s Springs, u, grade float64) float64
	// Slope returns the derivative of the force by the overlap [N/m].
	Slope func(s Springs, u, grade float64) float64
	// Range returns the overlap [m] at which a contact begins when bodies approach, and the overlap at which it
	// ends when they separate. Neither is positive; the end is not above the begin, and does not rise with the size
	// of the bodies. The energy that the force stores at the end becomes heat. Nil: both overlaps are 0.
	Range func(s Springs) (begin, end float64)

	// Power is the power of the overlap with which the force grows, at least for large overlaps.
	Power float64
	// Lanes says that vector kernels can compute the law. They can if its grade is 1 or, for springs that
	// stiffen, the root of the overlap.
	Lanes bool
	// Formula is the normal force for people, as a function of the overlap u and kn = Kn grade; FormulaTeX is the
	// same as LaTeX.
	Formula, FormulaTeX string
}

// The formulas of linear springs, which two laws share.
const (
	linearFormula = "Fn = kn u"
	linearTeX     = `F_n = k_n u`
)

// Kinds lists the laws a scene can choose from; the first is the default.
var Kinds = [...]Law{
	Frictional: {
		Name:  "frictional",
		About: "linear springs whose stiffness follows from the lengths and the area of the contact (FrictMat of Woo)",
		Mix:   mixFrictional,
		Own:   []string{"ktDivKn"},
		Force: linearForce, Energy: linearEnergy, Slope: linearSlope, Power: 1, Lanes: true,
		Formula: linearFormula, FormulaTeX: linearTeX,
	},
	FrictionalOnset: {
		Name:  "frictional-onset",
		About: "frictional, but friction begins when bodies touch and not at the first step that finds them touching",
		Onset: true,
		Mix:   mixFrictional,
		Own:   []string{"ktDivKn"},
		Force: linearForce, Energy: linearEnergy, Slope: linearSlope, Power: 1, Lanes: true,
		Formula: linearFormula, FormulaTeX: linearTeX,
	},
	HertzMindlin: {
		Name:  "hertz-mindlin",
		About: "elastic spheres: normal force as overlap to the 3/2 (Hertz), tangential stiffness without slip (Mindlin)",
		Onset: true,
		Mix:   mixHertzMindlin,
		Own:   []string{"poisson"},
		Force: hertzForce, Energy: hertzEnergy, Slope: hertzSlope, Power: 3. / 2, Lanes: true,
		Formula:    "Fn = kn u = 4/3 E* √R* u^(3/2)",
		FormulaTeX: `F_n = k_n u = \tfrac{4}{3} E^* \sqrt{R^*}\, u^{3/2}`,
	},
	JKR: {
		Name:  "jkr",
		About: "hertz-mindlin for bodies that adhere by their surfaceEnergy until torn off (Johnson, Kendall and Roberts)",
		Onset: true,
		Mix:   mixJKR,
		Own:   []string{"poisson", "surfaceEnergy"},
		Force: jkrForce, Energy: jkrEnergy, Slope: jkrSlope, Range: jkrRange, Power: 3. / 2,
		Formula: "F = 4 E* a³/(3 R) − √(8π γ E* a³), u = a²/R − √(2π γ a/E*)",
		FormulaTeX: `F = \frac{4 E^* a^3}{3 R} - \sqrt{8\pi\gamma E^* a^3},\; ` +
			`u = \frac{a^2}{R} - \sqrt{2\pi\gamma a/E^*}`,
	},
}

// ByName returns the law with a name, the default for an empty name.
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

// Springs are the constants of a contact's springs.
type Springs struct {
	Kn, Kt float64 // times the grade: normal and tangential stiffness [N/m], of hertz-mindlin [N/m^1.5]
	Pull   float64 // pull-off force, the largest force with which the contact pulls, positive [N]; 0: no adhesion
}

// Stiffens reports whether the springs become stiffer as the overlap grows.
func (l *Law) Stiffens() bool { return l.Power > 1 }

// Uses reports whether a number of a material has an effect under the law.
func (l *Law) Uses(f *Field) bool {
	users := UsersOf(f)
	return len(users) == 0 || slices.Contains(users, l.Name)
}

// UsersOf returns the names of the laws that use a number of a material; none if every law does.
func UsersOf(f *Field) (names []string) {
	for k := range Kinds {
		if slices.Contains(Kinds[k].Own, f.Name) {
			names = append(names, Kinds[k].Name)
		}
	}
	return names
}

// Extent returns the overlaps at which a contact begins and ends [m]; see Range.
func (l *Law) Extent(s Springs) (begin, end float64) {
	if l.Range == nil {
		return 0, 0
	}
	return l.Range(s)
}

// Grade returns the grade at the overlap u [m]; see Force.
func (l *Law) Grade(s Springs, u float64) float64 {
	_, grade := l.Force(s, u)
	return grade
}

// Reduced returns the reduced radius ra rb/(ra + rb) [m]. If one body is flat, with the radius
// zero, the reduced radius is the radius of the other body.
func Reduced(ra, rb float64) float64 {
	switch {
	case ra == 0:
		return rb
	case rb == 0:
		return ra
	}
	return ra * rb / (ra + rb)
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
