package inspect_test

import (
	"fmt"
	"math"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: the ruler gives the distance of the centres and that of the surfaces between shapes of any kinds, in
// either order; the points that it names lie on the surfaces, and are as far from one another.
func TestRuler(t *testing.T) {
	w, err := sim.New(sim.DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
		t.Fatal(err)
	}
	turned := vec.Identity
	add := func(at vec.Vec3, d ...body.ShapeDef) bridge.Thing {
		id, err := w.Build().AddBody(body.Def{Position: at, Orientation: turned, Shapes: d})
		if err != nil {
			t.Fatal(err)
		}
		return bridge.Thing{Kind: bridge.ThingBody, Body: int64(id)}
	}
	across := vec.FromAxisAngle(vec.AxisZ, math.Pi/2)
	plate := &mesh.Mesh{Vertices: []vec.Vec3{{X: -1, Y: -1}, {X: 1, Y: -1}, {Y: 1}}, Triangles: [][3]int32{{0, 1, 2}}}
	ball := add(vec.New(0, 0, 0.05), body.ShapeDef{Kind: shape.KindSphere, Radius: 0.01})
	pill := add(vec.New(0, 0, 0.1), body.ShapeDef{Kind: shape.KindCapsule, Radius: 0.01, Shaft: 0.04})
	floor := add(vec.Vec3{}, body.ShapeDef{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2, Sense: 1}})
	ceiling := add(vec.Vec3{}, body.ShapeDef{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2, Sense: -1, Position: 0.3}})
	rod := add(vec.New(0.3, 0, 0.05), body.ShapeDef{Kind: shape.KindCylinder, Radius: 0.02, Orientation: across})
	tube := add(vec.Vec3{}, body.ShapeDef{Kind: shape.KindCylinder, Radius: 0.5, Cylinder: body.CylinderDef{Hollow: true}})
	sheet := add(vec.New(0, 0, -0.1), body.ShapeDef{Kind: shape.KindMesh, Mesh: plate, HalfThickness: 0.001})
	side := add(vec.Vec3{}, body.ShapeDef{Kind: shape.KindWall, Wall: body.WallDef{Sense: -1, Position: 0.6}})
	inner := add(vec.New(0, 0.1, 0), body.ShapeDef{Kind: shape.KindCylinder, Radius: 0.1,
		Cylinder: body.CylinderDef{Hollow: true}})
	second := add(vec.New(0.3, 0, 0.25), body.ShapeDef{Kind: shape.KindCylinder, Radius: 0.03, Orientation: across})
	box := body.ShapeDef{Kind: shape.KindMesh, Mesh: cube(0.1)}
	block := add(vec.New(0, 0, 0.2), box)
	clump := add(vec.New(0.95, 0, 0.05),
		body.ShapeDef{Kind: shape.KindSphere, Radius: 0.01, Position: vec.New(-0.05, 0, 0)},
		body.ShapeDef{Kind: shape.KindSphere, Radius: 0.01, Position: vec.New(0.05, 0, 0)})
	turned = vec.FromAxisAngle(vec.AxisX, math.Pi/4)
	tilted := add(vec.New(0.5, 0, 0.2), box)
	top := block
	top.Triangle = 2
	for _, c := range []struct {
		name        string
		a, b        bridge.Thing
		center, gap float64
	}{
		{"ball and pill", ball, pill, 0.05, 0.03}, {"ball and floor", ball, floor, 0.05, 0.04},
		{"pill and floor", pill, floor, 0.1, 0.09}, {"pill and ceiling", pill, ceiling, 0.2, 0.19},
		{"ball and rod", ball, rod, 0.3, 0.27}, {"pill and tube", pill, tube, 0.1, 0.39},
		{"ball and sheet", ball, sheet, 0.15, 0.139}, {"floor and ceiling", floor, ceiling, 0.3, 0.3},
		{"floor and side", floor, side, -1, 0}, {"ceiling and sheet", ceiling, sheet, 0.4, 0.399},
		{"ceiling and rod", ceiling, rod, 0.25, 0.23}, {"rod and tube", rod, tube, -1, 0},
		{"tube and inner tube", tube, inner, 0.1, 0.3}, {"rod and second rod", rod, second, 0.2, 0.15},
		{"rod and sheet", rod, sheet, math.Hypot(0.3, 0.15), 0.129},
		{"tube and block", tube, block, 0.2, 0.5 - math.Hypot(0.1, 0.3)}, {"sheet and block", sheet, block, 0.3, 0.199},
		{"sheet and tilted block", sheet, tilted, math.Hypot(0.5, 0.3), 0.3 - 0.1*math.Sqrt2 - 0.001},
		{"ball and clump", ball, clump, 0.95, 0.88},
		{"block and clump", block, clump, math.Hypot(0.95, 0.15), math.Hypot(0.8, 0.05) - 0.01},
		{"triangles of a block", block, top, 0.2, 0.2},
	} {
		for _, things := range [][2]bridge.Thing{{c.a, c.b}, {c.b, c.a}} {
			t.Run(fmt.Sprint(c.name, things[0] == c.a), func(t *testing.T) {
				var in bridge.Inspected
				site := w.Inspect()
				site.Answer(things, &in)
				r := &in.Ruler
				between := r.Surface[1].Sub(r.Surface[0]).Norm()
				if !r.Given || !r.HasGap || c.center >= 0 && !near(r.Center, c.center) || !near(r.Gap, c.gap) ||
					!near(between, c.gap) {
					t.Errorf("%+v, want %g and %g", r, c.center, c.gap)
				}
			})
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// cube returns the mesh of a cube round the origin; triangle 0 lies at its foot under triangle 2 at its top.
func cube(half float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for k := range 8 {
		m.Vertices = append(m.Vertices, vec.Box{Lo: vec.New(-half, -half, -half), Hi: vec.New(half, half, half)}.Corner(k))
	}
	for _, q := range [6][4]int32{{0, 2, 1, 3}, {4, 5, 6, 7}, {0, 1, 4, 5}, {2, 6, 3, 7}, {0, 4, 2, 6}, {1, 3, 5, 7}} {
		m.Triangles = append(m.Triangles, [3]int32{q[0], q[1], q[2]}, [3]int32{q[1], q[3], q[2]})
	}
	return m
}
