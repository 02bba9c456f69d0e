package export

import (
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Contract: a shape of any kind is in one file of an export: as a particle, as triangles of a mesh, or
// as a part of a wall. A new kind fails here until there is a sample of it, and something writes it.
func TestEveryKindIsExported(t *testing.T) {
	corner := &mesh.Mesh{Vertices: []vec.Vec3{{}, {X: 1}, {Y: 1}}, Triangles: [][3]int32{{0, 1, 2}}}
	samples := [len(shape.Kinds)]body.ShapeDef{
		shape.KindSphere:   {Radius: 0.1},
		shape.KindCapsule:  {Radius: 0.1, Shaft: 0.3},
		shape.KindWall:     {Wall: body.WallDef{Axis: 2, Lo: [2]float64{-1, -1}, Hi: [2]float64{1, 1}}},
		shape.KindMesh:     {Mesh: corner},
		shape.KindCylinder: {Radius: 1, Cylinder: body.CylinderDef{Drawn: 2}},
	}
	for k, d := range samples {
		d.Kind = shape.Kind(k)
		w, err := sim.New(sim.DefaultParams)
		if err != nil {
			t.Fatal(err)
		}
		w.Build().AddMaterial("any", law.Default)
		if _, err := w.Build().AddBody(body.Def{Shapes: []body.ShapeDef{d}}); err != nil {
			t.Errorf("%v: no sample of it to test with: %v", d.Kind, err)
			continue
		}
		s := w.State()
		written := 0
		for _, part := range []*polyData{particles(&s), meshes(&s), walls(&s)} {
			if len(part.verts.ends)+len(part.polys.ends) > 0 {
				written++
			}
		}
		if written != 1 {
			t.Errorf("a %v is written to %d files of an export, want 1: "+
				"an outline in its row of body.kinds, or a cell of endless",
				d.Kind, written)
		}
	}
}
