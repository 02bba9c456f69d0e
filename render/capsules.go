package render

import (
	"cmp"
	"slices"
	"strings"
	"unsafe"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
)

// capsuleInstance is one capsule as the shaders read it.
type capsuleInstance struct {
	center [3]float32
	half   float32
	axis   [3]float32
	radius float32
	colors [2]glyph.RGBA
	shadeA [4]int8 // hidden sky at the end -axis: mean and gradient
	shadeB [4]int8 // the same at the end +axis
	side   [3]float32
	depth  float32 // grows toward the eye; gives the order of drawing and is not read by shaders
}

// capsuleBuffer holds capsules for the impostor shaders.
type capsuleBuffer struct {
	list   []capsuleInstance
	buffer *gpu.Buffer
	array  *gpu.VertexArray
}

func newCapsuleBuffer() *capsuleBuffer {
	b := &capsuleBuffer{buffer: gpu.NewVertexBuffer(), array: gpu.NewVertexArray()}
	b.array.Attach(b.buffer, unsafe.Sizeof(capsuleInstance{}), true, capsuleAttributes()...)
	return b
}

func capsuleAttributes() []gpu.Attribute {
	var c capsuleInstance
	return []gpu.Attribute{
		{Location: 0, Count: 4},
		{Location: 1, Count: 4, Offset: unsafe.Offsetof(c.axis)},
		{Location: 2, Count: 4, Offset: unsafe.Offsetof(c.colors), Bytes: true},
		{Location: 3, Count: 4, Offset: unsafe.Offsetof(c.colors) + 4, Bytes: true},
		{Location: 4, Count: 4, Offset: unsafe.Offsetof(c.shadeA), SignedByte: true},
		{Location: 5, Count: 4, Offset: unsafe.Offsetof(c.shadeB), SignedByte: true},
		{Location: 6, Count: 3, Offset: unsafe.Offsetof(c.side)},
	}
}

// upload sorts the capsules from back to front, so that their soft edges blend with the bodies
// behind them, and uploads them.
func (b *capsuleBuffer) upload(f *frame) {
	depth := f.nearness()
	for i := range b.list {
		b.list[i].depth = depth(b.list[i].center)
	}
	slices.SortStableFunc(b.list, func(p, q capsuleInstance) int { return cmp.Compare(p.depth, q.depth) })
	gpu.Upload(b.buffer, b.list)
}

// partOfCapsules is the number of capsules that are drawn at a time. Between two parts drawing may be abandoned: in
// software a part takes some milliseconds. What Mesa keeps of a part until it draws it stays in the cache: a picture
// of a heap of which 4,300 capsules are seen takes 0.96 of the time that it takes in one part.
const partOfCapsules = 512

// draw draws all capsules in a state, with the program in use.
func (b *capsuleBuffer) draw(f *frame, s gpu.State) { b.drawFrom(f, s, 0) }

// drawFrom draws the capsules from number first on.
func (b *capsuleBuffer) drawFrom(f *frame, s gpu.State, first int) {
	for ; first < len(b.list) && !f.stopped(); first += partOfCapsules {
		s.Apply() // other code may have drawn since the last part
		b.array.From(first)
		b.array.Quads(min(partOfCapsules, len(b.list)-first))
		gpu.Flush()
	}
	b.array.From(0)
}

func (b *capsuleBuffer) close() {
	b.buffer.Delete()
	b.array.Delete()
}

// capsules draws spheres and capsules as quads; the shader computes for each pixel of a quad where its line of
// sight meets the surface.
type capsules struct {
	buffer    *capsuleBuffer
	rods      *capsuleBuffer // for shadows on the floor
	culling   culling
	unseen    int // how many capsules at the beginning of the buffer only cast shadows
	occlusion occlusion
	crowding  crowding
	variants  map[string]*gpu.Program
	depth     *gpu.Program
	soft      *gpu.Program
	contact   *gpu.Program
}

// occlusionLimit is the number of capsules up to which the hidden sky is computed for every
// picture. The computation takes about three milliseconds per thousand capsules in a dense pile.
const occlusionLimit = 4000

func newCapsules(k *programs) (drawer, error) {
	c := &capsules{buffer: newCapsuleBuffer(), rods: newCapsuleBuffer(), variants: map[string]*gpu.Program{}}
	for _, v := range []string{"SOLID", "SOLID SHADOWS", "DATA", "PAPER", "PAPER DATA",
		"SOLID CUT", "DATA CUT", "PAPER CUT", "PAPER DATA CUT"} {
		p, err := k.program("capsule.vert", "capsule.frag", strings.Fields(v)...)
		if err != nil {
			return nil, err
		}
		c.variants[v] = p
	}
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
	}{{&c.depth, "shadow_capsule.vert", "shadow_capsule.frag"}, {&c.soft, "floor_shadow.vert",
		"floor_shadow.frag"}, {&c.contact, "floor_contact.vert", "floor_contact.frag"}} {
		p, err := k.program(x.vs, x.fs)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	return c, nil
}

func (c *capsules) prepare(f *frame) {
	c.unseen = c.culling.list(f)
	c.fill(f)
	c.rods.list = c.rods.list[:0]
	if f.shadows && f.light.floor >= 0 {
		eachRod(f.Capsules, func(r *rod) {
			if f.appearance(r.body) == drawnUsual {
				c.rods.list = append(c.rods.list, capsuleInstance{center: r.center, half: r.half, axis: r.axis, radius: r.radius})
			}
		})
		gpu.Upload(c.rods.buffer, c.rods.list)
	}
}

// fill uploads the capsules of the order.
func (c *capsules) fill(f *frame) {
	list, color := c.buffer.list[:0], coloring(f)
	for _, x := range c.culling.order {
		p := &f.Capsules[x.index()]
		list = append(list, capsuleInstance{
			center: p.Center, half: p.Half, axis: p.Axis, radius: p.Radius, side: p.Side, colors: color(x.index()),
		})
	}
	switch seen := list[c.unseen:]; {
	case f.occlusion:
		c.occlusion.shade(f, seen, c.culling.order[c.unseen:])
	case f.crowding:
		c.crowding.shade(f, seen, c.culling.order[c.unseen:])
	}
	c.buffer.list = list
	gpu.Upload(c.buffer.buffer, list)
}

// coloring returns the function that gives the two colours of the capsule at an index.
func coloring(f *frame) func(i int) [2]glyph.RGBA {
	if !f.Data {
		return func(i int) [2]glyph.RGBA {
			p := &f.Capsules[i]
			return [2]glyph.RGBA{overlay.SceneColor(p.Colors[0], overlay.ToneCap),
				overlay.SceneColor(p.Colors[1], overlay.ToneBody)}
		}
	}
	return func(i int) [2]glyph.RGBA {
		c := f.Range.Color(i)
		return [2]glyph.RGBA{c, c}
	}
}

func (c *capsules) cast(f *frame, to caster) {
	switch to {
	case castDepth:
		c.depth.Use()
		c.buffer.draw(f, gpu.State{DepthTest: true, DepthMask: true})
	case castFloor:
		level := f.Walls[f.light.floor].Position
		for _, p := range []*gpu.Program{c.soft, c.contact} {
			p.Use()
			p.Float("level", level)
			c.rods.draw(f, gpu.State{Blend: gpu.Multiply})
		}
	}
}

func (c *capsules) draw(f *frame) {
	variant, data := "SOLID", f.Data
	switch {
	case f.View.Style == view.Wire:
		return
	case f.View.Style == view.HiddenLine && data:
		variant = "PAPER DATA"
	case f.View.Style == view.HiddenLine:
		variant = "PAPER"
	case data: // without shadows and shaded by brightness only, so that colours agree with the legend
		variant = "DATA"
	}
	if f.shadows && variant == "SOLID" {
		variant += " SHADOWS"
	}
	if f.View.Cutting() {
		variant += " CUT"
	}
	p := c.variants[variant]
	p.Use()
	p.Int("depthMap", depthUnit)
	c.buffer.drawFrom(f, gpu.State{Blend: gpu.Over, DepthTest: true, DepthMask: true}, c.unseen)
}

func (c *capsules) close() {
	c.buffer.close()
	c.rods.close()
}
