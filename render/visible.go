package render

import (
	"tumble/render/view"
	"tumble/sim/bridge"
)

// visible returns the snapshot without the shapes and contacts of bodies that the view hides or
// planes cut away as a whole. It is the snapshot itself if there is nothing to leave out.
func (r *Renderer) visible(s *bridge.Snapshot, v *view.View) *bridge.Snapshot {
	if v.Hidden.Len() == 0 && !v.Cutting() {
		return s
	}
	u := new(bridge.Snapshot) // a picture that is being drawn may hold another
	*u = *s
	hidden := func(body int32) bool {
		return body >= 0 && int(body) < len(s.Bodies) && v.Hidden.HasBody(s.Bodies[body].Number)
	}
	u.Capsules = keep(s.Capsules, func(c *bridge.Capsule) bool {
		return !hidden(c.Body) && !v.CutAway(c.Center, c.Half+c.Radius)
	})
	u.Walls = keep(s.Walls, func(w *bridge.Wall) bool { return !hidden(w.Body) })
	u.Meshes = keep(s.Meshes, func(m *bridge.Mesh) bool { return !hidden(m.Body) })
	u.Cylinders = keep(s.Cylinders, func(c *bridge.Cylinder) bool { return !hidden(c.Body) })
	u.Contacts = keep(s.Contacts, func(c *bridge.Contact) bool {
		return !hidden(c.A) && !hidden(c.B) && !v.CutAway(c.Point, 0)
	})
	return u
}

// keep returns a copy of those rows of a list that a rule keeps.
func keep[T any](list []T, rule func(*T) bool) []T {
	out := make([]T, 0, len(list))
	for i := range list {
		if rule(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}
