package ui

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// drawing holds how the scene is drawn: style, colours and their legend, cuts.
type drawing struct {
	*shared
	viewport *viewport
	recorder *recorder
	legend   shownLegend
}

// shownLegend is the legend of the picture that is shown, and the state of a drag on it.
type shownLegend struct {
	view.Legend
	width, height int // of the picture [px]

	initial view.Legend // the legend when the drag began
}

// inPicture converts a place of the window to the picture [px].
func (dr *drawing) inPicture(x, y float32) (float32, float32) {
	a, l := dr.viewport.area, &dr.legend
	if a.Width <= 0 || a.Height <= 0 {
		return -1, -1
	}
	return (x - a.X) / a.Width * float32(l.width), (y - a.Y) / a.Height * float32(l.height)
}

// onLegend reports whether a place of the window is on the bar of the legend.
func (dr *drawing) onLegend(x, y float32) bool { return dr.legend.Around(dr.inPicture(x, y)) }

// dragRange moves the end of the range that was grabbed in the legend to the place of the pointer.
func (dr *drawing) dragRange(d drag) {
	l := &dr.legend
	_, from := dr.inPicture(d.from[0], d.from[1])
	_, to := dr.inPicture(d.at[0], d.at[1])
	if d.part == dragBegins {
		l.initial = l.Legend
	}
	if r := l.initial.Ramp.Dragged(l.initial.At(from), l.initial.At(to)); r[0] < r[1] {
		dr.view.ColorRange = r
	}
}

// resetRange lets the range of the colours follow the data again, beginning with the present data.
func (dr *drawing) resetRange() {
	dr.view.ColorRange = [2]float32{}
	dr.view.ColorFit++
}

// lockRange keeps the range of the colours as it is, or lets it follow the data again.
func (dr *drawing) lockRange() {
	r := &dr.legend.Ramp
	switch {
	case dr.view.ColorRange != [2]float32{}:
		dr.recorder.unlocked = dr.recorder.state == recording
		dr.view.ColorRange, dr.view.Filmed = [2]float32{}, false
	case r.Lo < r.Hi:
		dr.view.ColorRange = [2]float32{r.Lo, r.Hi}
	}
}

// nextVision simulates the next kind of colour vision, and says which one it is.
func (dr *drawing) nextVision() {
	dr.view.Vision = (dr.view.Vision + 1) % view.Vision(len(view.Visions))
	dr.toasts.add(bridge.Info, "The view "+view.Visions[dr.view.Vision].Label, dr.now)
}

// setReference makes this moment the reference of displacements.
func (dr *drawing) setReference() {
	dr.view.Reference++
	dr.view.ColorFit++
	dr.toasts.add(bridge.Info, "Displacements count from now", dr.now)
}

// opacities are the opacities of meshes that the key steps through.
var opacities = []float32{0, 0.25, 0.5, 1}

func (dr *drawing) nextOpacity() {
	next := opacities[0]
	for _, o := range opacities {
		if o > dr.view.Opacity+1e-3 {
			next = o
			break
		}
	}
	dr.view.Opacity = next
}

// setColorBy changes the quantity that colours the bodies. A locked range is dropped, since it belongs to the old
// quantity.
func (dr *drawing) setColorBy(q view.ColorBy) {
	if q != dr.view.ColorBy {
		dr.view.ColorBy = q
		dr.view.ColorRange = [2]float32{}
	}
}

// toggleCut makes a cut across an axis, through the middle of the view, and removes the side toward the eye; or
// ends the cut.
func (dr *drawing) toggleCut(axis int) {
	c := &dr.view.Cuts[axis]
	if c.On() {
		*c = view.Cut{}
		return
	}
	*c = view.CutAlong(axis, dr.view.Camera.Back()[axis] >= 0, dr.view.Camera.Pivot[axis])
}

// apartQuantity is the quantity that colours bodies by the distance from their copies.
var apartQuantity = func() view.ColorBy {
	for i := range view.Quantities {
		if view.Quantities[i].Name == "apart" {
			return view.ColorBy(i)
		}
	}
	panic("ui: no quantity apart")
}()

// nextColor returns the quantity that follows the present one; the distance between two worlds is skipped unless
// two are shown, and numbers of triangles unless some are measured.
func (dr *drawing) nextColor() view.ColorBy {
	next := dr.view.ColorBy
	for {
		next = (next + 1) % view.ColorBy(len(view.Quantities))
		if (next != apartQuantity || dr.twins()) && (view.Quantities[next].Triangle == nil || !dr.snap.Missing.Triangles) {
			return next
		}
	}
}

// toggleApart colours bodies by the distance from their copies, or as the scene does.
func (dr *drawing) toggleApart() {
	if dr.view.ColorBy == apartQuantity {
		dr.setColorBy(view.ColorByShape)
		return
	}
	dr.setColorBy(apartQuantity)
}
