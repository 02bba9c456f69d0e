package overlay

import "example.org/tumble/render/glyph"

// GridStrong is the number of lines of the grid from one strong line to the next.
const GridStrong = 5

// GridStep returns the distance between lines of the grid [m]: 1, 2 or 5 times a power of ten,
// at least 36 pixels at the pivot's depth.
func GridStep(f *Frame) float32 { return float32(niceAbove(float64(36 * f.Scale * f.Pixel()))) }

// grid adds the step of the grid to the keys. The lines of the grid are drawn with the surface of the walls.
func grid(f *Frame, to *glyph.List) {
	if len(f.Walls) > 0 {
		to.Key("grid "+lengthLabel(GridStep(f)), 0, nil)
	}
}
