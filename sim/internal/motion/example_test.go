package motion_test

import (
	"fmt"

	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/vec"
)

// A body is lifted by 0.3 m within two seconds.
func ExampleInterpolated() {
	lift := motion.Interpolated{Times: []float64{0, 2}, Poses: []motion.Pose{
		{Orientation: vec.Identity},
		{Orientation: vec.Identity, Position: vec.New(0, 0, 0.3)},
	}}
	fmt.Printf("%.2f m after 1 s\n", lift.At(1, motion.Pose{}).Position.Z)
	// Output: 0.15 m after 1 s
}
