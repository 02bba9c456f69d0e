package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// cylinders draws cylinders without end: the drawn part as a tube with stripes that turn
// with the body, or in the wire style as lines. Of a cylinder that bodies touch from inside it
// draws the half behind the scene; tubePanes draws the half in front.
type cylinders struct {
	*tubeSurface
	depth, soft *gpu.Program
	shadows     *capsuleBuffer
	wires       *segments
}

func newCylinders(k *programs) (drawer, error) {
	surface, err := newTubeSurface(k)
	if err != nil {
		return nil, err
	}
	depth, err := k.program("cylinder.vert", "depth.frag", "DEPTH")
	if err != nil {
		return nil, err
	}
	soft, err := k.program("floor_shadow.vert", "floor_shadow.frag")
	if err != nil {
		return nil, err
	}
	wires, err := newSegments(k)
	return &cylinders{surface, depth, soft, newCapsuleBuffer(), wires}, err
}

// drawnPart returns the middle and half the length of the drawn part of a cylinder: the cylinder's
// own length, or for a cylinder without end a length greater than the scene.
func drawnPart(f *frame, c *bridge.Cylinder) (mgl32.Vec3, float32) {
	point, axis := mgl32.Vec3(c.Point), mgl32.Vec3(c.Axis)
	if c.Half > 0 {
		return point, c.Half
	}
	return point.Add(axis.Mul(f.light.center.Sub(point).Dot(axis))), 1.5 * f.light.radius
}

func (c *cylinders) prepare(f *frame) {
	c.wires.list, c.shadows.list = c.wires.list[:0], c.shadows.list[:0]
	for i := range f.Cylinders {
		x := &f.Cylinders[i]
		if f.View.Style == view.Wire {
			c.wire(f, x)
		}
		if f.shadows && !x.Inside {
			middle, half := drawnPart(f, x)
			// The shader knows only capsules. Seen from far above, a capsule of this length hides as much light.
			a := mgl32.Vec3(x.Axis).Mul(max(half-0.5*x.Radius, 0))
			t := glyph.Tube(middle.Sub(a), middle.Add(a), x.Radius, glyph.RGBA{})
			c.shadows.list = append(c.shadows.list, capsuleOf(&t))
		}
	}
	c.wires.upload()
	gpu.Upload(c.shadows.buffer, c.shadows.list)
}

// wire adds the lines of a cylinder: rings, and one line for each pair of stripes.
func (c *cylinders) wire(f *frame, x *bridge.Cylinder) {
	middle, half := drawnPart(f, x)
	axis, start := mgl32.Vec3(x.Axis), mgl32.Vec3(x.Side)
	across := axis.Cross(start)
	at := func(i int, along float32) [3]float32 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / tubeStrips)
		round := start.Mul(float32(cos)).Add(across.Mul(float32(sin)))
		return middle.Add(axis.Mul(along * half)).Add(round.Mul(x.Radius))
	}
	color := f.Tint(x.Color, f.Theme.Faint).Alpha(0.8)
	for i := 0; i < tubeStrips; i++ {
		for _, along := range [3]float32{-1, 0, 1} {
			c.wires.list = append(c.wires.list, glyph.Line(at(i, along), at(i+1, along), 1.2, color))
		}
		if i%(tubeStrips/6) == 0 {
			c.wires.list = append(c.wires.list, glyph.Line(at(i, -1), at(i, 1), 1.2, color))
		}
	}
}

func (c *cylinders) cast(f *frame, to caster) {
	switch to {
	case castDepth:
		gpu.State{DepthTest: true, DepthMask: true}.Apply()
		c.depth.Use()
		for i := range f.Cylinders {
			if x := &f.Cylinders[i]; !x.Inside {
				c.strips(f, c.depth, x)
			}
		}
	case castFloor:
		gpu.State{Blend: gpu.Multiply}.Apply()
		c.soft.Use()
		c.soft.Float("level", f.Walls[f.light.floor].Position)
		c.shadows.array.Quads(len(c.shadows.list))
	}
}

func (c *cylinders) draw(f *frame) {
	if f.View.Style == view.Wire {
		c.wires.draw(c.wires.plain, 0, len(c.wires.list), 0, !onTop)
		return
	}
	for i := range f.Cylinders {
		x := &f.Cylinders[i]
		s := gpu.State{DepthTest: true, DepthMask: true}
		if seenThrough(f, x) {
			s.Cull = gpu.CullFront
		}
		c.tubeSurface.draw(f, x, s, 1)
	}
}

func (c *cylinders) close() {
	c.tubeSurface.close()
	c.shadows.close()
	c.wires.close()
}

// tubePanes draws the front halves of cylinders, through which the scene is seen.
type tubePanes struct{ *tubeSurface }

func newTubePanes(k *programs) (drawer, error) {
	s, err := newTubeSurface(k)
	return &tubePanes{s}, err
}

func (p *tubePanes) prepare(*frame) {}

func (p *tubePanes) draw(f *frame) {
	if f.View.Style != view.Solid {
		return
	}
	for i := range f.Cylinders {
		if x := &f.Cylinders[i]; seenThrough(f, x) {
			s := gpu.State{Blend: gpu.Over, DepthTest: true, Cull: gpu.CullBack}
			p.tubeSurface.draw(f, x, s, 0.4*f.View.Opacity)
		}
	}
}

// seenThrough reports whether the half of a cylinder toward the eye is a pane.
func seenThrough(f *frame, x *bridge.Cylinder) bool { return x.Inside && f.View.Opacity < solidFrom }

// tubeSurface holds the programs that draw the surface of cylinders.
type tubeSurface struct {
	lit, plain, paper *gpu.Program
	array             *gpu.VertexArray
}

// tubeStrips is the number of flat strips that a tube consists of.
const tubeStrips = 96

func newTubeSurface(k *programs) (*tubeSurface, error) {
	t := &tubeSurface{array: gpu.NewVertexArray()}
	for _, x := range []struct {
		to    **gpu.Program
		macro []string
	}{{&t.lit, []string{"SHADOWS"}}, {&t.plain, nil}, {&t.paper, []string{"PAPER"}}} {
		p, err := k.program("cylinder.vert", "cylinder.frag", x.macro...)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	return t, nil
}

// draw draws a cylinder with an opacity.
func (t *tubeSurface) draw(f *frame, x *bridge.Cylinder, s gpu.State, opacity float32) {
	p := t.plain
	switch {
	case f.View.Style == view.HiddenLine:
		p = t.paper
	case f.shadows:
		p = t.lit
	}
	s.Clip = f.View.Cutting()
	s.Apply()
	p.Use()
	p.Int("depthMap", depthUnit)
	tint := f.Tint(x.Color, f.Theme.Wall).Vec4()
	tint[3] = opacity
	p.Vec4("tint", tint)
	t.strips(f, p, x)
}

// strips draws the surface of a cylinder with the program in use.
func (t *tubeSurface) strips(f *frame, p *gpu.Program, x *bridge.Cylinder) {
	middle, half := drawnPart(f, x)
	p.Vec4("center", middle.Vec4(x.Radius))
	p.Vec4("along", mgl32.Vec3(x.Axis).Vec4(half))
	p.Vec4("start", mgl32.Vec3(x.Side).Vec4(tubeStrips))
	t.array.Quads(tubeStrips)
}

func (t *tubeSurface) close() { t.array.Delete() }

// glass marks the drawer as one of things through which bodies are seen.
func (p *tubePanes) glass() {}
