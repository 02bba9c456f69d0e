package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contract: a body released at rest has fallen g dt² n(n+1)/2 after n steps, and with
// Cundall damping λ it falls with (1-λ) g.
func TestFreeFall(t *testing.T) {
	for _, lambda := range []float64{0, 0.3} {
		w := newWorld(t, 1e-3, law.Default)
		w.params.Gravity, w.params.Damping = vec.New(0, 0, -9.81), lambda
		b := add(t, w, body.Def{Shapes: capsuleDef(0.01, 0.02)})
		for i := 0; i < 500; i++ {
			w.Step()
		}
		want := -9.81 * (1 - lambda) * 1e-6 * 500 * 501 / 2
		near(t, "height", w.bodies.Pos[b], vec.New(0, 0, want), 1e-12) // rounding of 500 additions
	}
}

// spinning returns a world with one free body with the given principal inertia.
func spinning(t *testing.T, dt float64, inertia, spin vec.Vec3) (*World, int) {
	w := newWorld(t, dt, law.Default)
	b := add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 1}}, Spin: spin})
	i := vec.New(1/inertia.X, 1/inertia.Y, 1/inertia.Z)
	*w.bodies.Mass(b) = body.Mass{Mass: 1, Inv: 1, Inertia: inertia, InvInertia: i, Template: w.bodies.Template(b)}
	w.bodies.AngMom = make([]vec.Vec3, w.bodies.Len())
	w.bodies.AngMom[b] = spin.Mul(inertia)
	return w, b
}

// Contract: free rotation keeps the angular momentum exactly and the energy without
// drift, and after one period of the closed form (Jacobi functions, T = 6.93566754 s for
// I = 1, 2, 3 and ω = 1, 0, 1) the spin in body axes is back, with an error that falls by
// four when the time step is halved.
func TestFreeRotation(t *testing.T) {
	const period = 6.93566754
	miss := func(steps int) float64 {
		dt := period / float64(steps)
		w, b := spinning(t, dt, vec.New(1, 2, 3), vec.New(1, 0, 1))
		start := w.bodies.AngMom[b]
		var local vec.Vec3
		for i := 0; i < steps; i++ {
			w.Step()
			local = w.bodies.Ori[b].Unrotate(start).Mul(w.bodies.Mass(b).InvInertia)
		}
		if w.bodies.AngMom[b] != start {
			t.Errorf("angular momentum %v, want exactly %v", w.bodies.AngMom[b], start)
		}
		return local.Sub(vec.New(1, 0, 1)).Norm()
	}
	coarse, fine := miss(1000), miss(2000)
	if ratio := coarse / fine; ratio < 3.6 || ratio > 4.4 {
		t.Errorf("error %.3g with 1000 steps and %.3g with 2000: ratio %.2f, want 4 (second order)", coarse, fine, ratio)
	}
	if fine > 1e-4 {
		t.Errorf("error after a period of 2000 steps: %.3g, want < 1e-4", fine)
	}

	// A hundred periods about the unstable axis (Dzhanibekov): no drift of the energy.
	w, b := spinning(t, 1e-3, vec.New(1, 2, 3), vec.New(0.01, 1, 0.01))
	_, energy := w.bodies.Kinetic(b)
	for i := 0; i < 100000; i++ {
		w.Step()
	}
	if _, now := w.bodies.Kinetic(b); !(math.Abs(now/energy-1) < 1e-6) {
		t.Errorf("energy changed by %.3g of itself in 100 s, want < 1e-6", now/energy-1)
	}
}

// Contract: a lying capsule sinks m g/kn and stays: both ends carry, no torque, no drift.
// Seed capsule: kn = π r E/2 = 4.71239e5 N/m, u = 21.60 mm.
func TestLyingCapsule(t *testing.T) {
	w := newWorld(t, 1e-4, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 3000})
	w.params.Gravity, w.params.Damping = vec.New(0, 0, -10), 0.4
	add(t, w, floorDef())
	b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Position: vec.New(0, 0, 0.3)})
	for i := 0; i < 40000; i++ {
		w.Step()
	}
	const want = 0.3 - 1017.876019763093*10/(math.Pi*0.3*1e6/2)
	near(t, "position", w.bodies.Pos[b], vec.New(0, 0, want), 1e-6) // it still heaves by 1e-7 m
	near(t, "axis", w.bodies.Ori[b].Rotate(vec.AxisX), vec.AxisX, 1e-9)
}

// Contract: blocked degrees of freedom keep their velocity whatever acts on them.
func TestBlockedDegreesOfFreedom(t *testing.T) {
	w := newWorld(t, 1e-4, law.Default)
	w.params.Gravity = vec.New(1, 2, -10)
	block, err := body.ParseBlocked("zXZ")
	if err != nil {
		t.Fatal(err)
	}
	b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Velocity: vec.New(0, 0, 0.5), Spin: vec.New(1, 0, 2),
		Blocked: block})
	for i := 0; i < 1000; i++ {
		w.Step()
	}
	near(t, "velocity", w.bodies.Vel[b], vec.New(0.1, 0.2, 0.5), 1e-12)
	if s := w.bodies.Spin[b]; s.X != 1 || s.Z != 2 {
		t.Errorf("spin %v, want x = 1 and z = 2 exactly", s)
	}
	if _, err := body.ParseBlocked("xq"); err == nil {
		t.Error("letters other than xyzXYZ are accepted")
	}
}
