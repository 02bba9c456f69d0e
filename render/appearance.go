package render

import "example.org/tumble/sim/run/bridge"

// appearance is how a body is drawn that the view singles out.
type appearance uint8

// drawnUsual is as the style of the view has it, drawnWired as lines, drawnClear seen through.
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

// solidly reports whether a mesh hides what is behind it, glassy whether it is seen through.
func (f *frame) solidly(m *bridge.Mesh) bool {
	return f.View.Opacity >= solidFrom && f.appearance(m.Body) == drawnUsual
}

func (f *frame) glassy(m *bridge.Mesh) bool {
	l := f.appearance(m.Body)
	return l == drawnClear || l == drawnUsual && f.View.Opacity < solidFrom
}

// castsVeil reports whether a mesh takes light from the floor.
func (f *frame) castsVeil(m *bridge.Mesh) bool { return f.appearance(m.Body) != drawnWired }
