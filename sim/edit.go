package sim

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// The methods below edit a world between two steps. The edits of a window call them through bridge.World.

// MotionKey is a key frame of a prescribed motion: the pose of a body at a time.
type MotionKey = motion.Key

// Params returns the parameters.
func (w *World) Params() Params { return w.params }

// Material returns the name and the numbers of material i, counted in the order in which they were added.
func (w *World) Material(i int) (name string, m law.Material, ok bool) {
	if i < 0 || i >= len(w.contacts.Materials) {
		return "", m, false
	}
	return w.contacts.Materials[i].Name, w.contacts.Materials[i].Law, true
}

// Motion returns the name and the key frames of prescribed motion i, in the order of time. Only a motion of the
// kind bridge.MotionKeys has key frames.
func (w *World) Motion(i int) (name string, keys []MotionKey, ok bool) { return w.motions.Keys(i) }

// Inlet returns the name of inlet i, and how much it makes.
func (w *World) Inlet(i int) (name string, flow setting.InletFlow, ok bool) {
	return w.flow.Inlet(i)
}

// SetMotionKey changes a key frame of motion i. The past stays: a moving body continues from its present place.
//
// Errors: no such motion or key frame, times that do not ascend, a pose that no key frame can have.
func (w *World) SetMotionKey(i, key int, to MotionKey) error {
	return w.motions.SetKey(i, key, to, w.clock.Now())
}

// AddMotionKey adds a key frame to motion i.
//
// Errors: no such motion, a motion without key frames, a time at which the motion has a key frame, a pose that no
// key frame can have.
func (w *World) AddMotionKey(i int, to MotionKey) error {
	return w.motions.AddKey(i, to, w.clock.Now())
}

// RemoveMotionKey removes the key frame at a time [s] from motion i.
//
// Errors: no such motion or key frame, the only key frame of the motion.
func (w *World) RemoveMotionKey(i int, time float64) error {
	return w.motions.RemoveKey(i, time, w.clock.Now())
}

// Servo returns the name of prescribed motion i and what it holds, and whether it is a servo.
func (w *World) Servo(i int) (name string, held setting.Servo, ok bool) { return w.motions.Servo(i) }

// SetServo changes what motion i holds.
//
// Errors: no such motion, a motion that is no servo, numbers out of their range.
func (w *World) SetServo(i int, to setting.Servo) error { return w.motions.SetServo(i, to) }

// Force returns the name of force i from outside and how it acts, and whether there is such a force.
func (w *World) Force(i int) (name string, acts setting.Force, ok bool) { return w.forces.Of(i) }

// SetForce changes how force i acts.
//
// Errors: no such force, a force of another kind, numbers out of their range, a text that is no formula.
func (w *World) SetForce(i int, to setting.Force) error { return w.forces.Set(i, to) }

// Joint returns the name of the body of a number, whether it slides or turns on its joint, what motor, spring and
// damper do there, and whether it has a joint.
func (w *World) Joint(number int64) (name string, slides bool, acts setting.Joint, ok bool) {
	j := w.bodies.JointNumbered(body.ID(number))
	if j == nil {
		return "", false, acts, false
	}
	return w.bodies.Name(int(j.Body)), j.Slides, j.Joint, true
}

// SetJoint changes motor, spring and damper at the hinge or the slider of a body.
//
// Errors: no such body, one without joint, numbers out of their range.
func (w *World) SetJoint(number int64, to setting.Joint) error {
	return w.bodies.SetJoint(body.ID(number), to)
}

// SetInlet changes how much inlet i makes. An inlet that had reached its limits continues if the new limits allow
// it.
//
// Errors: no such inlet, numbers out of their range, a *schedule.Error if something waits for the end of the inlet
// and the inlet would never end.
func (w *World) SetInlet(i int, flow setting.InletFlow) error {
	return w.flow.SetInlet(i, flow, w.clock.Now())
}

// SetSeed restarts the random streams of all inlets with a seed.
func (w *World) SetSeed(seed uint64) {
	w.params.Seed = seed
	w.flow.Reseed(seed)
}

// Velocity returns the velocity [m/s] and the angular velocity about the global axes [rad/s] of the body with a
// number, half a step older than its position, and whether there is such a body.
func (w *World) Velocity(number int64) (velocity, spin vec.Vec3, ok bool) {
	i := w.bodies.Index(body.ID(number))
	if i < 0 {
		return velocity, spin, false
	}
	return w.bodies.Vel[i], w.bodies.Spin[i], true
}

// SetVelocity gives the body with a number another velocity and angular velocity, as Velocity returns them. Blocked
// degrees of freedom keep them.
//
// Errors: no such body, a body that forces do not move, numbers beyond all bounds.
func (w *World) SetVelocity(number int64, velocity, spin vec.Vec3) (err error) {
	w.edit(func() { err = w.bodies.SetVelocity(body.ID(number), velocity, spin) })
	return err
}

// Grab draws a point of the body with a number toward the place to by a spring, until Release; at is the vector
// from the centre of mass to the point [m]. The force is limited by the weight of the body. With turn, Grab only
// turns the body. For the body that is held already, it only changes the place.
//
// Errors: no such body, a body that forces do not move, numbers that are not finite.
func (w *World) Grab(number int64, at, to vec.Vec3, turn bool) error {
	return w.hand.Hold(body.ID(number), at, to, turn, &w.bodies)
}

// Release lets the body go that Grab holds.
func (w *World) Release() { w.hand.Release() }

// SetParams replaces the parameters. Only the settings that are Live in setting.Table act on a world that exists;
// the others acted when it was made.
//
// Errors: a number out of its range.
func (w *World) SetParams(p Params) error {
	if err := p.Check(); err != nil {
		return err
	}
	old := w.params
	w.edit(func() {
		w.params = p
		if p.CapsuleRule != old.CapsuleRule {
			w.contacts.ChangeRule(p.CapsuleRule, w.ledger.Started())
			w.neighbours.Stale = true
		}
		if p.Soften != old.Soften {
			w.clock.Dt *= longer(&p) / longer(&old) // timestep.Next alone would need thousands of steps for this
		}
		if p.Law != old.Law || p.Soften != old.Soften {
			w.contacts.Law, _ = law.ByName(p.Law)
			w.contacts.SoftenBy(p.Soften)
			w.reconsider()
		}
	})
	if p.Soften != old.Soften {
		w.saySoftened()
	}
	return nil
}

// SetMaterial replaces the numbers of material i, also for contacts that exist. A new density changes the masses
// of the bodies of this material, and of the bodies that inlets will make from it.
//
// Errors: no such material, a number out of its range.
func (w *World) SetMaterial(i int, next law.Material) error {
	if i < 0 || i >= len(w.contacts.Materials) {
		return fmt.Errorf("material %d: there are only %d", i, len(w.contacts.Materials))
	}
	next = next.Completed()
	m := &w.contacts.Materials[i]
	if err := next.Check(); err != nil {
		return err
	}
	w.edit(func() {
		old := m.Law
		m.Law = next
		if old.Density != next.Density {
			r := body.NewReweighing(i, w.contacts.Density)
			w.bodies.Reweigh(&w.shapes, r)
			w.flow.Reweigh(r)
			w.forces.Forget()
			w.neighbours.Stale = true
		}
		w.contacts.MixProperties()
		w.reconsider()
	})
	return nil
}

// reconsider gives the contacts there are the constants that follow from materials, law and shapes after an edit.
func (w *World) reconsider() { w.neighbours.Stale = w.contacts.Reconsider() || w.neighbours.Stale }

// edit makes a change to the world and books the energy that it brings.
func (w *World) edit(change func()) {
	if !w.ledger.Opened() {
		change()
		return
	}
	bodies, contacts := w.bodies.TotalEnergy(w.params.Gravity, w.clock.HalfStep()), w.contacts.Energy()
	change()
	w.contacts.Recentre()
	w.ledger.Edits.Bodies += w.bodies.TotalEnergy(w.params.Gravity, w.clock.HalfStep()) - bodies
	w.ledger.Edits.Contacts += w.contacts.Energy() - contacts
}
