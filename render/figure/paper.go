package figure

import (
	"math"

	"example.org/tumble/render/view"
)

// Bounds and usual values of pictures on paper.
const (
	LeastPaper, MostPaper = 5.0, 2000.0 // length of a side [mm]
	LeastDPI, MostDPI     = 30.0, 2400.0
	UsualDPI              = 300.0
	UsualPaper            = 85.0 // width of a column of a journal [mm]
	UsualAspect           = 0.75 // height over width
	ScreenDPI             = 96.0 // of a file for which no size is given
	MostTimes             = 8    // greatest size of a picture along each side, in sizes on the screen
	Text                  = 8.0  // height of letters [pt]
)

// Pixels returns the number of pixels along a length [mm].
func Pixels(mm, dpi float64) int { return int(math.Round(mm / 25.4 * dpi)) }

// Dress sets a view for a figure with so many pixels per inch of paper, so that marks and text get their right
// size on paper.
func Dress(v *view.View, dpi float64) {
	v.Figure.DPI = float32(dpi)
	v.Scale = float32(Text / 72 * dpi / view.TextSize)
}
