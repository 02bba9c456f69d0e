package external

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
)

// Kind is which part of a setting.Force is given.
type Kind uint8

// A force and a torque of given numbers, formulas, or a fluid.
const (
	Numbers Kind = iota
	Formula
	Fluid
)

func (k Kind) String() string { return [...]string{"force", "formula", "fluid"}[k] }

// kindOf returns which part of a force is given.
func kindOf(f *setting.Force) Kind {
	switch {
	case f.Fluid != setting.Fluid{}:
		return Fluid
	case f.Formula != setting.Formula{}:
		return Formula
	}
	return Numbers
}

// Check returns an error if more than one part of a force is given, or for the first number out of its range. The
// texts are checked where they are compiled.
func Check(f *setting.Force) error {
	numbers := f.Force != [3]float64{} || f.Torque != [3]float64{}
	formula, fluid := f.Formula != setting.Formula{}, f.Fluid != setting.Fluid{}
	if numbers && formula || numbers && fluid || formula && fluid {
		return fmt.Errorf("only one of force with torque, formula, fluid can be given")
	}
	for k, text := range f.Formula {
		if err := limit.Expression.Check(len(text)); err != nil {
			return fmt.Errorf("formula: %s: %w", setting.FormulaKeys[k], err)
		}
	}
	err := cmp.Or(limit.Force.Check("force", f.Force[:]...), limit.Torque.Check("torque", f.Torque[:]...))
	if err == nil && fluid {
		if err = checkFluid(&f.Fluid); err != nil {
			err = fmt.Errorf("fluid: %w", err)
		}
	}
	return err
}

// checkFluid returns an error for the first number of a fluid that is out of its range.
func checkFluid(f *setting.Fluid) error {
	switch law := dragOf(f.Drag); {
	case law == nil:
		return fmt.Errorf("drag must be one of %s, got %s%s", strings.Join(DragNames(), ", "), spell.Quote(f.Drag),
			spell.DidYouMean(f.Drag, DragNames()))
	case !(f.Viscosity > 0):
		return fmt.Errorf("viscosity must be > 0 Pa·s, got %g", f.Viscosity)
	case !(f.Density >= 0):
		return fmt.Errorf("density must be ≥ 0 kg/m3, got %g", f.Density)
	case f.Density == 0 && (law != &Drags[0] || f.Buoyancy):
		return fmt.Errorf("density must be given for buoyancy and for the drag of %s", f.Drag)
	}
	return cmp.Or(limit.Viscosity.Check("viscosity", f.Viscosity), limit.Density.Check("density", f.Density),
		limit.Speed.Check("velocity", f.Velocity[:]...))
}
