package sim

import (
	"tumble/sim/archive"
	"tumble/sim/body"
)

// archiveBodies takes the bodies with what they are made of. Inlets refer to the same
// templates, which come first.
func (w *World) archiveBodies(a *archive.Archive, l *body.Library) {
	if !a.Reading() {
		for i := range w.bodies.Info {
			l.Take(w.bodies.Template(i))
		}
		for t := range w.flow.Templates {
			l.Take(*t)
		}
	}
	l.Archive(a, len(w.contacts.Materials))
	w.bodies.Archive(a, l, &w.shapes)
}
