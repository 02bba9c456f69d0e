package audit

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/notice"
)

// Bounds for energy from nowhere: of all the energy that is in motion, in contacts or was turned into heat, the
// share that neither the first state nor gravity, inlets, motions, forces from outside or edits brought. The contact
// rules for capsules and the error of a good time step make up to a few per cent. At madeFatal there is ten times as
// much energy as was ever brought, and the results have nothing to do with the scene any more.
const (
	madeWarning = 0.1
	madeFatal   = 0.9
)

// checkEnergy warns of energy that came from nowhere, and stops the world if there is too much of it.
func (a *Auditor) checkEnergy(s *Scene, log *notice.Log) {
	made, all := s.madeEnergy()
	switch share := made / all; {
	case share > madeFatal && !a.ruleMakesEnergy(s):
		i, b := s.fastest(), s.Bodies
		log.Stop("step %d: %.3g of the %.3g J that bodies have or had came from nowhere: nothing is left to believe. "+
			"Body %d (%s) is the fastest, at %.3g m/s. Either the time step of %.3g s is too long, "+
			"or bodies overlap too much",
			s.Step, made, all, b.ID(i), b.Name(i), b.Pace(i), s.Last)
	case share > madeWarning:
		warn(log, &a.made, share, "step %d: %.2g %% of the energy, %.3g of %.3g J, came from nowhere: "+
			"the time step is too long, bodies overlap too much, or the rule for capsules does not suit the scene",
			s.Step, 100*share, made, all)
	}
}

// ruleMakesEnergy reports whether the contact rule itself may have made most of the energy: where capsules touch,
// the documented rule makes up to several times the energy of an impact, and a scene that asks for this rule gets
// it. If the time step is longer than the critical one, the rule is not to blame.
func (a *Auditor) ruleMakesEnergy(s *Scene) bool {
	if a.step > 1 || s.Energy.ContactRule < s.Energy.ClosureError {
		return false
	}
	return len(s.Shapes.Capsules) > 0
}

// madeEnergy returns the energy that came from nowhere, and all energy in motion, in contacts, in lifted bodies
// and turned into heat [J]; 0 of 1 if the energy from nowhere is not larger than rounding errors. The elastic
// energy of contacts that adhere is negative: its magnitude is the energy that they gave to motion.
func (s *Scene) madeEnergy() (made, all float64) {
	e := &s.Energy
	made = e.ContactRule + e.ClosureError
	all = math.Max(e.Kinetic+math.Abs(e.Elastic)+e.Dissipated+math.Max(e.Potential-s.Start, 0), made) // it may have left
	// The noise is the energy that lifts all bodies by a thousandth of a radius, and the rounding errors of booked
	// energies.
	noise := 0.0
	lift := s.Gravity.Norm() * s.Shapes.SmallestRadius()
	for i := range s.Bodies.Len() {
		noise += 1e-3 * s.Bodies.Mass(i).Mass * lift
	}
	for _, x := range [...]float64{e.Potential, s.Start, e.Inlets, e.Outlets, e.Imposed, e.External, e.Edits, s.Soon} {
		noise += 1e-9 * math.Abs(x)
	}
	if !(made > noise) || !(all > noise) {
		return 0, 1
	}
	return made, all
}

// fastest returns the body that moves fastest.
func (s *Scene) fastest() (i int) {
	b := s.Bodies
	for k := range b.Pos {
		if b.Kind[k] == body.Dynamic && b.Pace(k) > b.Pace(i) {
			i = k
		}
	}
	return i
}
