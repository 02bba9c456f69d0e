package setting

// Force is how a force acts from outside on bodies, which can be changed as a world runs. One of its three parts is
// given: Force and Torque, Formula, or Fluid.
type Force struct {
	Off     bool       // it does not act
	Force   [3]float64 // [N]
	Torque  [3]float64 // about the centre of mass of each body [N·m]
	Formula Formula
	Fluid   Fluid
}

// Formula holds expressions of the force along the global axes [N], and of the torque about them [N·m]; an empty one
// is 0.
type Formula [6]string

// FormulaKeys are the names of the expressions of a Formula, in a scene.
var FormulaKeys = [6]string{"fx", "fy", "fz", "tx", "ty", "tz"}

// Fluid is a uniform fluid round the bodies.
type Fluid struct {
	Drag      string     // name of the law of drag; empty: there is no fluid
	Viscosity float64    // dynamic [Pa·s]
	Density   float64    // [kg/m³]
	Velocity  [3]float64 // [m/s]
	Buoyancy  bool       // it carries the weight of the fluid that a body displaces
}

// ForceValue is one value of a Force: a number, three numbers, a word or a flag.
type ForceValue struct {
	Key   string // in a scene, below the force
	Value any
}

// Values returns all values of a force, always with the same keys.
func (f *Force) Values() []ForceValue {
	list := []ForceValue{{"off", f.Off}, {"force", f.Force}, {"torque", f.Torque}}
	for k, text := range f.Formula {
		list = append(list, ForceValue{"formula." + FormulaKeys[k], text})
	}
	l := &f.Fluid
	return append(list, ForceValue{"fluid.drag", l.Drag}, ForceValue{"fluid.viscosity", l.Viscosity},
		ForceValue{"fluid.density", l.Density}, ForceValue{"fluid.velocity", l.Velocity},
		ForceValue{"fluid.buoyancy", l.Buoyancy})
}
