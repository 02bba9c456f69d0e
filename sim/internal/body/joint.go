package body

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// Joint joins a body to the world: it turns about an axis that does not move (a hinge), or slides along one without
// turning (a slider). A spring, a damper and a motor may act in this way.
type Joint struct {
	Slides bool
	Axis   vec.Vec3 // unit
	Point  vec.Vec3 // a point of the axis of a hinge [m]

	setting.Joint // motor, spring and damper

	Times, Factors []float64 // Drive or Speed is multiplied by the factor of a time [s], linear between two

	Body int32   // index of the body
	Way  float64 // how far the body has gone along the axis [m], or turned about it [rad]
	Load float64 // force or torque of the motor in the last step [N], [N·m]

	factor float64 // of this step
}

// Check returns an error for the first number that is out of its range.
func (j *Joint) Check() error {
	what, load, speed := "torque", &limit.Torque, &limit.Spin
	if j.Slides {
		what, load, speed = "force", &limit.Force, &limit.Speed
	}
	switch {
	case !(math.Abs(j.Axis.Norm2()-1) < 1e-9):
		return fmt.Errorf("axis must have a length")
	case !(j.Limit >= 0) || !(j.Stiffness >= 0) || !(j.Damping >= 0):
		return fmt.Errorf("limit, stiffness and damping must be ≥ 0, got %g, %g and %g", j.Limit, j.Stiffness, j.Damping)
	case j.Holds && j.Drive != 0:
		return fmt.Errorf("a motor holds either a speed or a %s", what)
	case !j.Holds && j.Limit != 0:
		return fmt.Errorf("limit is for a motor that holds a speed")
	}
	return cmp.Or(limit.Length.CheckVector("point", j.Point), load.Check(what, j.Drive), load.Check("limit", j.Limit),
		speed.Check("speed", j.Speed), limit.Plain.Check("stiffness", j.Stiffness), limit.Plain.Check("damping", j.Damping),
		motion.CheckFactors(j.Times, j.Factors))
}

// CheckJoint returns an error if the joint of a body to be cannot hold it.
func (d *Def) CheckJoint(t *Template) error {
	j := d.Joint
	switch {
	case j == nil:
		return nil
	case t.Mass == 0:
		return fmt.Errorf("a body on a hinge or a slider needs a mass: a mesh needs filled: true")
	case d.Blocked != 0:
		return fmt.Errorf("a body on a hinge or a slider has no other blocked degrees of freedom")
	case !j.Slides && d.Velocity != (vec.Vec3{}):
		return fmt.Errorf("a body on a hinge has a spin, but no velocity of its own")
	case j.Slides && d.Spin != (vec.Vec3{}):
		return fmt.Errorf("a body on a slider has a velocity, but no spin")
	}
	return j.Check()
}

// join joins the body that was added last to the world.
func (b *Set) join(j Joint) {
	i := b.Len() - 1
	j.Body, j.Way = int32(i), 0
	b.Kind[i], b.Block[i] = Dynamic, BlockAll
	if j.Slides {
		b.Vel[i], b.Spin[i] = j.Axis.Scale(b.Vel[i].Dot(j.Axis)), vec.Vec3{}
	} else {
		b.Spin[i] = j.Axis.Scale(b.Spin[i].Dot(j.Axis))
		b.Vel[i] = b.Spin[i].Cross(b.Pos[i].Sub(j.Point))
	}
	b.setMomentum(i, b.Mass(i).Momentum(b.Ori[i], b.Spin[i]))
	b.Joints = append(b.Joints, j)
}

// Joint returns the joint of body i, nil if it has none. Only joints block all degrees of freedom of a body that forces
// move.
func (b *Set) Joint(i int) *Joint {
	if b.Block[i] != BlockAll || b.Kind[i] != Dynamic {
		return nil
	}
	k := slices.IndexFunc(b.Joints, func(j Joint) bool { return j.Body == int32(i) })
	if k < 0 {
		return nil
	}
	return &b.Joints[k]
}

// JointOf returns the first joint of a body of this name, nil if there is none.
func (b *Set) JointOf(name string) *Joint {
	k := slices.IndexFunc(b.Joints, func(j Joint) bool { return b.Name(int(j.Body)) == name })
	if k < 0 {
		return nil
	}
	return &b.Joints[k]
}

// JointNumbered returns the joint of the body of a number, nil if there is none.
func (b *Set) JointNumbered(id ID) *Joint {
	if i := b.Index(id); i >= 0 {
		return b.Joint(i)
	}
	return nil
}

// SetJoint changes motor, spring and damper of the joint of a body.
//
// Errors: no joint, numbers out of their range.
func (b *Set) SetJoint(id ID, to setting.Joint) error {
	j := b.JointNumbered(id)
	if j == nil {
		return fmt.Errorf("there is no body %d on a hinge or a slider", id)
	}
	next := *j
	next.Joint = to
	if err := next.Check(); err != nil {
		return err
	}
	*j = next
	return nil
}

// Inertia returns what the body of a joint opposes to it: its mass [kg], or its moment of inertia about the axis
// [kg·m²].
func (b *Set) Inertia(j *Joint) float64 {
	m := b.Mass(int(j.Body))
	if j.Slides {
		return m.Mass
	}
	arm := j.Axis.Cross(b.Pos[j.Body].Sub(j.Point))
	return j.Axis.Dot(m.Momentum(b.Ori[j.Body], j.Axis)) + m.Mass*arm.Norm2()
}

// Pace returns how fast a body moves along or about the axis of its joint [m/s], [rad/s].
func (j *Joint) Pace(b *Set) float64 {
	if j.Slides {
		return b.Vel[j.Body].Dot(j.Axis)
	}
	return b.Spin[j.Body].Dot(j.Axis)
}

// along moves body i along or about the axis of its joint. With the inertia I, the force or torque T of contacts,
// gravity and others, the motor M, the stiffness k of the spring at the way s and the damping c:
//
//	I dv/dt = T + M - k s - c v
//
// The damper acts at the mean of both half steps. What hinge, spring, damper and motor do to the body is the work of
// motions: all of its energy that is not the work of the other forces.
func (in *Integrator) along(i int, j *Joint, t *ledger.Tally) {
	b, dt, m := in.Bodies, in.Step, in.Bodies.Mass(i)
	inertia, old := b.Inertia(j), j.Pace(b)
	force, torque := b.Wrench[i].Force, b.Wrench[i].Torque
	vel, spin, angMom := b.Vel[i], b.Spin[i], b.AngularMomentum(i)
	arm := b.Pos[i].Sub(j.Point)
	load := force.Dot(j.Axis)
	if !j.Slides {
		load = torque.Add(arm.Cross(force)).Dot(j.Axis)
	}
	free := (load - j.Stiffness*j.Way) / inertia
	pushed := damp1(free, old+free*dt/2, in.Damping)
	j.Load = j.Drive * j.factor
	if j.Holds {
		to := j.Speed * j.factor
		j.Load = inertia*((to-old)/dt-pushed) + j.Damping*(to+old)/2
		if j.Limit > 0 {
			j.Load = vec.Clamp(j.Load, -j.Limit, j.Limit)
		}
	}
	slowed := j.Damping * dt / (2 * inertia)
	now := ((1-slowed)*old + dt*(pushed+j.Load/inertia)) / (1 + slowed)
	j.Way += now * dt

	q := b.Ori[i]
	if j.Slides {
		b.Vel[i] = j.Axis.Scale(now)
		b.Pos[i] = b.Pos[i].AddScaled(dt, b.Vel[i])
	} else {
		b.Spin[i] = j.Axis.Scale(now)
		turn := vec.FromRotationVector(b.Spin[i].Scale(dt))
		to := j.Point.Add(turn.Rotate(arm))
		b.Vel[i] = to.Sub(b.Pos[i]).Scale(1 / dt)
		b.Pos[i], b.Ori[i] = to, turn.Mul(q).Unit()
		half := vec.FromRotationVector(b.Spin[i].Scale(dt / 2)).Mul(q).Unit()
		b.setMomentum(i, m.Momentum(half, b.Spin[i]))
	}

	l, half, weight := i%ledger.Lanes, dt/2, in.Gravity.Scale(m.Mass)
	v, w := b.Vel[i], b.Spin[i]
	power := func(f vec.Vec3, v, w vec.Vec3) float64 { return f.Dot(v) + torque.Dot(w) }
	lost := half * inertia * (free - pushed)
	t.Done.Contact[l] += half * power(force.Sub(weight), vel.Add(v), spin.Add(w))
	t.Ahead.Contact[l] += half * power(force.Sub(weight), v, w)
	t.Done.Damping[l] += lost * (old + now)
	t.Ahead.Damping[l] += lost * now
	gained := 0.5 * (m.Mass*(v.Norm2()-vel.Norm2()) + w.Dot(b.AngularMomentum(i)) - spin.Dot(angMom))
	t.Done.Held[l] += gained + lost*(old+now) - half*power(force, vel.Add(v), spin.Add(w))
	translation, rotation := 0.5*m.Mass*v.Sub(vel).Dot(v), 0.5*b.AngularMomentum(i).Sub(angMom).Dot(w)
	t.Ahead.Translation[l] += translation - half*weight.Dot(v)
	t.Ahead.Rotation[l] += rotation
	t.Ahead.Held[l] += translation + rotation + lost*now - half*power(force, v, w)
}

// prepareJoints finds the factors of all motors at a time [s].
func (b *Set) prepareJoints(time float64) {
	for k := range b.Joints {
		j := &b.Joints[k]
		j.factor = motion.FactorAt(j.Times, j.Factors, time)
	}
}

// renumberJoints follows the bodies of joints to their new indices, and removes the joints of bodies that leave.
func (b *Set) renumberJoints(r *Renumbering) {
	b.Joints = slices.DeleteFunc(b.Joints, func(j Joint) bool { return r.Bodies[j.Body] >= r.Stay })
	for k := range b.Joints {
		b.Joints[k].Body = r.Bodies[b.Joints[k].Body]
	}
}

// ArchiveJoints archives the joints of all bodies, which are there already when joints are read.
func (b *Set) ArchiveJoints(a *archive.Archive) {
	archive.List(a, &b.Joints, func(j *Joint) {
		a.Flag(&j.Slides)
		a.Vectors(&j.Axis, &j.Point)
		a.Numbers(&j.Drive, &j.Speed, &j.Limit, &j.Stiffness, &j.Damping, &j.Way)
		a.Flag(&j.Holds)
		archive.List(a, &j.Times, a.Number)
		archive.List(a, &j.Factors, a.Number)
		if a.Deciding() {
			id := b.ID(int(j.Body))
			archive.Integer(a, &id)
			return
		}
		archive.Integer(a, &j.Body)
		a.Number(&j.Load)
		if !a.Reading() || !a.Good() {
			return
		}
		if j.Body < 0 || int(j.Body) >= b.Len() || b.Kind[j.Body] != Dynamic || b.Block[j.Body] != BlockAll {
			a.Fail("a hinge or slider holds body %d, which is not there to be held", j.Body)
		} else if err := cmp.Or(j.Check(), limit.Plain.Check("way", j.Way)); err != nil {
			a.Fail("body %d: %w", j.Body, err)
		}
	})
}
