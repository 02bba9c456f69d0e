package body

import (
	"cmp"
	"fmt"
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// sphereRow is what bodies know of spheres.
var sphereRow = row{
	check: func(d *ShapeDef) error { return positive("radius", d.Radius) },
	reach: reachOfSegment,
	solid: func(d *ShapeDef) shape.Solid { return shape.Sphere{Center: d.Position, Radius: d.Radius} },
	add: func(s *Shapes, p *Part, _ *Template) {
		s.Spheres = added(s.Spheres, shape.Sphere{Radius: p.Radius})
	},
	renumber: func(s *Shapes, r *Renumbering) { s.Spheres = renumbered(s, r, shape.KindSphere, s.Spheres) },
	place: func(s *Shapes, b *Set, first, last int) {
		infos := s.Infos[shape.KindSphere]
		for i := first; i < last; i++ {
			s.Spheres[i].Center = b.CenterOf(&infos[i])
		}
	},
	placed: func(s *Shapes, i int) shape.Solid { return s.Spheres[i] },
	rows:   drawRounds,
}

// capsuleRow is what bodies know of capsules.
var capsuleRow = row{
	check: func(d *ShapeDef) error {
		if !(d.Shaft >= 0) {
			return fmt.Errorf("shaft must be ≥ 0 m, got %g", d.Shaft)
		}
		return cmp.Or(limit.Length.Check("shaft", d.Shaft), positive("radius", d.Radius))
	},
	reach: reachOfSegment,
	solid: func(d *ShapeDef) shape.Solid {
		return shape.Capsule{
			Center: d.Position, Axis: d.Orientation.Unit().Rotate(vec.AxisX), Half: d.Shaft / 2, Radius: d.Radius,
		}
	},
	add: func(s *Shapes, p *Part, _ *Template) {
		s.Capsules = added(s.Capsules, shape.Capsule{Radius: p.Radius, Half: p.Shaft / 2})
	},
	renumber: func(s *Shapes, r *Renumbering) { s.Capsules = renumbered(s, r, shape.KindCapsule, s.Capsules) },
	place: func(s *Shapes, b *Set, first, last int) {
		if wide.InBatches() {
			first = placeBatches(s, b, first, last)
		}
		infos := s.Infos[shape.KindCapsule]
		for i := first; i < last; i++ {
			info, c := &infos[i], &s.Capsules[i]
			c.Center, c.Axis = b.CenterOf(info), b.Ori[info.Body].Rotate(info.Axis)
		}
	},
	placed: func(s *Shapes, i int) shape.Solid { return s.Capsules[i] },
	rows:   drawRounds,
}

// reachOfSegment is the reach of shapes with a segment along their axis, or none.
func reachOfSegment(d *ShapeDef, _ vec.Vec3) float64 { return d.Position.Norm() + d.Shaft/2 }

// drawRounds fills rows of spheres or capsules by the bodies' present poses: the shapes themselves
// are where the bodies were when the last step began.
func drawRounds(b *Set, rows []bridge.Capsule, infos []ShapeInfo) {
	for i := range infos {
		row, info := &rows[i], &infos[i]
		p, q := info.Part, &b.Ori[info.Body]
		b.CenterOf(info).RoundTo(&row.Center)
		q.Rotate(p.Axis).RoundTo(&row.Axis)
		q.Rotate(p.Side).RoundTo(&row.Side)
		row.Half, row.Radius, row.Colors = float32(p.Shaft/2), float32(p.Radius), p.Def.Colors
		row.Body, row.Shape, row.Material = info.Body, p.Number, info.Material
	}
}

// drawOutline returns what puts a solid that has an outline into a snapshot.
func drawOutline(kind shape.Kind) func(s *Shapes, b *Set, i int, to *bridge.Snapshot) {
	return func(s *Shapes, b *Set, i int, to *bridge.Snapshot) {
		info := &s.Infos[kind][i]
		to.Meshes = append(to.Meshes, drawnMesh(b, info, info.shown))
	}
}

// crease is how sharp an edge of an outline must be to be drawn [rad].
const crease = 25 * math.Pi / 180

// shown returns what snapshots show of a solid that has an outline, given in the frame of its body.
func shown(d *ShapeDef) *bridge.MeshGeometry {
	if !d.Kind.Solid() || kinds[d.Kind].outline == nil {
		return nil
	}
	m := kinds[d.Kind].outline(d)
	g := &bridge.MeshGeometry{Name: d.Kind.String(), Triangles: m.Triangles, Edges: m.FeatureEdges(crease)}
	for _, v := range m.Vertices {
		g.Vertices = append(g.Vertices, d.Position.Add(d.Orientation.Rotate(v)).Float32())
	}
	return g
}
