package shape_test

import (
	"fmt"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

func ExampleCapsule() {
	pill := shape.Capsule{Axis: vec.AxisX, Half: 0.005, Radius: 0.003}
	box := pill.Bounds()
	fmt.Printf("%.0f mm³, from x = %.0f to %.0f mm\n", 1e9*pill.Volume(), 1e3*box.Lo.X, 1e3*box.Hi.X)
	// Output: 396 mm³, from x = -8 to 8 mm
}
