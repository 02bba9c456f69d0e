package scene_test

import (
	"fmt"

	"example.org/tumble/sim/scene"
)

// A built-in scene runs for a tenth of a second with another damping.
func ExampleLoad() {
	s, err := scene.Load("capsule-on-wall", scene.Options{Set: []string{"damping=0.2"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.World.Close()
	for s.World.Clock().Time < 0.1 {
		s.World.Step()
	}
	fmt.Printf("%s: %d bodies, fault %q\n", s.Name, s.World.NumBodies(), s.World.Log().Fault())
	// Output: capsule-on-wall: 2 bodies, fault ""
}
