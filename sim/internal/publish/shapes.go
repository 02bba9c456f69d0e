package publish

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
)

// drawers put shapes without end into snapshots, where their bodies are now. Spheres and capsules have rows, and all
// other shapes are shown by triangles; see body.Shapes.Geometry.
var drawers = [len(shape.Kinds)]func(s *body.Shapes, b *body.Set, i int, to *bridge.Snapshot){
	shape.KindWall:     drawWall,
	shape.KindCylinder: drawCylinder,
}

// rowKinds are the kinds of which snapshots have rows, since there may be many: spheres and capsules.
var rowKinds = slices.DeleteFunc(slices.Clone(shape.Solids), func(k shape.Kind) bool { return !body.IsHull(k) })

// drawShapes puts all shapes that have no rows into a snapshot.
func drawShapes(s *body.Shapes, b *body.Set, to *bridge.Snapshot) {
	to.Walls, to.Meshes, to.Cylinders = to.Walls[:0], to.Meshes[:0], to.Cylinders[:0]
	for k := range drawers {
		kind := shape.Kind(k)
		if body.IsHull(kind) {
			continue
		}
		for i := range s.Infos[kind] {
			if draw := drawers[kind]; draw != nil {
				draw(s, b, i, to)
			} else {
				drawMesh(s, b, kind, i, to)
			}
		}
	}
}

func drawWall(s *body.Shapes, b *body.Set, i int, to *bridge.Snapshot) {
	wall, info := &s.Walls[i], &s.Infos[shape.KindWall][i]
	to.Walls = append(to.Walls, bridge.Wall{
		Axis: int32(wall.Axis), Sense: int32(wall.Sense), Position: float32(s.WallPosition(b, i)),
		Lo:   [2]float32{float32(wall.Lo[0]), float32(wall.Lo[1])},
		Hi:   [2]float32{float32(wall.Hi[0]), float32(wall.Hi[1])},
		Body: info.Body, Color: b.Part(info).Def.Colors[0],
	})
}

func drawCylinder(s *body.Shapes, b *body.Set, i int, to *bridge.Snapshot) {
	c, info := &s.Cylinders[i], &s.Infos[shape.KindCylinder][i]
	q, part := b.Ori[info.Body], b.Part(info)
	to.Cylinders = append(to.Cylinders, bridge.Cylinder{
		Point: b.Pos[info.Body].Add(q.Rotate(part.Local)).Float32(),
		Axis:  q.Rotate(part.Axis).Float32(), Side: q.Rotate(part.Side).Float32(),
		Radius: float32(c.Radius), Half: float32(c.Drawn / 2), Inside: c.Hollow,
		Body: info.Body, Color: part.Def.Colors[0],
	})
}

func drawMesh(s *body.Shapes, b *body.Set, kind shape.Kind, i int, to *bridge.Snapshot) {
	info := &s.Infos[kind][i]
	part := b.Part(info)
	to.Meshes = append(to.Meshes, bridge.Mesh{
		Geometry: s.Geometry(kind, i), Position: b.Pos[info.Body].Float32(), Rotation: b.Ori[info.Body].Float32(),
		Body: info.Body, Shape: info.Part, Filled: part.Def.Filled, Color: part.Def.Colors[0],
	})
}

// rowsBefore returns how many rows a snapshot has for spheres and capsules of the kinds before one.
func rowsBefore(s *body.Shapes, kind shape.Kind) (n int) {
	for _, k := range rowKinds {
		if k < kind {
			n += s.Count(k)
		}
	}
	return n
}

// fillRows fills rows of spheres or capsules by the bodies' present poses: the shapes themselves are where the bodies
// were when the last step began.
func fillRows(b *body.Set, rows []bridge.Capsule, infos []body.ShapeInfo) {
	for i := range infos {
		row, info := &rows[i], &infos[i]
		p, q := b.Part(info), &b.Ori[info.Body]
		b.CenterOf(info).RoundTo(&row.Center)
		q.Rotate(p.Axis).RoundTo(&row.Axis)
		q.Rotate(p.Side).RoundTo(&row.Side)
		row.Half, row.Radius, row.Colors = float32(p.Shaft/2), float32(p.Radius), p.Def.Colors
		row.Body, row.Shape, row.Material = info.Body, info.Part, int32(p.Def.Material)
	}
}
