package render

import "tumble/render/internal/gpu"

// background fills the picture with the theme's gradient.
type background struct {
	program *gpu.Program
	array   *gpu.VertexArray
}

func newBackground(k *kit) (drawer, error) {
	p, err := k.program("fullscreen.vert", "background.frag")
	return &background{p, gpu.NewVertexArray()}, err
}

func (b *background) prepare(*frame) {}

func (b *background) draw(*frame) {
	gpu.State{}.Apply()
	b.program.Use()
	b.array.Triangles(3)
}

func (b *background) close() { b.array.Delete() }
