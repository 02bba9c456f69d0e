package audit

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// checkFalling warns of bodies that fall out of the scene for ever: no wall is below them, and they are far below
// everything of finite size.
func (a *Auditor) checkFalling(s *Scene, log *notice.Log) {
	b, down := s.Bodies, s.Gravity.Unit()
	if s.Endless || down == (vec.Vec3{}) {
		return // nothing falls, or an outlet takes it out
	}
	low := lowest(s.boxOfThings(), down)
	falling, first := 0, 0
	for i := range b.Pos {
		free := b.Kind[i] == body.Dynamic && b.Block[i]&(body.BlockX|body.BlockY|body.BlockZ) == 0
		if free && b.Pos[i].Dot(down) > low && !s.wallBelow(b.Pos[i], down) {
			if falling++; falling == 1 {
				first = i
			}
		}
	}
	if falling > 0 {
		warn(log, &a.falling, float64(falling), "step %d: body %d (%s) falls for ever, as nothing is below it (%d such): "+
			"a floor would hold it, an outlet take it out",
			s.Step, b.ID(first), b.Name(first), falling)
	}
}

// lowest returns the depth along down that is ten times the size of a box below the box [m], -Inf for an empty
// box.
func lowest(things vec.Box, down vec.Vec3) float64 {
	low := math.Inf(-1)
	if things.IsEmpty() {
		return low
	}
	for k := range 8 {
		low = math.Max(low, things.Corner(k).Dot(down))
	}
	return low + 10*things.Size().Norm()
}

// boxOfThings returns a box round everything that has a finite size and that forces do not move: meshes, fixed
// spheres and capsules, cylinders near the positions of their bodies, inlets and outlets; empty if there is none.
func (s *Scene) boxOfThings() vec.Box {
	b, all := s.Bodies, vec.EmptyBox()
	for i := range s.Shapes.Meshes {
		all = all.Union(s.Shapes.Bounds(shape.KindMesh, b, i))
	}
	for k := range s.Shapes.Solids() {
		if b.Kind[s.Shapes.BodyOfSolid(k)] != body.Dynamic {
			all = all.Union(s.boxOfSolid(k))
		}
	}
	for i := range s.Shapes.Cylinders {
		c := b.Pos[s.Shapes.Infos[shape.KindCylinder][i].Body]
		all = all.Union(vec.Box{Lo: c, Hi: c}.Grow(s.Shapes.Cylinders[i].Radius))
	}
	return all.Union(s.Sources).Union(s.Sinks)
}

// boxOfSolid returns the box round shape k of those with a mass, grown by the margin of its body.
func (s *Scene) boxOfSolid(k int) vec.Box {
	kind, i := s.Shapes.Solid(int32(k))
	return s.Shapes.BoundsOfSolid(kind, i).Grow(s.Bodies.Margin(s.Shapes.Info(kind, i).Body))
}

// wallBelow reports whether a body at p that falls along down meets a wall that holds it.
func (s *Scene) wallBelow(p, down vec.Vec3) bool {
	for i := range s.Shapes.Walls {
		wall := &s.Shapes.Walls[i]
		fall := down.Component(wall.Axis)
		ahead := (s.Shapes.WallPosition(s.Bodies, i) - p.Component(wall.Axis)) * fall
		if math.Abs(fall) > 1e-3 && float64(wall.Sense)*fall <= 0 && ahead >= 0 {
			return true
		}
	}
	return false
}

// A mesh at least as large as both bounds, in diameters of the largest particle and in sizes of the region where
// particles begin, is likely from a file in millimetres without a scale.
const (
	oversizeOfParticles = 1000
	oversizeOfRegion    = 30
)

// checkScale warns, before the first step, of meshes that are far too large for the rest of the scene.
func (a *Auditor) checkScale(s *Scene, log *notice.Log) {
	if s.Step > 0 {
		return
	}
	region, particle := s.beginnings()
	for i := range s.Shapes.Meshes {
		edge := longest(s.Shapes.Meshes[i].Tree.Bounds())
		if particle > 0 && edge >= oversizeOfParticles*particle && edge >= oversizeOfRegion*longest(region) {
			of := int(s.Shapes.Infos[shape.KindMesh][i].Body)
			log.Add(notice.Warning, "", "the mesh of %s is %.3g m long, %.2g times the largest particle: "+
				"is its file in mm? Then it needs scale: 0.001", s.Bodies.Name(of), edge, edge/particle)
		}
	}
}

// beginnings returns a box round the places where particles begin, and the size of the largest particle [m].
func (s *Scene) beginnings() (region vec.Box, particle float64) {
	region = vec.EmptyBox()
	for k := range s.Shapes.Solids() {
		if s.Bodies.Kind[s.Shapes.BodyOfSolid(k)] == body.Dynamic {
			region = region.Union(s.boxOfSolid(k))
		}
	}
	for i, kind := range s.Bodies.Kind {
		if kind == body.Dynamic {
			particle = math.Max(particle, 2*s.Bodies.Template(i).BoundingRadius())
		}
	}
	return region.Union(s.Sources), math.Max(particle, s.Largest)
}

// longest returns the longest edge of a box [m].
func longest(b vec.Box) float64 {
	size := b.Size()
	return math.Max(size.X, math.Max(size.Y, size.Z))
}

// leastDigits is the distance of two neighbouring floating-point numbers at the position of a body, over its
// radius, from which overlaps, which are some thousandths of a radius, lose their digits.
const leastDigits = 1e-6

// checkPrecision warns, before the first step, of bodies that begin so far from the origin that their positions
// have too few digits left for overlaps.
func (a *Auditor) checkPrecision(s *Scene, log *notice.Log) {
	if s.Step > 0 {
		return
	}
	worst, far, of := leastDigits, 0.0, ""
	look := func(at vec.Vec3, radius float64, what func() string) {
		x := math.Max(math.Abs(at.X), math.Max(math.Abs(at.Y), math.Abs(at.Z)))
		if lost := (math.Nextafter(x, math.Inf(1)) - x) / radius; radius > 0 && lost > worst {
			worst, far, of = lost, x, what()
		}
	}
	b := s.Bodies
	for i := range b.Pos {
		if b.Kind[i] == body.Dynamic {
			look(b.Pos[i], b.Template(i).SmallestRadius(), func() string {
				return fmt.Sprintf("body %d (%s) begins", b.ID(i), b.Name(i))
			})
		}
	}
	if !s.Sources.IsEmpty() {
		for k := range 8 {
			look(s.Sources.Corner(k), s.Largest/2, func() string { return "an inlet is" })
		}
	}
	if of != "" {
		warn(log, &a.digits, worst, "%s %.3g m from the origin, where numbers are %.2g radii apart: overlaps and ways lose "+
			"their digits. Move the scene to the origin", of, far, worst)
	}
}
