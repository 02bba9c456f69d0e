// Command bottle fills a bottle with pills, tips it, and prints where they are: the built-in scene, in Go.
package main

import (
	"fmt"
	"log"

	"example.org/tumble/sim/scene"
)

func number(v float64) *float64 { return &v }

func turn(degrees float64) *scene.Rotation {
	return &scene.Rotation{Axis: &scene.Vector{1, 0, 0}, Degrees: &degrees}
}

func main() {
	blocked := "xyzXYZ"
	pill := &scene.PharmaCapsule{Length: 19.4e-3, CapLength: 9.78e-3, CapDiameter: 6.91e-3, BodyDiameter: 6.63e-3,
		CutCorrect: 0.5}
	spec := scene.Spec{
		Gravity: scene.Vector{0, 0, -10}, Damping: 0.3, End: 4.1,
		TimeStep: scene.TimeStep{Initial: 33.15e-6, Safety: 0.5, Every: 100},
		Materials: []scene.Material{{Name: "pill", Young: number(1e7), KtDivKn: number(0.2), TanPhi: number(0.2),
			Density: number(1000)}},
		Bodies: []scene.Body{
			{Name: "floor", Wall: &scene.Wall{Axis: "z", Sense: 1}},
			{Name: "bottle", Mesh: "pill-bottle.stl", Scale: 0.001, Shift: scene.Vector{0.056, 0.027, -0.01},
				Rotate: turn(90), Center: scene.Vector{0, 0, 0.04}, Blocked: &blocked},
		},
		Inlets: []scene.Inlet{{Name: "feed", Origin: scene.Vector{0, 0, 0.17}, Axis: scene.Vector{0, 0, -1},
			Radius: 0.018, Height: 0.05, Every: 100, Attempts: 5000, PerBody: 50, MaxMass: 0.12,
			Product: scene.Product{Pill: pill}}},
		Motions: []scene.Motion{{Name: "pour", Body: "bottle", When: scene.When{After: "feed", Delay: 0.2},
			Path: scene.Path{Keys: []scene.Key{
				{Time: 0, Position: scene.Vector{0, 0, 0.04}},
				{Time: 0.3, Position: scene.Vector{0, 0.05, 0.08}, Orientation: turn(119.88)},
				{Time: 0.5, Position: scene.Vector{0, 0.05, 0.09}, Orientation: turn(153)},
				{Time: 1.6, Position: scene.Vector{0, 0.04, 0.13}, Orientation: turn(162)},
			}}}},
	}
	options := scene.Options{Seed: 0}
	s, err := scene.Build("bottle", spec, scene.Opener(".", options), options)
	if err != nil {
		log.Fatal(err)
	}
	defer s.World.Close()
	for s.World.Clock().Time < s.End && s.World.Log().Fault() == "" {
		s.World.Step()
	}
	fmt.Printf("%d bodies, hash %016x\n", len(s.World.State().Bodies), s.World.Hash())
}
