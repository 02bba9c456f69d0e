package render

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// appearance says how a body is drawn; the view can choose another appearance for some bodies.
type appearance uint8

// drawnUsual is drawn in the style of the view, drawnWired as lines, drawnClear as transparent.
const (
	drawnUsual appearance = iota
	drawnWired
	drawnClear
)

// appearance returns how the body at an index is drawn.
func (f *frame) appearance(body int32) appearance {
	v := f.View
	if v.Wired == nil && v.Clear == nil || body < 0 || int(body) >= len(f.Bodies) {
		return drawnUsual
	}
	switch number := f.Bodies[body].Number; {
	case v.Wired.HasBody(number):
		return drawnWired
	case v.Clear.HasBody(number):
		return drawnClear
	}
	return drawnUsual
}

// opacity returns how much of what is behind a mesh it hides, in the style of the view.
func (f *frame) opacity(m *bridge.Mesh) float32 {
	if m.Filled || f.painted(m) {
		return 1
	}
	return f.View.Opacity
}

// painted reports whether the triangles of a mesh have the colours of the legend.
func (f *frame) painted(m *bridge.Mesh) bool {
	return f.View.Quantity().Triangle != nil && m.Rubbed != nil && len(m.Rubbed.Sums) == len(m.Geometry.Triangles) &&
		f.View.Style == view.Solid
}

// solidly reports whether a mesh hides the bodies behind it, glassy whether it is transparent.
func (f *frame) solidly(m *bridge.Mesh) bool {
	return f.opacity(m) >= solidFrom && f.appearance(m.Body) == drawnUsual
}

func (f *frame) glassy(m *bridge.Mesh) bool {
	l := f.appearance(m.Body)
	return l == drawnClear || l == drawnUsual && f.opacity(m) < solidFrom
}

// castsVeil reports whether a mesh takes light from the floor; meshes drawn as lines do not.
func (f *frame) castsVeil(m *bridge.Mesh) bool { return f.appearance(m.Body) != drawnWired }
