package ui

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// fieldSlice is the slice through the scene in which a field of what the bodies do is shown.
type fieldSlice struct {
	*shared
	viewport *viewport
	on       bool
	axis     int           // across which it lies
	at       float64       // its place on the axis [m]
	width    float64       // over which bodies are spread [m]
	kind     int           // an index into sliceKinds
	still    bool          // without arrows
	listed   bool          // the panel is shown, and so is the arrow that moves it
	box      [2][3]float32 // over which it reaches [m]
	heldAt   float64       // its place during a drag, not rounded [m]

	taken bridge.SliceOf // that of the scene: it is shown as it is until a person moves it or changes its width
	kept  keptSlice
}

// keptSlice is the slice that was given to the scene last.
type keptSlice struct {
	bridge.SliceOf
	of uint64 // revision of the world
}

// sliceKind is what a slice can show: a field, or a component of one.
type sliceKind struct {
	*fields.Quantity
	component string // empty: the number, or the magnitude of a vector
}

// sliceKinds are all that a slice can show.
var sliceKinds = func() (list []sliceKind) {
	for i := range fields.Quantities {
		q := &fields.Quantities[i]
		if q.Width() <= 3 {
			list = append(list, sliceKind{q, ""})
		}
		for _, component := range q.Components {
			list = append(list, sliceKind{q, component})
		}
	}
	return list
}()

// text returns the name of the kind for people.
func (k sliceKind) text() string { return k.Text(k.component) }

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
			if k.Name == "velocity" && k.component == "" {
				sl.kind = i
			}
		}
	}
}

// take shows the slice that a scene has.
func (sl *fieldSlice) take(of bridge.SliceOf) {
	if !of.Given() || sl.on && of == sl.asked() {
		return
	}
	sl.on, sl.taken, sl.axis, sl.width, sl.still = true, of, of.Axis(), of.Field.Width, !of.Arrows
	sl.at = of.Field.Box.Middle().Component(sl.axis)
	for i, k := range sliceKinds {
		if k.Name == of.Quantity && k.component == of.Component {
			sl.kind = i
		}
	}
}

// keep gives the slice to the scene, whose files then have it.
func (sl *fieldSlice) keep(of bridge.SliceOf) {
	now := keptSlice{of, sl.revision}
	if now != sl.kept && of != sl.snap.View.Slice {
		sl.send(bridge.SetSlice{Slice: of})
	}
	sl.kept = now
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

// mostSliceCells is the largest number of cells along an edge of a slice.
const mostSliceCells = 48

// field returns the field whose numbers the slice shows: two cells in a width, over the part of the scene that pictures
// show, as thick as two widths.
func (sl *fieldSlice) field() bridge.Field {
	if t := &sl.taken; t.Given() && sl.axis == t.Axis() && sl.width == t.Field.Width &&
		sl.at == t.Field.Box.Middle().Component(sl.axis) {
		return t.Field
	}
	b := sl.bounds()
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

// bounds returns a box round what the pictures show, a little larger. It changes only when the bodies leave it or no
// longer fill it, since each change is another field.
func (sl *fieldSlice) bounds() [2][3]float32 {
	const more, most = 0.05, 1.5
	b := sl.snap.Bounds.Core
	fits := true
	for k := range 3 {
		fits = fits && sl.box[0][k] <= b[0][k] && sl.box[1][k] >= b[1][k] &&
			sl.box[1][k]-sl.box[0][k] <= most*(b[1][k]-b[0][k])+2*float32(sl.width)
	}
	if !fits {
		for k := range 3 {
			room := more * (b[1][k] - b[0][k])
			sl.box[0][k], sl.box[1][k] = b[0][k]-room, b[1][k]+room
		}
	}
	return sl.box
}

// shownNow reports whether the view shows the slice, until a person takes it away.
func (sl *fieldSlice) shownNow() bool { return sl.snap != nil && sl.on }

// asked returns what the slice shows; nothing if there is none, or none is possible.
func (sl *fieldSlice) asked() (of bridge.SliceOf) {
	if !sl.shownNow() {
		return of
	}
	if f := sl.field(); f.Check() == nil {
		k := sliceKinds[sl.kind]
		of = bridge.SliceOf{Field: f, Quantity: k.Name, Component: k.component, Arrows: !sl.still}
	}
	return of
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
