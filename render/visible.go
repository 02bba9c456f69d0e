package render

import (
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// tint is the colour of bodies that a person has coloured. People with a colour vision deficiency can tell it from
// the colours of the scenes.
var tint = bridge.RGBA(overlay.Sticking)

// visible returns the snapshot without the shapes and contacts that the view hides or its planes cut away
// as a whole, and with the bodies that the view tints in the colour tint. If the view hides, cuts and tints
// nothing, it returns the snapshot itself.
func visible(s *bridge.Snapshot, v *view.View) *bridge.Snapshot {
	if v.Hidden.Len() == 0 && v.Tinted.Len() == 0 && !v.Cutting() {
		return s
	}
	u := new(bridge.Snapshot) // not one kept for reuse: a picture that is being drawn may hold an earlier result
	*u = *s
	in := func(set *view.Things, body int32) bool {
		return body >= 0 && int(body) < len(s.Bodies) && set.HasBody(s.Bodies[body].Number)
	}
	hidden := func(body int32) bool { return in(v.Hidden, body) }
	u.Capsules = keep(s.Capsules, func(c *bridge.Capsule) bool {
		return !hidden(c.Body) && !v.CutAway(c.Center, c.Half+c.Radius)
	})
	u.Walls = keep(s.Walls, func(w *bridge.Wall) bool { return !hidden(w.Body) })
	u.Meshes = keep(s.Meshes, func(m *bridge.Mesh) bool { return !hidden(m.Body) })
	u.Cylinders = keep(s.Cylinders, func(c *bridge.Cylinder) bool { return !hidden(c.Body) })
	u.Contacts = keep(s.Contacts, func(c *bridge.Contact) bool {
		return !hidden(c.A) && !hidden(c.B) && !v.CutAway(c.Point, 0)
	})
	if v.Tinted.Len() > 0 {
		for i := range u.Capsules {
			if c := &u.Capsules[i]; in(v.Tinted, c.Body) {
				c.Colors = [2]bridge.RGBA{tint, tint}
			}
		}
		for i := range u.Meshes {
			if x := &u.Meshes[i]; in(v.Tinted, x.Body) {
				x.Color = tint
			}
		}
	}
	return u
}

// keep returns a copy of the rows of a list for which rule returns true.
func keep[T any](list []T, rule func(*T) bool) []T {
	out := make([]T, 0, len(list))
	for i := range list {
		if rule(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}
