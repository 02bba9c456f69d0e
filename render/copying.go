package render

import "example.org/tumble/render/internal/gpu"

// copying draws textures over targets, stretched if the sizes differ. In software that takes half the time of a copy
// by the driver if the sizes differ, but many times as long if they agree.
type copying struct {
	plain, weighted *gpu.Program
	array           *gpu.VertexArray
}

func (c *copying) open(k *programs) (err error) {
	if c.plain, err = k.program("fullscreen.vert", "copy.frag"); err != nil {
		return err
	}
	c.weighted, err = k.program("fullscreen.vert", "copy.frag", "WEIGHTED")
	c.array = gpu.NewVertexArray()
	return err
}

// copy draws a texture over the target that is bound.
func (c *copying) copy(from *gpu.Texture) {
	gpu.State{}.Apply()
	c.draw(c.plain, from)
}

// add adds a part of a texture to the target that is bound.
func (c *copying) add(from *gpu.Texture, part float32) {
	gpu.State{Blend: gpu.Add}.Apply()
	c.weighted.Use()
	c.weighted.Float("weight", part)
	c.draw(c.weighted, from)
}

func (c *copying) draw(p *gpu.Program, from *gpu.Texture) {
	p.Use()
	p.Int("picture", 0)
	from.Bind(0)
	c.array.Triangles(3)
}

func (c *copying) close() { c.array.Delete() }
