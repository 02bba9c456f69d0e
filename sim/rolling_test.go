package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// slope is a world of one body on a floor whose gravity is tilted slowly, so that nothing
// swings, and then stays.
type slope struct {
	*World
	body    int
	g       float64
	maximum float64 // tilt [rad]
	ramp    float64 // time over which it grows [s]
}

// run steps until a time.
func (s *slope) run(until float64) {
	for s.clock.Time < until {
		part := 1.0
		if s.ramp > 0 && s.clock.Time < s.ramp {
			part = s.clock.Time / s.ramp
			part = part * part * (3 - 2*part)
		}
		sin, cos := math.Sincos(part * s.maximum)
		s.params.Gravity = vec.New(s.g*sin, 0, -s.g*cos)
		s.Step()
	}
}

// acceleration runs for a while and returns the mean acceleration and angular acceleration
// about y in it. Springs still swing: it compares the means of the first and the last
// tenth, of whole numbers of swings.
func (s *slope) acceleration(while float64) (along, about float64) {
	begin := s.clock.Time
	mean := func(until float64) (v, spin, at float64) {
		n := 0.0
		for s.clock.Time < until {
			s.run(s.clock.Time + s.clock.Dt/2)
			v, spin, at, n = v+s.bodies.Vel[s.body].X, spin+s.bodies.Spin[s.body].Y, at+s.clock.Time, n+1
		}
		return v / n, spin / n, at / n
	}
	v0, s0, t0 := mean(begin + 0.1*while)
	s.run(begin + 0.9*while)
	v1, s1, t1 := mean(begin + while)
	return (v1 - v0) / (t1 - t0), (s1 - s0) / (t1 - t0)
}

// sliding reports whether a contact slides.
func (s *slope) sliding() bool {
	for c := range s.contacts.All {
		if c.Sliding {
			return true
		}
	}
	return false
}

// stiffBall returns a ball at rest on the floor: r = 5 mm, 2000 kg/m³, kn = 1e6 N/m.
func stiffBall(t *testing.T, edit func(*law.Material)) *slope {
	const r, kn, g = 5e-3, 1e6, 9.8
	m := law.Material{Young: 2 * kn / (math.Pi * r), KtDivKn: 0.4, TanPhi: 0.5, Density: 2000}
	edit(&m)
	w := newWorld(t, 2e-6, m)
	add(t, w, floorDef())
	mass := 2000 * 4. / 3 * math.Pi * r * r * r
	b := add(t, w, body.Def{Shapes: sphereDef(r), Position: vec.New(0, 0, r-mass*g/kn)})
	return &slope{World: w, body: b, g: g}
}

// T5. Contract: a ball that starts sliding ends rolling with 5/7 of its velocity after
// 2 u/(7 µ g), at the distance 12 u²/(49 µ g), and slows down by µ g until then.
func TestSlideToRoll(t *testing.T) {
	const u, g, mu, r = 0.1, 9.8, 0.5, 5e-3
	s := stiffBall(t, func(m *law.Material) { m.TanPhi = mu })
	s.bodies.Vel[s.body] = vec.New(u, 0, 0)
	roll := 2 * u / (7 * mu * g)
	s.run(roll / 2)
	if v, want := s.bodies.Vel[s.body].X, u-mu*g*roll/2; math.Abs(v/want-1) > 0.01 {
		t.Errorf("velocity while it slides %.5g m/s, want %.5g ± 1 %%", v, want)
	}
	s.run(roll)
	if x, want := s.bodies.Pos[s.body].X, 12*u*u/(49*mu*g); math.Abs(x/want-1) > 0.01 {
		t.Errorf("distance until it rolls %.5g m, want %.5g ± 1 %%", x, want)
	}
	// The shear spring, which nothing damps, swings about rolling: take the mean.
	var v, rim, n float64
	for s.clock.Time < 2*roll {
		s.run(s.clock.Time + s.clock.Dt/2)
		v, rim, n = v+s.bodies.Vel[s.body].X, rim+r*s.bodies.Spin[s.body].Y, n+1
	}
	v, rim = v/n, rim/n
	t.Logf("velocity %.6f and rim speed %.6f of 5/7", v/u*7/5, rim/u*7/5)
	if math.Abs(v/u-5./7) > 1e-3 || math.Abs(rim/u-5./7) > 1e-3 {
		t.Errorf("velocity %.5g, rim speed %.5g of the first; want 5/7 = %.5g ± 1e-3 for both", v/u, rim/u, 5./7)
	}
}

// T6. Contract: on a slope of 15° a ball rolls with 5/7 g sin θ if tan θ ≤ 7/2 µ, else it
// slides with g (sin θ - µ cos θ) and spins up with 5/2 µ g cos θ/r.
func TestBallOnSlope(t *testing.T) {
	t.Parallel()
	const g, r, theta = 9.8, 5e-3, 15 * math.Pi / 180
	sin, cos := math.Sincos(theta)
	for _, mu := range []float64{0.5, 0.05} {
		s := stiffBall(t, func(m *law.Material) { m.TanPhi = mu })
		s.maximum, s.ramp = theta, 0.02
		s.run(s.ramp)
		a, spin := s.acceleration(0.05)
		want, wantSpin := 5./7*g*sin, 5./7*g*sin/r
		if math.Tan(theta) > 3.5*mu {
			want, wantSpin = g*(sin-mu*cos), 2.5*mu*g*cos/r
		}
		t.Logf("µ = %g: %.6f m/s², closed form %.6f; %.5g rad/s², %.5g", mu, a, want, spin, wantSpin)
		if math.Abs(a-want) > 1e-4 || math.Abs(spin/wantSpin-1) > 1e-4 {
			t.Errorf("µ = %g: acceleration %.6g m/s² and %.6g rad/s², want %.6g and %.6g within 1e-4", mu, a, spin, want,
				wantSpin)
		}
	}
}

// lyingCapsule returns Woo's capsule at rest on the floor, its axis along the given
// one; stiff multiplies Woo's stiffness.
func lyingCapsule(t *testing.T, axis vec.Vec3, mu, stiff, dt float64) *slope {
	const r, a, g = 0.3, 0.8, 10
	w := newWorld(t, dt, law.Material{Young: stiff * 1e6, KtDivKn: 0.2, TanPhi: mu, Density: 3000})
	add(t, w, floorDef())
	sink := capsuleMass * g / (stiff * capsuleStiffness)
	q := vec.Identity
	if axis == vec.AxisY {
		q = vec.FromAxisAngle(vec.AxisZ, math.Pi/2)
	}
	b := add(t, w, body.Def{Shapes: capsuleDef(r, a), Position: vec.New(0, 0, r-sink), Orientation: q})
	return &slope{World: w, body: b, g: g}
}

const (
	capsuleMass      = 1017.876019763093 // [kg]
	capsuleStiffness = math.Pi * 0.3 * 1e6 / 2
)

// T7. Contract: a capsule across the slope rolls with g sin θ/(1 + κ), κ = I/(m r²) =
// .4666667, and slides from tan θ = µ (1 + 1/κ) on, bracketed by ± 0.5 %.
func TestCapsuleRollsSideways(t *testing.T) {
	const kappa, theta = 0.4666666666666667, 0.3
	limit := math.Tan(theta) / (1 + 1/kappa)
	for _, mu := range []float64{1.005 * limit, 0.995 * limit} {
		s := lyingCapsule(t, vec.AxisY, mu, 1e4, 1e-5)
		s.maximum, s.ramp = theta, 0.1
		s.run(s.ramp)
		rolls := mu > limit
		a, _ := s.acceleration(0.05)
		want := 10 * math.Sin(theta) / (1 + kappa)
		t.Logf("µ = %.3f of the limit: %.5f m/s², rolling %.5f, slides %v", mu/limit, a, want, s.sliding())
		if s.sliding() == rolls {
			t.Errorf("µ = %.3f of the limit: slides is %v", mu/limit, s.sliding())
		}
		if rolls && math.Abs(a/want-1) > 1e-3 {
			t.Errorf("acceleration %.6g m/s², want %.6g ± 1e-3 of it", a, want)
		}
	}
}

// T8. Contract: a capsule along the slope stays if tan θ < µ, after a creep of
// m g sin θ/kt, else it slides with g (sin θ - µ cos θ); bracketed by ± 0.5 %.
func TestCapsuleAlongSlopeHoldsOrSlides(t *testing.T) {
	t.Parallel()
	const theta = 0.4
	sin, cos := math.Sincos(theta)
	limit := math.Tan(theta)
	hold := lyingCapsule(t, vec.AxisX, 1.005*limit, 1e2, 1e-4)
	hold.maximum, hold.ramp, hold.params.Damping = theta, 2, 0.3
	hold.run(4)
	// The couple of friction and weight also tilts the capsule: (r/(a/2))² F/kn more.
	force := capsuleMass * 10 * sin / (1e2 * capsuleStiffness)
	creep := force/0.2 + force*(0.3/0.4)*(0.3/0.4)
	x := hold.bodies.Pos[hold.body].X
	hold.run(5)
	drift := hold.bodies.Pos[hold.body].X - x
	t.Logf("creep %.6g m, closed form %.6g; drift in a second %.2g m", x, creep, drift)
	if math.Abs(x/creep-1) > 0.02 || math.Abs(drift) > 1e-9 {
		t.Errorf("creep %.6g m, then %.3g m in a second; want %.6g ± 2 %% and < 1e-9", x, drift, creep)
	}
	slide := func(part float64) float64 {
		s := lyingCapsule(t, vec.AxisX, part*limit, 1e4, 1e-5)
		s.maximum, s.ramp = theta, 0.1
		s.run(s.ramp)
		a, _ := s.acceleration(0.1)
		return a
	}
	if a := slide(0.995); a < 0.01 {
		t.Errorf("µ = 0.995 of the limit: acceleration %.3g m/s²: it does not slide", a)
	}
	a, want := slide(0.5), 10*(sin-0.5*limit*cos)
	t.Logf("µ = 0.5 of the limit: %.5f m/s², closed form %.5f", a, want)
	if math.Abs(a/want-1) > 1e-3 {
		t.Errorf("µ = 0.5 of the limit: acceleration %.6g m/s², want %.6g ± 1e-3 of it", a, want)
	}
}

// period returns the mean period of a quantity that swings about zero, over ten swings.
func period(w *World, of func() float64) float64 {
	var first, last float64
	before, crossings := of(), 0
	for crossings < 21 {
		w.Step()
		now := of()
		if (now < 0) != (before < 0) {
			last = w.clock.Time - w.clock.Dt*now/(now-before)
			if crossings == 0 {
				first = last
			}
			crossings++
		}
		before = now
	}
	return (last - first) / 10
}

// T9. Contract: the lying seed capsule heaves with 2π √(m/kn) = .292016 s and, as its rule
// weighs the two ends, pitches with (small) 2π √(I/kn)/(a/2) = .278842 s.
func TestLyingCapsuleSwings(t *testing.T) {
	t.Parallel()
	heave := lyingCapsule(t, vec.AxisX, 0, 1, 1e-4)
	z := heave.bodies.Pos[heave.body].Z
	heave.bodies.Vel[heave.body] = vec.New(0, 0, 1e-3)
	heave.params.Gravity = vec.New(0, 0, -10)
	got := period(heave.World, func() float64 { return heave.bodies.Pos[heave.body].Z - z })
	t.Logf("heave period %.6f s, closed form 0.292016 s", got)
	if math.Abs(got/0.292016-1) > 1e-4 {
		t.Errorf("heave period %.6g s, want 0.292016 ± 1e-4 of it", got)
	}
	pitch := lyingCapsule(t, vec.AxisX, 0, 1, 1e-4)
	pitch.setSpin(pitch.body, vec.New(0, 1e-3, 0))
	pitch.params.Gravity = vec.New(0, 0, -10)
	got = period(pitch.World, func() float64 { return pitch.bodies.Ori[pitch.body].Rotate(vec.AxisX).Z })
	t.Logf("pitch period %.6f s, closed form 0.278842 s", got)
	if math.Abs(got/0.278842-1) > 1e-3 {
		t.Errorf("pitch period %.6g s, want 0.278842 ± 1e-3 of it", got)
	}
}

// Contract: a ball with rolling friction holds on a slope up to tan θ = µr, bracketed by
// ± 1 %, and one that rolls on the level slows down by 5/7 µr g and then stays.
func TestRollingFriction(t *testing.T) {
	t.Parallel()
	const mu, g = 0.1, 9.8
	for _, part := range []float64{0.99, 1.01} {
		s := stiffBall(t, func(m *law.Material) { m.RollingFriction = mu })
		s.maximum, s.ramp, s.params.Damping = math.Atan(part*mu), 0.1, 0.3
		s.run(0.2)
		v := s.bodies.Vel[s.body].X
		s.run(0.25)
		now := s.bodies.Vel[s.body].X
		if holds := part < 1; holds && math.Abs(now) > 1e-9 || !holds && !(now-v > 1e-4) {
			t.Errorf("slope of %g of the limit: velocity %.3g, 50 ms later %.3g m/s", part, v, now)
		}
	}
	s := stiffBall(t, func(m *law.Material) { m.RollingFriction = mu })
	const u = 0.05
	s.bodies.Vel[s.body] = vec.New(u, 0, 0)
	s.setSpin(s.body, vec.New(0, u/5e-3, 0))
	stop := u / (5. / 7 * mu * g)
	s.run(0.1 * stop)
	a, _ := s.acceleration(0.8 * stop)
	t.Logf("slows down by %.5f m/s², closed form %.5f", -a, 5./7*mu*g)
	if math.Abs(a/(-5./7*mu*g)-1) > 1e-3 {
		t.Errorf("slows down by %.6g m/s², want %.6g ± 1e-3 of it", -a, 5./7*mu*g)
	}
	s.run(3 * stop)
	if v := s.bodies.Vel[s.body].X; math.Abs(v) > 0.02*u {
		t.Errorf("velocity long after the stop %.3g m/s, want less than 2 %% of the first", v)
	}
}

// Contract: a ball that spins about the normal with twisting friction slows down by
// 5/2 µt g/r.
func TestTwistingFriction(t *testing.T) {
	const mu, g, r, spin = 0.05, 9.8, 5e-3, 20.0
	s := stiffBall(t, func(m *law.Material) { m.TwistingFriction = mu })
	s.setSpin(s.body, vec.New(0, 0, spin))
	rate := 2.5 * mu * g / r
	s.run(0.1 * spin / rate)
	w0, t0 := s.bodies.Spin[s.body].Z, s.clock.Time
	s.run(0.8 * spin / rate)
	got := (w0 - s.bodies.Spin[s.body].Z) / (s.clock.Time - t0)
	t.Logf("slows down by %.6g rad/s², closed form %.6g", got, rate)
	if math.Abs(got/rate-1) > 1e-4 {
		t.Errorf("slows down by %.6g rad/s², want %.6g ± 1e-4 of it", got, rate)
	}
}
