package render

import "example.org/tumble/sim/run/bridge"

// look is how a body is drawn that the view singles out.
type look uint8

// lookUsual is as the style of the view has it, lookWired as lines, lookClear seen through.
const (
	lookUsual look = iota
	lookWired
	lookClear
)

// look returns how the body at an index is drawn.
func (f *frame) look(body int32) look {
	v := f.View
	if v.Wired == nil && v.Clear == nil || body < 0 || int(body) >= len(f.Bodies) {
		return lookUsual
	}
	switch number := f.Bodies[body].Number; {
	case v.Wired.HasBody(number):
		return lookWired
	case v.Clear.HasBody(number):
		return lookClear
	}
	return lookUsual
}

// solidly reports whether a mesh hides what is behind it, glassy whether it is seen through.
func (f *frame) solidly(m *bridge.Mesh) bool {
	return f.View.Opacity >= solidFrom && f.look(m.Body) == lookUsual
}

func (f *frame) glassy(m *bridge.Mesh) bool {
	l := f.look(m.Body)
	return l == lookClear || l == lookUsual && f.View.Opacity < solidFrom
}

// castsVeil reports whether a mesh takes light from the floor.
func (f *frame) castsVeil(m *bridge.Mesh) bool { return f.look(m.Body) != lookWired }
