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
	legend   legendHold
}

// legendHold is the legend of the picture that is shown, and what a person does with it.
type legendHold struct {
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

// setReference counts displacements from this moment.
func (dr *drawing) setReference() {
	dr.view.Reference++
	dr.view.ColorFit++
	dr.toasts.add(bridge.Info, "Displacements count from now", dr.now)
}
