package sim

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: a body on which a velocity is imposed has gone v t after a time t, to rounding, and turns about the point
// that is given; the next edit goes on from there. Without it, the body goes on along its own motion from where it is,
// to the next key frame, or stays. Each edit is taken back by its inverse; one that does nothing changes no bit.
func TestImposedVelocity(t *testing.T) {
	t.Parallel()
	const dt, n = 1e-3, 1000
	w := newWorld(t, dt, law.Default)
	held := add(t, w, body.Def{Name: "held", Position: vec.New(1, 0, 0), Shapes: sphereDef(0.1), Blocked: body.BlockAll})
	keyed := add(t, w, body.Def{Name: "keyed", Position: vec.New(5, 0, 0), Shapes: sphereDef(0.1), Blocked: body.BlockAll})
	path := motion.Interpolated{Times: []float64{0, 10}, Poses: []motion.Pose{
		{Position: vec.New(5, 0, 0), Orientation: vec.Identity}, {Position: vec.New(15, 0, 0), Orientation: vec.Identity}}}
	if err := w.Build().AddMotion(kinematic.Def{Name: "go", Body: "keyed", Path: path}); err != nil {
		t.Fatal(err)
	}
	id := func(i int) int64 { return int64(w.bodies.ID(i)) }
	near := func(i int, want vec.Vec3) {
		t.Helper()
		if got := w.bodies.Pos[i]; got.Sub(want).Norm() > 1e-9 {
			t.Errorf("at %g s body %d is at %v, want %v", w.clock.Time, i, got, want)
		}
	}
	steps := func(n int) {
		for range n {
			w.Step()
		}
	}
	steps(1)
	up := bridge.Impose{Body: id(held), Velocity: vec.New(0, 0, 2)}
	back := up.Inverse(w)
	edited(t, w, up)
	steps(n)
	near(held, vec.New(1, 0, 2*n*dt))
	if v := w.bodies.Vel[held]; v.Sub(up.Velocity).Norm() > 1e-9 {
		t.Errorf("its velocity is %v, want %v", v, up.Velocity)
	}
	turn := bridge.Impose{Body: id(held), Spin: vec.New(0, 0, math.Pi/(n*dt)), At: vec.New(-1, 0, 0)}
	if now := turn.Inverse(w); now != up {
		t.Errorf("imposed is %+v, want %+v", now, up)
	}
	edited(t, w, turn)
	steps(n) // half a turn about the z axis
	near(held, vec.New(-1, 0, 2*n*dt))
	if q := w.bodies.Ori[held].RotationVector(); math.Abs(q.Norm()-math.Pi) > 1e-9 {
		t.Errorf("it has turned by %v, want half a turn", q)
	}
	edited(t, w, back)
	steps(n)
	near(held, vec.New(-1, 0, 2*n*dt))
	hash := w.Hash()
	edited(t, w, bridge.Impose{Body: id(held), Velocity: up.Velocity, Off: true})
	if w.Hash() != hash {
		t.Error("an edit that does nothing, which no run keeps, changes the world")
	}

	at := w.bodies.Pos[keyed]
	edited(t, w, bridge.Impose{Body: id(keyed), Velocity: vec.New(0, 3, 0)})
	steps(n)
	near(keyed, at.Add(vec.New(0, 3*n*dt, 0)))
	edited(t, w, bridge.Impose{Body: id(keyed), Off: true})
	for w.clock.Time < 10+dt {
		w.Step()
	}
	near(keyed, vec.New(15, 0, 0))

	wall := add(t, w, floorDef()) // bodies may come to be moved that no motion has ever moved
	edited(t, w, bridge.Impose{Body: id(wall), Velocity: vec.New(0, 0, -1)})
	steps(n)
	near(wall, vec.New(0, 0, -n*dt))

	again, err := Restore(w.Checkpoint(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	again.Step()
	w.Step()
	if again.Hash() != w.Hash() {
		t.Error("a saved state goes on in another way")
	}
}

// Contract: a push adds to the momentum of a body what force and time make, for as many steps as begin in its time, and
// is booked as work from outside; the next one takes its place.
func TestPush(t *testing.T) {
	t.Parallel()
	const dt, n = 1e-3, 100
	w := newWorld(t, dt, law.Default)
	ball := add(t, w, body.Def{Position: vec.New(0, 0, 5), Shapes: sphereDef(0.1)})
	other := add(t, w, body.Def{Position: vec.New(1, 0, 5), Shapes: sphereDef(0.1)})
	w.Step()
	m := w.bodies.Mass(ball)
	push := bridge.Push{Force: vec.New(3, 0, 0), Torque: vec.New(0, 0.01, 0), Duration: (n - 0.5) * dt}
	if now := push.Inverse(w); now != (bridge.Push{}) {
		t.Errorf("pushed by %+v", now)
	}
	edited(t, w, push)
	for range n / 2 {
		w.Step()
	}
	half := push
	half.Duration = (n/2 - 0.5) * dt
	if now := push.Inverse(w).(bridge.Push); now.Force != half.Force || math.Abs(now.Duration-half.Duration) > 1e-9 {
		t.Errorf("pushed by %+v, want %+v", now, half)
	}
	for range n {
		w.Step()
	}
	for _, c := range [][2]vec.Vec3{
		{w.bodies.Vel[ball], push.Force.Scale(n * dt / m.Mass)},
		{w.bodies.Spin[ball], push.Torque.Scale(n * dt / m.Inertia.X)},
		{w.bodies.Vel[other], vec.Vec3{}},
	} {
		if c[0].Sub(c[1]).Norm() > 1e-12*c[1].Norm() {
			t.Errorf("%v, want %v", c[0], c[1])
		}
	}
	e := w.Energy()
	if math.Abs(e.External/e.Kinetic-1) > 1e-12 || math.Abs(e.ClosureError) > 1e-12*e.Kinetic {
		t.Errorf("work from outside %g J, kinetic energy %g J, closure error %g J", e.External, e.Kinetic, e.ClosureError)
	}
	speed := w.bodies.Vel[ball]
	edited(t, w, bridge.Push{Force: vec.New(0, 1, 0)})
	edited(t, w, bridge.Push{})
	w.Step()
	if w.bodies.Vel[ball] != speed {
		t.Errorf("after the end of the push the velocity goes from %v to %v", speed, w.bodies.Vel[ball])
	}
}

// Contract: what cannot be imposed is refused, and the world is then unchanged.
func TestWhatCannotBeImposed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1e-4, law.Default)
	add(t, w, floorDef())
	add(t, w, body.Def{Name: "ball", Position: vec.New(0, 0, 1), Shapes: sphereDef(0.1)})
	belt := floorDef()
	belt.Name, belt.Velocity = "belt", vec.New(1, 0, 0)
	add(t, w, belt)
	w.Step()
	hash := w.Hash()
	far := vec.New(1e300, 0, 0)
	for _, c := range []struct {
		edit bridge.Edit
		want string
	}{
		{bridge.Impose{Body: 9}, "there is no body 9"},
		{bridge.Impose{Body: 1}, "body 1 (ball) is moved by forces, so no motion can be imposed on it"},
		{bridge.Impose{Body: 2}, `body "belt" has a velocity of its own`},
		{bridge.Impose{Body: 0, Velocity: far}, "velocity"},
		{bridge.Impose{Body: 0, Spin: far}, "spin"},
		{bridge.Impose{Body: 0, At: far}, "about"},
		{bridge.Push{Body: 9}, "there is no body 9"},
		{bridge.Push{Body: 0, Force: vec.New(1, 0, 0)}, "body 0 (floor) is not moved by forces, so it cannot be pushed"},
		{bridge.Push{Body: 1, Force: far}, "force"},
		{bridge.Push{Body: 1, Torque: far}, "torque"},
		{bridge.Push{Body: 1, Force: vec.New(1, 0, 0), Duration: -1}, "duration must be ≥ 0 s, got -1"},
	} {
		if err := bridge.MakeEdit(w, c.edit); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.edit, err, c.want)
		}
		if w.Hash() != hash {
			t.Fatalf("%+v changes the world", c.edit)
		}
	}
}
