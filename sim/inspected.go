package sim

import "tumble/sim/inspect"

// Inspect returns what of the world people can ask about, as it is until the next step or command.
func (w *World) Inspect() inspect.Site {
	return inspect.Site{Bodies: &w.bodies, Shapes: &w.shapes, Contacts: &w.contacts, Gravity: w.params.Gravity,
		Rule: w.params.CapsuleRule}
}
