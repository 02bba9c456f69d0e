package vec_test

import (
	"fmt"
	"math"

	"example.org/tumble/sim/vec"
)

func ExampleQuat_Rotate() {
	quarter := vec.FromAxisAngle(vec.AxisZ, math.Pi/2)
	p := quarter.Rotate(vec.New(2, 0, 1))
	fmt.Printf("%.1f %.1f %.1f\n", p.X, p.Y, p.Z)
	// Output: 0.0 2.0 1.0
}
