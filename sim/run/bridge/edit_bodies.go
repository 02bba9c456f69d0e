package bridge

import (
	"fmt"

	"example.org/tumble/sim/vec"
)

// --- the velocity of a body ---

func (SetVelocity) command() {}

// Lasts is false: after a reset, the same number may mean a different body.
func (SetVelocity) Lasts() bool { return false }

// Apply sets the velocity.
func (e SetVelocity) Apply(to World) error { return to.SetVelocity(e.Body, e.Velocity, e.Spin) }

// Inverse returns the edit to the body's present velocity.
func (e SetVelocity) Inverse(of World) Edit {
	if v, s, ok := of.Velocity(e.Body); ok {
		return SetVelocity{e.Body, v, s}
	}
	return nil
}

// Field names the body.
func (e SetVelocity) Field(World) string { return fmt.Sprintf("velocity of body %d", e.Body) }

// Change gives the velocity before and after, and the spin if that changes.
func (e SetVelocity) Change(of World, inverse Edit) (key, text string) {
	was := inverse.(SetVelocity)
	text = said(e.Field(of), short(was.Velocity), short(e.Velocity))
	if e.Spin != was.Spin {
		text += said(", spin", short(was.Spin), short(e.Spin))
	}
	return fmt.Sprintf("velocity.%d", e.Body), text
}

// --- bodies that come and go ---

func (AddBodies) command()    {}
func (RemoveBodies) command() {}

// Lasts is false.
func (AddBodies) Lasts() bool { return false }

// Lasts is false: after a reset, the same numbers may mean different bodies.
func (RemoveBodies) Lasts() bool { return false }

// Apply adds the bodies.
func (e AddBodies) Apply(to World) error { return to.AddBodies(e.Bodies.List()) }

// Inverse returns the edit that removes the bodies; nil if one of them is there already.
func (e AddBodies) Inverse(of World) Edit {
	numbers := e.Bodies.Numbers()
	for _, number := range numbers {
		if _, _, there := of.Velocity(number); there {
			return nil
		}
	}
	return RemoveBodies{Numbers(numbers...)}
}

// Field is "bodies".
func (AddBodies) Field(World) string { return "bodies" }

// Change says how many bodies come.
func (e AddBodies) Change(World, Edit) (key, text string) {
	return "", "add " + bodiesText(e.Bodies.Numbers())
}

// Apply removes the bodies.
func (e RemoveBodies) Apply(to World) error { return to.RemoveBodies(e.Bodies.List()) }

// Inverse returns the edit that adds bodies like them, with their numbers; nil if one of them is not there, or is not
// made of spheres and capsules.
func (e RemoveBodies) Inverse(of World) Edit {
	var list []NewBody
	for _, number := range e.Bodies.List() {
		b, ok := of.Body(number)
		if !ok {
			return nil
		}
		list = append(list, b)
	}
	return AddBodies{Fresh(list...)}
}

// Field is "bodies".
func (RemoveBodies) Field(World) string { return "bodies" }

// Change says how many bodies go.
func (e RemoveBodies) Change(World, Edit) (key, text string) {
	return "", "remove " + bodiesText(e.Bodies.List())
}

// --- motions and forces that are imposed on a body ---

func (Impose) command() {}
func (Push) command()   {}

// Lasts is false.
func (Impose) Lasts() bool { return false }

// Lasts is false.
func (Push) Lasts() bool { return false }

// Apply imposes the velocity.
func (e Impose) Apply(to World) error { return to.Impose(e) }

// Inverse returns the edit to the velocity that is imposed at present, or to none.
func (e Impose) Inverse(of World) Edit {
	if now, ok := of.Imposed(e.Body); ok {
		return now
	}
	return nil
}

// Field names the body.
func (e Impose) Field(World) string { return fmt.Sprintf("motion of body %d", e.Body) }

// Change gives the velocity and the angular velocity.
func (e Impose) Change(of World, _ Edit) (key, text string) {
	text = e.Field(of) + " as in the scene"
	if !e.Off {
		text = fmt.Sprintf("%s %v m/s, %v rad/s", e.Field(of), short(e.Velocity), short(e.Spin))
	}
	return fmt.Sprintf("impose.%d", e.Body), text
}

// Apply puts the force on the body.
func (e Push) Apply(to World) error { return to.Push(e) }

// Inverse returns the edit to the force that is put on the body at present, for the rest of its time, or to none.
func (e Push) Inverse(of World) Edit {
	if now, ok := of.Pushed(e.Body); ok {
		return now
	}
	return nil
}

// Field names the body.
func (e Push) Field(World) string { return fmt.Sprintf("push on body %d", e.Body) }

// Change gives the force and the torque.
func (e Push) Change(of World, _ Edit) (key, text string) {
	text = fmt.Sprintf("%s %v N, %v N·m", e.Field(of), short(e.Force), short(e.Torque))
	if e.Duration > 0 {
		text += fmt.Sprintf(" for %.4g s", e.Duration)
	}
	return fmt.Sprintf("push.%d", e.Body), text
}

// short returns a vector for people.
func short(v vec.Vec3) string { return fmt.Sprintf("[%.4g %.4g %.4g]", v.X, v.Y, v.Z) }

// --- a body that is dragged ---

func (Grab) command()    {}
func (Release) command() {}

// Lasts is false: after a reset, the same number may mean a different body.
func (Grab) Lasts() bool { return false }

// Lasts is false.
func (Release) Lasts() bool { return false }

// Apply grabs the body.
func (e Grab) Apply(to World) error { return to.Grab(e.Body, e.At, e.To, e.Turn) }

// Inverse is nil: the body stays where it was dragged.
func (Grab) Inverse(World) Edit { return nil }

// Field is "grab".
func (Grab) Field(World) string { return "grab" }

// Change says which body is dragged.
func (e Grab) Change(World, Edit) (key, text string) {
	return fmt.Sprintf("grab.%d", e.Body), fmt.Sprintf("drag body %d", e.Body)
}

// Apply releases the body.
func (Release) Apply(to World) error { to.Release(); return nil }

// Inverse is nil.
func (Release) Inverse(World) Edit { return nil }

// Field is "grab".
func (Release) Field(World) string { return "grab" }

// Change says that the body is released.
func (Release) Change(World, Edit) (key, text string) { return "", "release the body" }
