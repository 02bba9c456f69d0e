package overlay

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Moves reports whether an index belongs to a body that is not static.
func (f *Frame) Moves(body int32) bool {
	return body >= 0 && int(body) < len(f.Bodies) && f.Bodies[body].Kind != bridge.Static
}

// bodyLimit is the most bodies that have trails, or boxes: more are a tangle.
const bodyLimit = 500

// eachChosen calls what for each body that is not static and that overlays of bodies mark: all, or
// the selected bodies if the view asks for marks of the selection. Of more than bodyLimit only
// every second, third and so on is to be shown, by their numbers, so that it stays the same ones.
func (f *Frame) eachChosen(what func(b *bridge.Body, shown bool)) {
	selected := f.View.Marks == view.MarkSelected
	chosen := func(b *bridge.Body) bool {
		return b.Kind != bridge.Static && !f.View.CutAway(b.Center, 0) && !f.View.Hidden.HasBody(b.Number) &&
			(!selected || f.View.Selected.HasBody(b.Number))
	}
	n := 0
	for i := range f.Bodies {
		if chosen(&f.Bodies[i]) {
			n++
		}
	}
	every := int64((n + bodyLimit - 1) / bodyLimit)
	for i := range f.Bodies {
		if b := &f.Bodies[i]; chosen(b) {
			what(b, b.Number%max(every, 1) == 0)
		}
	}
}
