package body

import (
	"cmp"
	"fmt"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// ShapeDef describes one shape of a body, placed in the frame of the Def.
type ShapeDef struct {
	Kind          shape.Kind
	Radius        float64 // of spheres, capsules, cylinders [m]
	Shaft         float64 // length of a capsule's segment [m]
	Position      vec.Vec3
	Orientation   vec.Quat // of the segment of a capsule or the axis of a cylinder, along local x; zero value: Identity
	Wall          WallDef
	Mesh          *mesh.Mesh // welded; coordinates in the frame of the Def
	MeshName      string
	HalfThickness float64 // of a mesh [m]
	Seams         narrow.Seams
	Filled        bool    // the mesh is closed and full of its material: it has a mass, and forces move it
	Mass          float64 // of a filled mesh; 0: it follows from the density of the material [kg]
	Cylinder      CylinderDef
	Material      int
	Colors        [2]shape.RGBA // of the halves toward -x and +x
}

// WallDef describes a plane perpendicular to a global axis. It follows its body along
// that axis; turning and sliding in itself is felt only as friction.
type WallDef struct {
	Axis     int        // 0, 1, 2 for x, y, z
	Sense    int        // the side that pushes: -1, +1, or 0 for both
	Position float64    // along Axis, in the frame of the Def [m]
	Lo, Hi   [2]float64 // rectangle to draw and export, along axes (Axis+1)%3 and (Axis+2)%3 [m]
}

// CylinderDef describes a cylinder, apart from its radius. It has no ends, and its axis is local x, turned by the
// Orientation of its shape.
type CylinderDef struct {
	Hollow bool    // a tube: bodies touch it from inside
	Drawn  float64 // length of the part to draw and export, centred on Position [m]; 0: over the scene
}

// Def describes a rigid body: one shape, or several of them (a clump).
//
// With massive shapes the body's frame becomes the centroid and the principal axes, and
// Position and Orientation place the frame that shapes are given in. Without mass (walls,
// meshes that are not filled) the frame stays as given: Center is then the point the body turns about.
type Def struct {
	Name        string
	Shapes      []ShapeDef
	Position    vec.Vec3 // [m]
	Orientation vec.Quat // zero value: Identity
	Velocity    vec.Vec3 // of the centroid [m/s]
	Spin        vec.Vec3 // angular velocity, global axes [rad/s]
	Blocked     Blocked
	Center      vec.Vec3 // of a body without mass, in the frame of the shapes [m]

	Joint *Joint // hinge or slider that holds the body; nil: none

	// Sampling > 0 counts overlaps of a clump's shapes once, by a grid with this many
	// cells per smallest radius; else each shape counts as a whole.
	Sampling int
}

// Check returns an error for a name, a position or a velocity that no body can have, or for a material that is not
// below the number of materials. The shapes are checked where a template is made of them.
func (d *Def) Check(materials int) error {
	err := cmp.Or(limit.CheckName(d.Name), limit.Length.CheckVector("position", d.Position),
		limit.Speed.CheckVector("velocity", d.Velocity),
		limit.Spin.CheckVector("spin", d.Spin), limit.Length.CheckVector("center", d.Center))
	if err != nil {
		return err
	}
	for i, s := range d.Shapes {
		if s.Material < 0 || s.Material >= materials {
			return fmt.Errorf("shape %d: no material %d (there are %d)", i, s.Material, materials)
		}
	}
	return nil
}

// ShapeRef names a shape: its kind and its index in the slice of that kind.
type ShapeRef struct {
	Kind  shape.Kind
	Index int32
}

// Outline returns the surface of a shape as triangles, in the frame of its Position and Orientation;
// nil for spheres and capsules, which writers and drawers show as they are, and for shapes without end.
func (d *ShapeDef) Outline() *mesh.Mesh {
	if outline := kinds[d.Kind].outline; outline != nil {
		return outline(d)
	}
	return nil
}

// Check refuses a shape that is not valid; of is the number of shapes of its body.
//
// Errors: an unknown kind, a size out of its range, a shape in a clump that must be a body of its own.
func (d *ShapeDef) Check(of int) error {
	if err := limit.Length.CheckVector("position", d.Position); err != nil {
		return err
	}
	if int(d.Kind) >= len(kinds) || kinds[d.Kind].check == nil {
		return fmt.Errorf("unknown kind %d", d.Kind)
	}
	if kinds[d.Kind].alone && of > 1 {
		return fmt.Errorf("a %v is a body of its own, it cannot be clumped", d.Kind)
	}
	return kinds[d.Kind].check(d)
}

func positive(what string, v float64) error {
	switch {
	case !(v > 0):
		return fmt.Errorf("%s must be > 0 m, got %g", what, v)
	case v < limit.LeastLength:
		return fmt.Errorf("%s must be ≥ %g m, got %g", what, limit.LeastLength, v)
	}
	return limit.Length.Check(what, v)
}
