package render

import (
	"math"

	"example.org/tumble/render/internal/gpu"
)

// still draws the best quality: the mean of many passes, each from a place shifted by a
// part of a pixel and under a key light moved about its disc. That smooths all edges and
// makes half shadows right.
type still struct {
	program *gpu.Program
	array   *gpu.VertexArray
	sum     *gpu.Target
}

// stillPasses is the number of passes of the best quality.
const stillPasses = 16

func (t *still) open(k *kit) (err error) {
	t.program, err = k.program("fullscreen.vert", "copy.frag")
	t.array = gpu.NewVertexArray()
	return err
}

func (t *still) draw(r *Renderer, f *frame) error {
	if err := t.resize(f.points[0], f.points[1]); err != nil {
		return err
	}
	t.sum.Bind()
	gpu.State{}.Apply()
	gpu.Clear(0, 0, 0, 0)
	whole := f.light
	for i := 0; i < stillPasses && !f.abandoned; i++ {
		// Points of the R2 sequence (M. Roberts, 2018): even in every number of passes.
		x, y := fraction(0.5+float64(i)*0.7548776662466927), fraction(0.5+float64(i)*0.5698402909980532)
		f.light = whole.moved(x, y)
		f.shared = f.uniforms(f.points)
		f.shared.viewProj = f.matrix(x-0.5, y-0.5)
		if err := r.pass(f); err != nil {
			return err
		}
		r.share = float64(i+1) / stillPasses
		t.sum.Bind()
		t.copy(f.scene.Color, gpu.State{Blend: gpu.Add}, 1.0/stillPasses)
	}
	f.light = whole
	f.shared = f.uniforms(f.points)
	f.upload(r.block)
	f.scene.Bind()
	t.copy(t.sum.Color, gpu.State{}, 1)
	return nil
}

func (t *still) copy(from *gpu.Texture, s gpu.State, weight float32) {
	s.Apply()
	t.program.Use()
	t.program.Int("picture", 0)
	t.program.Float("weight", weight)
	from.Bind(0)
	t.array.Triangles(3)
}

func (t *still) resize(width, height int) error {
	if t.sum != nil {
		if w, h := t.sum.Size(); w == width && h == height {
			return nil
		}
		t.sum.Delete()
		t.sum = nil
	}
	s, err := gpu.NewTarget(gpu.NewTexture(gpu.Sum, width, height, nil), nil)
	t.sum = s
	return err
}

func (t *still) close() {
	t.array.Delete()
	if t.sum != nil {
		t.sum.Delete()
	}
}

// moved returns the maps for a key light at a point of its disc, x and y from 0 to 1; the
// points together fill the disc, so each casts a sharper shadow.
func (m lightMaps) moved(x, y float32) lightMaps {
	m.direction = m.onDisc(float32(math.Sqrt(float64(x))), 2*math.Pi*float64(y))
	m.tangent *= 0.3
	m.fit()
	return m
}

func fraction(x float64) float32 { return float32(x - math.Floor(x)) }
