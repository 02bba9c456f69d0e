package sim

import (
	"tumble/sim/body"
	"tumble/sim/vec"
)

// ShapeForce returns the force [N] and the torque about the shape's own centre [N·m] that
// the contacts of the last step put on one shape of a body, counted from 0 as in its
// body.Def, without gravity; zero for an unknown body or shape.
func (w *World) ShapeForce(id body.ID, shape int) (force, torque vec.Vec3) {
	i := w.bodies.Index(id)
	if i < 0 || shape < 0 || shape >= len(w.bodies.Template(i).Shapes) {
		return vec.Vec3{}, vec.Vec3{}
	}
	ref := w.bodies.Shape(&w.shapes, i, shape)
	center := w.bodies.Pos[i].Add(w.bodies.Ori[i].Rotate(w.shapes.Info(ref.Kind, ref.Index).Local))
	for c := range w.contacts.All {
		sign := c.SignOn(ref)
		f := c.Force().Scale(sign)
		force = force.Add(f)
		torque = torque.Add(c.Point.Sub(center).Cross(f)).AddScaled(sign, c.Couple)
	}
	for c, turn := range w.contacts.LineContacts {
		torque = torque.AddScaled(c.SignOn(ref), turn)
	}
	return force, torque
}
