package sim

import (
	"math"

	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// bounds returns what there is to look at, with spheres and capsules as they are drawn. Core
// leaves out those farther than three standard deviations from the mean of the bodies, so that
// one runaway does not shrink the rest.
func (w *World) bounds(capsules []bridge.Capsule) bridge.Bounds {
	mean, spread := w.bodies.Spread()
	drawn, runaways := emptyFrame(), emptyFrame()
	middle, most := mean.Float32(), float32(3*spread)
	for i := range capsules {
		c := &capsules[i]
		x, y, z := c.Center[0]-middle[0], c.Center[1]-middle[1], c.Center[2]-middle[2]
		near := most + c.Radius + c.Half
		switch away := x*x + y*y + z*z; {
		case away <= near*near:
			drawn.include(c)
		case away-away == 0: // not without end
			runaways.include(c)
		}
	}
	core := drawn.box()
	all := core.Union(runaways.box())
	for i := range w.shapes.Meshes {
		box := w.shapes.MeshBox(&w.bodies, i)
		all, core = all.Union(box), core.Union(box)
	}
	for i := range w.shapes.Cylinders {
		box := w.cylinderBox(i)
		all, core = all.Union(box), core.Union(box)
	}
	if core.IsEmpty() {
		core = all
	}
	for i := range w.shapes.Walls {
		all = all.Union(w.wallBox(i))
	}
	if core.IsEmpty() {
		core = all
	}
	return bridge.Bounds{
		All:   [2][3]float32{all.Lo.Float32(), all.Hi.Float32()},
		Core:  [2][3]float32{core.Lo.Float32(), core.Hi.Float32()},
		Grain: float32(w.shapes.SmallestRadius()),
	}
}

// frame is a box in single precision, lower and upper corner, that grows with what is in it.
type frame [2][3]float32

func emptyFrame() frame {
	i := float32(math.Inf(1))
	return frame{{i, i, i}, {-i, -i, -i}}
}

func (f *frame) include(c *bridge.Capsule) {
	if most := c.Half + c.Radius; c.Center[0]-most >= f[0][0] && c.Center[0]+most <= f[1][0] &&
		c.Center[1]-most >= f[0][1] && c.Center[1]+most <= f[1][1] &&
		c.Center[2]-most >= f[0][2] && c.Center[2]+most <= f[1][2] {
		return // as most are
	}
	for k, middle := range c.Center {
		reach := c.Half*magnitude(c.Axis[k]) + c.Radius
		if lo := middle - reach; lo < f[0][k] {
			f[0][k] = lo
		}
		if hi := middle + reach; hi > f[1][k] {
			f[1][k] = hi
		}
	}
}

func (f *frame) box() vec.Box { return vec.Box{Lo: double(f[0]), Hi: double(f[1])} }

// magnitude returns |x|, in single precision all the way and without a branch.
func magnitude(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

func double(v [3]float32) vec.Vec3 {
	return vec.Vec3{X: float64(v[0]), Y: float64(v[1]), Z: float64(v[2])}
}

// wallBox returns the drawn rectangle of a wall, empty if it has none.
func (w *World) wallBox(i int) vec.Box {
	wall := &w.shapes.Walls[i]
	if !(wall.Hi[0] > wall.Lo[0]) {
		return vec.EmptyBox()
	}
	u, v := (wall.Axis+1)%3, (wall.Axis+2)%3
	p := vec.Vec3{}.WithComponent(wall.Axis, w.wallPosition(i))
	return vec.Box{
		Lo: p.WithComponent(u, wall.Lo[0]).WithComponent(v, wall.Lo[1]),
		Hi: p.WithComponent(u, wall.Hi[0]).WithComponent(v, wall.Hi[1]),
	}
}

// cylinderBox returns the box of the drawn part of a cylinder, empty if it has none.
func (w *World) cylinderBox(i int) vec.Box {
	c, info := &w.shapes.Cylinders[i], &w.shapes.Infos[shape.KindCylinder][i]
	if c.Drawn == 0 {
		return vec.EmptyBox()
	}
	q := w.bodies.Ori[info.Body]
	axis := q.Rotate(info.Axis)
	v := Volume{Axis: axis, Radius: c.Radius, Height: c.Drawn}
	v.Origin = w.bodies.Pos[info.Body].Add(q.Rotate(info.Local)).AddScaled(-c.Drawn/2, axis)
	return v.bounds()
}
