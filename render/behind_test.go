package render

import (
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Contract: a body that is selected behind another is seen through it: as a dashed outline, of which a half is there,
// and which covers little of what lies before it.
func TestSelectedBehindOthersIsOutlined(t *testing.T) {
	s := &bridge.Snapshot{Scene: "behind", Bounds: bridge.Bounds{Core: [2][3]float32{{-1, -1, -1}, {1, 1, 1}}, Grain: 0.3}}
	for i, c := range []bridge.Capsule{{Radius: 0.3, Center: [3]float32{0, 1, 0}}, {Radius: 0.8}} {
		c.Body, c.Axis = int32(i), [3]float32{1}
		s.Capsules = append(s.Capsules, c)
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(i), Kind: bridge.Dynamic, Center: c.Center})
	}
	v := sampleView()
	v.Overlays = 0
	v.Camera.Ortho, v.Camera.Azimuth, v.Camera.Elevation = true, -90, 0
	v.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, 1)
	const size = 400
	marks := map[view.Quality]int{}
	for _, q := range []view.Quality{view.Fast, view.Good} {
		v.Quality, v.Selected = q, nil
		bare := drawn(t, s, &v, size, size)
		v.Selected = view.NewThings(s.BodyThing(0, 0, 0))
		marked := drawn(t, s, &v, size, size)
		for i := 0; i < len(bare.Pix); i += 4 {
			r, g, b := int(marked.Pix[i]), int(marked.Pix[i+1]), int(marked.Pix[i+2])
			if marked.Pix[i] != bare.Pix[i] && r > 150 && g > 110 && b < 110 { // the colour of selections
				marks[q]++
			}
		}
		// The outline is a circle of 2 pixels' width, of which the dashes are a half.
		radius := 0.3 / (2 * v.Camera.HalfHeight()) * size
		whole := 2 * 3.14159 * float64(radius) * 2
		if n := float64(marks[q]); n < 0.3*whole || n > 0.7*whole {
			t.Errorf("quality %v: %g pixels show the body behind, of an outline of %.0f", q, n, whole)
		}
	}
}
