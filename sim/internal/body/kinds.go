package body

import (
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// kinds has a row for each kind of shape, with everything that this package needs to know of the kind.
// TestEveryKindIsComplete names the entries that a row lacks.
var kinds = [len(shape.Kinds)]row{
	shape.KindSphere:   sphereRow,
	shape.KindCapsule:  capsuleRow,
	shape.KindWall:     wallRow,
	shape.KindMesh:     meshRow,
	shape.KindCylinder: cylinderRow,
}

// row describes a kind of shape.
type row struct {
	// check refuses numbers that no shape of the kind can have.
	check func(d *ShapeDef) error
	// alone says that a shape of the kind is a body of its own: it cannot be a member of a clump.
	alone bool
	// reach returns the largest distance from the centre of the body to the core of a shape, the points that its
	// radius is around [m]. The shape is given in the frame of the body, but the vertices of a mesh stay in the
	// frame of its definition: center is the body's centre in that frame.
	reach func(d *ShapeDef, center vec.Vec3) float64
	// solid returns a shape in the frame that it is given in; nil for kinds that have no mass, or not always.
	solid func(d *ShapeDef) shape.Solid
	// weigh adds a shape with a density to the moments of its body; nil for solids, and for kinds without a mass.
	weigh func(m *moments, d *ShapeDef, density float64)

	// add appends a placed shape to the slice of the kind.
	add func(s *Shapes, p *Part, t *Template)
	// renumber moves the placed shapes to their new indices.
	renumber func(s *Shapes, r *Renumbering)
	// place moves placed shapes [first, last) to the poses of their bodies.
	place func(s *Shapes, b *Set, first, last int)
	// placed returns a placed shape; nil for kinds that have no mass.
	placed func(s *Shapes, i int) shape.Solid
	// bounds returns the box round a shape, or round its part that is drawn, at the present pose of its body.
	// behind says that the shape may lie behind all others, such as a wall, so that a picture need not show all of
	// it.
	bounds func(s *Shapes, b *Set, i int) vec.Box
	behind bool
	// outline returns the surface of a shape as triangles, in its own frame; nil for spheres and capsules,
	// which are drawn as they are, and for shapes without end.
	outline func(d *ShapeDef) *mesh.Mesh
	// hull says that a shape is the capsule that holds it: spheres and capsules, which snapshots show as rows.
	hull bool
	// geometry returns the triangles that show a placed shape, in the frame of its body; nil for kinds that show their
	// outline, and for those without one.
	geometry func(s *Shapes, i int) *mesh.Geometry
}
