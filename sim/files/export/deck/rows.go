package deck

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/setting"
)

// The grades of a Row.
const (
	Exact        = "exact"
	Approximated = "approximated"
	Lost         = "lost"
)

// Row is a row of the mapping: it says how one setting of a scene is written for the other program.
type Row struct{ Setting, Grade, How string }

// projected describes how tangential linear springs differ from those in Tumble.
const projected = "begins with the first step of contact; turned with the contact by projection there, by rotation " +
	"here: the same to first order in the step"

// row adds a row of the mapping.
func (d *Deck) row(setting, grade, how string, args ...any) {
	d.rows = append(d.rows, Row{setting, grade, fmt.Sprintf(how, args...)})
}

// carried holds the settings that can be written, by their keys, with the functions that map or refuse them. Any
// other setting is refused unless it has its default value.
var carried = map[string]func(*Deck){
	"gravity":          (*Deck).setGravity,
	"damping":          (*Deck).setDamping,
	"law":              (*Deck).setLaw,
	"capsuleRule":      noRow, // capsules are written as rows of spheres, whose contacts need no such rule
	"timeStep.fixed":   noRow, // setTime adds one row for all settings of the time step
	"timeStep.initial": noRow,
	"timeStep.safety":  noRow,
	"timeStep.every":   noRow,
}

func noRow(*Deck) {}

// setting maps the settings of the whole world, or refuses them.
func (d *Deck) setting(s *state.State) {
	if n := len(s.Contacts); n > 0 {
		d.row("contacts", Lost, "%d are there: their springs begin unstretched along the contact", n)
	}
	for i := range setting.Table {
		row := &setting.Table[i]
		v := row.Value(&d.plan.Params)
		if set := carried[row.Key]; set != nil {
			set(d)
		} else if v != row.Default() {
			d.refuse(row.Key, fmt.Errorf("%s: cannot be told to %s: leave it at %s", row.Text(v), d.program.title,
				row.Text(row.Default())))
		}
	}
}

func (d *Deck) setGravity() { d.row("gravity", Exact, "fix gravity: its size and direction") }

// setDamping replaces Cundall damping by a restitution if the options ask for it, and otherwise refuses the
// damping.
func (d *Deck) setDamping() {
	damping := d.plan.Params.Damping
	switch {
	case damping == 0:
		d.row("damping", Exact, "there is none")
	case !d.DampingAsRestitution:
		d.refuse("damping", fmt.Errorf("%g: Cundall damping has no counterpart there: give --damping-as restitution, "+
			"or --set damping=0", damping))
	default:
		d.damped = math.Sqrt((1 - damping) / (1 + damping))
		d.row("damping", Approximated, "Cundall damping α = %g becomes a restitution √((1-α)/(1+α)) = %.4g of every "+
			"impact, times that of the pair; it does not slow free fall and flow as α does", damping, d.damped)
	}
}

// setLaw maps the contact law and then the values of pairs of materials under this law, or refuses them.
func (d *Deck) setLaw() {
	l := &law.Kinds[d.plan.Law]
	switch d.plan.Law {
	case law.Frictional, law.FrictionalOnset:
		d.linear = true
		d.row("law", Exact, "%s: kn = 1/(la/(Ea A) + lb/(Eb A)), A = π min(ra, rb)², for each pair of types; the "+
			"type of an atom is its material and radius", l.Name)
		d.row("ktDivKn", Exact, "kt = kn (ktDivKn of a + of b)/2")
	case law.HertzMindlin:
		d.row("law", Exact, "hertz-mindlin: Fn = 4/3 E* √R* u^(3/2), kt = 8 G* √(R* u)")
	default:
		d.refuse("law", fmt.Errorf("%s: there is no such law there (frictional, frictional-onset and hertz-mindlin can be "+
			"told)", l.Name))
		return
	}
	d.program.springs(d)
	d.refuse("", d.checkPairs()) // d.damped is set: damping comes before the law in setting.Table
}

// checkPairs maps or refuses the values of pairs of materials.
func (d *Deck) checkPairs() error {
	n := len(d.plan.Materials)
	for a := range n {
		for b := range n {
			s := &d.plan.Pairs[a*n+b]
			switch {
			case d.linear && d.program.resists:
			case s.RollingFriction > 0:
				return fmt.Errorf("%s: %g: is not told to %s: set it to 0", d.plan.Origin(a, b, "rollingFriction"),
					s.RollingFriction, d.Program)
			case s.TwistingFriction > 0:
				return fmt.Errorf("%s: %g: there is no such resistance there: set it to 0",
					d.plan.Origin(a, b, "twistingFriction"), s.TwistingFriction)
			}
			if e := s.Restitution * d.damped; !d.linear && d.hertzRestitution(e) < d.program.least {
				return fmt.Errorf("%s: %g (%.3g with the damping) is less than %s takes with the law hertz",
					d.plan.Origin(a, b, "restitution"), s.Restitution, e, d.program.title)
			}
		}
	}
	d.row("tanPhi", Exact, "friction coefficient of each pair of types")
	if d.rolls() {
		d.row("rollingFriction, twistingFriction", Exact, "springs kr = 9/4 kn (µ R)² that give way at µ R Fn, with the "+
			"reduced radius R of each pair of types")
	}
	if d.linear {
		d.row("restitution", Exact, "e of a pair gives the damping ratio ζ of a dashpot that never pulls (ln e = "+
			"-ζ/√(1-ζ²) (π - φ)); %s = 2 ζ √(kn/m*), with m* the reduced mass of the two bodies", d.program.dashpot)
	} else {
		d.row("restitution", Exact, "e of a pair gives ζ of a dashpot that never pulls; the program is told the %s",
			d.program.stiffer)
	}
	return nil
}

// rolls reports whether some pair of materials has rolling or twisting friction.
func (d *Deck) rolls() bool {
	return slices.ContainsFunc(d.plan.Pairs, func(s contact.Properties) bool {
		return s.RollingFriction > 0 || s.TwistingFriction > 0
	})
}

// zeta returns the damping ratio ζ of two materials.
func (d *Deck) zeta(a, b int) float64 {
	return law.DampingRatio(d.plan.Pairs[a*len(d.plan.Materials)+b].Restitution * d.damped)
}

// hertzRestitution returns the restitution that LIGGGHTS must get so that its dashpot has the same damping ratio
// as the dashpot for restitution e in Tumble. The two restitutions differ because LIGGGHTS computes the ratio for
// a dashpot that may pull, and the dashpot in Tumble never pulls.
func (d *Deck) hertzRestitution(e float64) float64 {
	z := law.DampingRatio(e)
	if z >= 1 {
		return 0
	}
	return math.Exp(-math.Pi * z / math.Sqrt(1-z*z))
}

// pair holds the contact constants of two types of atoms.
type pair struct{ kn, kt, gamma, friction, restitution float64 }

// pairOf returns the contact constants of types i and j, which count from 1.
func (d *Deck) pairOf(i, j int) pair {
	a, b := &d.types[i-1], &d.types[j-1]
	s := d.plan.Pairs[a.material*len(d.plan.Materials)+b.material]
	out := pair{friction: s.TanPhi, restitution: d.hertzRestitution(s.Restitution * d.damped)}
	if !d.linear || a.flat && b.flat {
		out.kn, out.kt = 1, 1 // never used: Hertz contacts have no such constants, and walls do not touch walls
		return out
	}
	k := law.Kinds[d.plan.Law].Mix(d.plan.Materials[a.material].Law, d.plan.Materials[b.material].Law,
		s.PairProperties, a.radius, b.radius)
	mass := a.mass
	switch {
	case a.flat:
		mass = b.mass
	case !b.flat:
		mass = law.Reduced(a.mass, b.mass)
	}
	out.kn, out.kt = k.Kn, k.Kt
	out.gamma = 2 * d.zeta(a.material, b.material) * math.Sqrt(k.Kn/mass)
	return out
}
