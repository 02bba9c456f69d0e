package overlay

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Range maps a quantity of bodies to colours. Its range only grows, so that a colour means the
// same from picture to picture, until the quantity, its scale or the scene changes or the view
// asks for a new fit.
type Range struct {
	view.Ramp
	quantity view.ColorBy
	colors   *view.Map

	gauge   view.Gauge
	values  []float32 // of each sphere and capsule
	sorted  []float32 // magnitudes of the values, for logarithmic scales
	key     rangeKey
	seen    span // values of all pictures since the key changed
	now     span // values of this picture
	bars    [histogramBars]int
	outside [2]int // numbers of values below and above the range
	missing int    // number of spheres and capsules without a value, or with an infinite value
	fixed   bool   // the view sets the range
}

// rangeKey holds the settings that a range is valid for.
type rangeKey struct {
	quantity view.ColorBy
	scale    view.ColorScale
	fit      uint32
	revision uint64
}

// span summarises many numbers.
type span struct {
	low, high float32
	tiny      float32 // a twentieth of the numbers other than 0 are smaller in magnitude; +Inf if not known
}

var noSpan = span{float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(1))}

func (s span) union(o span) span {
	return span{min(s.low, o.low), max(s.high, o.high), min(s.tiny, o.tiny)}
}

// histogramBars is the number of bars beside the legend.
const histogramBars = 48

// decades is the greatest number of powers of ten in a logarithmic range.
const decades = 6

// Read adds the values of a picture to the values seen so far. Fit must be called after it, and Join between the
// two if several tiles share a range.
func (l *Range) Read(s *bridge.Snapshot, v *view.View) {
	l.quantity, l.colors = v.ColorBy, v.Map()
	key := rangeKey{v.ColorBy, v.ColorScale, v.ColorFit, s.Revision}
	if l.key != key {
		l.key, l.seen = key, noSpan
	}
	l.gauge.Begin(s, v)
	if l.quantity != view.ColorByShape {
		l.read(s, v)
	}
}

// Join makes several ranges equal: each gets the values that any of them has seen.
func Join(list []*Range) {
	seen := noSpan
	for _, l := range list {
		seen = seen.union(l.seen)
	}
	for _, l := range list {
		l.seen = seen
	}
}

// Fit makes the range hold all values seen so far, or takes the range that the view sets.
func (l *Range) Fit(v *view.View) {
	if l.quantity != view.ColorByShape && l.colors.Kind != view.Categorical {
		l.fit(v)
		l.count()
	}
}

// read reads the quantity of each sphere and capsule, or of each triangle.
func (l *Range) read(s *bridge.Snapshot, v *view.View) {
	l.values, l.sorted, l.now, l.missing = l.values[:0], l.sorted[:0], noSpan, 0
	if q := v.Quantity(); q.Triangle != nil {
		for i := range s.Meshes {
			l.values = q.Triangles(&s.Meshes[i], s.Time, l.values)
		}
	} else {
		for i := range s.Capsules {
			l.values = append(l.values, l.gauge.Of(&s.Capsules[i]))
		}
	}
	for _, x := range l.values {
		if x-x != 0 { // not finite
			if !l.lone(x) {
				l.missing++
			}
			continue
		}
		l.now.low, l.now.high = min(l.now.low, x), max(l.now.high, x)
		if x != 0 {
			l.sorted = append(l.sorted, mgl32.Abs(x))
		}
	}
	if v.Logarithmic() && len(l.sorted) > 0 {
		slices.Sort(l.sorted)
		l.now.tiny = l.sorted[len(l.sorted)/20]
	}
	l.seen.low, l.seen.high = min(l.seen.low, l.now.low), max(l.seen.high, l.now.high)
	l.seen.tiny = min(l.seen.tiny, l.now.tiny)
}

func (l *Range) fit(v *view.View) {
	l.Ramp = view.Ramp{Balanced: v.Balanced()}
	l.fixed = v.ColorRange != [2]float32{}
	switch low, high := l.seen.low, l.seen.high; {
	case l.fixed:
		l.Lo, l.Hi = v.ColorRange[0], v.ColorRange[1]
	case low > high: // nothing seen
	case v.ColorScale == view.ScaleLinear:
		l.Lo, l.Hi = low, high
	default:
		l.Lo, l.Hi = min(0, low), max(0, high)
	}
	if l.Balanced {
		reach := max(mgl32.Abs(l.Lo), mgl32.Abs(l.Hi))
		l.Lo, l.Hi = -reach, reach
	}
	if !v.Logarithmic() || l.Hi <= 0 {
		return
	}
	l.Least = max(min(l.seen.tiny, l.Hi/10), l.Hi*float32(math.Pow(10, -decades)))
	if !l.Balanced && !(l.fixed && l.Lo > 0) {
		l.Lo = l.Least
	}
}

// count fills the histogram and counts the values outside the range.
func (l *Range) count() {
	l.bars, l.outside = [histogramBars]int{}, [2]int{}
	for _, x := range l.values {
		const rounding = 1e-5
		switch at := l.At(x); {
		case at < -rounding:
			l.outside[0]++
		case at > 1+rounding:
			l.outside[1]++
		case at == at:
			l.bars[max(0, min(int(at*histogramBars), histogramBars-1))]++
		}
	}
}

// LoneTint is the colour, where distances from copies are shown, of a body without a copy in the other worlds.
var LoneTint = glyph.Hex(0xF05CD0)

// Triangles returns the colours of the triangles of a mesh at a time [s], none if they have no values.
func (l *Range) Triangles(m *bridge.Mesh, time float64) (list []glyph.RGBA) {
	for _, x := range view.Quantities[l.quantity].Triangles(m, time, nil) {
		list = append(list, opaqueColor(l.colors.At(l.At(x))))
	}
	return list
}

// Color returns the colour of a sphere or capsule by its index; opacity 0 means that it is hatched.
func (l *Range) Color(i int) glyph.RGBA {
	if view.Quantities[l.quantity].Triangle != nil {
		return noValue
	}
	x := l.values[i]
	switch {
	case l.lone(x):
		return LoneTint
	case x-x != 0:
		return hatched
	}
	if l.colors.Kind == view.Categorical && x >= 0 {
		return opaqueColor(l.colors.Category(int(x)))
	}
	return opaqueColor(l.colors.At(l.At(x)))
}

// lone reports whether a value is the distance from its copy of a body that has no copy.
func (l *Range) lone(x float32) bool {
	return copyless(x) && view.Quantities[l.quantity].Name == "apart"
}

// noValue is the colour of spheres and capsules where triangles have the colours of a legend.
var noValue = glyph.RGBA{178, 182, 188, 255}

// hatched is the colour of bodies without a value. Shaders recognise it by its opacity 0 and hatch these bodies.
var hatched = glyph.RGBA{128, 128, 128, 0}

// opaqueColor converts a colour of a colour map to the form of vertex buffers.
func opaqueColor(c view.RGB) glyph.RGBA { return glyph.RGBA{c[0], c[1], c[2], 255} }
