package sim_test

import (
	"fmt"

	"example.org/tumble/sim/scene"
)

// A ball falls on a floor and comes to rest.
func Example() {
	number := func(v float64) *float64 { return &v }
	spec := scene.Spec{
		Gravity: scene.Vector{0, 0, -9.81}, Damping: 0.3, TimeStep: scene.TimeStep{Safety: 0.5, Every: 100},
		Materials: []scene.Material{{Name: "rubber", Young: number(1e6), KtDivKn: number(0.3), TanPhi: number(0.5),
			Density: number(1000)}},
		Bodies: []scene.Body{
			{Name: "floor", Wall: &scene.Wall{Axis: "z", Sense: 1}},
			{Name: "ball", Position: scene.Vector{0, 0, 0.2}, Solid: scene.Solid{Sphere: &scene.Sphere{Radius: 0.05}}},
		},
	}
	options := scene.Options{}
	s, err := scene.Build("ball", spec, scene.Opener(".", options), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	w := s.World
	defer w.Close()
	for w.Clock().Time < 2 {
		w.Step()
	}
	state := w.State()
	fmt.Printf("%s at z = %.3f m, %d contact\n", state.Bodies[1].Name, state.Bodies[1].Position[2], len(state.Contacts))
	// Output: ball at z = 0.050 m, 1 contact
}
