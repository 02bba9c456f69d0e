package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// T10. Contract: a capsule that stands tilted on a frictionless plane and falls pivots on
// its rounded end with the spin that energy gives it when its axis is level:
//
//	½ I ω² = m g (a/2) cos ψ0
//
// (the centre then moves at ω a/2 as well: ½ m (a/2)² ω² is part of the left side). Seed
// capsule, a hundred times as stiff, so that its end sinks by less than 0.1 % of the radius.
func TestCapsulePivotsOnItsEnd(t *testing.T) {
	t.Parallel()
	const radius, shaft, g, young = 0.3, 0.8, 10.0, 1e8
	for _, c := range []struct{ degrees, spin float64 }{{1, 5.113639}, {67.5, 3.163610}} {
		w := newWorld(t, 1e-5, law.Material{Young: young, Density: 3000})
		w.params.Gravity = vec.New(0, 0, -g)
		add(t, w, floorDef())
		psi := c.degrees * math.Pi / 180
		// It begins at rest with the force that the pivot needs at once, so that it does
		// not heave: N = m (g - l sin ψ α), α = m g l sin ψ / (I + m l² sin² ψ).
		const m, inertia, l = 1017.876019763093, 148.49680154988235, shaft / 2
		arm := l * math.Sin(psi)
		sink := m * (g - arm*m*g*arm/(inertia+m*arm*arm)) / (math.Pi * radius * young / 2)
		b := add(t, w, body.Def{Shapes: capsuleDef(radius, shaft),
			Position:    vec.New(0, 0, radius-sink+shaft/2*math.Cos(psi)),
			Orientation: vec.FromAxisAngle(vec.AxisY, psi-math.Pi/2)})
		// Just before the axis is level, where the other end would touch.
		for math.Abs(w.bodies.Ori[b].Rotate(vec.AxisX).Z) > 1e-4 && w.clock.Time < 5 {
			w.Step()
		}
		if spin := math.Abs(w.bodies.Spin[b].Y); math.Abs(spin/c.spin-1) > 1e-3 {
			t.Errorf("from %g°: spin %.6f rad/s when level, want %.6f ± 0.1 %%", c.degrees, spin, c.spin)
		}
	}
}

// T11 and T12. Contract: a free body with the principal moments 1, 2, 3 has the period of the
// closed form (complete elliptic integral), found as the time at which the spin in body
// axes comes back; the space-frame angular momentum never changes, not in its last bit.
func TestFreeRotationHasItsPeriod(t *testing.T) {
	for _, c := range []struct {
		spin   vec.Vec3
		period float64
	}{
		{vec.New(1, 0, 1), 6.93566754},
		{vec.New(0.01, 1, 0.01), 39.1057342}, // Dzhanibekov: two flips
		{vec.New(0.01, 1, 0), 41.5092195},
		{vec.New(1, 0.1, 0.1), 10.9384589},
	} {
		const steps = 20000
		dt := c.period / steps
		w, b := spinning(t, dt, vec.New(1, 2, 3), c.spin)
		l := w.bodies.AngMom[b]
		local := func() vec.Vec3 { return w.bodies.Ori[b].Unrotate(l).Mul(w.bodies.Mass(b).InvInertia) }
		// The way back is nearest to the start at the period: look for it around there.
		best, at := math.Inf(1), 0.0
		for w.clock.Time < 1.01*c.period {
			w.Step()
			if w.clock.Time > 0.99*c.period {
				if d := local().Sub(c.spin).Norm(); d < best {
					best, at = d, w.clock.Time
				}
			}
		}
		if w.bodies.AngMom[b] != l {
			t.Errorf("angular momentum %v, want exactly %v", w.bodies.AngMom[b], l)
		}
		if math.Abs(at/c.period-1) > 1e-3 || best > 5e-3 {
			t.Errorf("spin %v: back to within %.2g after %.6f s, want %.6f ± 0.1 %%", c.spin, best, at, c.period)
		}
	}
}
