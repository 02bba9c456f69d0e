package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
)

// Diameters of the marks of contacts [px at scale 1], and the part of their spacing that they take.
const (
	leastDot = 1.5
	mostDot  = 6
	dotShare = 0.52
)

// contacts marks each contact point and its normal: with a disk if the contact sticks, with a ring if
// it slides, so that the state is visible without colours too. The size of the marks follows their
// spacing on the screen, so that the bodies stay visible between the marks.
func contacts(f *Frame, to *glyph.List) {
	size := mgl32.Clamp(dotShare*f.Marks.spacing(f), leastDot, mostDot)
	reach := min(0.75*f.Grain(), size*f.Scale*f.Pixel())
	for i := range f.Marks.List {
		m := &f.Marks.List[i]
		color, form := Sticking, glyph.Disk
		if m.Sliding {
			color, form = sliding, glyph.Ring
		}
		from, end := glyph.Along(m.Point, m.Normal, -reach), glyph.Along(m.Point, m.Normal, reach)
		to.Lines = append(to.Lines, glyph.Line(from, end, 0.25*size, color.Alpha(0.85*m.Opacity)))
		to.Points = append(to.Points, glyph.Dot(m.Point, size, color.Alpha(m.Opacity), form))
	}
	s := f.Scale
	f.countKey(to)
	to.Key("sticking contact", 10*s, func(to *glyph.Sheet, x, y float32) { keyRing(to, x+5*s, y, 1.5*s, 3*s, Sticking) })
	to.Key("sliding contact", 10*s, func(to *glyph.Sheet, x, y float32) { keyRing(to, x+5*s, y, 3.5*s, 2*s, sliding) })
}

// keyRing draws a small ring, for samples of keys.
func keyRing(to *glyph.Sheet, x, y, radius, width float32, c glyph.RGBA) {
	to.Ring(x, y, radius, width, 20, c)
}
