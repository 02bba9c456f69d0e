package render

import (
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
)

// clearBodies draws spheres and capsules that are seen through, in any order (M. McGuire and L. Bavoil,
// "Weighted Blended Order-Independent Transparency", 2013): their colours add up, the nearer the
// more, over what all of them together leave of what is behind.
type clearBodies struct {
	buffer           *capsuleBuffer
	plain, data, mix *gpu.Program
	array            *gpu.VertexArray
	pair             *gpu.Pair // nil before the first use
}

func newClearBodies(k *kit) (drawer, error) {
	c := &clearBodies{buffer: newCapsuleBuffer(), array: gpu.NewVertexArray()}
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
		macros []string
	}{
		{&c.plain, "capsule.vert", "capsule.frag", []string{"SOLID", "CUT", "THROUGH"}},
		{&c.data, "capsule.vert", "capsule.frag", []string{"DATA", "CUT", "THROUGH"}},
		{&c.mix, "fullscreen.vert", "weigh.frag", nil},
	} {
		p, err := k.program(x.vs, x.fs, x.macros...)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	return c, nil
}

func (c *clearBodies) prepare(f *frame) {
	c.buffer.list = c.buffer.list[:0]
	if f.view.Clear == nil || f.view.Style == view.Wire {
		return
	}
	color := coloring(f)
	for i := range f.Capsules {
		if p := &f.Capsules[i]; f.look(p.Body) == lookClear {
			c.buffer.list = append(c.buffer.list, capsuleInstance{
				center: p.Center, half: p.Half, axis: p.Axis, radius: p.Radius, side: p.Side, colors: color(i),
			})
		}
	}
	gpu.Upload(c.buffer.buffer, c.buffer.list)
}

func (c *clearBodies) draw(f *frame) {
	if len(c.buffer.list) == 0 || !c.resize(f.points[0], f.points[1]) {
		return
	}
	c.pair.Begin(f.scene.Depth)
	gpu.State{Blend: gpu.Weigh, DepthTest: true}.Apply()
	p := c.plain
	if f.data {
		p = c.data
	}
	p.Use()
	c.buffer.draw(f)
	f.scene.Bind()
	gpu.State{Blend: gpu.Over}.Apply()
	c.mix.Use()
	c.mix.Int("sums", 0)
	c.mix.Int("lefts", sceneUnit)
	c.pair.Left.Bind(sceneUnit)
	c.pair.Sum.Bind(0)
	c.array.Triangles(3)
}

// resize makes the pair as large as the picture, and reports whether the driver lets it.
func (c *clearBodies) resize(width, height int) bool {
	if c.pair != nil && c.pair.Sum.Width == width && c.pair.Sum.Height == height {
		return true
	}
	if c.pair != nil {
		c.pair.Delete()
	}
	var err error
	c.pair, err = gpu.NewPair(width, height)
	return err == nil
}

func (c *clearBodies) close() {
	c.buffer.close()
	c.array.Delete()
	if c.pair != nil {
		c.pair.Delete()
	}
}
