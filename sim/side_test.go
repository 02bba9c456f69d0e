package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/run/bridge"
)

// ringScene is a tube or a rod whose side presses on eight balls, which are held in a ring.
func ringScene(inside bool, load string) string {
	start := "20 mm"
	if inside {
		start = "32 mm"
	}
	return fmt.Sprintf(`
gravity: [0, 0, 0]
materials: [{name: m, young: 10 MPa, density: 2500, tanPhi: 0.3}]
bodies:
  - {name: floor, wall: {axis: x, position: -30 mm, sense: 1}}
  - {name: lid, wall: {axis: x, position: 70 mm, sense: -1}}
  - {name: side, cylinder: {axis: [1, 0, 0], radius: %s, inside: %v}, position: [0, 2 mm, 1 mm]}
  - {name: ball, sphere: {radius: 5 mm}, position: [0, 27 mm, 1 mm], blocked: xyz,
     copies: {ring: {count: 8, center: [0, 2 mm, 1 mm], axis: [1, 0, 0]}}}
motions: [{name: press, body: side, servo: {%s, axis: radial, limit: 0.1 m/s}}]
`, start, inside, load)
}

// Contract: the side of a tube presses inward and that of a rod outward, with a force that all contacts share, or a
// pressure on 2π R times the distance of the walls at its ends. Where it settles, the radius is that at which the
// springs of the contacts bear the load, and the work of the servo is what they hold and what dashpots took.
func TestSideSettlesAtItsLoad(t *testing.T) {
	for _, inside := range []bool{true, false} {
		for _, load := range []string{"force: 40 N", "pressure: 3 kPa, between: [lid, floor]",
			"pressure: 3 kPa, area: 0.02 m2"} {
			w := worldOf(t, ringScene(inside, load), 1)
			until(t, w, 0.2)
			s, side := w.State(), named(t, w, "side")
			radius, sum, kn, overlap := side.Shapes[0].Radius, 0., 0., 0.
			for _, c := range s.Contacts {
				sum += c.NormalForce
				kn, overlap = c.NormalForce/c.Overlap, c.Overlap
			}
			want := 40.
			switch {
			case strings.Contains(load, "between"):
				want = 3e3 * 2 * math.Pi * radius * 0.1
			case strings.Contains(load, "area"):
				want = 60
			}
			touch := 0.02 + overlap // the middle of the balls is 25 mm from the axis
			if inside {
				touch = 0.03 - overlap
			}
			e := w.Energy()
			held := 8 * kn * overlap * overlap / 2
			t.Logf("inside %v, %s: %.6g N of %.6g, R %.6g of %.6g mm, work %.4g J, springs %.4g J", inside, load, sum, want,
				1e3*radius, 1e3*touch, e.Imposed, held)
			if len(s.Contacts) != 8 || math.Abs(sum/want-1) > 1e-3 || math.Abs(radius/touch-1) > 1e-9 {
				t.Errorf("inside %v, %s: %d contacts bear %g N, want %g; the radius is %g m, want %g", inside, load,
					len(s.Contacts), sum, want, radius, touch)
			}
			if math.Abs(e.Elastic/held-1) > 1e-9 || math.Abs(e.Imposed/(e.Elastic+e.Dissipated)-1) > 1e-3 ||
				math.Abs(e.ClosureError) > 1e-9*e.Imposed || math.Abs(e.ContactRule) > 1e-3*e.Imposed {
				t.Errorf("inside %v, %s: of the work %g J springs hold %g (want %g), and %g became heat", inside, load,
					e.Imposed, e.Elastic, held, e.Dissipated)
			}
			m := inspect.Moment{Site: w.Inspect()}
			if _, _, settled := m.Servo("press"); !settled || norm(side.Position) > 0.003 || norm(side.Velocity) > 0 {
				t.Errorf("inside %v, %s: settled %v, the axis is at %v", inside, load, settled, side.Position)
			}
		}
	}
}

// Contract: a side that moves at a constant speed throws a ball that it meets back at (1 + e) times its speed, as a
// heavy wall does: the dashpot, too, knows how fast the side moves. It meets the ball where it is, however long nothing
// else asked for the search for contacts. The work is what the ball has and what the dashpot took.
func TestSideThrowsBallBack(t *testing.T) {
	const v, gap = 0.2, 0.03
	for _, inside := range []bool{true, false} {
		for _, law := range []string{"frictional", "hertz-mindlin"} {
			for _, e := range []float64{1, 0.6, 0.3} {
				at, radius := 0.12-0.005-gap, 0.12
				if !inside {
					at, radius = 0.12+0.005+gap, 0.12
				}
				w := worldOf(t, fmt.Sprintf(`
gravity: [0, 0, 0]
law: %s
timeStep: {fixed: 2e-6}
materials: [{name: m, young: 10 MPa, poisson: 0.3, density: 2500, tanPhi: 0.5, restitution: %g}]
bodies:
  - {name: side, cylinder: {axis: [0, 0, 1], radius: %g, inside: %v}}
  - {name: ball, sphere: {radius: 5 mm}, position: [%g, %g, 7 mm]}
motions: [{name: press, body: side, servo: {force: 1 MN, axis: radial, limit: %g}}]
`, law, e, radius, inside, 0.6*at, 0.8*at, v), 1)
				until(t, w, 0.99*gap/v)
				for len(w.State().Contacts) == 0 && w.Clock().Time < 2*gap/v {
					w.Step()
				}
				met := w.Clock().Time
				for len(w.State().Contacts) > 0 {
					if worst := w.State().Contacts[0].Overlap; w.Clock().Time == met && worst > 1.01*v*2e-6 {
						t.Errorf("the ball is met with an overlap of %g m", worst)
					}
					w.Step()
				}
				ball, energy := named(t, w, "ball"), w.Energy()
				got := (0.6*ball.Velocity[0] + 0.8*ball.Velocity[1]) / v
				want := 1 + e
				if inside {
					want = -want
				}
				kinetic := ball.Mass * got * v * got * v / 2
				t.Logf("inside %v, %s, e = %g: thrown back at %.4f v, met at %.5f s", inside, law, e, got, met)
				if math.Abs(got/want-1) > 1e-3 || math.Abs(met/(gap/v)-1) > 1e-3 || norm(ball.Spin) > 1e-9 {
					t.Errorf("inside %v, %s, e = %g: met at %g s, thrown back at %g v, want %g; spin %v", inside, law, e, met,
						got, want, ball.Spin)
				}
				if math.Abs(energy.Imposed/(kinetic+energy.Dissipated)-1) > 2e-3 ||
					math.Abs(energy.ContactRule) > 2e-3*energy.Imposed {
					t.Errorf("inside %v, %s, e = %g: work %g J, of which the ball has %g and %g is heat", inside, law, e,
						energy.Imposed, kinetic, energy.Dissipated)
				}
			}
		}
	}
}

// cellScene is a cell with a side that holds a pressure on balls, rods and clumps, while a lid comes down.
const cellScene = `
gravity: [0, 0, 0]
capsuleRule: integral
materials:
  - {name: m, young: 10 MPa, density: 2500, tanPhi: 0.4, restitution: 0.3}
  - {name: smooth, young: 10 MPa, density: 2500, tanPhi: 0, restitution: 0.3}
bodies:
  - {name: floor, material: smooth, wall: {axis: z, position: 0, sense: 1}}
  - {name: lid, material: smooth, wall: {axis: z, position: 40 mm, sense: -1}}
  - {name: side, material: smooth, cylinder: {axis: [0, 0, 1], radius: 22 mm, inside: true, drawn: 40 mm},
     position: [1 mm, 2 mm, 20 mm]}
inlets:
  - {name: balls, fill: true, attempts: 300, origin: [1 mm, 2 mm, 0], axis: [0, 0, 1], radius: 22 mm, height: 40 mm,
     material: m, sphere: {radius: 3 mm}}
  - {name: rods, fill: true, attempts: 2000, origin: [1 mm, 2 mm, 0], axis: [0, 0, 1], radius: 22 mm, height: 40 mm,
     material: m, capsule: {radius: 2 mm, shaft: 3 mm}}
motions:
  - {name: in, body: side, servo: {pressure: 10 kPa, axis: radial, limit: 0.3 m/s, between: [floor, lid],
     times: [0 s, 0.02 s, 0.1 s], factors: [0.1, 0.5, 1]}}
  - {name: rest, body: lid, duration: 0.12, servo: {force: 12 N, axis: -z, limit: 0.3 m/s}}
  - {name: shear, body: lid, after: rest, constant: {velocity: [0, 0, -0.012]}}
`

// Contract: a side holds its pressure within 1 % also while particles yield, as contacts on it say, and its work is
// ∫ p dV of the cell, with what the lid does.
func TestSideHoldsWhileParticlesYield(t *testing.T) {
	w := worldOf(t, cellScene, 2)
	var sum, square, work, n, start float64
	var before [3]float64 // radius, height and load of the side
	var lidBore float64
	for w.Clock().Time < 0.25 {
		w.Step()
		s := w.State()
		lid, side := &s.Bodies[1], &s.Bodies[2]
		now := [3]float64{side.Shapes[0].Radius, 0.04 + lid.Position[2], 0}
		for _, c := range s.Contacts {
			if c.BodyA == side.ID {
				now[2] += c.NormalForce
			}
		}
		if before[0] > 0 { // loads at the mean of both ends of the step
			work -= (now[2]+before[2])/2*(now[0]-before[0]) + (lid.Force[2]+lidBore)/2*(now[1]-before[1])
		}
		if before, lidBore = now, lid.Force[2]; s.Time > 0.13 {
			off := now[2]/(10e3*2*math.Pi*now[0]*now[1]) - 1
			n, sum, square = n+1, sum+off, square+off*off
		} else if s.Time < 0.12 {
			start = now[1]
		}
	}
	e, mean, rms := w.Energy(), sum/n, math.Sqrt(square/n)
	t.Logf("%d bodies, strain %.3f: off by %.2g in the mean, %.2g rms; work %.6g J, ∫ p dV %.6g J, rule %.2g J",
		len(w.State().Bodies), 1-before[1]/start, mean, rms, e.Imposed, work, e.ContactRule)
	if !(math.Abs(mean) < 0.002 && rms < 0.01) || before[1] > 0.97*start {
		t.Errorf("the pressure is off by %g in the mean, %g in the root mean square", mean, rms)
	}
	if math.Abs(e.Imposed/work-1) > 1e-3 || math.Abs(e.ClosureError) > 1e-6*e.Imposed ||
		math.Abs(e.ContactRule) > 5e-3*e.Imposed {
		t.Errorf("the work is %g J, want %g; closure %g J, rule %g J", e.Imposed, work, e.ClosureError, e.ContactRule)
	}
}

// Contract: a side gives the same bits for any number of workers, without kernels, and from a restored state, which has
// the radius and the energies.
func TestSideGivesTheSameBits(t *testing.T) {
	const half, whole = 1500, 3000
	var want uint64
	for _, workers := range []int{1, 2, 3, 4} {
		if workers == 4 { // without kernels
			before, _ := wide.Use(wide.Scalar)
			defer wide.Use(before)
		}
		w := worldOf(t, cellScene, workers)
		var saved []byte
		for range whole {
			if w.Clock().Step == half {
				saved = w.Checkpoint()
			}
			w.Step()
		}
		if want == 0 {
			want = w.Hash()
		}
		again, err := sim.Restore(saved, 5-workers)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if !bytes.Equal(again.Checkpoint(), saved) {
			t.Error("a restored state is another one")
		}
		for again.Clock().Step < whole {
			again.Step()
		}
		if w.Hash() != want || again.Hash() != want {
			t.Errorf("%d workers: %016x, restored %016x, want %016x", workers, w.Hash(), again.Hash(), want)
		}
		radius := named(t, w, "side").Shapes[0].Radius
		if other := named(t, again, "side").Shapes[0].Radius; other != radius || !(radius < 0.0219) {
			t.Errorf("the radius is %g m, restored %g m", radius, other)
		}
		if again.Energy() != w.Energy() {
			t.Errorf("energies differ: %v and %v", again.Energy(), w.Energy())
		}
	}
}

// Contract: a side that a world gets a servo for later is flat for its contacts from then on, and no longer once
// another motion replaces the servo. What that brings is energy of edits, and a restored world goes on with the same
// bits.
func TestSideIsHeldLater(t *testing.T) {
	text, _, _ := strings.Cut(cellScene, "motions:")
	w := worldOf(t, text+`motions: [{name: rest, body: lid, servo: {force: 12 N, axis: -z, limit: 0.3 m/s}}]`, 2)
	until(t, w, 0.06)
	for _, path := range []motion.Motion{
		motion.Servo{Load: motion.LoadForce, Set: 30, Limit: 0.1}, motion.Constant{},
	} {
		before := w.Energy()
		if err := w.Build().PutMotion(kinematic.Def{Name: "in", Body: "side", Path: path}); err != nil {
			t.Fatal(err)
		}
		e := w.Energy()
		t.Logf("springs have %.4g J, after the edit %.4g J; edits brought %.4g J", before.Elastic, e.Elastic, e.Edits)
		if math.Abs(e.Elastic-before.Elastic) < 1e-3*e.Elastic || math.Abs(e.ClosureError-before.ClosureError) > 1e-12 ||
			math.Abs(e.Elastic-before.Elastic-(e.Edits-before.Edits)) > 1e-12 {
			t.Errorf("springs have %g J, %g J before; edits brought %g J", e.Elastic, before.Elastic, e.Edits-before.Edits)
		}
		again, err := sim.Restore(w.Checkpoint(), 1)
		if err != nil {
			t.Fatal(err)
		}
		radius := named(t, w, "side").Shapes[0].Radius
		for range 1000 {
			w.Step()
			again.Step()
		}
		if w.Hash() != again.Hash() {
			t.Errorf("%T: %016x, restored %016x", path, w.Hash(), again.Hash())
		}
		again.Close()
		now := named(t, w, "side").Shapes[0].Radius
		if _, servo := path.(motion.Servo); servo != (now != radius) {
			t.Errorf("%T: the radius was %g m and is %g m", path, radius, now)
		}
	}
}

// Contract: a motion that a person imposes on a cylinder takes over from the servo of its side, whose radius then
// stays, and gives it back.
func TestSideIsImposedOn(t *testing.T) {
	w := worldOf(t, cellScene, 2)
	until(t, w, 0.02)
	side := int64(named(t, w, "side").ID)
	for _, edit := range []bridge.Impose{{Body: side}, {Body: side, Off: true}} {
		if err := bridge.MakeEdit(w, edit); err != nil {
			t.Fatal(err)
		}
		again, err := sim.Restore(w.Checkpoint(), 1)
		if err != nil {
			t.Fatal(err)
		}
		radius := named(t, w, "side").Shapes[0].Radius
		for range 500 {
			w.Step()
			again.Step()
		}
		if now := named(t, w, "side").Shapes[0].Radius; (now == radius) == edit.Off {
			t.Errorf("%+v: the radius was %g m and is %g m", edit, radius, now)
		}
		if w.Hash() != again.Hash() {
			t.Errorf("%+v: %016x, restored %016x", edit, w.Hash(), again.Hash())
		}
		again.Close()
	}
}

// Contract: a side that closes, since it touches nothing, ends the run with a sentence that says so.
func TestSideThatCloses(t *testing.T) {
	text := strings.Replace(ringScene(false, "force: -1 N"), "gravity: [0, 0, 0]", "gravity: [1, 0, 0]", 1)
	w := worldOf(t, text, 1)
	for w.Log().Fault() == "" && w.Clock().Time < 1 {
		w.Step()
	}
	if got := w.Log().Fault(); !strings.Contains(got, "servo press of body 2 (side): radius must be > 0 m") {
		t.Errorf("the run ends with %q", got)
	}
}
