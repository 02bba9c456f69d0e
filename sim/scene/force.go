package scene

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// addForce adds a force from outside.
func (b *builder) addForce(d *Force, add func(external.Def) error) error {
	given := 0
	for _, yes := range []bool{d.Force != nil || d.Torque != nil, d.Formula != nil, d.Fluid != nil} {
		if yes {
			given++
		}
	}
	acts := d.acts()
	switch {
	case given != 1:
		return fmt.Errorf("must have exactly one of force with torque, formula, fluid, got %d", given)
	case d.Formula != nil && acts.Formula == setting.Formula{}:
		return fmt.Errorf("formula must have at least one of %s", strings.Join(setting.FormulaKeys[:], ", "))
	case d.Fluid != nil && d.Fluid.Drag == "":
		return fmt.Errorf("fluid: drag must be one of %s", strings.Join(external.DragNames(), ", "))
	}
	return add(external.Def{Name: d.Name, Bodies: d.Bodies, When: d.when(), Duration: d.Duration,
		Times: d.Times, Factors: d.Factors, Acts: acts})
}

// formulas returns the keys of a formula, in the order of setting.FormulaKeys.
func (f *Formula) formulas() [6]*string {
	return [...]*string{&f.FX, &f.FY, &f.FZ, &f.TX, &f.TY, &f.TZ}
}

// acts returns how a force acts in the engine's form.
func (d *Force) acts() (to setting.Force) {
	to.Off = d.Off
	if d.Force != nil {
		to.Force = *d.Force
	}
	if d.Torque != nil {
		to.Torque = *d.Torque
	}
	if d.Formula != nil {
		for k, text := range d.Formula.formulas() {
			to.Formula[k] = *text
		}
	}
	if f := d.Fluid; f != nil {
		to.Fluid = setting.Fluid{Drag: f.Drag, Viscosity: f.Viscosity, Density: f.Density, Velocity: f.Velocity,
			Buoyancy: f.Buoyancy}
	}
	return to
}

// edit takes over how a force acts.
func (d *Force) edit(to setting.Force) {
	was := d.acts()
	d.Off = to.Off
	if d.Force != nil || to.Force != was.Force {
		d.Force = (*Vector)(&to.Force)
	}
	if d.Torque != nil || to.Torque != was.Torque {
		d.Torque = (*Vector)(&to.Torque)
	}
	if to.Formula != was.Formula {
		if d.Formula == nil {
			d.Formula = new(Formula)
		}
		for k, text := range d.Formula.formulas() {
			*text = to.Formula[k]
		}
	}
	if f := to.Fluid; f != was.Fluid {
		d.Fluid = &Fluid{Drag: f.Drag, Viscosity: f.Viscosity, Density: f.Density, Velocity: f.Velocity,
			Buoyancy: f.Buoyancy}
	}
}

// editForces takes over how forces act.
func (s *Spec) editForces(forces []bridge.Force) error {
	if len(forces) < len(s.Forces) { // those that edits have put on single bodies follow
		return fmt.Errorf("scene: edit: the scene has %d forces, its world has %d", len(s.Forces), len(forces))
	}
	for i := range s.Forces {
		s.Forces[i].edit(forces[i].Acts)
	}
	return nil
}

// word matches the numbers and the names of an expression.
var word = regexp.MustCompile(`[0-9.][A-Za-z0-9_.]*|[A-Za-z_][A-Za-z0-9_]*`)

// putConstants puts the values of constants in the places of their names in the formulas of forces.
//
// Errors: a constant with the name of something that formulas have.
func (s *Spec) putConstants() error {
	for i := range s.Forces {
		d := &s.Forces[i]
		if d.Formula == nil {
			continue
		}
		for k, text := range d.Formula.formulas() {
			var taken string
			*text = word.ReplaceAllStringFunc(*text, func(name string) string {
				x, ok := s.Constants[name]
				if !ok {
					return name
				}
				if query.IsName(name) {
					taken = name
				}
				return "(" + strconv.FormatFloat(x, 'g', -1, 64) + ")"
			})
			if taken != "" {
				return fmt.Errorf("forces.%s: formula: %s: %s is a constant of the scene and a quantity: rename the constant",
					d.Name, setting.FormulaKeys[k], taken)
			}
		}
	}
	return nil
}

// forcesOf returns the forces of a world, with how they act.
func forcesOf(w *sim.World) (list []Force) {
	plan := w.Plan()
	for i := range plan.Forces {
		def := &plan.Forces[i].Def
		d := Force{Name: def.Name, Bodies: def.Bodies}
		d.edit(def.Acts)
		list = append(list, d)
	}
	return list
}

// forceValue returns the value at a path such as forces.wind.force, and whether there is one.
func (s *Spec) forceValue(path string) (value any, ok bool) {
	for i := range s.Forces {
		key, of := strings.CutPrefix(path, "forces."+s.Forces[i].Name+".")
		if !of {
			continue
		}
		acts := s.Forces[i].acts()
		values := acts.Values()
		if k := slices.IndexFunc(values, func(v setting.ForceValue) bool { return v.Key == key }); k >= 0 {
			return values[k].Value, true
		}
	}
	return nil, false
}

// forceEdits returns the edits that set how the forces of a world act.
func (s *Spec) forceEdits() (list []bridge.Edit) {
	for i := range s.Forces {
		list = append(list, bridge.SetForce{Force: i, To: s.Forces[i].acts()})
	}
	return list
}
