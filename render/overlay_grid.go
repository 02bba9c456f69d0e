package render

import (
	"example.org/tumble/render/view"
)

// gridStrong is the number of grid lines from one strong line to the next.
const gridStrong = 5

// gridStep returns the distance between grid lines [m]: 1, 2 or 5 times a power of ten,
// at least 36 pixels at the pivot's depth.
func gridStep(f *frame) float32 {
	return float32(niceAbove(float64(36 * f.scale * f.pixel())))
}

// grid prints the step of the grid; its lines are a part of the floor's surface.
type grid struct{}

func newGrid(*kit) (drawer, error) { return grid{}, nil }

func (grid) prepare(f *frame) {
	if f.view.Overlays&view.OverlayGrid == 0 {
		return
	}
	if len(f.Walls) > 0 {
		f.key("grid "+gridLabel(gridStep(f)), 0, nil)
	}
}

// gridLabel writes a length the way drawings of machines do, in millimetres up to a metre.
func gridLabel(step float32) string {
	if x := float64(step); x >= 1e-4 && x < 0.999 {
		return short(x*1000) + " mm"
	}
	return quantity(float64(step), "m")
}

func (grid) draw(*frame) {}
func (grid) close()      {}
