package render

import (
	"bytes"
	"testing"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// bed returns a snapshot of n capsules on a floor.
func bed(n int) *bridge.Snapshot {
	s := &bridge.Snapshot{Walls: []bridge.Wall{{Axis: 2, Sense: 1}}, Bodies: []bridge.Body{{Kind: bridge.Static}}}
	for i := range n {
		c := [3]float32{0.02 * float32(i%40), 0.02 * float32(i/40%40), 0.006 + 0.012*float32(i/1600)}
		axis, side := [3]float32{1, 0, 0}, [3]float32{0, 1, 0}
		if i%3 == 0 {
			axis, side = side, axis
		}
		s.Bodies = append(s.Bodies, bridge.Body{Center: c, Mass: 1})
		s.Capsules = append(s.Capsules, bridge.Capsule{Center: c, Half: 0.004, Axis: axis, Radius: 0.005, Side: side,
			Body: int32(i + 1)})
	}
	s.Bounds = bridge.Bounds{All: [2][3]float32{{0, 0, 0}, {0.8, 0.8, 0.06}},
		Core: [2][3]float32{{0, 0, 0}, {0.8, 0.8, 0.06}}, Grain: 0.005}
	return s
}

// TestParts: a picture that is drawn in parts is the one that is drawn at once, bit for bit; one
// that is abandoned, wherever that is, leaves the last one as it was, of its own or another size,
// and the next one is whole.
func TestParts(t *testing.T) {
	s := bed(partOfCapsules + 100)
	v := view.Default()
	v.Camera.Frame(s.Bounds.All[0], s.Bounds.All[1], 4.0/3)
	at := func(width, height int) []byte { return drawn(t, s, &v, width, height).Pix }
	unless := func(width, height int, stop func(float64) bool) (whole bool) {
		onGL(func() {
			var err error
			if whole, err = renderer.DrawUnless(s, &v, width, height, stop); err != nil {
				t.Error(err)
			}
		})
		return whole
	}
	shown := func(width, height int) (pixels []byte) {
		onGL(func() {
			if !renderer.Recall(width, height) {
				t.Errorf("the picture of %d × %d is gone", width, height)
			}
			pixels = renderer.Image().Pix
		})
		return pixels
	}
	for _, quality := range []view.Quality{view.Good, view.Best} {
		v.Quality = quality
		want := at(96, 72)
		parts := 0
		drawings++
		s.Revision = drawings
		meanwhile := func(float64) bool { // the context is used as a window uses it
			parts++
			if !renderer.Recall(96, 72) || !bytes.Equal(renderer.Image().Pix, want) {
				t.Errorf("quality %d: before part %d the last picture is another one", quality, parts)
			}
			if _, err := renderer.PickShown(0, 96, 72, 48, 36); err != nil {
				t.Error(err)
			}
			gpu.State{Blend: gpu.Add, Cull: gpu.CullFront, Clip: true}.Apply()
			gpu.Release()
			return false
		}
		if !unless(96, 72, meanwhile) || !bytes.Equal(shown(96, 72), want) {
			t.Errorf("quality %d: a picture in parts is another one", quality)
		}
		if parts < 15 {
			t.Errorf("quality %d: only %d parts", quality, parts)
		}
		for end := parts / 6; end < parts; end += 1 + parts/2 {
			for _, width := range []int{96, 120}[quality-view.Good:] {
				s.Capsules[0].Center[2] += 0.01 // it would look different
				k := 0
				if unless(width, 72, func(float64) bool { k++; return k > end }) {
					t.Errorf("quality %d: whole though it was to end after %d parts", quality, end)
				}
				if !bytes.Equal(shown(96, 72), want) {
					t.Fatalf("quality %d: abandoned after %d parts at a width of %d, the last picture has changed", quality, end,
						width)
				}
			}
		}
		// The maps of the light that were begun are not taken for finished ones.
		next := at(96, 72)
		drawings++
		s.Revision = drawings
		unless(96, 72, func(float64) bool { return true })
		onGL(func() {
			if err := renderer.Draw(s, &v, 96, 72); err != nil {
				t.Error(err)
			}
		})
		if !bytes.Equal(shown(96, 72), next) {
			t.Errorf("quality %d: the picture after an abandoned one is another", quality)
		}
		s = bed(partOfCapsules + 100)
	}
}
