package sim_test

import (
	"fmt"

	"example.org/tumble/sim"
	"example.org/tumble/sim/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/shape"
	"example.org/tumble/sim/vec"
)

// A ball falls on a floor and comes to rest.
func Example() {
	w, err := sim.New(sim.Params{Gravity: vec.New(0, 0, -9.81), Damping: 0.3, TimeStepSafety: 0.5, TimeStepEvery: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	rubber, err := w.AddMaterial("rubber", law.Material{Young: 1e6, KtDivKn: 0.3, TanPhi: 0.5, Density: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	floor := body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2, Sense: 1},
		Material: rubber}}}
	ball := body.Def{
		Name: "ball", Position: vec.New(0, 0, 0.2),
		Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.05, Material: rubber}},
	}
	for _, d := range []body.Def{floor, ball} {
		if _, err := w.AddBody(d); err != nil {
			fmt.Println(err)
			return
		}
	}
	for w.Clock().Time < 2 {
		w.Step()
	}
	s := w.State()
	fmt.Printf("%s at z = %.3f m, %d contact\n", s.Bodies[1].Name, s.Bodies[1].Position[2], len(s.Contacts))
	// Output: ball at z = 0.050 m, 1 contact
}
