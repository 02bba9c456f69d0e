package render

import "tumble/render/internal/gpu"

// background fills the picture with the theme's gradient. The gradient changes only with
// the size and the theme: it is drawn once and then copied, which in software is several
// times as fast.
type background struct {
	program *gpu.Program
	array   *gpu.VertexArray
	kept    *gpu.Target // nil before the first picture
	theme   *theme      // of kept
}

func newBackground(k *kit) (drawer, error) {
	p, err := k.program("fullscreen.vert", "background.frag")
	return &background{program: p, array: gpu.NewVertexArray()}, err
}

// prepare draws the gradient if the size or the theme is new. Where the driver refuses a
// second picture of that size nothing is kept.
func (b *background) prepare(f *frame) {
	if b.kept != nil {
		if w, h := b.kept.Size(); w == f.width && h == f.height && b.theme == f.theme {
			return
		}
		b.kept.Delete()
	}
	kept, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, f.width, f.height, nil), nil)
	if err != nil {
		b.kept = nil
		return
	}
	b.kept, b.theme = kept, f.theme
	b.kept.Bind()
	b.fill()
}

func (b *background) draw(f *frame) {
	if b.kept == nil {
		b.fill()
		return
	}
	gpu.State{}.Apply()
	b.kept.CopyTo(f.picture)
	f.picture.Bind()
}

func (b *background) fill() {
	gpu.State{}.Apply()
	b.program.Use()
	b.array.Triangles(3)
}

func (b *background) close() {
	b.array.Delete()
	if b.kept != nil {
		b.kept.Delete()
	}
}
