package body_test

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// A clump of two balls that touch: its mass and the principal moments of inertia.
func ExampleNewTemplate() {
	ball := body.ShapeDef{Kind: shape.KindSphere, Radius: 0.1}
	other := ball
	other.Position = vec.New(0.2, 0, 0)
	density := func(int) float64 { return 1000 }
	clump, err := body.NewTemplate([]body.ShapeDef{ball, other}, density, vec.Vec3{}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	i := clump.Inertia
	fmt.Printf("%.3f kg around x = %.1f m, %.4f %.4f %.4f kg·m²\n", clump.Mass, clump.Center.X, i.X, i.Y, i.Z)
	// Output: 8.378 kg around x = 0.1 m, 0.0335 0.1173 0.1173 kg·m²
}
