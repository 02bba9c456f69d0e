package mesh

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Geometry is a mesh for drawing, in single precision. It is immutable: it may be shared and kept, and different
// geometries have different addresses.
type Geometry struct {
	Vertices  [][3]float32 // [m]
	Triangles [][3]int32   // indices into Vertices
	Edges     [][2]int32   // edges worth drawing: rims and creases sharper than 25°
	Name      string
}

// crease is the angle between two triangles above which their edge is drawn [rad].
const crease = 25 * math.Pi / 180

// NewGeometry returns a mesh for drawing. place transforms its vertices to the frame of the geometry.
func NewGeometry(name string, m *Mesh, place func(vec.Vec3) vec.Vec3) *Geometry {
	g := &Geometry{Name: name, Triangles: m.Triangles, Edges: m.FeatureEdges(crease)}
	for _, v := range m.Vertices {
		g.Vertices = append(g.Vertices, place(v).Float32())
	}
	return g
}
