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
	sorted  []float32 // magnitudes, for logarithmic scales
	key     rangeKey
	seen    span // of all pictures since the key changed
	now     span // of this picture
	bars    [histogramBars]int
	outside [2]int // how many are below and above the range
	missing int    // how many have no value, or an infinite one
	fixed   bool   // by the view
}

// rangeKey is what a range belongs to.
type rangeKey struct {
	quantity view.ColorBy
	scale    view.ColorScale
	fit      uint32
	revision uint64
}

// span is what is known of many numbers.
type span struct {
	low, high float32
	tiny      float32 // magnitude below which few of the numbers other than 0 are; +Inf if all are 0
}

var noSpan = span{float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(1))}

func (s span) union(o span) span {
	return span{min(s.low, o.low), max(s.high, o.high), min(s.tiny, o.tiny)}
}

// histogramBars is the number of bars beside the legend.
const histogramBars = 48

// decades is how many powers of ten a logarithmic range has at most.
const decades = 6

// Read adds the values of a picture to what the range has seen. Fit follows.
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

// Join gives several ranges the values that any of them has seen.
func Join(list []*Range) {
	seen := noSpan
	for _, l := range list {
		seen = seen.union(l.seen)
	}
	for _, l := range list {
		l.seen = seen
	}
}

// Fit lays the range round all values seen so far, or takes the range of the view.
func (l *Range) Fit(v *view.View) {
	if l.quantity != view.ColorByShape && l.colors.Kind != view.Categorical {
		l.fit(v)
		l.count()
	}
}

// read reads the quantity of each sphere and capsule.
func (l *Range) read(s *bridge.Snapshot, v *view.View) {
	l.values, l.sorted, l.now, l.missing = l.values[:0], l.sorted[:0], noSpan, 0
	for i := range s.Capsules {
		x := l.gauge.Of(&s.Capsules[i])
		l.values = append(l.values, x)
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

// count makes the histogram.
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

// LoneTint is the colour of a body that none of the worlds beside its own has, where distances from copies are shown.
var LoneTint = glyph.Hex(0xF05CD0)

// Color returns the colour of a sphere or capsule by its index; one of opacity 0 is to be hatched.
func (l *Range) Color(i int) glyph.RGBA {
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

// lone reports whether a value is the distance from a copy of a body without one.
func (l *Range) lone(x float32) bool {
	return copyless(x) && view.Quantities[l.quantity].Name == "apart"
}

// hatched is the colour of bodies without a value: shaders tell it by its opacity, and hatch them.
var hatched = glyph.RGBA{128, 128, 128, 0}

// opaqueColor returns a colour of a map as vertex buffers hold it.
func opaqueColor(c view.RGB) glyph.RGBA { return glyph.RGBA{c[0], c[1], c[2], 255} }
