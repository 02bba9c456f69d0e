package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// single is the largest difference of numbers of a world about a metre across, and of unit
// vectors, that single precision explains.
const single = 3e-7

func apart(got [3]float32, want [3]float64) float64 {
	var most float64
	for k := range want {
		most = math.Max(most, math.Abs(float64(got[k])-want[k])/math.Max(1, math.Abs(want[k])))
	}
	return most
}

// Contract: a snapshot tells of bodies, shapes, contacts and materials what the world itself
// tells, to single precision.
func TestSnapshotTellsOfTheWorld(t *testing.T) {
	t.Parallel()
	w := busy(t, 3)
	w.contacts.Team.InlineBelow = 0 // all three fill it
	for range 5000 {
		w.Step()
	}
	shuffle(w, 5)
	var s bridge.Snapshot
	s.Wanted = bridge.Wanted{Contacts: true, Details: true}
	for range 2 { // into fresh memory and into used
		w.Fill(&s)
	}
	state := w.State()
	rounds, late := 0, 0
	smallest := make([]float64, len(s.Materials))
	bodies := map[int64]int{}
	for i := range s.Bodies {
		bodies[s.Bodies[i].Number] = i
	}
	capsules := map[int32][]*bridge.Capsule{}
	for i := range s.Capsules {
		c := &s.Capsules[i]
		capsules[c.Body] = append(capsules[c.Body], c)
	}
	for _, want := range state.Bodies {
		i, ok := bodies[int64(want.ID)]
		if !ok {
			t.Fatalf("body %d is missing", want.ID)
		}
		got := &s.Bodies[i]
		if apart(got.Center, want.Position) > single || apart(got.Velocity, want.Velocity) > single ||
			apart(got.Spin, want.Spin) > single ||
			kindOf[want.Kind] != got.Kind || got.Mass != float32(want.Mass) {
			t.Errorf("body %d: %+v, want %+v", want.ID, got, want)
		}
		detail, born := &s.Details[i], w.bodies.Born(w.bodies.Index(want.ID))
		translation, rotation := w.bodies.Kinetic(w.bodies.Index(want.ID))
		if apart(detail.Force, want.Force) > single*vec3(want.Force[:]).Norm()+single ||
			detail.Kinetic != float32(translation+rotation) || detail.Born != born ||
			detail.Start != w.bodies.Start[w.bodies.Index(want.ID)].Float32() {
			t.Errorf("body %d: %+v, want %+v", want.ID, detail, want)
		}
		if detail.Born > 0 && detail.Born <= s.Time {
			late++
		}
		for k, p := range want.Shapes {
			if p.Def.Kind != shape.KindSphere && p.Def.Kind != shape.KindCapsule {
				continue
			}
			q := vec.Quat{W: p.Orientation[0], X: p.Orientation[1], Y: p.Orientation[2], Z: p.Orientation[3]}
			found := false
			for _, c := range capsules[int32(i)] {
				found = found || apart(c.Center, p.Position) <= single && c.Radius == float32(p.Radius) &&
					c.Half == float32(p.Shaft/2) && c.Shape == int32(k) &&
					apart(c.Axis, array(q.Rotate(vec.AxisX))) <= single && apart(c.Side, array(q.Rotate(vec.AxisY))) <= single &&
					c.Colors == p.Def.Colors && int(c.Material) == p.Def.Material
			}
			if !found {
				t.Errorf("body %d: no capsule like %+v", want.ID, p)
			}
			if r := &smallest[p.Def.Material]; *r == 0 || p.Radius < *r {
				*r = p.Radius
			}
			rounds++
		}
	}
	if late < 10 {
		t.Errorf("only %d bodies came after the start: nobody sees when", late)
	}
	if len(s.Bodies) != len(state.Bodies) || len(s.Capsules) != rounds || len(s.Contacts) != len(state.Contacts) ||
		rounds < 50 || len(s.Contacts) < 50 {
		t.Fatalf("%d bodies, %d capsules, %d contacts; want %d, %d, %d, enough to see something",
			len(s.Bodies), len(s.Capsules), len(s.Contacts), len(state.Bodies), rounds, len(state.Contacts))
	}
	var friction []float32
	for c := range w.contacts.All {
		friction = append(friction, float32(c.Mu))
	}
	things := map[bridge.Thing]bool{}
	for i, want := range state.Contacts {
		got := &s.Contacts[i]
		if name := s.ContactThing(i); things[name] || name.Body != int64(want.BodyA) || s.FindContact(name) != i {
			t.Errorf("contact %d has the name %+v of another", i, name)
		} else {
			things[name] = true
		}
		shear := vec.Vec3{X: want.Force[0], Y: want.Force[1], Z: want.Force[2]}.
			AddScaled(want.NormalForce, vec.Vec3{X: want.Normal[0], Y: want.Normal[1], Z: want.Normal[2]})
		if apart(got.Point, want.Point) > single || apart(got.Normal, want.Normal) > single ||
			apart(got.Tangential, array(shear)) > single*want.NormalForce+single ||
			got.NormalForce != float32(want.NormalForce) || got.Sliding != want.Sliding || got.Friction != friction[i] ||
			s.Bodies[got.A].Number != int64(want.BodyA) || s.Bodies[got.B].Number != int64(want.BodyB) {
			t.Errorf("contact %d: %+v, want %+v", i, got, want)
		}
	}
	for i, m := range s.Materials {
		want := smallest[i]
		for f, r := range w.flow.Fresh {
			if f.Material == i && (want == 0 || r < want) {
				want = r
			}
		}
		if m.Radius != want || (m.CriticalTimeStep > 0) != (want > 0) {
			t.Errorf("material %s: smallest radius %g, want %g", m.Name, m.Radius, want)
		}
	}
}

// Contract: the bounds of a snapshot hold every sphere and capsule as it is drawn, and no
// more; Core leaves out a runaway, and nothing without an end is in either.
func TestBoundsOfSnapshot(t *testing.T) {
	w := newWorld(t, 1e-4, law.Material{Young: 1e6, Density: 1000})
	r := rand.New(rand.NewPCG(3, 3))
	in := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	core, smallest := vec.EmptyBox(), 1.0
	for i := range 300 {
		p, axis := vec.New(in(-1, 2), in(3, 4), in(-2, -1)), vec.New(in(-1, 1), in(-1, 1), in(-1, 1)).Unit()
		c := shape.Capsule{Center: p, Axis: axis, Half: in(0, 0.1) * float64(i%2), Radius: in(0.01, 0.05)}
		d := body.Def{Shapes: capsuleDef(c.Radius, 2*c.Half), Position: p,
			Orientation: vec.FromAxisAngle(vec.AxisX.Cross(axis).Unit(), math.Acos(axis.X))}
		if i%2 == 0 {
			d.Shapes = sphereDef(c.Radius)
		}
		add(t, w, d)
		core, smallest = core.Union(c.Bounds()), math.Min(smallest, c.Radius)
	}
	check := func(what string, got [2][3]float32, want vec.Box) {
		t.Helper()
		if apart(got[0], array(want.Lo)) > single || apart(got[1], array(want.Hi)) > single {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	var s bridge.Snapshot
	w.Fill(&s)
	check("all", s.Bounds.All, core)
	check("core", s.Bounds.Core, core)
	if s.Bounds.Grain != float32(smallest) || s.Materials[0].Radius != smallest {
		t.Errorf("grain %g, smallest radius %g; want %g", s.Bounds.Grain, s.Materials[0].Radius, smallest)
	}

	all := core
	for _, far := range []float64{0, 12, math.Inf(1), math.NaN()} {
		i := add(t, w, body.Def{Shapes: sphereDef(0.5), Position: vec.New(0, 3.5, -1.5), Blocked: body.BlockAll})
		w.bodies.Pos[i].X = far
		if far < math.Inf(1) {
			all = all.Union(shape.Sphere{Center: w.bodies.Pos[i], Radius: 0.5}.Bounds())
		}
		w.Fill(&s)
		if check("all with another", s.Bounds.All, all); far > 0 {
			check("core without it", s.Bounds.Core, core)
		}
	}
}

func array(v vec.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// kindOf says what the names of a state mean.
var kindOf = map[string]bridge.BodyKind{
	"dynamic": bridge.Dynamic, "kinematic": bridge.Kinematic, "static": bridge.Static,
}
