package overlay

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Moves reports whether an index belongs to a body that is not static.
func (f *Frame) Moves(body int32) bool {
	return body >= 0 && int(body) < len(f.Bodies) && f.Bodies[body].Kind != bridge.Static
}

// bodyLimit is the greatest number of bodies that have trails or boxes: more of them would be a tangle.
const bodyLimit = 500

// eachChosen calls what for each visible body that is not static: for all, or for the selected bodies if
// the view asks for marks of the selection. If there are more than bodyLimit of them, shown is true only for
// every second, third and so on by number, so that the same bodies are shown in each picture.
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
