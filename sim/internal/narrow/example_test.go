package narrow_test

import (
	"fmt"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// A capsule that lies on a sphere, and one that is 2 mm above it.
func ExampleSphereCapsule() {
	ball := shape.Sphere{Radius: 0.01}
	capsule := shape.Capsule{Center: vec.New(0, 0, 0.0149), Axis: vec.AxisX, Half: 0.02, Radius: 0.005}
	var q narrow.Query
	for range 2 {
		gap := narrow.SphereCapsule(&ball, &capsule, q.Reset())
		fmt.Printf("gap %.1f mm, %d contacts\n", 1e3*gap, len(q.Contacts))
		for _, c := range q.Contacts {
			fmt.Printf("overlap %.1f mm along %v\n", 1e3*c.Overlap, c.Normal)
		}
		capsule.Center.Z = 0.017
	}
	// Output:
	// gap -0.1 mm, 1 contacts
	// overlap 0.1 mm along {0 0 1}
	// gap 2.0 mm, 0 contacts
}
