package state

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// Plan holds what determines the future of a world, beside the state of its bodies: what another program needs to
// compute the same run. Its slices belong to the world and are valid until the next step.
type Plan struct {
	Params    setting.Params
	Law       law.Kind // the law of Params
	Step      float64  // the present time step, or the first one [s]
	Materials []contact.Material
	Pairs     []contact.Properties // of materials a and b at a len(Materials) + b
	Given     []contact.PairDef    // numbers that the scene gives to pairs of materials
	Inlets    []insertion.Inlet
	Outlets   []insertion.Outlet
	Motions   []kinematic.Motion
	Forces    []external.Force // from outside
	Joints    []bridge.Joint   // hinges and sliders
	Blocked   []body.Blocked   // degrees of freedom of each body, in the order of their numbers
}

// Origin returns where a scene gives a number that materials a and b share, as the path of a setting: in the entry
// of their pair, or in the material whose number counts for both. number is a name in law.Fields.
func (p *Plan) Origin(a, b int, number string) string {
	for i := len(p.Given) - 1; i >= 0; i-- {
		d := &p.Given[i]
		if (d.A == a && d.B == b || d.A == b && d.B == a) && d.Numbers(number) != nil {
			return "pairs." + p.Materials[d.A].Name + "+" + p.Materials[d.B].Name + "." + number
		}
	}
	f := &law.Fields[slices.IndexFunc(law.Fields, func(f law.Field) bool { return f.Name == number })]
	of := &p.Materials[a]
	if *f.Of(&of.Law) != *f.Shared(&p.Pairs[a*len(p.Materials)+b].PairProperties) {
		of = &p.Materials[b]
	}
	return "materials." + of.Name + "." + number
}
