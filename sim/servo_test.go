package sim_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/setting"
)

// worldOf returns the world of a scene that is given as text.
func worldOf(t *testing.T, text string, workers int) *sim.World {
	t.Helper()
	file := filepath.Join(t.TempDir(), "scene.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scene.Load(file, scene.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.World.Close)
	return s.World
}

// until steps a world to a time [s].
func until(t *testing.T, w *sim.World, time float64) {
	t.Helper()
	for w.Clock().Time < time {
		if w.Step(); w.Log().Fault() != "" {
			t.Fatal(w.Log().Fault())
		}
	}
}

// named returns the body of a name.
func named(t *testing.T, w *sim.World, name string) state.Body {
	t.Helper()
	for _, b := range w.State().Bodies {
		if b.Name == name {
			return b
		}
	}
	t.Fatalf("there is no body %s", name)
	return state.Body{}
}

// norm returns the length of a vector.
func norm(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

// columnScene is a column of balls between a floor and a lid that comes down and presses on it with 5 N.
func columnScene(balls int, restitution float64) string {
	return fmt.Sprintf(`
gravity: [0, 0, 0]
materials: [{name: m, young: 10 MPa, density: 2500, tanPhi: 0, restitution: %g}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: lid, wall: {axis: z, position: %d mm, sense: -1}}
  - {name: ball, sphere: {radius: 5 mm}, position: [0, 0, 5 mm], blocked: xyXYZ,
     copies: {lattice: {counts: [1, 1, %d], spacing: [1, 1, 10.01 mm]}}}
motions: [{name: press, body: lid, servo: {force: 5 N, axis: -z, limit: 0.2 m/s}}]
`, restitution, 11*balls, balls)
}

// Contract: a servo settles at its load, in front of one ball and of a long column, with dashpots and without: the
// load is within 1 % at the end and stays there, floor and lid bear the same, and the ledger is closed. Once it counts
// as settled, only waves that no dashpot damps take its load off again.
func TestServoSettlesAtItsLoad(t *testing.T) {
	for _, c := range []struct {
		balls       int
		restitution float64
		time        float64 // when it must have settled [s]
		later       float64 // how far its load may be off once it counts as settled [1]
	}{{1, 1, 0.05, 0.01}, {1, 0.5, 0.05, 0.01}, {1, 0.05, 0.15, 0.01}, {8, 1, 0.15, 0.03}, {8, 0.3, 0.1, 0.01},
		{40, 1, 0.6, 0.1}, {40, 0.3, 0.6, 0.01}} {
		w := worldOf(t, columnScene(c.balls, c.restitution), 1)
		worst, settled := 0., false
		for w.Clock().Time < c.time {
			w.Step()
			m := inspect.Moment{Site: w.Inspect()}
			_, load, is := m.Servo("press")
			if settled = settled || is; settled {
				worst = math.Max(worst, math.Abs(load/5-1))
			}
		}
		if !settled || worst > c.later {
			t.Errorf("%d balls, e = %g: settled %v, and off by %.3g later", c.balls, c.restitution, settled, worst)
		}
		worst, first := 0., w.Clock().Step
		for w.Clock().Step < first+500 {
			w.Step()
			worst = math.Max(worst, math.Abs(named(t, w, "lid").Force[2]/5-1))
		}
		floor, e := named(t, w, "floor").Force[2], w.Energy()
		closed := math.Abs(e.ClosureError) / e.Imposed
		t.Logf("%d balls, e = %g: off by %.2g, floor %.5g N, closure %.2g", c.balls, c.restitution, worst, floor, closed)
		if worst > 0.01 || math.Abs(floor/-5-1) > 0.01 {
			t.Errorf("%d balls, e = %g: the load is off by %.3g, and the floor bears %g N", c.balls, c.restitution, worst, floor)
		}
		if !(e.Imposed > 0) || closed > 1e-3 {
			t.Errorf("%d balls: work %g J, closure error %g J", c.balls, e.Imposed, e.ClosureError)
		}
	}
}

// Contract: a servo presses in any direction as along an axis: a ball between two plates that are turned by 35° bears
// its load along their normal, and nothing across it.
func TestServoPressesInAnyDirection(t *testing.T) {
	sin, cos := math.Sincos(35 * math.Pi / 180)
	at := func(d float64) string { return fmt.Sprintf("[%.15g, 0, %.15g]", d*sin, d*cos) }
	w := worldOf(t, fmt.Sprintf(`
gravity: [0, 0, 0]
materials: [{name: m, young: 10 MPa, density: 2500, tanPhi: 0, restitution: 0.5}]
bodies:
  - {name: floor, facets: {plate: {size: [0.1, 0.1]}}, orientation: {axis: [0, 1, 0], degrees: 35}}
  - {name: lid, facets: {plate: {size: [0.1, 0.1]}}, orientation: {axis: [0, 1, 0], degrees: 35}, position: %s}
  - {name: ball, sphere: {radius: 5 mm}, position: %s}
motions: [{name: press, body: lid, servo: {force: 5 N, direction: [%g, 0, %g], limit: 0.2 m/s}}]
`, at(0.011), at(0.005), -2*sin, -2*cos), 1)
	for w.Clock().Time < 0.15 {
		w.Step()
	}
	for name, sign := range map[string]float64{"lid": 1, "floor": -1} {
		f := named(t, w, name).Force
		along, across := sign*(f[0]*sin+f[2]*cos), math.Hypot(f[0]*cos-f[2]*sin, f[1])
		if !(math.Abs(along/5-1) < 0.01 && across < 0.01) {
			t.Errorf("%s bears %g N along the normal and %g N across it, want 5 and 0", name, along, across)
		}
	}
	m := inspect.Moment{Site: w.Inspect()}
	if _, _, settled := m.Servo("press"); !settled {
		t.Error("the servo has not settled")
	}
}

// Contract: a servo of a torque presses with the torque over the arm.
func TestServoHoldsItsTorque(t *testing.T) {
	w := worldOf(t, `
gravity: [0, 0, 0]
materials: [{name: m, young: 10 MPa, density: 2500, tanPhi: 0}]
bodies:
  - {name: arm, facets: {plate: {size: [0.3, 0.1]}}, blocked: xyzXYZ, rotate: {axis: [1, 0, 0], degrees: 90}}
  - {name: ball, sphere: {radius: 5 mm}, position: [0.1, 0.02, 0], blocked: xzXYZ}
  - {name: behind, wall: {axis: y, position: 25.1 mm, sense: -1}}
motions: [{name: turn, body: arm, servo: {torque: 2 N·m, axis: z, spinLimit: 20 rad/s}}]
`, 1)
	until(t, w, 0.1)
	arm, ball := named(t, w, "arm"), named(t, w, "ball").Position
	far := norm(ball) // the arm touches the ball where its angle is that of the ball less that of the radius
	lever, angle := math.Sqrt(far*far-0.005*0.005), math.Atan2(ball[1], ball[0])-math.Asin(0.005/far)
	if got := math.Abs(named(t, w, "behind").Force[1]) / math.Cos(angle) * lever; math.Abs(got/2-1) > 1e-2 {
		t.Errorf("the wall behind the ball takes %g N·m, want 2", got)
	}
	if math.Abs(arm.Torque[2]/-2-1) > 1e-3 || norm(arm.Spin) > 1e-3 {
		t.Errorf("the arm bears %v N·m and turns at %v rad/s", arm.Torque, arm.Spin)
	}
}

// boxScene is a box of balls without gravity whose east wall and lid hold a pressure on what is between the others.
const boxScene = `
gravity: [0, 0, 0]
materials: [{name: m, young: 10 MPa, density: 2500, tanPhi: 0.3, restitution: 0.4}]
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1}}
  - {name: lid, wall: {axis: z, position: 40 mm, sense: -1}}
  - {name: west, wall: {axis: x, position: 0, sense: 1}}
  - {name: east, wall: {axis: x, position: 40 mm, sense: -1}}
  - {name: south, wall: {axis: y, position: 0, sense: 1}}
  - {name: north, wall: {axis: y, position: 40 mm, sense: -1}}
  - {name: ball, sphere: {radius: 3 mm}, position: [5 mm, 5 mm, 5 mm],
     copies: {lattice: {counts: [5, 5, 5], spacing: [7.5 mm, 7.5 mm, 7.5 mm]}, jitter: 0.7 mm}}
motions:
  - {name: down, body: lid, servo: {pressure: 20 kPa, axis: -z, limit: 0.3 m/s, between: [west, east, south, north]}}
  - {name: in, body: east, servo: {pressure: 10 kPa, axis: -x, limit: 0.3 m/s, between: [south, north, floor, lid],
     times: [0 s, 0.05 s], factors: [0.5, 1]}}
`

// Contract: walls of a box hold pressures on the area that is between the others now, and what a table makes of them;
// a servo that is edited holds the new load.
func TestServosHoldStateOfStress(t *testing.T) {
	w := worldOf(t, boxScene, 2)
	check := func(time, down, in float64) {
		t.Helper()
		until(t, w, time)
		x, z := named(t, w, "east").Position[0]+0.04, named(t, w, "lid").Position[2]+0.04
		gotDown, gotIn := named(t, w, "lid").Force[2]/(0.04*x), named(t, w, "east").Force[0]/(0.04*z)
		t.Logf("%g s: %.1f Pa on the lid, %.1f Pa at the side, %.4f of the work not explained", time, gotDown, gotIn,
			w.Energy().ClosureError/w.Energy().Imposed)
		if math.Abs(gotDown/down-1) > 0.01 || math.Abs(gotIn/in-1) > 0.01 {
			t.Errorf("%g s: %g Pa and %g Pa, want %g Pa and %g Pa", time, gotDown, gotIn, down, in)
		}
	}
	check(0.25, 20e3, 10e3)
	if err := w.SetServo(0, setting.Servo{Set: 40e3, Limit: 0.1}); err != nil {
		t.Fatal(err)
	}
	check(0.4, 40e3, 10e3)
	if e := w.Energy(); math.Abs(e.ClosureError) > 1e-3*e.Imposed {
		t.Errorf("closure error %g J of %g J", e.ClosureError, e.Imposed)
	}
	edits, err := scene.Edits(w, []string{"motions.down.servo.pressure=30 kPa", "motions.in.servo.limit=0.2"})
	if err != nil || len(edits) != 2 {
		t.Fatalf("got the edits %v, %v", edits, err)
	}
	for _, e := range edits {
		if err := bridge.MakeEdit(w, e); err != nil {
			t.Error(err)
		}
	}
	if x, err := scene.Value(w, "motions.down.servo.pressure"); x != 30e3 || err != nil {
		t.Errorf("the pressure is %v, %v, want 30 kPa", x, err)
	}
	for _, bad := range []string{"motions.down.servo.force=1", "motions.down.servo.axis=x",
		"motions.up.servo.pressure=1"} {
		if _, err := scene.Edits(w, []string{bad}); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	for _, bad := range []setting.Servo{{Set: math.NaN(), Limit: 1}, {Set: 1}, {Set: 1, Limit: -1},
		{Set: 1e300, Limit: 1}} {
		if w.SetServo(0, bad) == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	if w.SetServo(2, setting.Servo{Set: 1, Limit: 1}) == nil {
		t.Error("a motion is edited that is not there")
	}
}

// volumeScene is the box of boxScene, whose four sides hold a pressure until the lid comes down, and then the volume.
func volumeScene() string {
	text := strings.Split(boxScene, "motions:")[0] + `motions:
  - {name: rest, body: lid, duration: 0.1,
     servo: {pressure: 10 kPa, axis: -z, limit: 0.3, between: [west, east, south, north]}}
  - {name: shear, body: lid, after: rest, constant: {velocity: [0, 0, -0.05]}}
`
	for _, side := range [][]string{{"west", "x", "south, north"}, {"east", "-x", "south, north"},
		{"south", "y", "west, east"}, {"north", "-y", "west, east"}} {
		text += fmt.Sprintf(`
  - {name: %[1]s, body: %[1]s, duration: 0.1,
     servo: {pressure: 10 kPa, axis: %[2]s, limit: 0.3, between: [%[3]s, floor, lid]}}
  - {name: %[1]s volume, body: %[1]s, after: %[1]s, servo: {volume: 1, axis: %[2]s, limit: 0.3,
     between: [west, east, south, north, floor, lid]}}`, side[0], side[1], side[2])
	}
	return text
}

// Contract: four walls of a box keep its volume to rounding while the lid comes down, both pairs in proportion to their
// distance, as √(h₀/h) says; the spheres resist, and the ledger is closed. Edited, they go to the new volume together.
// All of it has the same bits for any number of workers, and from a saved state.
func TestWallsHoldVolume(t *testing.T) {
	var want uint64
	for workers := 1; workers <= 3; workers++ {
		w := worldOf(t, volumeScene(), workers)
		size := func() (l [3]float64) {
			for k, pair := range [3][2]string{{"west", "east"}, {"south", "north"}, {"floor", "lid"}} {
				l[k] = 0.04 + named(t, w, pair[1]).Position[k] - named(t, w, pair[0]).Position[k]
			}
			return l
		}
		until(t, w, 0.1)
		w.Step() // from the pressure to the volume
		from, worst, before := size(), 0., w.Energy()
		for w.Clock().Time < 0.2 {
			for range 10 {
				w.Step()
			}
			now := size()
			wide := math.Sqrt(from[2] / now[2])
			for k, l := range [3]float64{from[0] * wide, from[1] * wide, from[2] * now[2] / from[2]} {
				worst = math.Max(worst, math.Abs(now[k]/l-1))
			}
			worst = math.Max(worst, math.Abs(now[0]*now[1]*now[2]/(from[0]*from[1]*from[2])-1))
		}
		e, now := w.Energy(), size()
		closed := math.Abs(e.ClosureError-before.ClosureError) / math.Abs(e.Imposed-before.Imposed)
		t.Logf("height %.4g to %.4g mm: off by %.2g, %.4g N on the side, closure %.2g", 1e3*from[2], 1e3*now[2], worst,
			named(t, w, "east").Force[0], closed)
		if !(worst < 1e-12) || !(closed < 1e-9) || math.Abs(now[2]-from[2]+0.005) > 1e-4 {
			t.Errorf("volume off by %g, closure %g, height %g m", worst, closed, now[2])
		}
		state := w.Checkpoint()
		edits, err := scene.Edits(w, []string{"motions.east volume.servo.volume=0.98"})
		if err != nil || len(edits) != 1 {
			t.Fatalf("got the edits %v, %v", edits, err)
		}
		if err := bridge.MakeEdit(w, edits[0]); err != nil {
			t.Fatal(err)
		}
		back, err := sim.Restore(state, workers%3+1)
		if err != nil {
			t.Fatal(err)
		}
		if err := bridge.MakeEdit(back, edits[0]); err != nil {
			t.Fatal(err)
		}
		until(t, w, 0.22)
		until(t, back, 0.22)
		now = size()
		if v := now[0] * now[1] * now[2] / (from[0] * from[1] * from[2]); math.Abs(v-0.98) > 1e-12 {
			t.Errorf("the volume is %g of the first, want 0.98", v)
		}
		if want == 0 {
			want = w.Hash()
		}
		if w.Hash() != want || back.Hash() != want {
			t.Errorf("%d workers: %016x, restored %016x, want %016x", workers, w.Hash(), back.Hash(), want)
		}
		m := inspect.Moment{Site: w.Inspect()}
		if _, share, settled := m.Servo("north volume"); !settled || math.Abs(share-0.98) > 1e-12 {
			t.Errorf("the servo has %g and has settled: %v", share, settled)
		}
		back.Close()
	}
}

// Contract: servos hold their load also while particles yield: a lid that comes down drives two walls apart, and their
// loads stay within 1 % in the root mean square and 0.2 % in the mean. A servo that knows only the load of the last
// step and takes waves up whole is off by 8 % and 2 %.
func TestServosHoldWhileParticlesYield(t *testing.T) {
	text, _, _ := strings.Cut(boxScene, "motions:")
	w := worldOf(t, text+`motions:
  - {name: rest, body: lid, duration: 0.1,
     servo: {pressure: 10 kPa, axis: -z, limit: 0.3, between: [west, east, south, north]}}
  - {name: shear, body: lid, after: rest, constant: {velocity: [0, 0, -0.005]}}
  - {name: in, body: east, servo: {pressure: 10 kPa, axis: -x, limit: 0.3, between: [south, north, floor, lid]}}
  - {name: back, body: north, servo: {pressure: 10 kPa, axis: -y, limit: 0.3, between: [west, east, floor, lid]}}
`, 2)
	until(t, w, 0.12)
	m := inspect.Moment{Site: w.Inspect()}
	var sum, square [2]float64
	n := 0.
	for ; w.Clock().Time < 0.3; n++ {
		w.Step()
		for k, name := range []string{"in", "back"} {
			_, load, _ := m.Servo(name)
			sum[k] += load/10e3 - 1
			square[k] += math.Pow(load/10e3-1, 2)
		}
	}
	for k := range sum {
		mean, rms := sum[k]/n, math.Sqrt(square[k]/n)
		t.Logf("off by %.2g in the mean, %.2g in the root mean square", mean, rms)
		if !(math.Abs(mean) < 0.002 && rms < 0.01) {
			t.Errorf("the load is off by %.2g in the mean, %.2g in the root mean square", mean, rms)
		}
	}
}

// Contract: servos give the same bits for any number of workers, and after a restored state.
func TestServosGiveTheSameBits(t *testing.T) {
	const half, whole = 2500, 4000
	var want uint64
	for _, workers := range []int{1, 2, 3} {
		w := worldOf(t, boxScene, workers)
		var saved []byte
		for range whole {
			if w.Clock().Step == half {
				saved = w.Checkpoint()
			}
			w.Step()
		}
		if named(t, w, "lid").Force[2] == 0 {
			t.Fatal("the lid touches nothing")
		}
		if want == 0 {
			want = w.Hash()
		}
		if got := w.Hash(); got != want {
			t.Errorf("%d workers: %016x, want %016x", workers, got, want)
		}
		again, err := sim.Restore(saved, 4-workers)
		if err != nil {
			t.Fatal(err)
		}
		for again.Clock().Step < whole {
			again.Step()
		}
		if got := again.Hash(); got != want {
			t.Errorf("restored: %016x, want %016x", got, want)
		}
		again.Close()
	}
}
