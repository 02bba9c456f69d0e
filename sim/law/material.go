// Package law holds the materials and the contact laws of the engine as pure functions.
package law

import (
	"fmt"
	"math"

	"tumble/sim/limit"
)

// Material is an elastic, frictional material (FrictMat of the seeds).
type Material struct {
	Young   float64 // Young's modulus [Pa]
	KtDivKn float64 // shear stiffness over normal stiffness [1]
	TanPhi  float64 // friction coefficient, the tangent of the friction angle [1]
	Density float64 // [kg/m³]

	Poisson          float64 // Poisson's ratio, of hertz-mindlin only [1]
	Restitution      float64 // speed after over speed before an impact [1]; 1: no dashpot
	RollingFriction  float64 // couple that resists rolling, over radius and normal force [1]
	TwistingFriction float64 // the same about the normal [1]
}

// Default is the material that a scene gets when it says nothing else.
var Default = Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000, Poisson: 0.3, Restitution: 1}

// Completed returns the material with Restitution 1 where it is 0, which no contact can
// have: a Material that says nothing of dashpots has none.
func (m Material) Completed() Material {
	if m.Restitution == 0 {
		m.Restitution = 1
	}
	return m
}

// Field describes one number of a material: its name as scene files and panels write it,
// its unit and the range that is physically possible.
type Field struct {
	Name, Unit, Meaning string
	Min, Max            float64 // closed range, but for MinOpen
	MinOpen             bool    // Min itself is not allowed
	Of                  func(*Material) *float64
}

// Fields lists the numbers of a material. Scene files, the command line's --set, panels
// and the check of an edit all read this table.
var Fields = []Field{
	{"young", "Pa", "Young's modulus", 1e-3, limit.Pressure.Most, false, func(m *Material) *float64 { return &m.Young }},
	{"ktDivKn", "", "shear stiffness over normal stiffness", 0, 10, false, func(m *Material) *float64 { return &m.KtDivKn }},
	{"tanPhi", "", "friction coefficient", 0, 100, false, func(m *Material) *float64 { return &m.TanPhi }},
	{"density", "kg/m³", "density", 1e-3, limit.Density.Most, false, func(m *Material) *float64 { return &m.Density }},
	{"poisson", "", "Poisson's ratio (law hertz-mindlin)", 0, 0.5, false, func(m *Material) *float64 { return &m.Poisson }},
	{"restitution", "", "speed after over speed before an impact, 1 for no dashpot", 0.01, 1, false, func(m *Material) *float64 { return &m.Restitution }},
	{"rollingFriction", "", "resistance to rolling, over radius and normal force", 0, 10, false, func(m *Material) *float64 { return &m.RollingFriction }},
	{"twistingFriction", "", "resistance to twisting, over radius and normal force", 0, 10, false, func(m *Material) *float64 { return &m.TwistingFriction }},
}

// Check returns an error that names the value and the bound if v is not allowed.
func (f Field) Check(v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%s must be a finite number, got %g", f.Name, v)
	case f.MinOpen && v <= f.Min:
		return fmt.Errorf("%s must be > %g%s, got %g", f.Name, f.Min, unit(f.Unit), v)
	case v < f.Min:
		return fmt.Errorf("%s must be ≥ %g%s, got %g", f.Name, f.Min, unit(f.Unit), v)
	case v > f.Max:
		return fmt.Errorf("%s must be ≤ %g%s, got %g", f.Name, f.Max, unit(f.Unit), v)
	}
	return nil
}

func unit(u string) string {
	if u == "" {
		return ""
	}
	return " " + u
}

// Check returns an error for the first number of the material that is out of its range.
func (m Material) Check() error {
	for _, f := range Fields {
		if err := f.Check(*f.Of(&m)); err != nil {
			return err
		}
	}
	return nil
}
