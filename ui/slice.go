package ui

import (
	"image"
	"image/color"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/widget"
)

// fieldSlice is the slice through the scene in which a field of what the bodies do is shown.
type fieldSlice struct {
	*shared
	viewport *viewport
	on       bool
	axis     int     // across which it lies
	at       float64 // its place on the axis [m]
	width    float64 // over which bodies are spread [m]
	kind     int     // an index into sliceKinds
	still    bool    // without arrows
	listed   bool    // the panel is shown
	heldAt   float64 // its place during a drag, not rounded [m]

	texture func(image.Image) imgui.TextureID // uploads a picture
	ramps   map[*view.Map]imgui.TextureID     // pictures of colour maps, from left to right
}

// sliceKind is what a slice can show: a field, or a component of one.
type sliceKind struct {
	*fields.Quantity
	component int // -1: the magnitude of a vector
}

// sliceKinds are all that a slice can show.
var sliceKinds = func() (list []sliceKind) {
	for i := range fields.Quantities {
		q := &fields.Quantities[i]
		if q.Width() == 3 {
			list = append(list, sliceKind{q, -1})
		}
		for k := range q.Width() {
			list = append(list, sliceKind{q, k})
		}
	}
	return list
}()

// text returns the name of the kind for people.
func (k sliceKind) text() string {
	switch {
	case k.component < 0:
		return k.Title() + " magnitude"
	case k.Components == nil:
		return k.Title()
	}
	return k.Title() + " " + k.Components[k.component]
}

// put lays a slice through the middle of the view, across the axis that the eye looks along most.
func (sl *fieldSlice) put() {
	sl.on = true
	back := sl.view.Camera.Back()
	sl.axis = 0
	for k := range 3 {
		if abs32(back[k]) > abs32(back[sl.axis]) {
			sl.axis = k
		}
	}
	sl.at = sl.viewport.rounded(float64(sl.view.Camera.Pivot[sl.axis]))
	if sl.width = sl.usual(); sl.kind == 0 {
		for i, k := range sliceKinds {
			if k.Name == "velocity" && k.component < 0 {
				sl.kind = i
			}
		}
	}
}

// usual returns a width that hides single bodies: twice the mean radius of some of them [m].
func (sl *fieldSlice) usual() float64 {
	sum, n := 0.0, 0
	for i := range sl.snap.Capsules {
		if n < 1000 {
			sum, n = sum+float64(sl.snap.Capsules[i].Radius), n+1
		}
	}
	if n == 0 {
		return float64(sl.viewport.perPixel() * sl.viewport.whole().Height / 40)
	}
	return 2 * sum / float64(n)
}

// mostSliceCells is the largest number of cells along an edge of a slice. It takes half a second for 20,000 bodies with
// 58,000 contacts, on one core.
const mostSliceCells = 48

// field returns the field whose numbers the slice shows: two cells in a width, over the part of the scene that pictures
// show, as thick as two widths.
func (sl *fieldSlice) field() bridge.Field {
	b := sl.snap.Bounds.Core
	f := bridge.Field{Kernel: "gaussian", Width: sl.width}
	f.Box.Name = "slice"
	for k := range 3 {
		lo, hi, n := float64(b[0][k]), float64(b[1][k]), 1
		if k == sl.axis {
			lo, hi = sl.at-sl.width, sl.at+sl.width
		} else {
			n = int(min(max(math.Ceil(2*(hi-lo)/sl.width), 1), mostSliceCells))
		}
		f.Box.Low, f.Box.High, f.Box.Cells[k] = f.Box.Low.WithComponent(k, lo), f.Box.High.WithComponent(k, hi), n
	}
	return f
}

// shownNow reports whether the view shows the slice: while its panel is shown.
func (sl *fieldSlice) shownNow() bool { return sl.snap != nil && sl.on && sl.listed }

// wants adds the field to what snapshots must have.
func (sl *fieldSlice) wants(w *bridge.Wanted) {
	if !sl.shownNow() {
		return
	}
	if f := sl.field(); f.Check() == nil {
		k := sliceKinds[sl.kind]
		w.Slice = bridge.SliceOf{Field: f, Quantity: k.Name, Component: k.component}
	}
}

// sliceHandle returns the arrow that moves the slice.
func (sl *fieldSlice) sliceHandle() (h handle, ok bool) {
	b := sl.snap.Bounds.Core
	at := mgl32.Vec3(b[0]).Add(mgl32.Vec3(b[1])).Mul(0.5)
	at[sl.axis] = float32(sl.at)
	h, ok = sl.viewport.arrow(at, sl.axis, 1)
	h.kind = gripSlice
	return h, ok
}

// moveSlice moves the slice along its axis by the distance that its arrow was dragged [m].
func (sl *fieldSlice) moveSlice(by float32) {
	sl.heldAt += float64(by)
	sl.at = sl.viewport.rounded(sl.heldAt)
}

// thin is the share of the largest density below which a cell is left out.
const thin = 0.02

// shownCells calls yield for the cells that have bodies and a number.
func (sl *fieldSlice) shownCells(yield func(cell int) bool) {
	s := &sl.snap.Slice
	most := float32(0)
	for _, d := range s.Density {
		most = max(most, d)
	}
	for i, x := range s.Values {
		if s.Density[i] > thin*most && !math.IsNaN(float64(x)) && !yield(i) {
			return
		}
	}
}

// span returns the least and the largest number of the slice; lo > hi if there is none.
func (sl *fieldSlice) span() (lo, hi float32) {
	lo, hi = float32(math.Inf(1)), float32(math.Inf(-1))
	for i := range sl.shownCells {
		lo, hi = min(lo, sl.snap.Slice.Values[i]), max(hi, sl.snap.Slice.Values[i])
	}
	return lo, hi
}

// sliceMarks draws the slice over the picture.
func (sl *fieldSlice) sliceMarks(u *widget.Context) {
	s := &sl.snap.Slice
	if !sl.shownNow() || len(s.Values) == 0 || sl.texture == nil {
		return
	}
	least, most := sl.span()
	ramp, colors, list := view.Ramp{Lo: least, Hi: most}, sl.ramp(), imgui.BackgroundDrawList()
	tint, cells := widget.Pack(imgui.Vec4{X: 1, Y: 1, Z: 1, W: 0.8}), newSliceCells(&s.Of.Field.Box)
	for cell := range sl.shownCells {
		if p, ok := sl.corners(&cells, cell); ok {
			place := imgui.Vec2{X: (0.5 + (rampWidth-1)*ramp.At(s.Values[cell])) / rampWidth, Y: 0.5}
			list.AddImageQuadV(colors, p[0], p[1], p[2], p[3], place, place, place, place, tint)
		}
	}
	if !sl.still {
		sl.arrowMarks(u, &cells)
	}
}

// sliceCells are the cells of a slice in the scene.
type sliceCells struct {
	*bridge.Region
	along [2]int // the axes along which they lie
}

// newSliceCells returns the cells of a box, which is one cell thick along its shortest edge.
func newSliceCells(box *bridge.Region) sliceCells {
	axis, edge := 0, box.High.Sub(box.Low)
	for k := range 3 {
		if edge.Component(k) < edge.Component(axis) && box.Cells[k] == 1 || box.Cells[axis] > 1 {
			axis = k
		}
	}
	return sliceCells{box, [2]int{(axis + 1) % 3, (axis + 2) % 3}}
}

// of returns the numbers of a cell along both axes.
func (c *sliceCells) of(cell int) (at [2]int) {
	n := c.Cells
	numbers := [3]int{cell % n[0], cell / n[0] % n[1], cell / n[0] / n[1]}
	return [2]int{numbers[c.along[0]], numbers[c.along[1]]}
}

// place returns the point of the scene that lies so many cells along both axes.
func (c *sliceCells) place(i, k float64) mgl32.Vec3 {
	p := c.Middle()
	for n, cells := range [2]float64{i, k} {
		axis := c.along[n]
		low, high := c.Low.Component(axis), c.High.Component(axis)
		p = p.WithComponent(axis, low+(high-low)*cells/float64(c.Cells[axis]))
	}
	return mgl32.Vec3(p.Float32())
}

// corners returns where the corners of a cell lie in the window, and whether all of them are in front of the eye.
func (sl *fieldSlice) corners(c *sliceCells, cell int) (p [4]imgui.Vec2, ok bool) {
	at := c.of(cell)
	for n, by := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		x, y, before := sl.viewport.inWindow(c.place(float64(at[0]+by[0]), float64(at[1]+by[1])))
		if p[n] = (imgui.Vec2{X: x, Y: y}); !before {
			return p, false
		}
	}
	return p, true
}

// arrowEvery is how many cells lie between two arrows, and longest how long the longest one is, in cells.
const arrowEvery, longest = 3, 4

// arrowMarks draws the velocities of some cells as arrows.
func (sl *fieldSlice) arrowMarks(u *widget.Context, c *sliceCells) {
	velocity, most := sl.snap.Slice.Velocity, float32(1e-30)
	for cell := range sl.shownCells {
		most = max(most, mgl32.Vec3(velocity[cell]).Len())
	}
	scale := longest * c.place(0, 0).Sub(c.place(1, 0)).Len() / most
	for cell := range sl.shownCells {
		if at := c.of(cell); at[0]%arrowEvery == 1 && at[1]%arrowEvery == 1 {
			from := c.place(float64(at[0])+0.5, float64(at[1])+0.5)
			sl.arrowMark(u, from, mgl32.Vec3(velocity[cell]).Mul(scale))
		}
	}
}

// rampWidth is the number of pixels of a picture of a colour map.
const rampWidth = 256

// colors returns the colour map of the view or, where that is of names, one of numbers.
func (sl *fieldSlice) colors() *view.Map {
	if m := sl.view.Map(); m.Kind != view.Categorical {
		return m
	}
	return &view.Maps[0]
}

// ramp returns the picture of the colour map: triangles of a picture are not smoothed at their edges, where common ones
// of two cells would be visible.
func (sl *fieldSlice) ramp() imgui.TextureID {
	m := sl.colors()
	if id, ok := sl.ramps[m]; ok {
		return id
	}
	p := image.NewNRGBA(image.Rect(0, 0, rampWidth, 1))
	for i := range rampWidth {
		c := m.At(float32(i) / (rampWidth - 1))
		p.SetNRGBA(i, 0, color.NRGBA{R: c[0], G: c[1], B: c[2], A: 255})
	}
	sl.ramps[m] = sl.texture(p)
	return sl.ramps[m]
}

// arrowMark draws an arrow from a point of the scene along a way.
func (sl *fieldSlice) arrowMark(u *widget.Context, from, way mgl32.Vec3) {
	a, b, ok := sl.viewport.segment(from, from.Add(way))
	along := b.Sub(a)
	if !ok || along.Len() < u.Px(2) {
		return
	}
	along = along.Normalize()
	list, ink := imgui.BackgroundDrawList(), widget.Pack(imgui.Vec4{X: 1, Y: 1, Z: 1, W: 0.9})
	at := func(p mgl32.Vec2) imgui.Vec2 { return imgui.Vec2{X: p[0], Y: p[1]} }
	side := mgl32.Vec2{-along[1], along[0]}.Mul(u.Px(2.5))
	list.AddLineV(at(a), at(b), ink, u.Px(1))
	list.AddTriangleFilled(at(b.Add(along.Mul(u.Px(5)))), at(b.Add(side)), at(b.Sub(side)), ink)
}

// text returns the slice as a field of the command line, of cells and a thickness as here.
func (sl *fieldSlice) text() string {
	f := sl.field()
	round := func(v vec.Vec3) vec.Vec3 {
		for k := range 3 {
			v = v.WithComponent(k, math.Round(v.Component(k)*1e6)/1e6)
		}
		return v
	}
	f.Box.Low, f.Box.High = round(f.Box.Low), round(f.Box.High)
	return f.String()
}
