package ui

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// drawing is how the scene is drawn: style, colours and their legend, cuts.
type drawing struct {
	*shared
	viewport *viewport
	recorder *recorder
	legend   shownLegend
}

// shownLegend is the legend of the picture that is shown, and what a person does with it.
type shownLegend struct {
	view.Legend
	width, height int // of the picture [px]

	begun view.Legend // as it was when it was grabbed
}

// inPicture turns a place of the window into one of the picture [px].
func (dr *drawing) inPicture(x, y float32) (float32, float32) {
	a, l := dr.viewport.area, &dr.legend
	if a.Width <= 0 || a.Height <= 0 {
		return -1, -1
	}
	return (x - a.X) / a.Width * float32(l.width), (y - a.Y) / a.Height * float32(l.height)
}

// onLegend reports whether a place of the window is on the bar of the legend.
func (dr *drawing) onLegend(x, y float32) bool { return dr.legend.Around(dr.inPicture(x, y)) }

// dragRange moves the number that was grabbed in the legend to where the pointer is now.
func (dr *drawing) dragRange(d drag) {
	l := &dr.legend
	_, from := dr.inPicture(d.from[0], d.from[1])
	_, to := dr.inPicture(d.at[0], d.at[1])
	if d.part == dragBegins {
		l.begun = l.Legend
	}
	if r := l.begun.Ramp.Dragged(l.begun.At(from), l.begun.At(to)); r[0] < r[1] {
		dr.view.ColorRange = r
	}
}

// resetRange lets the range of the colours follow the data again, beginning with what there is now.
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

// nextVision shows the picture through the next eyes, and says whose they are.
func (dr *drawing) nextVision() {
	dr.view.Vision = (dr.view.Vision + 1) % view.Vision(len(view.Visions))
	dr.toasts.add(bridge.Info, "The view "+view.Visions[dr.view.Vision].Label, dr.now)
}

// setReference counts displacements from this moment.
func (dr *drawing) setReference() {
	dr.view.Reference++
	dr.view.ColorFit++
	dr.toasts.add(bridge.Info, "Displacements count from now", dr.now)
}

// opacities are those that the key goes through.
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

// setColorBy changes the quantity that colours the bodies; a range belongs to a quantity.
func (dr *drawing) setColorBy(q view.ColorBy) {
	if q != dr.view.ColorBy {
		dr.view.ColorBy = q
		dr.view.ColorRange = [2]float32{}
	}
}

// toggleCut cuts the scene open across an axis, through the middle of the view, and takes away the
// side of the eye; or closes it again.
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

// nextColor returns the quantity that follows the present one; what tells of two worlds is for two worlds only.
func (dr *drawing) nextColor() view.ColorBy {
	next := (dr.view.ColorBy + 1) % view.ColorBy(len(view.Quantities))
	if next == apartQuantity && !dr.twins() {
		next = (next + 1) % view.ColorBy(len(view.Quantities))
	}
	return next
}

// toggleApart colours bodies by the distance from their copies, or as the scene does.
func (dr *drawing) toggleApart() {
	if dr.view.ColorBy == apartQuantity {
		dr.setColorBy(view.ColorByShape)
		return
	}
	dr.setColorBy(apartQuantity)
}
