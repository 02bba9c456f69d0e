package publish

import (
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// samples are one shape of each kind.
var samples = [len(shape.Kinds)]body.ShapeDef{
	shape.KindSphere:   {Radius: 0.1},
	shape.KindCapsule:  {Radius: 0.1, Shaft: 0.3},
	shape.KindWall:     {Wall: body.WallDef{Axis: 2, Lo: [2]float64{-1, -1}, Hi: [2]float64{1, 1}}},
	shape.KindMesh:     {Mesh: &mesh.Mesh{Vertices: []vec.Vec3{{}, {X: 1}, {Y: 1}}, Triangles: [][3]int32{{0, 2, 1}}}},
	shape.KindCylinder: {Radius: 1, Cylinder: body.CylinderDef{Drawn: 2}},
}

// Contract: a snapshot shows a shape of any kind once, where its body is. A new kind fails here until it is a solid
// with an outline, or has a row in drawers.
func TestEveryKindIsDrawn(t *testing.T) {
	for k, d := range samples {
		d.Kind = shape.Kind(k)
		template, err := body.NewTemplate([]body.ShapeDef{d}, func(int) float64 { return 1 }, vec.Vec3{}, 0)
		if err != nil {
			t.Errorf("%v: %v", d.Kind, err)
			continue
		}
		var b body.Set
		var s body.Shapes
		b.Add(template, &body.Def{Position: vec.New(1, 2, 3)})
		s.Add(0, template)
		var shot bridge.Snapshot
		shot.Capsules = make([]bridge.Capsule, rowsBefore(&s, shape.Kind(len(shape.Kinds))))
		fillRows(&b, shot.Capsules, s.Infos[d.Kind][:len(shot.Capsules)])
		drawShapes(&s, &b, &shot)
		if n := len(shot.Capsules) + len(shot.Walls) + len(shot.Meshes) + len(shot.Cylinders); n != 1 {
			t.Errorf("%v: a snapshot shows it %d times", d.Kind, n)
		}
		at := [3]float32{1, 2, 3}
		for _, m := range shot.Meshes {
			if m.Geometry == nil || m.Position != at {
				t.Errorf("%v: a snapshot shows it by %v at %v", d.Kind, m.Geometry, m.Position)
			}
		}
		if len(shot.Capsules) > 0 && shot.Capsules[0].Center != at || len(shot.Walls) > 0 && shot.Walls[0].Position != 3 ||
			len(shot.Cylinders) > 0 && shot.Cylinders[0].Point != at {
			t.Errorf("%v: a snapshot shows it elsewhere", d.Kind)
		}
	}
}
