package sim

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: a body whose velocity is set flies on with it, half a step old, so that after n steps of dt under gravity g
// it has risen by n v dt - g dt² n(n+1)/2, to rounding; a spin about an axis of inertia stays. A blocked degree of
// freedom keeps what it is given. The energy is booked as that of edits, and the ledger closes to rounding.
func TestSetVelocity(t *testing.T) {
	t.Parallel()
	const dt, n, g = 1e-4, 1000, 10.0
	w := newWorld(t, dt, law.Default)
	ball := add(t, w, body.Def{Position: vec.New(0, 0, 5), Shapes: sphereDef(0.01)})
	rod := add(t, w, body.Def{Position: vec.New(1, 0, 5), Shapes: capsuleDef(0.01, 0.02)})
	held := add(t, w, body.Def{Position: vec.New(2, 0, 5), Shapes: sphereDef(0.01), Blocked: body.BlockZ})
	wall := add(t, w, floorDef())
	bridge.MakeEdit(w, bridge.Vector("gravity", vec.New(0, 0, -g)))
	w.Step()
	set := func(i int, velocity, spin vec.Vec3) error {
		e := bridge.SetVelocity{Body: int64(w.bodies.ID(i)), Velocity: velocity, Spin: spin}
		return bridge.MakeEdit(w, e)
	}
	up, axis := vec.New(0, 0, 2), w.bodies.Ori[rod].Rotate(vec.AxisX)
	before, energy := w.bodies.Pos[ball], w.ledger.Edits.Bodies
	for _, err := range []error{set(ball, up, vec.Vec3{}), set(held, up, vec.Vec3{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	booked := w.ledger.Edits.Bodies - energy
	if err := set(rod, w.bodies.Vel[rod], axis.Scale(30)); err != nil {
		t.Fatal(err)
	}
	for range n {
		w.Step()
	}
	risen, want := w.bodies.Pos[ball].Z-before.Z, n*up.Z*dt-g*dt*dt*n*(n+1)/2
	if math.Abs(risen-want) > 1e-12 {
		t.Errorf("risen by %.15g m, want %.15g m", risen, want)
	}
	if spin := w.bodies.Spin[rod]; spin.Sub(axis.Scale(30)).Norm() > 1e-9 {
		t.Errorf("the rod spins by %v, want 30 rad/s about %v", spin, axis)
	}
	if risen := w.bodies.Pos[held].Z - 5; math.Abs(risen-n*up.Z*dt) > 1e-12 || w.bodies.Vel[held] != up {
		t.Errorf("the blocked ball rises by %g m, want %g m", risen, n*up.Z*dt)
	}
	// To half a step of gravity, 5e-4 of the speed of one of the two.
	both := 0.5 * (w.bodies.Mass(ball).Mass + w.bodies.Mass(held).Mass) * up.Norm2()
	if math.Abs(booked/both-1) > 1e-3 {
		t.Errorf("booked are %g J, want %g J", booked, both)
	}
	e := w.Energy()
	if scale := e.Kinetic + e.Potential; math.Abs(e.ClosureError) > 1e-12*scale {
		t.Errorf("closure error %g J of %g J", e.ClosureError, scale)
	}

	hash := w.Hash()
	for text, err := range map[string]error{
		"is not moved by forces": set(wall, up, vec.Vec3{}), "velocity": set(ball, vec.New(4e8, 0, 0), vec.Vec3{}),
		"spin": set(ball, up, vec.New(math.NaN(), 0, 0)), "there is no body 99": bridge.MakeEdit(w,
			bridge.SetVelocity{Body: 99}),
	} {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
	if w.Hash() != hash {
		t.Error("a refused edit changes the world")
	}
}
