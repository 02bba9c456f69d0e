package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// joinedScene is a bar of 0.3 × 0.04 × 0.02 m whose centre is at (0.12, 0, 0), with further keys and bodies.
func joinedScene(step string, gravity float64, keys, bodies string) string {
	return fmt.Sprintf(`
gravity: [0, 0, %g]
timeStep: {fixed: %s}
materials: [{name: wood, young: 50 MPa, ktDivKn: 0.5, tanPhi: 0.4, density: 700, restitution: 0.6}]
bodies:
  - {name: bar, facets: {box: {size: [0.3, 0.04, 0.02]}}, filled: true, position: [0.12, 0, 0], %s}
%s`, gravity, step, keys, bodies)
}

const (
	barMass    = 700 * 0.3 * 0.04 * 0.02
	barCentral = barMass / 12 * (0.3*0.3 + 0.02*0.02) // about y, through the centre [kg·m²]
	barInertia = barCentral + barMass*0.12*0.12       // about y, through the origin [kg·m²]
)

// Contract: a bar on a hinge that falls from the horizontal has the period of a compound pendulum at 90°,
// 4 K(sin 45°) √(I/mgd), and keeps its energy; the hinge does no work.
func TestCompoundPendulum(t *testing.T) {
	w := worldOf(t, joinedScene("20 us", -9.81, "hinge: {axis: [0, 2, 0], point: [0, 0.3, 0]}", ""), 1)
	period := 4 * 1.8540746773013719 * math.Sqrt(barInertia/(barMass*9.81*0.12))
	until(t, w, 0.3*period)
	if e := w.Energy(); math.Abs(e.Imposed) > 1e-6*e.Kinetic || math.Abs(e.ClosureError) > 1e-6*e.Kinetic {
		t.Errorf("the hinge does the work %g J, closure %g J, kinetic energy %g J", e.Imposed, e.ClosureError, e.Kinetic)
	}
	until(t, w, 0.75*period)
	for named(t, w, "bar").Position[0] < 0 {
		w.Step()
	}
	if got := w.Clock().Time; math.Abs(got/(0.75*period)-1) > 1e-4 { // it is below the hinge then, moving to +x
		t.Errorf("the bar hangs at %g s, want %g", got, 0.75*period)
	}
	b := named(t, w, "bar")
	if r := math.Hypot(b.Position[0], b.Position[2]); math.Abs(r-0.12) > 1e-12 || b.Position[1] != 0 {
		t.Errorf("the bar is %.15g m from the axis, want 0.12", r)
	}
}

// Contract: a bar on a hinge or a slider with a spring and a damper swings as exp(-γt) sin ωt.
func TestJointWithSpringAndDamper(t *testing.T) {
	for _, c := range []struct {
		keys    string
		inertia float64
		at      func(w *sim.World) float64
	}{
		{"spin: [0, -2, 0], hinge: {axis: [0, 1, 0], point: [0, 0, 0], stiffness: 3, damping: 0.004}", barInertia,
			func(w *sim.World) float64 { b := named(t, w, "bar"); return math.Atan2(b.Position[2], b.Position[0]) }},
		{"velocity: [2, 0, 0], slider: {axis: [1, 0, 0], stiffness: 300, damping: 0.4}", barMass,
			func(w *sim.World) float64 { return named(t, w, "bar").Position[0] - 0.12 }},
	} {
		w := worldOf(t, joinedScene("20 us", 0, c.keys, ""), 1)
		stiffness, damping := 3., 0.004
		if c.inertia == barMass {
			stiffness, damping = 300, 0.4
		}
		decay := damping / (2 * c.inertia)
		omega := math.Sqrt(stiffness/c.inertia - decay*decay)
		for k := 1; k <= 20; k++ {
			until(t, w, float64(k)*0.02)
			now := w.Clock().Time
			want := 2 / omega * math.Exp(-decay*now) * math.Sin(omega*now)
			if got := c.at(w); math.Abs(got-want) > 1e-4*2/omega {
				t.Errorf("%s: at %g s it is at %g, want %g", c.keys, now, got, want)
			}
		}
	}
}

// Contract: a ball that hits a bar on a hinge gives it (1+e) m v d/(I + m d²), and a bar on a slider (1+e) m v/(M + m).
func TestBallHitsJoinedBar(t *testing.T) {
	const mass = 4. / 3 * math.Pi * 1e-6 * 700
	ball := "  - {name: ball, sphere: {radius: 10 mm}, position: [0.2, 0, 0.0201], velocity: [0, 0, -1]}"
	for keys, want := range map[string]float64{
		"hinge: {axis: [0, 1, 0], point: [0, 0, 0]}": 1.6 * mass * 0.2 / (barInertia + mass*0.2*0.2),
		"slider: {axis: [0, 0, 1]}":                  -1.6 * mass / (barMass + mass),
	} {
		w := worldOf(t, joinedScene("2 us", 0, keys, ball), 1)
		until(t, w, 0.005)
		b := named(t, w, "bar")
		got := b.Spin[1]
		if got == 0 {
			got = b.Velocity[2]
		}
		if math.Abs(got/want-1) > 2e-3 {
			t.Errorf("%s: %g, want %g", keys, got, want)
		}
		if e := w.Energy(); math.Abs(e.ClosureError) > 1e-6*e.Kinetic || math.Abs(e.Imposed) > 1e-4*e.Kinetic {
			t.Errorf("%s: closure %g J, work of the joint %g J, of %g J", keys, e.ClosureError, e.Imposed, e.Kinetic)
		}
	}
}

// Contract: a motor with a limited torque speeds a wheel up by torque over inertia, and then holds its speed; its work
// is the energy of the wheel. A motor that drags a plate under a resting ball does the work of friction.
func TestMotorsDoTheirWork(t *testing.T) {
	const motor = "hinge: {axis: [0, 1, 0], point: [0, 0, 0], speed: 60 rpm, limit: 0.01}"
	w := worldOf(t, joinedScene("20 us", 0, motor, ""), 1)
	speed := 2 * math.Pi
	spun := speed * barInertia / 0.01
	until(t, w, spun/2)
	if got := named(t, w, "bar").Spin[1]; math.Abs(got-speed/2) > 1e-3*speed {
		t.Errorf("half the way: %g rad/s, want %g", got, speed/2)
	}
	until(t, w, 1.5*spun)
	if got := named(t, w, "bar").Spin[1]; math.Abs(got-speed) > 1e-12 {
		t.Errorf("the motor holds %g rad/s, want %g", got, speed)
	}
	if e, want := w.Energy(), barInertia*speed*speed/2; math.Abs(e.Imposed/want-1) > 1e-6 ||
		math.Abs(e.Kinetic/want-1) > 1e-6 || math.Abs(e.ClosureError) > 1e-12*want {
		t.Errorf("work %g J, kinetic energy %g J, closure %g J, want %g J", e.Imposed, e.Kinetic, e.ClosureError, want)
	}

	w = worldOf(t, joinedScene("20 us", -9.81, "slider: {axis: [1, 0, 0], speed: 0.1}",
		"  - {name: ball, sphere: {radius: 10 mm}, position: [0.15, 0, 0.02], blocked: xyXYZ}"), 1)
	until(t, w, 0.1)
	from := w.Energy()
	until(t, w, 0.6)
	e := w.Energy()
	want := 0.4 * 4. / 3 * math.Pi * 1e-6 * 700 * 9.81 * 0.1 * 0.5
	if math.Abs((e.Imposed-from.Imposed)/want-1) > 1e-3 || math.Abs((e.Friction-from.Friction)/want-1) > 1e-3 ||
		math.Abs(e.ClosureError) > 1e-6*want {
		t.Errorf("work %g J, friction %g J, closure %g J, want %g J", e.Imposed-from.Imposed, e.Friction-from.Friction,
			e.ClosureError, want)
	}
}

// Contract: a driven paddle among grains that come and go, and a block on a slider that falls on the floor, go on with
// the same bits for any number of workers and from a saved state; the floor carries the block and what its motor adds.
func TestJointsGiveTheSameBits(t *testing.T) {
	hinge := "hinge: {axis: [0, 1, 0], point: [0, 0, 0], torque: 0.2, times: [0, 1], factors: [1, -1]}"
	text := joinedScene("20 us", -9.81, hinge, `
  - {name: floor, wall: {axis: z, position: -0.16, sense: 1}}
  - {name: block, sphere: {radius: 50 mm}, position: [0.5, 0, -0.1], slider: {axis: [0, 0, 1], force: -20 N}}
inlets:
  - {name: rain, box: {center: [0, 0, 0.3], size: [0.2, 0.1, 0.1]}, sphere: {radius: 8 mm}, massRate: 2, maxBodies: 150}
outlets:
  - {name: out, box: {center: [0, 0, -0.1], size: [0.4, 0.04, 0.2]}}
`)
	const weight = 4./3*math.Pi*1.25e-4*700*9.81 + 20
	var want uint64
	for workers := 1; workers <= 3; workers++ {
		w := worldOf(t, text, workers)
		until(t, w, 0.3)
		state := w.Checkpoint()
		until(t, w, 0.6)
		if workers == 1 {
			want = w.Hash()
		}
		back, err := sim.Restore(state, workers)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(back.Checkpoint(), state) {
			t.Error("a restored state is written in another way")
		}
		until(t, back, 0.6)
		if w.Hash() != want || back.Hash() != want {
			t.Errorf("%d workers: %016x, restored %016x, want %016x", workers, w.Hash(), back.Hash(), want)
		}
		back.Close()
		if f := named(t, w, "floor").Force[2]; math.Abs(-f/weight-1) > 0.2 { // and grains
			t.Errorf("the floor carries %g N, want %g and some grains", -f, weight)
		}
		if e := w.Energy(); math.Abs(e.ClosureError) > 1e-4*e.Dissipated {
			t.Errorf("closure %g J of %g J", e.ClosureError, e.Dissipated)
		}
	}
}

// Contract: motor, spring and damper are edited as a world runs, by a key or in the window, and taken back; the bar
// then has the period of the new spring, and the table of the run its angle, speed and torques.
func TestJointsAreEdited(t *testing.T) {
	w := worldOf(t, joinedScene("20 us", 0, "hinge: {axis: [0, 1, 0], point: [0, 0, 0], torque: 2}", ""), 1)
	edits, err := scene.Edits(w, []string{"bodies.bar.hinge.torque=0.6 N·m", "bodies.bar.hinge.stiffness=12 N·m/rad"})
	if err != nil || len(edits) != 1 {
		t.Fatalf("got the edits %v, %v", edits, err)
	}
	back := edits[0].Inverse(w)
	if err := bridge.MakeEdit(w, edits[0]); err != nil {
		t.Fatal(err)
	}
	if x, err := scene.Value(w, "bodies.bar.hinge.stiffness"); x != 12. || err != nil {
		t.Errorf("the stiffness is %v, %v, want 12", x, err)
	}
	// about the angle torque over stiffness, from rest: 0.05 (1 - cos ωt)
	reader := series.Reader{}
	columns := reader.Columns(w)
	value := func(name string) float64 {
		k := slices.IndexFunc(columns, func(c bridge.Column) bool { return c.Name == name })
		return reader.Read(w).Values[k]
	}
	omega := math.Sqrt(12 / barInertia)
	for k := 1; k <= 8; k++ {
		until(t, w, float64(k)*0.01)
		now := w.Clock().Time
		if got, want := value("bar hinge angle"), 0.05*(1-math.Cos(omega*now)); math.Abs(got-want) > 1e-4 {
			t.Errorf("at %g s it has turned by %g, want %g", now, got, want)
		}
		spring, motor := value("bar hinge spring torque"), value("bar hinge motor torque")
		if math.Abs(spring+12*value("bar hinge angle")) > 1e-12 || motor != 0.6 {
			t.Errorf("at %g s the spring exerts %g N·m and the motor %g", now, spring, motor)
		}
	}
	if err := bridge.MakeEdit(w, back); err != nil {
		t.Fatal(err)
	}
	bar := int64(named(t, w, "bar").ID)
	if _, _, acts, _ := w.Joint(bar); acts != (setting.Joint{Drive: 2}) {
		t.Errorf("taken back, %+v acts", acts)
	}
	for _, bad := range []string{"bodies.bar.hinge.axis=[1,0,0]", "bodies.bar.slider.force=1", "bodies.bar.hinge.speed=1",
		"bodies.bar.hinge.limit=1", "bodies.rod.hinge.torque=1", "bodies.bar.hinge.stiffness=-1"} {
		if err := scene.Change(w, []string{bad}); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	if w.SetJoint(bar, setting.Joint{Drive: 1, Holds: true}) == nil ||
		w.SetJoint(bar, setting.Joint{Limit: 1}) == nil {
		t.Error("a motor without sense is accepted")
	}
}

// Contract: an edit changes the hinge of the body of its number, also where another body has its name; a key that could
// mean both is refused, and others are set beside them.
func TestNamesakesAreEdited(t *testing.T) {
	w := worldOf(t, `
gravity: [0, 0, 0]
materials: [{name: m, young: 10 MPa, density: 2500}]
bodies:
  - {name: bar, sphere: {radius: 5 mm}, position: [0, 1, 0], slider: {axis: [0, 0, 1], force: 1}}
  - {name: wheel, sphere: {radius: 5 mm}, hinge: {axis: [0, 0, 1], point: [0, 0, 0], torque: 1}}
`, 1)
	ball := []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.005}}
	if _, err := w.Build().AddBody(body.Def{Name: "wheel", Shapes: ball, Position: vec.New(1, 0, 0),
		Joint: &body.Joint{Axis: vec.AxisZ, Point: vec.New(1, 0, 0), Joint: setting.Joint{Drive: 2}}}); err != nil {
		t.Fatal(err)
	}
	joints := w.Plan().Joints
	check := func(when string, drives [3]float64) {
		t.Helper()
		for i, want := range drives {
			if _, _, acts, _ := w.Joint(joints[i].Body); acts.Drive != want {
				t.Errorf("%s: motor %d has %g, want %g", when, i, acts.Drive, want)
			}
		}
	}
	last := bridge.SetJoint{Body: joints[2].Body, To: setting.Joint{Drive: 7}}
	back := last.Inverse(w)
	if err := bridge.MakeEdit(w, last); err != nil {
		t.Fatal(err)
	}
	check("edited", [3]float64{1, 1, 7})
	if err := scene.Change(w, []string{"bodies.wheel.hinge.torque=3"}); err == nil {
		t.Error("one of two wheels is set")
	}
	if err := scene.Change(w, []string{"bodies.bar.slider.force=5"}); err != nil {
		t.Error(err)
	}
	check("set", [3]float64{5, 1, 7})
	if err := bridge.MakeEdit(w, back); err != nil {
		t.Fatal(err)
	}
	check("taken back", [3]float64{5, 1, 2})
	if w.SetJoint(joints[2].Body+1, setting.Joint{}) == nil {
		t.Error("a hinge is edited that is not there")
	}
}
