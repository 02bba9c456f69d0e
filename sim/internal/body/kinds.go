package body

import (
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// kinds has a row for each kind of shape: all that bodies need to know of it. What a row lacks,
// TestEveryKindIsComplete names.
var kinds = [len(shape.Kinds)]row{
	shape.KindSphere:   sphereRow,
	shape.KindCapsule:  capsuleRow,
	shape.KindWall:     wallRow,
	shape.KindMesh:     meshRow,
	shape.KindCylinder: cylinderRow,
}

// row is what bodies need to know of a kind of shape.
type row struct {
	// check refuses numbers that no shape of the kind can have.
	check func(d *ShapeDef) error
	// alone says that such a shape is a body of its own: it cannot be a member of a clump.
	alone bool
	// reach returns how far the core of a shape, which is what its radius is around, goes from the
	// centre of its body [m]. The shape is given in the frame of the body, but the vertices of a mesh
	// are as they were: the centre is there.
	reach func(d *ShapeDef, center vec.Vec3) float64
	// solid returns it as it lies in the frame that it is given in; nil for kinds that have no mass.
	solid func(d *ShapeDef) shape.Solid

	// add appends a placed shape to the slice of the kind.
	add func(s *Shapes, p *Part, t *Template)
	// renumber gives the placed shapes their new places.
	renumber func(s *Shapes, r *Renumbering)
	// place moves placed shapes [first, last) to where their bodies are.
	place func(s *Shapes, b *Set, first, last int)
	// placed returns a placed shape; nil for kinds that have no mass.
	placed func(s *Shapes, i int) shape.Solid
	// bounds returns the box round a shape, or round its part that is drawn, where its body is now;
	// of what may lie behind all others, such as a wall, a picture need not show all.
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
