package motion

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/vec"
)

var start = Pose{Position: vec.New(0.3, -0.2, 0.5), Orientation: vec.FromAxisAngle(vec.New(1, 2, 3), 0.7)}

// rates returns the velocity [m/s] and angular velocity [rad/s] of a motion at time t, by
// central differences: errors of h² of the third derivative and of rounding over h.
func rates(m Motion, t float64) (v, spin vec.Vec3) {
	const h = 1e-5
	a, b := m.At(t-h, start), m.At(t+h, start)
	return b.Position.Sub(a.Position).Scale(0.5 / h),
		b.Orientation.Mul(a.Orientation.Conj()).RotationVector().Scale(0.5 / h)
}

func near(t *testing.T, what string, at float64, got, want vec.Vec3, tolerance float64) {
	t.Helper()
	if d := got.Sub(want).Norm(); !(d <= tolerance) {
		t.Errorf("%s at %.3f s: got %v, want %v (off by %.3g)", what, at, got, want, d)
	}
}

func vector(r *rand.Rand) vec.Vec3 {
	return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
}

// Contract: every motion but the interpolated one starts in the body's own pose, and moves
// with the velocities that its formula says.
func TestRatesAreThoseOfTheFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		h := Harmonic{Shift: vector(r), Turn: vector(r).Scale(0.2), Frequency: 3 * r.Float64(), Phase: 6 * r.Float64()}
		about := vector(r)
		c := Constant{Velocity: vector(r), Spin: vector(r), About: &about}
		free := Constant{Velocity: vector(r), Spin: vector(r)}
		swing := Harmonic{Shift: vector(r), Frequency: 2}
		sum := Sum{c, swing}
		for _, m := range []Motion{h, c, free, sum} {
			if err := m.Check(); err != nil {
				t.Fatal(err)
			}
			p := m.At(0, start)
			near(t, "start", 0, p.Position, start.Position, 1e-15)
			near(t, "start", 0, p.Orientation.Mul(start.Orientation.Conj()).RotationVector(), vec.Vec3{}, 1e-15)
		}
		at := 2 * r.Float64()
		w := 2 * math.Pi * h.Frequency
		f := w * math.Cos(w*at+h.Phase)
		v, spin := rates(h, at)
		near(t, "harmonic velocity", at, v, h.Shift.Scale(f), 1e-5)
		near(t, "harmonic spin", at, spin, h.Turn.Scale(f), 1e-5)

		arm := c.At(at, start).Position.Sub(about).AddScaled(-at, c.Velocity)
		orbit := c.Velocity.Add(c.Spin.Cross(arm))
		v, spin = rates(c, at)
		near(t, "velocity about a point", at, v, orbit, 1e-8)
		near(t, "spin about a point", at, spin, c.Spin, 1e-8)

		v, spin = rates(free, at)
		near(t, "constant velocity", at, v, free.Velocity, 1e-9)
		near(t, "constant spin", at, spin, free.Spin, 1e-8)

		v, spin = rates(sum, at)
		near(t, "velocity of a sum", at, v, orbit.AddScaled(4*math.Pi*math.Cos(4*math.Pi*at), swing.Shift), 1e-5)
		near(t, "spin of a sum", at, spin, c.Spin, 1e-8)
	}
}

// Contract: an interpolated motion meets its keys, holds the first before and the last
// after them, and between two of them moves straight and at constant rate, turning by the
// shorter arc.
func TestInterpolated(t *testing.T) {
	a := Pose{vec.New(1, 2, 3), vec.FromAxisAngle(vec.AxisZ, 0.2)}
	b := Pose{vec.New(2, 2, 1), vec.FromAxisAngle(vec.AxisZ, 1.2).Neg()} // the same rotation, written the long way
	m := Interpolated{Times: []float64{0.5, 2.5}, Poses: []Pose{a, b}}
	for _, c := range []struct {
		at   float64
		want Pose
	}{{0, a}, {0.5, a}, {2.5, b}, {9, b}} {
		p := m.At(c.at, start)
		near(t, "position", c.at, p.Position, c.want.Position, 0)
		near(t, "orientation", c.at, p.Orientation.Mul(c.want.Orientation.Conj()).RotationVector(), vec.Vec3{}, 1e-15)
	}
	for at := 0.6; at < 2.4; at += 0.3 {
		v, spin := rates(m, at)
		near(t, "velocity", at, v, vec.New(0.5, 0, -1), 1e-9)
		near(t, "spin", at, spin, vec.New(0, 0, 0.5), 1e-9)
	}
}

// Contract: a sum with an interpolated motion adds its way from the starting pose.
func TestSumOfOneIsTheMotion(t *testing.T) {
	m := Interpolated{Times: []float64{0, 1}, Poses: []Pose{{vec.New(1, 0, 0), vec.Identity},
		{vec.New(0, 1, 0), vec.FromAxisAngle(vec.AxisX, 2)}}}
	for at := 0.0; at < 1.2; at += 0.1 {
		got, want := Sum{m}.At(at, start), m.At(at, start)
		near(t, "position", at, got.Position, want.Position, 1e-15)
		near(t, "orientation", at, got.Orientation.Mul(want.Orientation.Conj()).RotationVector(), vec.Vec3{}, 1e-15)
	}
}

// Contract: what makes no motion is refused.
func TestBadMotions(t *testing.T) {
	nan := math.NaN()
	for _, m := range []Motion{
		Interpolated{}, Interpolated{Times: []float64{1}}, Interpolated{Times: []float64{1, 1}, Poses: make([]Pose, 2)},
		Interpolated{Times: []float64{0}, Poses: []Pose{{Position: vec.New(nan, 0, 0)}}},
		Harmonic{Frequency: -1}, Harmonic{Frequency: math.Inf(1)}, Harmonic{Phase: nan}, Harmonic{Shift: vec.New(0, nan, 0)},
		Constant{Spin: vec.New(0, 0, math.Inf(-1))}, Constant{About: &vec.Vec3{X: nan}}, Sum{},
		Sum{Constant{}, Harmonic{Frequency: nan}},
	} {
		if m.Check() == nil {
			t.Errorf("%#v is accepted", m)
		}
	}
}
