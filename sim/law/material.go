// Package law holds the materials and the contact laws of the engine as pure functions.
package law

import (
	"fmt"
	"math"

	"example.org/tumble/sim/limit"
)

// Material is an elastic, frictional material (FrictMat of Woo).
type Material struct {
	Young   float64 // Young's modulus [Pa]
	KtDivKn float64 // tangential stiffness over normal stiffness [1]
	TanPhi  float64 // friction coefficient, the tangent of the friction angle [1]
	Density float64 // [kg/m³]

	Poisson          float64 // Poisson's ratio, of hertz-mindlin only [1]
	Restitution      float64 // speed after over speed before an impact [1]; 1: no dashpot
	RollingFriction  float64 // couple that resists rolling, over radius and normal force [1]
	TwistingFriction float64 // couple that resists twisting about the normal, over radius and normal force [1]
	SurfaceEnergy    float64 // work of adhesion between two bodies of this material, of jkr only [J/m²]
}

// Default is the material of a scene that gives none.
var Default = Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000, Poisson: 0.3, Restitution: 1}

// Completed returns the material with Restitution 1 if it is 0. No contact can have the restitution 0, so 0 means
// that no number was given, and the material gets no dashpot.
func (m Material) Completed() Material {
	if m.Restitution == 0 {
		m.Restitution = 1
	}
	return m
}

// Field describes one number of a material: its name as scene files write it, its unit and the range that is
// physically possible.
type Field struct {
	Name, Unit, Meaning string
	Word                string  // name for people
	Min, Max            float64 // closed range
	Of                  func(*Material) *float64

	// Shared returns the number of a pair of materials; it is nil if each material keeps its own number. Mix
	// computes the number of a pair from those of both materials, unless a scene gives the pair a number; nil: the
	// smaller of both.
	Shared func(*PairProperties) *float64
	Mix    func(a, b float64) float64

	// Later marks a number that materials of older versions do not have. These rows are the last. Saved states and
	// hashes have the number only if it is not zero, so that those of older versions stay valid.
	Later bool
}

// Fields lists the numbers of a material. Scene files, the command line's --set, panels, saved states
// and the check of an edit all read this table.
var Fields = []Field{
	{Name: "young", Word: "Young's modulus", Unit: "Pa", Meaning: "Young's modulus", Min: 1e-3, Max: limit.Pressure.Most,
		Of: func(m *Material) *float64 { return &m.Young }},
	{Name: "ktDivKn", Word: "Tangential stiffness", Meaning: "tangential stiffness over normal stiffness", Max: 10,
		Of: func(m *Material) *float64 { return &m.KtDivKn }},
	{Name: "tanPhi", Word: "Friction", Meaning: "friction coefficient", Max: 100,
		Of: func(m *Material) *float64 { return &m.TanPhi }, Shared: func(s *PairProperties) *float64 { return &s.TanPhi }},
	{Name: "density", Word: "Density", Unit: "kg/m³", Meaning: "density", Min: 1e-3, Max: limit.Density.Most,
		Of: func(m *Material) *float64 { return &m.Density }},
	{Name: "poisson", Word: "Poisson's ratio", Meaning: "Poisson's ratio (laws hertz-mindlin and jkr)", Max: 0.5,
		Of: func(m *Material) *float64 { return &m.Poisson }},
	{Name: "restitution", Word: "Restitution", Min: 0.01, Max: 1,
		Meaning: "speed after over speed before an impact, 1 for no dashpot",
		Of:      func(m *Material) *float64 { return &m.Restitution },
		Shared:  func(s *PairProperties) *float64 { return &s.Restitution }},
	{Name: "rollingFriction", Word: "Rolling friction", Max: 10,
		Meaning: "resistance to rolling, over radius and normal force",
		Of:      func(m *Material) *float64 { return &m.RollingFriction },
		Shared:  func(s *PairProperties) *float64 { return &s.RollingFriction }},
	{Name: "twistingFriction", Word: "Twisting friction", Max: 10,
		Meaning: "resistance to twisting, over radius and normal force",
		Of:      func(m *Material) *float64 { return &m.TwistingFriction },
		Shared:  func(s *PairProperties) *float64 { return &s.TwistingFriction }},
	{Name: "surfaceEnergy", Word: "Surface energy", Unit: "J/m²",
		Meaning: "work of adhesion (law jkr); of two materials, the root of the product",
		Max:     1e4, Later: true,
		Of:     func(m *Material) *float64 { return &m.SurfaceEnergy },
		Shared: func(s *PairProperties) *float64 { return &s.SurfaceEnergy },
		Mix:    func(a, b float64) float64 { return math.Sqrt(a * b) }},
}

// Check returns an error that names the value and the bound if v is not allowed.
func (f Field) Check(v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%s must be a finite number, got %g", f.Name, v)
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
