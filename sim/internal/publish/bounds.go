package publish

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// bounds returns the boxes round everything that can be seen, with spheres and capsules as they are drawn. Core
// leaves out the shapes farther than three standard deviations from the mean of the bodies, so that one runaway
// does not shrink the rest.
func bounds(s *body.Shapes, b *body.Set, capsules []bridge.Capsule) bridge.Bounds {
	mean, spread := b.Spread()
	drawn, runaways := emptyFrame(), emptyFrame()
	middle, most := mean.Float32(), float32(3*spread)
	for i := range capsules {
		c := &capsules[i]
		x, y, z := c.Center[0]-middle[0], c.Center[1]-middle[1], c.Center[2]-middle[2]
		near := most + c.Radius + c.Half
		switch away := x*x + y*y + z*z; {
		case away <= near*near:
			drawn.include(c)
		case away-away == 0: // it is finite
			runaways.include(c)
		}
	}
	core := drawn.box()
	all := core.Union(runaways.box())
	others, front := s.Frame(b, mean, 3*spread)
	all, core = all.Union(front), core.Union(front)
	if core.IsEmpty() {
		core = all
	}
	all = all.Union(others)
	if core.IsEmpty() {
		core = all
	}
	return bridge.Bounds{
		All:   [2][3]float32{all.Lo.Float32(), all.Hi.Float32()},
		Core:  [2][3]float32{core.Lo.Float32(), core.Hi.Float32()},
		Grain: float32(s.SmallestRadius()),
	}
}

// frame is a box in single precision, lower and upper corner, that grows to hold capsules.
type frame [2][3]float32

func emptyFrame() frame {
	i := float32(math.Inf(1))
	return frame{{i, i, i}, {-i, -i, -i}}
}

func (f *frame) include(c *bridge.Capsule) {
	if most := c.Half + c.Radius; c.Center[0]-most >= f[0][0] && c.Center[0]+most <= f[1][0] &&
		c.Center[1]-most >= f[0][1] && c.Center[1]+most <= f[1][1] &&
		c.Center[2]-most >= f[0][2] && c.Center[2]+most <= f[1][2] {
		return // most capsules are inside already
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
