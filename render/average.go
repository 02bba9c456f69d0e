package render

import (
	"math"

	"example.org/tumble/render/internal/gpu"
)

// average draws the best quality: the mean of many passes. Each pass is shifted by a part of a
// pixel, which smooths all edges, and lit from another point of the key light's disc, which makes
// half shadows right.
type average struct {
	sum *gpu.Target
}

// averagePasses is the number of passes of the best quality.
const averagePasses = 16

func (a *average) draw(f *frame, t *tile) error {
	if err := a.resize(f.points[0], f.points[1]); err != nil {
		return err
	}
	a.sum.Bind()
	gpu.State{}.Apply()
	gpu.Clear(0, 0, 0, 0)
	whole := f.light
	for i := 0; i < averagePasses && !f.abandoned; i++ {
		// Points of the R2 sequence (M. Roberts, 2018): they are spread evenly for any number of passes.
		x, y := fraction(0.5+float64(i)*0.7548776662466927), fraction(0.5+float64(i)*0.5698402909980532)
		f.light = whole.moved(x, y)
		f.shared = f.uniforms(f.points)
		f.shared.viewProj = f.matrix(x-0.5, y-0.5)
		if err := t.pass(f); err != nil {
			return err
		}
		t.share = float64(i+1) / averagePasses
		a.sum.Bind()
		t.scene.copying.add(f.scene.Color, 1.0/averagePasses)
	}
	f.light = whole
	f.shared = f.uniforms(f.points)
	f.upload(t.device.block)
	f.scene.Bind()
	t.scene.copying.copy(a.sum.Color)
	return nil
}

func (a *average) resize(width, height int) error {
	if a.sum != nil {
		if w, h := a.sum.Size(); w == width && h == height {
			return nil
		}
		a.sum.Delete()
		a.sum = nil
	}
	s, err := gpu.NewTarget(gpu.NewTexture(gpu.Sum, width, height, nil), nil)
	a.sum = s
	return err
}

func (a *average) close() {
	if a.sum != nil {
		a.sum.Delete()
	}
}

// moved returns the light's maps for a key light at a point of its disc, x and y from 0 to 1. The
// points of all passes fill the disc together, so that each pass needs a smaller light and casts a
// sharper shadow.
func (m lightMaps) moved(x, y float32) lightMaps {
	m.direction = m.onDisc(float32(math.Sqrt(float64(x))), 2*math.Pi*float64(y))
	m.tangent *= 0.3
	m.fit()
	return m
}

func fraction(x float64) float32 { return float32(x - math.Floor(x)) }
