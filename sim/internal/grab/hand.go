// Package grab pulls one body as a person drags it: a spring and a dashpot between a point of the
// body and a place in space.
package grab

import (
	"cmp"
	"fmt"
	"math"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Hand holds one body, or none. For a body of mass m and size s (from its centre to its farthest point) in gravity
// g, the force of the hand is at most 50 m max(g, 1 m/s²). The spring reaches this force when it is as long as the
// size of the body, whatever the scale of the scene, and pulls no more if it is longer; the dashpot is the
// critical one of a point mass m. So a body is never drawn faster than √(12.5 g s), the speed of a fall from six
// sizes, however far away the pointer is.
type Hand struct {
	held   bool
	body   body.ID
	at, to vec.Vec3 // the held point in the body's frame, and its target in the global frame [m]
	turn   bool     // by a torque alone
	last   pull
}

// pull is what a hand did to its body in the last step.
type pull struct {
	force, torque vec.Vec3    // on the body, about its centre [N], [N·m]
	index         int         // of the body
	vel, spin     vec.Vec3    // of the body, half a step before [m/s], [rad/s]
	others        body.Wrench // force and torque of gravity and contacts on the body
}

const (
	mostWeights  = 50  // the largest force over the weight of the body
	leastGravity = 1   // gravity counts as at least this, so that bodies can be dragged without any [m/s²]
	mostPhase    = 0.2 // the largest angular frequency of the spring times the time step
	mostArm      = 2   // how far from the centre a body can be held, over its size
)

// Held reports whether a body is held.
func (h *Hand) Held() bool { return h.held }

// Hold lets the hand hold a body, or go on with a held one. It holds the body at the point at, which is relative to
// the body's centre along the global axes [m], and draws that point to the place to, in the global frame [m]; with
// turn by a torque alone.
//
// Errors: a body that is not there or that forces do not move, a point that is not at the body, a target
// beyond all bounds.
func (h *Hand) Hold(id body.ID, at, to vec.Vec3, turn bool, b *body.Set) error {
	i := b.Index(id)
	switch {
	case i < 0:
		return fmt.Errorf("there is no body %d", id)
	case b.Kind[i] != body.Dynamic:
		return fmt.Errorf("body %d (%s) is not moved by forces, so it cannot be dragged", id, b.Name(i))
	}
	err := cmp.Or(limit.Length.CheckVector("point", at), limit.Length.CheckVector("target", to))
	if most := mostArm * sizeOf(b.Template(i)); err == nil && !(at.Norm() <= most) {
		err = fmt.Errorf("point must be at most %.3g m from the centre of body %d, got %.3g m", most, id, at.Norm())
	}
	if err != nil {
		return err
	}
	if !h.held || h.body != id {
		*h = Hand{held: true, body: id, at: b.Ori[i].Unrotate(at)}
	}
	h.to, h.turn = to, turn
	return nil
}

// Release lets the body go.
func (h *Hand) Release() { *h = Hand{} }

// sizeOf returns the distance from the centre of a body to its farthest point [m], with a capsule round each of
// its shapes.
func sizeOf(t *body.Template) (size float64) {
	for i := range t.Shapes {
		c := t.Shapes[i].Hull(vec.Quat{W: 1})
		size = max(size, c.Center.Norm()+c.Half+c.Radius)
	}
	return size
}

// Pull computes the force and torque of the hand on the body it holds, before the other forces on bodies are
// known, for a step of the given length [s] in gravity [m/s²]. A body that has left the world is let go.
//
// With the position x and velocity v of the point, and the mobility K there, which is the acceleration of the
// point per force on it, the dashpot and the spring act as they will be at the end of the step, so that no time
// step is too long for either:
//
//	F = k (x₀ - x) - (c + k dt) v⁺,  v⁺ = v⁻ + dt K F,  k = m ω²,  c = 2 m ω
func (h *Hand) Pull(b *body.Set, step float64, gravity vec.Vec3, log *notice.Log) {
	if !h.held {
		return
	}
	i := b.Index(h.body)
	if i < 0 {
		log.Add(notice.Info, "grab", "body %d, which was dragged, has left", h.body)
		h.Release()
		return
	}
	m, size := b.Mass(i), sizeOf(b.Template(i))
	most := mostWeights * m.Mass * max(gravity.Norm(), leastGravity)
	omega := min(math.Sqrt(most/(m.Mass*size)), mostPhase/step)
	stiffness, viscosity := m.Mass*omega*omega, 2*m.Mass*omega

	arm := b.Ori[i].Rotate(h.at)
	p := &h.last
	p.index, p.vel, p.spin = i, b.Vel[i], b.Spin[i]
	v, inverse := p.spin.Cross(arm), mobility(m, b.Ori[i], arm)
	if !h.turn {
		v, inverse = v.Add(p.vel), inverse.Add(vec.Diagonal(vec.New(m.Inv, m.Inv, m.Inv)))
	}
	drag := viscosity + stiffness*step
	spring := atMost(h.to.Sub(b.Pos[i].Add(arm)).Scale(stiffness), most)
	system := inverse.Scale(step * drag).Add(vec.Diagonal(vec.New(1, 1, 1)))
	p.force = atMost(solve(system, spring.AddScaled(-drag, v)), most)
	steady := b.AngularMomentum(i).Scale(-omega) // without this, a body that is held swings on and on
	p.torque = atMost(arm.Cross(p.force).Add(steady), most*size)
	if h.turn {
		p.force = vec.Vec3{}
	}
}

// AddForce adds the force and torque of the hand to those on the bodies [first, last), which are known by now.
// RemoveForce takes them away again when the bodies have moved.
func (h *Hand) AddForce(b *body.Set, first, last int) {
	if !h.holdsOneOf(first, last) {
		return
	}
	p := &h.last
	w := &b.Wrench[p.index]
	p.others = *w
	w.Force, w.Torque = w.Force.Add(p.force), w.Torque.Add(p.torque)
}

// RemoveForce leaves only the forces of gravity and contacts on the bodies [first, last), for other readers of the
// forces.
func (h *Hand) RemoveForce(b *body.Set, first, last int) {
	if h.holdsOneOf(first, last) {
		b.Wrench[h.last.index] = h.last.others
	}
}

func (h *Hand) holdsOneOf(first, last int) bool {
	return h.held && first <= h.last.index && h.last.index < last
}

// Book books the work of the hand in a step of the given length [s], as imposed from outside.
func (h *Hand) Book(b *body.Set, step float64, l *ledger.Ledger) {
	if !h.held {
		return
	}
	p := &h.last
	power := func(v, spin vec.Vec3) float64 { return p.force.Dot(v) + p.torque.Dot(spin) }
	ahead := step / 2 * power(b.Vel[p.index], b.Spin[p.index])
	l.BookHand(ahead+step/2*power(p.vel, p.spin), ahead)
}

// Drag is how a hand drags a body.
type Drag struct {
	Body          body.ID
	Point, To     vec.Vec3 // the held point and its target, in the global frame [m]
	Turn          bool     // by a torque alone
	Force, Torque vec.Vec3 // of the last step, about the body's centre [N], [N·m]
}

// Drag returns how the hand drags a body, and whether it holds one.
func (h *Hand) Drag(b *body.Set) (d Drag, holds bool) {
	i := b.Index(h.body)
	if !h.held || i < 0 {
		return d, false
	}
	return Drag{h.body, b.Pos[i].Add(b.Ori[i].Rotate(h.at)), h.to, h.turn, h.last.force, h.last.torque}, true
}

// Archive archives the values that decide what the hand does next.
func (h *Hand) Archive(a *archive.Archive) {
	a.Flag(&h.held)
	archive.Integer(a, &h.body)
	a.Vectors(&h.at, &h.to)
	a.Flag(&h.turn)
	if a.Good() && !(limit.Bounded(h.at) && limit.Bounded(h.to)) {
		a.Fail("a hand holds body %d at %v m and draws it to %v m", h.body, h.at, h.to)
	}
}

// mobility returns the acceleration of a point per force on it, as far as it comes from turning the body: the
// columns are J⁻¹(a × e) × a, with the arm a [m].
func mobility(m *body.Mass, q vec.Quat, arm vec.Vec3) vec.Mat3 {
	column := func(e vec.Vec3) vec.Vec3 {
		return q.Rotate(q.Unrotate(arm.Cross(e)).Mul(m.InvInertia)).Cross(arm)
	}
	return vec.Mat3{A: column(vec.New(1, 0, 0)), B: column(vec.New(0, 1, 0)), C: column(vec.New(0, 0, 1))}
}

// solve returns x with m x = v (Cramer's rule): m is the unit matrix plus a positive semidefinite one, so it has
// an inverse.
func solve(m vec.Mat3, v vec.Vec3) vec.Vec3 {
	d := 1 / m.Det()
	return vec.New(vec.Mat3{A: v, B: m.B, C: m.C}.Det(), vec.Mat3{A: m.A, B: v, C: m.C}.Det(),
		vec.Mat3{A: m.A, B: m.B, C: v}.Det()).Scale(d)
}

// atMost returns v, or a vector of the given length along it if it is longer.
func atMost(v vec.Vec3, length float64) vec.Vec3 {
	if n := v.Norm(); n > length {
		return v.Scale(length / n)
	}
	return v
}
