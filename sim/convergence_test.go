package sim

import (
	"math"
	"os"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contract: the error of a ball's velocity and spin after a bounce falls with the square of the time
// step without friction, and where it slides in one direction; where the direction of sliding turns,
// in three dimensions, and where a Hertz contact sticks, it falls with the step itself, under every
// law. That is what VALIDATION.md says; a row that gets better changes there as well.
//
// Errors are means over eight phases of the first touch, against a run of 16 times as many steps as the
// finer one, whose own error adds .03 to an order of 1; the tolerance of .2 to .35 is the scatter of the
// phase.
func TestOrderOfBouncesWithFriction(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		velocity vec.Vec3
		spin     vec.Vec3
		mu       float64
		order    [3]float64 // under the first of law.Kinds; frictional mixes two where it sticks
	}{
		{"no friction", vec.New(0.3, 0, -1), vec.Vec3{}, 0, [3]float64{2, 2, 2}},
		{"slides in a plane", vec.New(3, 0, -1), vec.Vec3{}, 0.2, [3]float64{2, 2, 2}},
		{"sticks in a plane", vec.New(0.3, 0, -1), vec.Vec3{}, 0.5, [3]float64{0, 2, 1}},
		{"slides in space", vec.New(1, 0.3, -1), vec.New(20, -10, 30), 0.2, [3]float64{1, 1, 1}},
	} {
		if os.Getenv("TUMBLE_LONG") == "" && c.name != "slides in space" {
			t.Logf("%s: only with TUMBLE_LONG=1", c.name)
			continue
		}
		for k := range c.order {
			bounce := func(steps int) (v [2]vec.Vec3) {
				const r, duration = 0.1, 0.08
				m := law.Material{Young: 1e6, Poisson: 0.3, KtDivKn: 0.3, TanPhi: c.mu, Density: 1000}
				w := newWorld(t, duration/float64(steps), m)
				w.contacts.Law = law.Kind(k)
				add(t, w, floorDef())
				b := add(t, w, body.Def{Shapes: sphereDef(r), Position: vec.New(0, 0, r+0.0123), Velocity: c.velocity,
					Spin: c.spin})
				for range steps {
					w.Step()
				}
				if w.contacts.Count > 0 {
					t.Fatalf("%s: it has not bounced yet", c.name)
				}
				return [2]vec.Vec3{w.bodies.Vel[b], w.bodies.Spin[b].Scale(r)}
			}
			const few = 2000 // steps, 400 of them in contact
			exact := bounce(8 * 16 * few)
			off := func(steps int) float64 {
				sum := 0.0
				for phase := range 8 {
					v := bounce(steps + steps*phase/80)
					sum += v[0].Sub(exact[0]).Norm2() + v[1].Sub(exact[1]).Norm2()
				}
				return math.Sqrt(sum / 8)
			}
			coarse, fine := off(few), off(8*few)
			order, want := math.Log2(coarse/fine)/3, c.order[k]
			t.Logf("%s, %s: errors %.2g, %.2g m/s, order %.2f", c.name, law.Kinds[k].Name, coarse, fine, order)
			if want == 1 && math.Abs(order-1) > 0.2 || want == 2 && order < 1.65 {
				t.Errorf("%s, %s: order %.2f, want %g", c.name, law.Kinds[k].Name, order, want)
			}
		}
	}
}
