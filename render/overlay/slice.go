package overlay

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

const sliceOpacity = 0.8

// slice draws a field in a slice: its cells in colours, the velocity as arrows, and their meaning on the card of keys.
func slice(f *Frame, to *glyph.List) {
	s := &f.Slice
	lo, hi, ok := SliceSpan(s)
	if !f.View.Measured.HasSlice() || !ok {
		return
	}
	ramp, colors := view.Ramp{Lo: f.Full.Slice[0], Hi: f.Full.Slice[1]}, SliceMap(f.View)
	for cell := range s.Shown {
		if at, ok := f.corners(&s.Of, cell); ok {
			c := colors.At(ramp.At(s.Values[cell]))
			to.Area(at, glyph.RGBA{c[0], c[1], c[2], 255}.Alpha(sliceOpacity))
		}
	}
	if s.Of.Arrows {
		f.sliceArrows(to)
	}
	f.sliceKey(to, colors, lo, hi)
}

// sliceKey explains the colours.
func (f *Frame) sliceKey(to *glyph.List, colors *view.Map, lo, hi float32) {
	const steps, wide = 24, 64
	var list []glyph.RGBA
	for i := range steps {
		c := colors.At(float32(i) / (steps - 1))
		list = append(list, glyph.RGBA{c[0], c[1], c[2], 255})
	}
	if f.View.KeepScales {
		lo, hi = f.Full.Slice[0], f.Full.Slice[1]
	}
	unit := f.Slice.Unit
	text := f.Slice.Title + " " + reading(float64(lo), unit) + " to " + reading(float64(hi), unit)
	s := f.Scale
	to.OwnKey(text, wide*s, func(to *glyph.Sheet, x, y float32) {
		to.Gradient(x, y-5*s, wide*s, 10*s, list, true)
	})
}

// SliceMap returns the colour map of the slice of a view: that of the bodies or, where that is of names, one of
// numbers.
func SliceMap(v *view.View) *view.Map {
	if m := v.Map(); m.Kind != view.Categorical {
		return m
	}
	return &view.Maps[0]
}

// SliceSpan returns the least and the largest number that is shown of a slice; ok is false if there is none.
func SliceSpan(s *bridge.Slice) (lo, hi float32, ok bool) {
	lo, hi = float32(math.Inf(1)), float32(math.Inf(-1))
	for i := range s.Shown {
		lo, hi = min(lo, s.Values[i]), max(hi, s.Values[i])
	}
	return lo, hi, lo <= hi
}

// sliceScale is the range of the colours of a slice. For series of pictures it only grows.
type sliceScale struct {
	of       bridge.SliceOf
	revision uint64
	span     [2]float32
}

func (r *sliceScale) follow(f *Frame) [2]float32 {
	lo, hi, ok := SliceSpan(&f.Slice)
	of := f.Slice.Of
	of.Field = bridge.Field{} // a slice that moves keeps its colours
	switch {
	case !ok:
	case f.View.KeepScales && r.of == of && r.revision == f.Revision:
		r.span = [2]float32{min(r.span[0], lo), max(r.span[1], hi)}
	default:
		*r = sliceScale{of, f.Revision, [2]float32{lo, hi}}
	}
	return r.span
}

// corners returns where the corners of a cell of a slice lie in the picture, and whether all of them are in front of
// the eye.
func (f *Frame) corners(of *bridge.SliceOf, cell int) (p [4][2]float32, ok bool) {
	i, k := of.Cell(cell)
	for n, by := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		x, y, _, before := f.Screen(of.Place(float64(i+by[0]), float64(k+by[1])).Float32())
		if p[n] = [2]float32{x, y}; !before {
			return p, false
		}
	}
	return p, true
}

// sliceArrows draws the velocities of some cells.
func (f *Frame) sliceArrows(to *glyph.List) {
	of, most := &f.Slice.Of, float32(1e-30)
	for cell := range f.Slice.Shown {
		most = max(most, mgl32.Vec3(f.Slice.Velocity[cell]).Len())
	}
	scale := bridge.LongestOfSlice * float32(of.Place(0, 0).Sub(of.Place(1, 0)).Norm()) / most
	ink := glyph.Hex(0xFFFFFF)
	for cell := range f.Slice.Shown {
		if !of.HasArrow(cell) {
			continue
		}
		i, k := of.Cell(cell)
		from := mgl32.Vec3(of.Place(float64(i)+0.5, float64(k)+0.5).Float32())
		a, b, ok := f.segment(from, from.Add(mgl32.Vec3(f.Slice.Velocity[cell]).Mul(scale)))
		along := b.Sub(a)
		if !ok || along.Len() < 2*f.Scale {
			continue
		}
		along = along.Normalize()
		side, s := mgl32.Vec2{-along[1], along[0]}.Mul(2.5*f.Scale), f.Scale
		for pass, c := range [2]glyph.RGBA{glyph.Hex(0).Alpha(0.4), ink.Alpha(0.95)} { // with a dark edge
			edge := float32(1-pass) * s
			to.Line(a[0], a[1], b[0], b[1], s+edge, c)
			tip, out := b.Add(along.Mul(5*s+edge)), side.Mul(1+0.4*edge/s)
			to.Area([4][2]float32{tip, b.Add(out), b.Sub(out), tip}, c)
		}
	}
}

// segment returns the places of two points of the scene in the picture [px], and whether both lie in front of the eye.
func (f *Frame) segment(p, q mgl32.Vec3) (a, b mgl32.Vec2, ok bool) {
	x, y, _, before := f.Screen(p)
	u, v, _, too := f.Screen(q)
	return mgl32.Vec2{x, y}, mgl32.Vec2{u, v}, before && too
}
