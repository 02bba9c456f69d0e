package ui

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// legendHold is the legend of the picture that is shown, and what a person does with it.
type legendHold struct {
	view.Legend
	width, height int // of the picture [px]

	begun view.Legend // as it was when it was grabbed
}

// inPicture turns a place of the window into one of the picture [px].
func (m *model) inPicture(x, y float32) (float32, float32) {
	a, l := m.area, &m.legend
	if a.Width <= 0 || a.Height <= 0 {
		return -1, -1
	}
	return (x - a.X) / a.Width * float32(l.width), (y - a.Y) / a.Height * float32(l.height)
}

// onLegend reports whether a place of the window is on the bar of the legend.
func (m *model) onLegend(x, y float32) bool { return m.legend.Around(m.inPicture(x, y)) }

// dragRange moves the number that was grabbed in the legend to where the pointer is now.
func (m *model) dragRange(d drag) {
	l := &m.legend
	_, from := m.inPicture(d.from[0], d.from[1])
	_, to := m.inPicture(d.at[0], d.at[1])
	if d.part == dragBegins {
		l.begun = l.Legend
	}
	if r := l.begun.Ramp.Dragged(l.begun.At(from), l.begun.At(to)); r[0] < r[1] {
		m.view.ColorRange = r
	}
}

// resetRange lets the range of the colours follow the data again, beginning with what there is now.
func (m *model) resetRange() {
	m.view.ColorRange = [2]float32{}
	m.view.ColorFit++
}

// lockRange keeps the range of the colours as it is, or lets it follow the data again.
func (m *model) lockRange() {
	r := &m.legend.Ramp
	switch {
	case m.view.ColorRange != [2]float32{}:
		m.recorder.unlocked = m.recorder.state == recording
		m.view.ColorRange, m.view.Filmed = [2]float32{}, false
	case r.Lo < r.Hi:
		m.view.ColorRange = [2]float32{r.Lo, r.Hi}
	}
}

// setReference counts displacements from this moment.
func (m *model) setReference() {
	m.view.Reference++
	m.view.ColorFit++
	m.toasts.add(bridge.Info, "Displacements count from now", m.now)
}
