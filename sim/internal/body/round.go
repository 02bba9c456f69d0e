package body

import (
	"cmp"
	"fmt"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// sphereRow is the row of spheres.
var sphereRow = row{
	check: func(d *ShapeDef) error { return positive("radius", d.Radius) },
	reach: reachOfSegment,
	solid: func(d *ShapeDef) shape.Solid { return shape.Sphere{Center: d.Position, Radius: d.Radius} },
	add: func(s *Shapes, p *Part, _ *Template) {
		s.Spheres = added(s.Spheres, shape.Sphere{Radius: p.Radius})
	},
	renumber: func(s *Shapes, r *Renumbering) { s.Spheres = renumbered(s, r, shape.KindSphere, s.Spheres) },
	place: func(s *Shapes, b *Set, first, last int) {
		if pos, ok := s.centers(shape.KindSphere, b, first, last); ok {
			for i, p := range pos {
				s.Spheres[first+i].Center = p
			}
			return
		}
		infos := s.Infos[shape.KindSphere]
		for i := first; i < last; i++ {
			s.Spheres[i].Center = b.CenterOf(&infos[i])
		}
	},
	placed: func(s *Shapes, i int) shape.Solid { return s.Spheres[i] },
	hull:   true,
}

// capsuleRow is the row of capsules.
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
			c.Center, c.Axis = b.CenterOf(info), b.Ori[info.Body].Rotate(b.Part(info).Axis)
		}
	},
	placed: func(s *Shapes, i int) shape.Solid { return s.Capsules[i] },
	hull:   true,
}

// reachOfSegment is the reach of shapes with a segment along their axis, or none.
func reachOfSegment(d *ShapeDef, _ vec.Vec3) float64 { return d.Position.Norm() + d.Shaft/2 }

// outlineOf returns the triangles that show a solid which has an outline, in the frame of its body; nil for others.
func outlineOf(d *ShapeDef) *mesh.Geometry {
	if !d.Kind.Solid() || kinds[d.Kind].outline == nil {
		return nil
	}
	return mesh.NewGeometry(d.Kind.String(), kinds[d.Kind].outline(d), func(v vec.Vec3) vec.Vec3 {
		return d.Position.Add(d.Orientation.Rotate(v))
	})
}
