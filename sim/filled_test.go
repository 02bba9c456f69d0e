package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
)

// blockScene is a block of 0.2 × 0.1 × 0.3 m on the floor, with further keys. Gravity is inclined by an angle, as if
// the floor were: down the slope is +x.
func blockScene(degrees, friction, restitution float64, keys string) string {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return fmt.Sprintf(`
gravity: [%.17g, 0, %.17g]
timeStep: {safety: 0.2, every: 100}
materials: [{name: wood, young: 5 MPa, ktDivKn: 0.5, tanPhi: %g, density: 700, restitution: %g}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: block, facets: {box: {size: [0.2, 0.1, 0.3]}}, filled: true, %s}
`, 9.81*sin, -9.81*cos, friction, restitution, keys)
}

// Contract: a filled mesh has the mass, the centroid and the inertia of its volume, in whichever frame it was given, or
// a mass that is given, with the inertia of that.
func TestFilledMeshHasTheInertiaOfItsVolume(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		mass       float64
	}{
		{"as it is", "position: [1, 2, 3]", 700 * 0.2 * 0.1 * 0.3},
		{"turned", "shift: [0.4, 0.1, -0.3], rotate: {axis: [1, 2, 3], degrees: 50}", 700 * 0.2 * 0.1 * 0.3},
		{"given", "mass: 10 kg", 10},
	} {
		b := named(t, worldOf(t, blockScene(0, 0.4, 0.5, c.keys), 1), "block")
		if math.Abs(b.Mass/c.mass-1) > 1e-13 || b.Kind != "dynamic" {
			t.Errorf("%s: mass %.15g kg, want %g; it is %s", c.name, b.Mass, c.mass, b.Kind)
		}
		for _, half := range []float64{0.2 * 0.2, 0.1 * 0.1, 0.3 * 0.3} {
			want, found := c.mass/12*(0.2*0.2+0.1*0.1+0.3*0.3-half), false
			for _, i := range b.Inertia {
				found = found || math.Abs(i/want-1) < 1e-12
			}
			if !found {
				t.Errorf("%s: principal moments %v kg·m², want one of %g", c.name, b.Inertia, want)
			}
		}
	}
}

// Contract: a block that falls on the floor comes to rest on four corners, which carry its weight in equal parts.
func TestBlockComesToRestOnItsCorners(t *testing.T) {
	w := worldOf(t, blockScene(0, 0.4, 0.3, "position: [0, 0, 0.2]"), 1)
	until(t, w, 3)
	s := w.State()
	weight := named(t, w, "block").Mass * 9.81
	if len(s.Contacts) != 4 {
		t.Fatalf("%d contacts, want 4", len(s.Contacts))
	}
	for _, c := range s.Contacts {
		if math.Abs(c.NormalForce/weight*4-1) > 1e-6 {
			t.Errorf("a corner carries %g N of %g N", c.NormalForce, weight)
		}
	}
	if v := norm(named(t, w, "block").Velocity); v > 1e-6 {
		t.Errorf("it moves at %g m/s", v)
	}
}

// Contract: on a slope of angle θ a block stays where tan θ < μ, and else slides with g (sin θ - μ cos θ).
func TestBlockSlidesDownASlope(t *testing.T) {
	const g, friction = 9.81, 0.3
	for _, degrees := range []float64{10, 15, 20, 35} {
		// Its smallest side is the lowest in height, so that it does not tip over.
		w := worldOf(t, blockScene(degrees, friction, 0.3,
			"rotate: {axis: [1, 0, 0], degrees: 90}, position: [0, 0, 0.05]"), 1)
		until(t, w, 0.2) // it sinks in, and its springs come to rest
		from, at := named(t, w, "block"), w.Clock().Time
		until(t, w, 0.6)
		b, dt := named(t, w, "block"), w.Clock().Time-at
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		want := math.Max(g*(sin-friction*cos), 0)
		got := (b.Velocity[0] - from.Velocity[0]) / dt
		if math.Abs(got-want) > 1e-3*g {
			t.Errorf("%g°: acceleration %g m/s², want %g", degrees, got, want)
		}
		if want == 0 && math.Abs(b.Position[0]-from.Position[0]) > 1e-6 {
			t.Errorf("%g°: it creeps by %g m", degrees, b.Position[0]-from.Position[0])
		}
	}
}

// Contract: on a rough slope a block tips over where tan θ exceeds its width over its height, 0.2/0.3: at 33.7°.
func TestBlockTipsOver(t *testing.T) {
	for degrees, tips := range map[float64]bool{32.5: false, 35: true} {
		w := worldOf(t, blockScene(degrees, 2, 0.3, "position: [0, 0, 0.15]"), 1)
		low := 1. // least height of the centre: 0.1 as it lies on a long side
		for w.Clock().Time < 2.5 {
			w.Step()
			low = min(low, named(t, w, "block").Position[2])
		}
		if (low < 0.11) != tips || !tips && low < 0.149 {
			t.Errorf("%g°: the centre comes down to %g m, tips over: want %t", degrees, low, tips)
		}
	}
}

// Contract: a block that stands on an edge falls as a pendulum about this edge. As it lands its spin has the energy of
// the fall: I ω²/2 = m g Δh, with I = m (a² + b²)/3 about the edge.
func TestBlockFallsFromItsEdge(t *testing.T) {
	const tilt = 5 // degrees from where it is balanced
	balance := math.Atan2(0.2, 0.3) * 180 / math.Pi
	half := math.Hypot(0.2, 0.3) / 2
	top := half * math.Cos(tilt*math.Pi/180)
	w := worldOf(t, blockScene(0, 2, 0.3, fmt.Sprintf("orientation: {axis: [0, 1, 0], degrees: %g}, position: [0, 0, %g]",
		balance+tilt, top)), 1)
	var spin, high float64
	for w.Clock().Time < 2 {
		w.Step()
		b := named(t, w, "block")
		if x := math.Abs(b.Spin[1]); x > spin {
			spin, high = x, b.Position[2]
		}
	}
	want := math.Sqrt(2 * 9.81 * (top - high) * 3 / (0.2*0.2 + 0.3*0.3))
	if math.Abs(spin/want-1) > 0.01 || high > 0.12 {
		t.Errorf("it lands with %g rad/s at a height of %g m, want %g rad/s", spin, high, want)
	}
	if e := w.Energy(); math.Abs(e.ClosureError) > 1e-3*(e.Dissipated+e.Kinetic) {
		t.Errorf("closure error %g J of %g J", e.ClosureError, e.Dissipated)
	}
}

// Contract: a wheel rolls down a slope with 2/3 g sin θ. A rigid polygon of n corners loses the part 2/3 (2π/n)² of
// its energy from corner to corner; with 240 corners that takes 1 % off the acceleration, with 64 it takes 5 %.
func TestWheelRolls(t *testing.T) {
	sin, cos := math.Sincos(5 * math.Pi / 180)
	w := worldOf(t, fmt.Sprintf(`
gravity: [%.17g, 0, %.17g]
timeStep: {safety: 0.2, every: 100}
materials: [{name: wood, young: 500 MPa, ktDivKn: 0.5, tanPhi: 0.5, density: 700, restitution: 1}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: wheel, facets: {tube: {radius: 0.1, length: 0.04, ends: true, segments: 240}}, filled: true,
     position: [0, 0.02, 0.1], orientation: {axis: [1, 0, 0], degrees: 90}}
`, 9.81*sin, -9.81*cos), 1)
	until(t, w, 0.2)
	from, at := named(t, w, "wheel"), w.Clock().Time
	until(t, w, 1)
	b := named(t, w, "wheel")
	got, want := (b.Velocity[0]-from.Velocity[0])/(w.Clock().Time-at), 2./3*9.81*sin
	if math.Abs(got/want-1) > 0.02 {
		t.Errorf("acceleration %g m/s², want %g", got, want)
	}
	if slip := b.Velocity[0] - b.Spin[1]*0.1; math.Abs(slip) > 0.02*b.Velocity[0] {
		t.Errorf("it slips at %g of %g m/s", slip, b.Velocity[0])
	}
}

// pitScene is a block and a wheel that fall on balls and rods in a pit.
const pitScene = `
gravity: [0, 0, -9.81]
capsuleRule: integral
timeStep: {safety: 0.3, every: 100}
materials: [{name: wood, young: 2 MPa, ktDivKn: 0.4, tanPhi: 0.4, density: 700, restitution: 0.5}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: west, wall: {axis: x, position: -0.2, sense: 1}}
  - {name: east, wall: {axis: x, position: 0.2, sense: -1}}
  - {name: pit, cylinder: {axis: [1, 0, 0], radius: 0.2, inside: true}, position: [0, 0, 0.18]}
  - {name: block, facets: {box: {size: [0.12, 0.08, 0.1]}}, filled: true, position: [-0.1, 0.05, 0.24],
     orientation: {axis: [1, 1, 0], degrees: 40}, velocity: [-1.5, 2, 0]}
  - {name: ball, sphere: {radius: 0.02}, position: [-0.12, -0.1, 0.04],
     copies: {lattice: {counts: [5, 5, 2], spacing: [0.055, 0.05, 0.05]}}}
  - {name: rod, capsule: {radius: 0.015, shaft: 0.05}, position: [-0.1, -0.08, 0.13],
     copies: {lattice: {counts: [3, 3, 1], spacing: [0.1, 0.08, 0.05]}}}
`

// Contract: a filled mesh among balls, rods, walls and a tube gives the same bits for any number of workers and after a
// restart from a saved state. The ledger is closed; friction that grows and shrinks with the load takes half a percent
// more than is booked as heat, as it does without the block.
func TestBlockAmongGrains(t *testing.T) {
	const steps, every = 4000, 50
	one, touched := worldOf(t, pitScene, 1), map[string]bool{}
	var hashes []uint64
	var saved []byte
	for i := range steps {
		one.Step()
		if i%every == 0 {
			hashes = append(hashes, one.Hash())
			for _, c := range one.State().Contacts {
				touched[c.Pair] = true
			}
		}
		if i == steps/2 {
			saved = one.Checkpoint()
		}
	}
	for _, pair := range []string{"wall-mesh", "cylinder-mesh", "mesh-sphere", "mesh-capsule"} {
		if !touched[pair] {
			t.Errorf("no contact of %s was seen among %v", pair, touched)
		}
	}
	for _, workers := range []int{2, 3, 4, 7, 16} {
		w := worldOf(t, pitScene, workers)
		for i := range steps {
			if w.Step(); i%every == 0 && w.Hash() != hashes[i/every] {
				t.Fatalf("%d workers: step %d differs from one worker", workers, i+1)
			}
		}
	}
	again, err := sim.Restore(saved, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if !bytes.Equal(again.Checkpoint(), saved) {
		t.Error("the state is not written as it was read")
	}
	for again.Clock().Step < one.Clock().Step {
		again.Step()
	}
	if a, b := one.Hash(), again.Hash(); a != b {
		t.Errorf("hash %016x, %016x from a saved state", a, b)
	}
	if f := one.Log().Fault(); f != "" {
		t.Fatal(f)
	}
	e := one.Energy()
	if math.Abs(e.ClosureError) > 1e-3*e.Dissipated || !(math.Abs(e.ContactRule) < 0.01*e.Dissipated) {
		t.Errorf("closure error %g J, contact rule %g J, dissipated %g J", e.ClosureError, e.ContactRule, e.Dissipated)
	}
}

// Contract: the face on which a block rests has its whole weight and the pressure of that, though it touches the floor
// with corners, which are those of other faces, too; these have nothing.
func TestFaceOfABlockHasItsWeight(t *testing.T) {
	w := worldOf(t, blockScene(0, 0.4, 0.3, "position: [0, 0, 0.15]")+
		"surfaces: ['down=facing/0,0,-1/5@block', 'side=facing/1,0,0/5@block', all=@block]\n", 1)
	read := func() (s bridge.Snapshot) {
		w.FillNumbers(&s)
		return s
	}
	until(t, w, 2)
	before := read()
	until(t, w, 2.5)
	after := read()
	mean := func(k int) bridge.Load {
		l := after.Surfaces[k].Sum
		l.Add(&before.Surfaces[k].Sum, -1)
		var m bridge.Load
		m.Add(&l, 1/(after.Time-before.Time))
		return m
	}
	weight := named(t, w, "block").Mass * 9.81
	pressure := mean(0).Normal / after.Surfaces[0].Area
	if f := mean(0).Force.Z; math.Abs(f/weight-1) > 1e-6 || math.Abs(pressure/(weight/0.02)-1) > 1e-6 ||
		mean(2).Force != mean(0).Force || mean(1) != (bridge.Load{}) {
		t.Errorf("the face has %g N and %g Pa, the side %+v, the block %+v; it weighs %g N", f, pressure, mean(1), mean(2),
			weight)
	}
}
