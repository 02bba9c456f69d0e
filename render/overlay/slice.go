package overlay

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Parts of the look of a slice.
const (
	sliceOpacity = 0.8
	arrowEvery   = 3 // cells between two arrows of the velocity
	longest      = 4 // how long the longest of these arrows is, in cells
)

// slice draws a field in a slice: its cells in colours, the velocity as arrows, and their meaning on the card of keys.
func slice(f *Frame, to *glyph.List) {
	s := &f.Slice
	lo, hi, ok := SliceSpan(s)
	if !f.View.Measured.HasSlice() || !ok {
		return
	}
	ramp, colors, cells := view.Ramp{Lo: f.Full.Slice[0], Hi: f.Full.Slice[1]}, SliceMap(f.View), newSliceCells(s)
	for cell := range s.Shown {
		if at, ok := cells.corners(f, cell); ok {
			c := colors.At(ramp.At(s.Values[cell]))
			to.Area(at, glyph.RGBA{c[0], c[1], c[2], 255}.Alpha(sliceOpacity))
		}
	}
	if f.View.Measured.Arrows {
		cells.arrows(f, to)
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

// sliceCells are the cells of a slice in the scene.
type sliceCells struct {
	*bridge.Slice
	box   *bridge.Region
	along [2]int // the axes along which they lie
}

// newSliceCells returns the cells of a slice, which is one cell thick along its shortest edge.
func newSliceCells(s *bridge.Slice) sliceCells {
	box := &s.Of.Field.Box
	axis, edge := 0, box.High.Sub(box.Low)
	for k := range 3 {
		if edge.Component(k) < edge.Component(axis) && box.Cells[k] == 1 || box.Cells[axis] > 1 {
			axis = k
		}
	}
	return sliceCells{s, box, [2]int{(axis + 1) % 3, (axis + 2) % 3}}
}

// number returns the numbers of a cell along both axes.
func (c *sliceCells) number(cell int) (at [2]int) {
	n := c.box.Cells
	numbers := [3]int{cell % n[0], cell / n[0] % n[1], cell / n[0] / n[1]}
	return [2]int{numbers[c.along[0]], numbers[c.along[1]]}
}

// place returns the point of the scene that lies so many cells along both axes.
func (c *sliceCells) place(i, k float64) mgl32.Vec3 {
	p := c.box.Middle()
	for n, cells := range [2]float64{i, k} {
		axis := c.along[n]
		low, high := c.box.Low.Component(axis), c.box.High.Component(axis)
		p = p.WithComponent(axis, low+(high-low)*cells/float64(c.box.Cells[axis]))
	}
	return mgl32.Vec3(p.Float32())
}

// corners returns where the corners of a cell lie in the picture, and whether all of them are in front of the eye.
func (c *sliceCells) corners(f *Frame, cell int) (p [4][2]float32, ok bool) {
	at := c.number(cell)
	for n, by := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		x, y, _, before := f.Screen(c.place(float64(at[0]+by[0]), float64(at[1]+by[1])))
		if p[n] = [2]float32{x, y}; !before {
			return p, false
		}
	}
	return p, true
}

// arrows draws the velocities of some cells.
func (c *sliceCells) arrows(f *Frame, to *glyph.List) {
	most := float32(1e-30)
	for cell := range c.Shown {
		most = max(most, mgl32.Vec3(c.Velocity[cell]).Len())
	}
	scale, ink := longest*c.place(0, 0).Sub(c.place(1, 0)).Len()/most, glyph.Hex(0xFFFFFF)
	for cell := range c.Shown {
		at := c.number(cell)
		if at[0]%arrowEvery != 1 || at[1]%arrowEvery != 1 {
			continue
		}
		from := c.place(float64(at[0])+0.5, float64(at[1])+0.5)
		a, b, ok := f.segment(from, from.Add(mgl32.Vec3(c.Velocity[cell]).Mul(scale)))
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
