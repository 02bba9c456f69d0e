package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// turnover is the energy that moved through a world [J]: what came and went, with what
// there was.
func turnover(e bridge.Energy) float64 {
	return math.Abs(e.Kinetic) + math.Abs(e.Elastic) + math.Abs(e.Inlets) + math.Abs(e.Outlets) +
		math.Abs(e.Imposed) + math.Abs(e.Edits) + math.Abs(e.Dissipated)
}

// gas returns 100 elastic balls of 1 cm without friction that fly about, in a box of
// walls or, without, towards the middle.
func gas(t *testing.T, dt float64, walls bool, edit func(*law.Material)) *World {
	const r, half = 0.01, 0.08
	m := law.Material{Young: 1e6, KtDivKn: 0.2, Density: 1000}
	edit(&m)
	w := newWorld(t, dt, m)
	for axis := 0; walls && axis < 3; axis++ {
		for _, sense := range []int{-1, 1} {
			add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindWall,
				Wall: body.WallDef{Axis: axis, Sense: sense, Position: -float64(sense) * half}}}})
		}
	}
	random := rand.New(rand.NewPCG(13, 13))
	for i := 0; i < 100; i++ {
		p := vec.New(float64(i%5)-2, float64(i/5%5)-2, float64(i/25)-1.5).Scale(0.03)
		v := vec.New(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Scale(0.2)
		if !walls {
			v = v.Scale(0.1).AddScaled(-5, p)
		}
		add(t, w, body.Def{Shapes: sphereDef(r), Position: p, Velocity: v})
	}
	return w
}

// soundTime is r √(ρ/E) of the balls of gas [s].
const soundTime = 0.01 * 0.0316227766

// T13. Contract: 100 elastic balls without friction in a box keep their energy to 1e-3 of
// itself for 1e5 steps of a tenth of the critical one, without trend; the error is of
// second order in the time step.
func TestBoxOfElasticBallsKeepsEnergy(t *testing.T) {
	t.Parallel()
	run := func(safety float64, steps int) (worst, drift, rms float64) {
		w := gas(t, safety*soundTime, true, func(*law.Material) {})
		w.Step()
		e := w.Energy()
		start := e.Kinetic + e.Elastic
		var sum float64
		n := 0
		for i := 1; i < steps; i++ {
			w.Step()
			if i%16 != 0 {
				continue
			}
			e = w.Energy()
			drift = (e.Kinetic+e.Elastic)/start - 1
			worst = math.Max(worst, math.Abs(drift))
			sum += drift * drift
			n++
		}
		return worst, drift, math.Sqrt(sum / float64(n))
	}
	worst, drift, fine := run(0.1, 100000)
	_, _, coarse := run(0.2, 50000)
	t.Logf("largest error %.2g, at the end %.2g; mean %.3g, with twice the step %.3g", worst, drift, fine, coarse)
	if !(worst < 1e-3) {
		t.Errorf("energy is up to %.3g of itself off, want < 1e-3", worst)
	}
	// Paths differ after some collisions, so the ratio is only roughly that of order 2.
	if ratio := coarse / fine; !(ratio > 2.5 && ratio < 12) {
		t.Errorf("error %.3g, with twice the step %.3g: ratio %.2f, want about 4", fine, coarse, ratio)
	}
}

// T13. Contract: collisions of bodies keep momentum to 1e-12 and angular momentum to 1e-10
// of what there is in sizes, with friction, dashpots and resistance too.
func TestCollisionsKeepMomentum(t *testing.T) {
	t.Parallel()
	for _, kind := range law.Kinds {
		name := kind.Name
		w := gas(t, 0.2*soundTime, false, func(m *law.Material) {
			m.TanPhi, m.Restitution, m.RollingFriction, m.TwistingFriction, m.Poisson = 0.4, 0.7, 0.1, 0.1, 0.3
		})
		setLaw(w, name)
		momentum := func() (p, l vec.Vec3, sizeP, sizeL float64) {
			b := &w.bodies
			for i := range b.Pos {
				m := b.Vel[i].Scale(b.Mass(i).Mass)
				orbit := b.Pos[i].AddScaled(-w.clock.Last/2, b.Vel[i]).Cross(m)
				p, l = p.Add(m), l.Add(orbit).Add(b.AngularMomentum(i))
				sizeP, sizeL = sizeP+m.Norm(), sizeL+orbit.Norm()+b.AngularMomentum(i).Norm()
			}
			return p, l, sizeP, sizeL
		}
		p0, l0, sizeP, sizeL := momentum()
		touched := 0
		for i := 0; i < 4000; i++ {
			w.Step()
			touched += w.contacts.Count
		}
		p, l, _, _ := momentum()
		t.Logf("%s: momentum %.2g, angular momentum %.2g off, of their sizes; %d contact steps", name, p.Sub(p0).Norm()/sizeP,
			l.Sub(l0).Norm()/sizeL, touched)
		if touched < 1000 {
			t.Fatal("nothing touched")
		}
		if !(p.Sub(p0).Norm() < 1e-12*sizeP) || !(l.Sub(l0).Norm() < 1e-10*sizeL) {
			t.Errorf("%s: momentum %.3g and angular momentum %.3g of their sizes off, want < 1e-12 and 1e-10", name,
				p.Sub(p0).Norm()/sizeP, l.Sub(l0).Norm()/sizeL)
		}
	}
}

// machine returns a world in which every entry of the ledger gets something: balls rain on
// a shaking floor, roll, twist, slide and leave through a hole.
func machine(t *testing.T, name string, dt float64) *World {
	w := newWorld(t, dt, law.Material{Young: 1e6, KtDivKn: 0.3, TanPhi: 0.4, Density: 1000, Poisson: 0.3,
		Restitution: 0.8, RollingFriction: 0.05, TwistingFriction: 0.05})
	w.params.Gravity, w.params.Damping = vec.New(0.5, 0, -10), 0.02
	setLaw(w, name)
	for _, side := range []body.WallDef{{Axis: 0, Sense: 1, Position: -0.06}, {Axis: 1, Sense: 1, Position: -0.06},
		{Axis: 1, Sense: -1, Position: 0.06}} {
		add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindWall, Wall: side}}})
	}
	plate := cup(0.09, 0.02)
	plate.Triangles = plate.Triangles[:2]
	add(t, w, body.Def{Name: "plate", Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: plate}},
		Blocked: body.BlockAll})
	fail := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var path motion.Interpolated
	for i := 0; i <= 400; i++ {
		at := float64(i) * 2.5e-3
		path.Times = append(path.Times, at)
		path.Poses = append(path.Poses, motion.Pose{Position: vec.New(0, 0, 2e-3*(1-math.Cos(2*math.Pi*8*at))),
			Orientation: vec.Identity})
	}
	fail(w.Build().AddMotion(kinematic.Def{Name: "shake", Body: "plate", Path: path}))
	fail(w.Build().AddInlet(insertion.InletDef{Name: "rain", Every: 200, Attempts: 50, PerBody: 10, MaxBodies: 60,
		Products: []insertion.Product{{Shapes: sphereDef(0.01)}},
		Velocity: vec.New(0.1, 0, -0.5),
		Volume: insertion.Volume{Kind: insertion.VolumeBox, Origin: vec.New(-0.02, 0, 0.1),
			Half: vec.New(0.035, 0.05, 0.03)}}))
	fail(w.Build().AddOutlet(insertion.OutletDef{Name: "hole", Every: 10,
		Volume: insertion.Volume{Kind: insertion.VolumeBox, Origin: vec.New(0.12, 0, 0), Half: vec.New(0.04, 0.1, 0.1)}}))
	return w
}

// T14. Contract: with everything at work (rain, outlet, shaken mesh, friction, dashpots,
// resistance, Cundall damping, edits) the ledger of balls closes to 1e-4 of the turnover,
// and its entry for the contact rule, which for balls has nothing to book but the error of
// the time step, stays below 1e-3 of it and falls with the step.
func TestLedgerCloses(t *testing.T) {
	t.Parallel()
	for _, kind := range law.Kinds {
		name := kind.Name
		run := func(dt float64) bridge.Energy {
			w := machine(t, name, dt)
			step := func(until float64) {
				for w.clock.Time < until {
					w.Step()
				}
			}
			step(0.3)
			m := w.contacts.Materials[0].Law
			m.Young, m.TanPhi, m.Density = 1.5e6, 0.3, 1200
			bridge.MakeEdit(w, bridge.SetMaterial{Material: m})
			step(0.5)
			bridge.MakeEdit(w, bridge.Vector("gravity", vec.New(1, 0, -8)))
			step(0.8)
			return w.Energy()
		}
		coarse, e := run(4e-5), run(2e-5)
		all := turnover(e)
		t.Logf("%s: %+v", name, e)
		t.Logf("%s: closure %.2g of the turnover %.3g J, with twice the step %.2g; contact rule %.2g, %.2g", name,
			e.ClosureError/all, all, coarse.ClosureError/turnover(coarse), e.ContactRule/all,
			coarse.ContactRule/turnover(coarse))
		for what, v := range map[string]float64{"damping": e.Damping, "friction": e.Friction, "viscous": e.Viscous,
			"rolling": e.Rolling,
			"inlets":  e.Inlets, "outlets": e.Outlets, "imposed": e.Imposed, "edits": e.Edits,
			"elastic rolling": e.ElasticRolling} {
			if math.Abs(v) < 1e-9*all {
				t.Errorf("%s: nothing booked for %s", name, what)
			}
		}
		if !(math.Abs(e.ClosureError) < 1e-4*all) {
			t.Errorf("%s: closure error %.3g of the turnover, want < 1e-4", name, e.ClosureError/all)
		}
		if !(math.Abs(e.ContactRule) < 1e-3*all) || !(math.Abs(e.ContactRule) < 0.7*math.Abs(coarse.ContactRule)) {
			t.Errorf("%s: contact rule %.3g of the turnover, with twice the step %.3g; want < 1e-3 and falling",
				name, e.ContactRule/all, coarse.ContactRule/turnover(coarse))
		}
	}
}

// Contract: each way to lose energy is booked under its name: an impact with restitution
// e loses 1 - e² to the dashpot, a ball that slides until it rolls 2/7 to friction, one
// that rolls out all to rolling, one that spins out all to twisting. What an oblique impact takes is
// booked for friction, with the springs that soften, and the dashpot, under every law.
func TestLossesAreBookedByName(t *testing.T) {
	t.Parallel()
	start := func(e float64, edit func(*law.Material), velocity, spin vec.Vec3) *slope {
		s := stiffBall(t, func(m *law.Material) { m.Restitution = e; edit(m) })
		s.bodies.Vel[s.body] = velocity
		s.setSpin(s.body, spin)
		return s
	}
	check := func(what string, got, want float64) {
		t.Helper()
		t.Logf("%s: %.6f of the energy, closed form %.6f", what, got, want)
		if math.Abs(got-want) > 2e-3 {
			t.Errorf("%s: %.6g of the energy, want %.6g ± 2e-3", what, got, want)
		}
	}
	kinetic := func(s *slope) float64 {
		translation, rotation := s.bodies.Kinetic(s.body)
		return translation + rotation
	}
	none := func(*law.Material) {}

	s := start(0.5, none, vec.New(0, 0, -0.1), vec.Vec3{})
	s.g = 0
	s.bodies.Pos[s.body].Z = 5.01e-3
	before := kinetic(s)
	s.run(1e-3)
	e := s.Energy()
	check("dashpot", e.Viscous/before, 0.75)
	check("contact rule of an impact", e.ContactRule/before, 0)

	s = start(1, none, vec.New(0.1, 0, 0), vec.Vec3{})
	before = kinetic(s)
	s.run(0.02)
	check("sliding", s.Energy().Friction/before, 2./7)

	s = start(1, func(m *law.Material) { m.RollingFriction = 0.2 }, vec.New(0.05, 0, 0), vec.New(0, 10, 0))
	before = kinetic(s)
	s.run(0.1)
	check("rolling", s.Energy().Rolling/before, 1)

	s = start(1, func(m *law.Material) { m.TwistingFriction = 0.2 }, vec.Vec3{}, vec.New(0, 0, 10))
	before = kinetic(s)
	s.run(0.1)
	check("twisting", s.Energy().Rolling/before, 1)

	for k := range law.Kinds {
		for _, restitution := range []float64{1, 0.5} {
			for _, along := range []float64{0.03, 0.2} { // it sticks, or slides
				s := start(restitution, func(m *law.Material) { m.Poisson = 0.3 }, vec.New(along, 0, -0.1), vec.Vec3{})
				setLaw(s.World, law.Kinds[k].Name)
				s.g = 0
				s.bodies.Pos[s.body].Z = 5.001e-3
				before := kinetic(s)
				s.run(1e-3)
				e, what := s.Energy(), fmt.Sprintf("%s, restitution %g, %g m/s along: ", law.Kinds[k].Name, restitution, along)
				check(what+"friction and dashpot", (e.Friction+e.Viscous)/before, 1-kinetic(s)/before)
				if e.Friction < 0.01*before && (along > 0.1 || law.Kinds[k].Stiffens()) {
					t.Errorf("%sfriction takes only %g of the energy", what, e.Friction/before)
				}
			}
		}
	}
}

// Contract: what the documented rule for capsules makes out of nothing is booked as that:
// a capsule dropped at a tilt of 5° without damping gains 88 % of its drop energy in its
// first bounce (validation note, section 5), and the ledger closes.
func TestContactRuleOwnsWhatItMakes(t *testing.T) {
	for _, c := range []struct{ degrees, gain, tolerance float64 }{{0, 0, 2e-3}, {5, 0.88, 0.02}, {22.5, 0, 2e-3}} {
		w := newWorld(t, 2e-5, law.Material{Young: 1e6, KtDivKn: 0.2, Density: 3000})
		w.params.Gravity = vec.New(0, 0, -10)
		add(t, w, floorDef())
		tilt := c.degrees * math.Pi / 180
		b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Orientation: vec.FromAxisAngle(vec.AxisY, tilt),
			Position: vec.New(0, 0, 0.3+0.4*math.Sin(tilt)+0.05)})
		drop := capsuleMass * 10 * 0.05
		for touched := false; ; {
			w.Step()
			if w.contacts.Count > 0 {
				touched = true
			} else if touched {
				break
			}
		}
		e := w.Energy()
		_, z := b, w.bodies.Pos[b].Z
		t.Logf("%g°: contact rule %.4f of the drop energy, closure %.2g, at %.3f m", c.degrees, e.ContactRule/drop,
			e.ClosureError/drop, z)
		if math.Abs(e.ContactRule/drop-c.gain) > c.tolerance || math.Abs(e.ClosureError) > 1e-3*drop {
			t.Errorf("%g°: contact rule %.4g and closure error %.3g of the drop energy, want %.2g ± %g and < 1e-3", c.degrees,
				e.ContactRule/drop, e.ClosureError/drop, c.gain, c.tolerance)
		}
	}
}

// Contract: an edit while bodies touch books the energy that it adds or takes, at once and
// to the last digit, and nothing else changes.
func TestEditsBookTheirEnergy(t *testing.T) {
	t.Parallel()
	w := machine(t, "frictional", 2e-5)
	for w.clock.Time < 0.4 {
		w.Step()
	}
	m := w.contacts.Materials[0].Law
	stiff, heavy, rough := m, m, m
	stiff.Young *= 3
	heavy.Young, heavy.Density = stiff.Young, 2*m.Density
	rough = heavy
	rough.RollingFriction = 0
	for _, c := range []bridge.Edit{
		bridge.SetMaterial{Material: stiff}, bridge.SetMaterial{Material: heavy}, bridge.SetMaterial{Material: rough},
		bridge.Vector("gravity", vec.New(1, 2, -5)), bridge.Word("law", "hertz-mindlin"), bridge.Word("law", "frictional"),
	} {
		a := w.Energy()
		bridge.MakeEdit(w, c)
		b := w.Energy()
		brought := b.Kinetic + b.Elastic + b.Potential - a.Kinetic - a.Elastic - a.Potential
		all := turnover(b)
		if brought == 0 {
			t.Errorf("%#v: changed nothing", c)
		}
		if d := b.Edits - a.Edits; math.Abs(d-brought) > 1e-12*all {
			t.Errorf("%#v: booked %.6g J, brought %.6g J", c, d, brought)
		}
		if math.Abs(b.ClosureError-a.ClosureError) > 1e-12*all || math.Abs(b.ContactRule-a.ContactRule) > 1e-12*all ||
			b.Dissipated != a.Dissipated {
			t.Errorf("%#v: changed other entries: %+v, before %+v", c, b, a)
		}
	}
}

// Contract: with all shapes and a changing time step the ledger closes to 1e-4 of the
// turnover: what is left is the error of rotations and of steps that change.
func TestLedgerOfAllShapesCloses(t *testing.T) {
	t.Parallel()
	w := pile(t, 1, 6, 100)
	for i := 0; i < 6000; i++ {
		w.Step()
	}
	e := w.Energy()
	all := turnover(e)
	t.Logf("closure %.2g of the turnover, contact rule %.2g", e.ClosureError/all, e.ContactRule/all)
	if !(math.Abs(e.ClosureError) < 1e-4*all) {
		t.Errorf("closure error %.3g of the turnover, want < 1e-4: %+v", e.ClosureError/all, e)
	}
}
