package view

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// Ball is a part of the space that a camera must show: all points within a radius of a centre [m].
type Ball struct {
	Center mgl32.Vec3
	Radius float32
}

// Extent returns balls that mark the extent of some bodies as drawn; of reports whether a body, given by its
// index, is one of them. The balls are the ends of spheres, capsules and cylinders, the vertices of meshes, and
// the corners of walls.
func Extent(s *bridge.Snapshot, of func(body int32) bool) (list []Ball) {
	add := func(p mgl32.Vec3, radius float32) {
		if d := p[0] + p[1] + p[2] + radius; d-d == 0 { // all are finite
			list = append(list, Ball{p, radius})
		}
	}
	rod := func(center, axis [3]float32, half, radius float32) {
		for _, side := range [2]float32{-half, half} {
			add(mgl32.Vec3(center).Add(mgl32.Vec3(axis).Mul(side)), radius)
		}
	}
	for i := range s.Capsules {
		if c := &s.Capsules[i]; of(c.Body) {
			rod(c.Center, c.Axis, c.Half, c.Radius)
		}
	}
	for i := range s.Meshes {
		if x := &s.Meshes[i]; of(x.Body) {
			turn := mgl32.Quat{W: x.Rotation[0], V: mgl32.Vec3{x.Rotation[1], x.Rotation[2], x.Rotation[3]}}.Normalize()
			for _, v := range x.Geometry.Vertices {
				add(turn.Rotate(v).Add(x.Position), 0)
			}
		}
	}
	for i := range s.Cylinders {
		if c := &s.Cylinders[i]; of(c.Body) && c.Half > 0 {
			rod(c.Point, c.Axis, c.Half, c.Radius)
		}
	}
	for i := range s.Walls {
		if w := &s.Walls[i]; of(w.Body) && w.Lo[0] < w.Hi[0] {
			for corner := range 4 {
				at := [2]float32{w.Lo[0], w.Lo[1]}
				for k := range at {
					if corner>>k&1 == 1 {
						at[k] = w.Hi[k]
					}
				}
				var p [3]float32
				p[w.Axis], p[(w.Axis+1)%3], p[(w.Axis+2)%3] = w.Position, at[0], at[1]
				add(p, 0)
			}
		}
	}
	return list
}

// InletExtent returns points that mark the extent of the volume in which an inlet makes bodies.
func InletExtent(in *bridge.Inlet) (list []Ball) {
	axis := mgl32.Vec3(in.Axis)
	if in.Volume.Kind == bridge.VolumeBox {
		q := in.Volume.Rotation
		turn := mgl32.Quat{W: q[0], V: mgl32.Vec3{q[1], q[2], q[3]}}.Normalize()
		for corner := range 8 {
			p := mgl32.Vec3(in.Volume.Half)
			for k := range p {
				p[k] *= float32(1 - 2*(corner>>k&1))
			}
			list = append(list, Ball{Center: turn.Rotate(p).Add(in.Position)})
		}
		return list
	}
	across := axis.Cross(mgl32.Vec3{1, 0, 0})
	if across.Len() < 0.5 {
		across = axis.Cross(mgl32.Vec3{0, 1, 0})
	}
	const sides = 8
	for i := range sides {
		out := mgl32.QuatRotate(2*math.Pi*float32(i)/sides, axis).Rotate(across.Normalize()).Mul(in.Radius)
		for _, along := range [2]float32{0, in.Height} {
			list = append(list, Ball{Center: out.Add(axis.Mul(along)).Add(in.Position)})
		}
	}
	return list
}

// fitShare is the part of the picture that the balls fill, along the side of which they fill the larger part.
const fitShare = 0.9

// Fit moves the camera without turning it, so that all balls are just in the picture and in its middle. Without
// balls it does nothing.
func (c *Camera) Fit(list []Ball, aspect float32) {
	if len(list) == 0 {
		return
	}
	right, up := c.rightUp()
	back := c.Back()
	tan := math.Tan(rad(c.Fov)/2) * fitShare
	axes := [2]mgl32.Vec3{right, up}
	tans := [2]float64{tan * float64(aspect), tan}
	// The planes of the picture's sides, through the eye at (x, y, z) in the camera's axes, touch the
	// balls: x + t z is at least the first of reach, -x + t z the second.
	var reach [2][2]float64
	low, high := math.Inf(1), math.Inf(-1)
	for i, b := range list {
		z, r := float64(b.Center.Dot(back)), float64(b.Radius)
		low, high = math.Min(low, z-r), math.Max(high, z+r)
		for k, axis := range axes {
			x, t := float64(b.Center.Dot(axis)), tans[k]
			along, room := t*z, r*math.Sqrt(1+t*t)
			if c.Ortho {
				along, room = 0, r
			}
			for side, sign := range [2]float64{1, -1} {
				if d := sign*x + along + room; i == 0 || d > reach[k][side] {
					reach[k][side] = d
				}
			}
		}
	}
	middle, eye := (low+high)/2, math.Inf(-1)
	var at [2]float64
	for k, t := range tans {
		at[k] = (reach[k][0] - reach[k][1]) / 2
		half := (reach[k][0] + reach[k][1]) / 2
		if c.Ortho {
			eye = math.Max(eye, middle+half/t)
		} else {
			eye = math.Max(eye, half/t)
		}
	}
	c.Distance = float32(math.Max(eye-middle, 1e-5))
	c.Pivot = right.Mul(float32(at[0])).Add(up.Mul(float32(at[1]))).Add(back.Mul(float32(middle)))
}

// ZoomAbout brings the eye nearer to a point by a factor, so that the point keeps its place in the
// picture.
func (c *Camera) ZoomAbout(p mgl32.Vec3, factor float32) {
	next := clamp(c.Distance/factor, 1e-5, 1e5)
	c.Pivot = p.Add(c.Pivot.Sub(p).Mul(next / c.Distance))
	c.Distance = next
}

// Narrow narrows the angle of view of a camera to a part of it, 1 to 0, and moves the eye away, so that the
// picture at the pivot's depth stays the same. With a part near 0 the picture is that of an orthographic camera:
// Narrow is for the transition between the two.
func (c *Camera) Narrow(part float32) {
	half := c.HalfHeight()
	c.Ortho = false
	c.Fov = max(c.Fov*part, 0.5)
	c.Distance = half / float32(math.Tan(rad(c.Fov)/2))
}
