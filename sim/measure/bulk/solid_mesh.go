package bulk

import (
	"math"

	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// meshLines is the number of lines along each side of a box by which the part of a filled mesh in it is measured.
const meshLines = 24

// lengthOn returns how much of a line is in a body, between two coordinates along the line [m].
type lengthOn func(from, to float64) float64

// partOfMesh returns the volume of a filled mesh that lies in the region, by parallel lines [m³]. Points of the mesh
// are in the frame of its body.
func (r *Placed) partOfMesh(m *mesh.Interior, frame bridge.BodyFrame) (volume float64) {
	axis, along := r.steepest(m, frame)
	low, high := r.overlap(m, frame)
	piece := high.Sub(low).Scale(1. / meshLines)
	length := r.lengthAlong(along, piece.Component(axis))
	u, v := (axis+1)%3, (axis+2)%3
	area, bottom := piece.Component(u)*piece.Component(v), low.Component(axis)
	for i := range meshLines {
		for j := range meshLines {
			p := low.WithComponent(u, low.Component(u)+(float64(i)+0.5)*piece.Component(u))
			p = p.WithComponent(v, low.Component(v)+(float64(j)+0.5)*piece.Component(v))
			volume += area * length(r.local(frame.Of(p)), func(from, to float64) float64 {
				return m.Length(axis, p, bottom+from, bottom+to)
			})
		}
	}
	return volume
}

// steepest returns the axis of a mesh that crosses the surface of the region most steeply, and its direction in the
// frame of the region.
func (r *Placed) steepest(m *mesh.Interior, frame bridge.BodyFrame) (axis int, along vec.Vec3) {
	low, high := m.Bounds()
	normal := inward(r.space, r.local(frame.Of(m.Middle())), high.Sub(low).Norm()/2)
	for k := range 3 {
		way := r.frame.Orientation.Unrotate(frame.Orientation.Rotate(vec.Axis(k)))
		if k == 0 || math.Abs(way.Dot(normal)) > math.Abs(along.Dot(normal)) {
			axis, along = k, way
		}
	}
	return axis, along
}

// overlap returns the box round a mesh, less what is beyond the box round the region.
func (r *Placed) overlap(m *mesh.Interior, frame bridge.BodyFrame) (low, high vec.Vec3) {
	var of, in, both vec.Box
	of.Lo, of.Hi = m.Bounds()
	in.Lo, in.Hi = r.Bounds()
	for k := range 8 {
		p := frame.In(r.frame.Of(in.Corner(k)))
		if k == 0 {
			both = vec.Box{Lo: p, Hi: p}
		}
		both.Lo, both.Hi = both.Lo.Min(p), both.Hi.Max(p)
	}
	low = both.Lo.Max(of.Lo)
	return low, both.Hi.Min(of.Hi).Max(low)
}

// lengthAlong returns what tells how much of a line with a direction, in the frame of the region, lies in a body and in
// the region, from a point of the line on [m]. Where a mesh encloses the region, the line is cut into pieces.
func (r *Placed) lengthAlong(along vec.Vec3, piece float64) func(p vec.Vec3, body lengthOn) float64 {
	if r.interior == nil {
		chord := r.Region.Chords(along)
		return func(p vec.Vec3, body lengthOn) float64 {
			if first, last := chord(p); last > first {
				return body(first, last)
			}
			return 0
		}
	}
	return func(p vec.Vec3, body lengthOn) (length float64) {
		for k := range meshLines {
			if from := float64(k) * piece; r.interior.Holds(p.AddScaled(from+piece/2, along)) {
				length += body(from, from+piece)
			}
		}
		return length
	}
}
