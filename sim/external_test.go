package sim_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/setting"
)

// freeScene is a ball, of 1 kg unless the density is another, on which forces of a scene act.
func freeScene(radius, density, step float64, body, forces string) string {
	return fmt.Sprintf(`
gravity: [0, 0, 0]
constants: {k: 200 N}
materials: [{name: m, density: %.17g}]
timeStep: {fixed: %g}
bodies: [{name: ball, sphere: {radius: %g}%s}]
forces:
%s`, density, step, radius, body, forces)
}

// oneKilogram is the density of a ball with a radius of 0.1 m that has 1 kg [kg/m³].
var oneKilogram = 1 / (4 * math.Pi / 3 * 1e-3)

// closed fails if the ledger of a world is not closed, with a tolerance relative to the given energy [J].
func closed(t *testing.T, w *sim.World, of float64) {
	t.Helper()
	if e := w.Energy(); !(math.Abs(e.ClosureError)+math.Abs(e.ContactRule) < 1e-11*of) {
		t.Errorf("closure error %g J, contact rule %g J, of %g J", e.ClosureError, e.ContactRule, of)
	}
}

// Contract: a constant force and torque do their work: F x of the way, T φ of the angle, and it becomes motion.
func TestConstantForceDoesItsWork(t *testing.T) {
	w := worldOf(t, freeScene(0.1, oneKilogram, 1e-4, "",
		"  - {name: push, force: [3 N, 0, 4 N], torque: [0, 2 mN·m, 0]}"), 1)
	until(t, w, 0.5)
	b, now := named(t, w, "ball"), w.Clock().Time
	inertia := 0.4 * 0.01
	e := w.Energy()
	last := now - w.Clock().Last/2 // the moment of the energies; the first velocity belongs to half a step before 0
	want := 5.*5/2*last*last + 2e-3*2e-3/inertia/2*last*last
	if math.Abs(e.External-want) > 1e-6*want || math.Abs(e.Kinetic-want) > 1e-6*want {
		t.Errorf("work %.9g J, kinetic %.9g J, want %.9g J", e.External, e.Kinetic, want)
	}
	if x := 3. / 2 * now * now; math.Abs(b.Position[0]-x) > 3e-4*x {
		t.Errorf("x = %g m, want %g", b.Position[0], x)
	}
	closed(t, w, want)
}

// Contract: a table over time gives its integral as momentum.
func TestTableOfFactorsGivesItsImpulse(t *testing.T) {
	w := worldOf(t, freeScene(0.1, oneKilogram, 1e-5, "",
		"  - {name: push, start: 0.05, duration: 0.3, force: [2 N, 0, 0], times: [0, 0.1, 0.2, 0.3], "+
			"factors: [0, 1, 1, 0]}"), 1)
	until(t, w, 0.4)
	if v := named(t, w, "ball").Velocity[0]; math.Abs(v-0.4) > 1e-8 {
		t.Errorf("velocity %.10g m/s after an impulse of 0.4 N·s on 1 kg", v)
	}
	closed(t, w, 0.08)
}

// Contract: a spring as a formula has the period 2π √(m/k) of the leapfrog scheme, and keeps the energy to the
// second order of the step.
func TestFormulaOfASpringHasItsPeriod(t *testing.T) {
	const step = 1e-4
	w := worldOf(t, freeScene(0.1, oneKilogram, step, ", position: [0.01, 0, 0]",
		"  - {name: spring, bodies: ball, formula: {fx: -k*x}}"), 1)
	omega := 2 / step * math.Asin(math.Sqrt(200)*step/2)
	var crossed []float64
	for x := 0.01; len(crossed) < 21; {
		w.Step()
		now := named(t, w, "ball").Position[0]
		if x > 0 != (now > 0) {
			crossed = append(crossed, w.Clock().Time-step*now/(now-x))
		}
		x = now
	}
	period := (crossed[20] - crossed[0]) / 10
	if want := 2 * math.Pi / omega; math.Abs(period-want) > 1e-6*want {
		t.Errorf("period %.9g s, want %.9g s", period, want)
	}
	e, x := w.Energy(), named(t, w, "ball").Position[0]
	v := named(t, w, "ball").Velocity[0]
	if before := x - v*step; math.Abs(e.Kinetic+100*before*before-0.01) > 2*200*step*step*0.01 {
		t.Errorf("%.9g J of motion and %.9g J of the spring, want 0.01 J together", e.Kinetic, 100*before*before)
	}
	closed(t, w, 0.01)
}

// Contract: drag reaches the terminal velocity of its law, and Stokes's drag the way there, v∞ (1 - exp(-t/τ)),
// to the second order of the step; buoyancy counts, and the weight's work becomes heat.
func TestDragHasItsTerminalVelocity(t *testing.T) {
	const radius, viscosity, density, heavy = 0.5e-3, 0.1, 900., 2500.
	for _, c := range []struct {
		law   string
		speed float64 // of the fluid [m/s]
	}{{"stokes", 0}, {"stokes", 0.2}, {"schiller-naumann", 0}, {"schiller-naumann", -0.3}} {
		text := strings.Replace(freeScene(radius, heavy, 1e-5, "", fmt.Sprintf("  - {name: oil, fluid: {drag: %s, "+
			"viscosity: %g, density: %g, velocity: [0, 0, %g], buoyancy: true}}", c.law, viscosity, density, c.speed)),
			"gravity: [0, 0, 0]", "gravity: [0, 0, -9.81]", 1)
		w := worldOf(t, text, 1)
		volume := 4 * math.Pi / 3 * radius * radius * radius
		weight := (heavy - density) * volume * 9.81
		falls := terminal(weight, radius, viscosity, density, c.law)
		tau := heavy * volume / (6 * math.Pi * viscosity * radius)
		until(t, w, tau)
		v := named(t, w, "ball").Velocity[2] - c.speed
		if want := -falls + (falls-c.speed)*math.Exp(-w.Clock().Time/tau); c.law == "stokes" &&
			math.Abs(v-want) > 1e-5*(falls+math.Abs(c.speed)) {
			t.Errorf("%s: %.9g m/s after %g s, want %.9g", c.law, v, w.Clock().Time, want)
		}
		until(t, w, 40*tau)
		if v = named(t, w, "ball").Velocity[2] - c.speed; math.Abs(v+falls) > 1e-9*falls {
			t.Errorf("%s: terminal velocity %.12g m/s, want %.12g", c.law, -v, falls)
		}
		e := w.Energy()
		closed(t, w, e.Drag)
		if !(e.Drag > 0) || e.Dissipated != e.Drag {
			t.Errorf("%s: %+v", c.law, e)
		}
	}
}

// terminal returns the speed at which the drag on a sphere bears a weight, by bisection.
func terminal(weight, radius, viscosity, density float64, law string) float64 {
	low, high := 0., 1e3
	for range 200 {
		v := (low + high) / 2
		force := 6 * math.Pi * viscosity * radius * v
		if re := 2 * radius * density * v / viscosity; law == "schiller-naumann" {
			force = density / 2 * v * v * math.Pi * radius * radius * math.Max(24/re*(1+0.15*math.Pow(re, 0.687)), 0.44)
		}
		if force < weight {
			low = v
		} else {
			high = v
		}
	}
	return low
}

// Contract: in a fluid, the spin of a ball dies out like exp(-t/τ) with τ = J/(8πµr³), and a capsule is dragged
// like the sphere of its volume.
func TestFluidOpposesSpinAndDragsCapsules(t *testing.T) {
	w := worldOf(t, freeScene(0.1, oneKilogram, 1e-4, ", spin: [0, 0, 50]",
		"  - {name: oil, fluid: {drag: stokes, viscosity: 1}}"), 1)
	tau := 0.4 * 0.01 / (8 * math.Pi * 1e-3)
	until(t, w, tau)
	want := 50 * math.Exp(-w.Clock().Time/tau)
	if got := named(t, w, "ball").Spin[2]; math.Abs(got-want) > 1e-6*want {
		t.Errorf("spin %.9g rad/s, want %.9g", got, want)
	}
	closed(t, w, 5)

	const radius, shaft = 1e-3, 3e-3
	text := strings.Replace(freeScene(radius, 2000, 1e-5, "",
		"  - {name: oil, fluid: {drag: stokes, viscosity: 1}}\n  - {name: pull, force: [1e-5, 0, 0]}"),
		"sphere: {radius: 0.001}", "capsule: {radius: 0.001, shaft: 0.003}", 1)
	w = worldOf(t, text, 1)
	until(t, w, 0.03)
	equal := math.Cbrt(radius*radius*radius + 0.75*radius*radius*shaft)
	want = 1e-5 / (6 * math.Pi * equal)
	if got := named(t, w, "ball").Velocity[0]; math.Abs(got-want) > 1e-9*want {
		t.Errorf("capsule: %.12g m/s, want %.12g", got, want)
	}
}

// crowdScene is a heap of balls and capsules that several forces act on, with an inlet and an outlet.
const crowdScene = `
gravity: [0, 0, -9.81]
materials: [{name: m, young: 1 MPa, density: 2500, tanPhi: 0.4, restitution: 0.5}, {name: w, density: 1000}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: ball, sphere: {radius: 4 mm}, position: [0, 0, 5 mm],
     copies: {lattice: {counts: [9, 9, 7], spacing: [9 mm, 9 mm, 9 mm]}}}
  - {name: rod, capsule: {radius: 3 mm, shaft: 6 mm}, position: [0, 0, 80 mm], material: w,
     copies: {lattice: {counts: [5, 5, 3], spacing: [14 mm, 14 mm, 9 mm]}, turned: true}}
inlets: [{name: rain, box: {center: [40 mm, 40 mm, 160 mm], size: [60 mm, 60 mm, 20 mm]},
  sphere: {radius: 3 mm}, every: 10, maxBodies: 40}]
outlets: [{name: sink, halfSpace: {point: [0, -30 mm, 0], normal: [0, 1, 0]}}]
forces:
  - {name: whirl, bodies: "material == 'm' && z > 0.02", formula: {fx: -3*mass*y,
     fy: 3*mass*(x - 0.04), tz: 1e-6*sin(360*8*time)}}
  - {name: push, bodies: ball, force: [0, -20 mN, 0], times: [0, 0.05], factors: [0, 1]}
  - {name: air, fluid: {drag: schiller-naumann, viscosity: 18e-6, density: 1.2, velocity: [2, 0, 0], buoyancy: true}}
`

// Contract: forces from outside give the same bits for any number of workers, and from a saved state on; the ledger is
// closed.
func TestForcesAreTheSameForAnyWorkers(t *testing.T) {
	var want uint64
	for _, workers := range []int{1, 2, 3} {
		w := worldOf(t, crowdScene, workers)
		until(t, w, 0.015)
		saved := w.Checkpoint()
		until(t, w, 0.02)
		if got := w.Hash(); workers == 1 {
			want = got
		} else if got != want {
			t.Errorf("%d workers: %x, want %x", workers, got, want)
		}
		e := w.Energy()
		if scale := e.Kinetic + e.Dissipated; !(math.Abs(e.ClosureError) < 1e-3*scale) || !(e.Drag > 0) || e.External == 0 {
			t.Errorf("closure error %g J of %g J, drag %g, forces %g", e.ClosureError, scale, e.Drag, e.External)
		}
		r, err := sim.Restore(saved, 2)
		if err != nil {
			t.Fatal(err)
		}
		until(t, r, 0.02)
		if r.Hash() != want || r.Energy().Drag != e.Drag {
			t.Errorf("restored: %x, want %x, drag %g J, want %g J", r.Hash(), want, r.Energy().Drag, e.Drag)
		}
		r.Close()
	}
}

// Contract: a formula that gives no number stops the world before it moves the body, and names the force and the body.
func TestWrongFormulaStopsTheWorld(t *testing.T) {
	for _, formula := range []string{"1/x", "sqrt(-1-z)", "log(time)", "1e90*1e90"} {
		w := worldOf(t, freeScene(0.1, oneKilogram, 1e-4, "", "  - {name: odd, formula: {fy: "+formula+"}}"), 1)
		w.Step()
		fault := w.Log().Fault()
		if !strings.Contains(fault, "force odd on body 0 (ball)") || !strings.Contains(fault, formula) {
			t.Errorf("%s: %s", formula, fault)
		}
		if at := named(t, w, "ball").Position; at != [3]float64{} {
			t.Errorf("%s: moved to %v", formula, at)
		}
	}
}

// Contract: how a force acts can be set as a world runs, by the path that --set names; a force stays of its kind.
func TestForcesCanBeSet(t *testing.T) {
	w := worldOf(t, freeScene(0.1, oneKilogram, 1e-4, "", "  - {name: push, force: [1, 0, 0]}\n"+
		"  - {name: oil, fluid: {drag: stokes, viscosity: 1}}\n  - {name: well, formula: {fz: -z}}"), 1)
	set := []string{"forces.push.force=[0,2,0]", "forces.oil.fluid.viscosity=3", "forces.well.formula.fz=-2*z",
		"forces.push.off=true"}
	if err := scene.Change(w, set); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]any{"forces.push.force": [3]float64{0, 2, 0}, "forces.oil.fluid.viscosity": 3.,
		"forces.well.formula.fz": "-2*z", "forces.push.off": true} {
		if got, err := scene.Value(w, path); got != want || err != nil {
			t.Errorf("%s is %v, want %v, %v", path, got, want, err)
		}
	}
	for _, bad := range []string{"forces.push.fluid.drag=stokes", "forces.oil.fluid.viscosity=-1",
		"forces.well.formula.fz=contacts", "forces.well.formula.fz=oops", "forces.none.off=true"} {
		if scene.Change(w, []string{bad}) == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
	if w.SetForce(3, setting.Force{}) == nil || (bridge.SetForce{Force: 3}).Inverse(w) != nil {
		t.Error("there is no force 3")
	}
}
