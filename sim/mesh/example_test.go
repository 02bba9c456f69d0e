package mesh_test

import (
	"fmt"

	"example.org/tumble/sim/mesh"
)

// A file becomes a surface: loose triangles, whose equal corners are then joined.
func Example() {
	const tetrahedron = `
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
`
	soup, err := mesh.Read("tetrahedron.obj", []byte(tetrahedron))
	if err != nil {
		fmt.Println(err)
		return
	}
	m, _ := mesh.Weld(soup, mesh.DefaultTolerance)
	fmt.Printf("%d corners, %d triangles, volume %.4f\n", len(m.Vertices), len(m.Triangles), m.Volume())
	// Output: 4 corners, 4 triangles, volume 0.1667
}
