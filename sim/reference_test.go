package sim

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// These tests compare with numbers made by the real Woo. They run wherever the folder of
// reference numbers lies beside the project, and say so where it does not.

// reference decodes one file of reference numbers.
func reference(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "reference", name))
	if os.IsNotExist(err) {
		t.Skip("no reference numbers beside the project")
	}
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func vec3(f []float64) vec.Vec3     { return vec.New(f[0], f[1], f[2]) }
func quatXYZW(f []float64) vec.Quat { return vec.Quat{W: f[3], X: f[0], Y: f[1], Z: f[2]} }

// near fails if |got - want| > tolerance * max(1, |want|).
func near(t *testing.T, what string, got, want vec.Vec3, tolerance float64) {
	t.Helper()
	if d := got.Sub(want).Norm(); !(d <= tolerance*math.Max(1, want.Norm())) {
		t.Errorf("%s: got %v, want %v (off by %.3g, allowed %.3g)", what, got, want, d, tolerance*math.Max(1, want.Norm()))
	}
}

// newWorld returns a world with one material and no gravity, damping nor change of the
// time step.
func newWorld(t testing.TB, dt float64, m law.Material) *World {
	t.Helper()
	w, err := New(Params{TimeStep: dt, TimeStepSafety: 1})
	if err == nil {
		_, err = w.Build().AddMaterial("m", m)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

func add(t testing.TB, w *World, d body.Def) int {
	t.Helper()
	id, err := w.Build().AddBody(d)
	if err != nil {
		t.Fatal(err)
	}
	return w.bodies.Index(id)
}

func sphereDef(radius float64) []body.ShapeDef {
	return []body.ShapeDef{{Kind: shape.KindSphere, Radius: radius}}
}

func capsuleDef(radius, shaft float64) []body.ShapeDef {
	return []body.ShapeDef{{Kind: shape.KindCapsule, Radius: radius, Shaft: shaft}}
}

func floorDef() body.Def {
	return body.Def{Name: "floor", Shapes: []body.ShapeDef{{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2, Sense: 1}}}}
}

// Contract: oblique impacts of two spheres follow the reference step by step. The law is
// the same; the tangential force is turned here as a vector and there with axes that are
// orthonormal only to second order in the turn of a step (1e-3), hence 1e-6 and not
// rounding.
func TestObliqueImpactsFollowReference(t *testing.T) {
	var ref struct {
		Impacts []struct {
			TanPhi, Dt, Damping float64
			Rows                [][]float64
		}
	}
	reference(t, "contact_law.json", &ref)
	for k, c := range ref.Impacts {
		w := newWorld(t, c.Dt, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: c.TanPhi, Density: 1000})
		w.params.Damping = c.Damping
		r := c.Rows[0]
		a := add(t, w, body.Def{Shapes: sphereDef(0.1), Position: vec3(r[2:]), Velocity: vec3(r[5:]), Spin: vec3(r[8:])})
		b := add(t, w, body.Def{Shapes: sphereDef(0.12), Position: vec3(r[11:]), Velocity: vec3(r[14:]), Spin: vec3(r[17:])})
		// Forces move bodies one step later in the reference: start from its first row.
		for _, r := range c.Rows[1:] {
			for float64(w.clock.Step) < r[0]-1 {
				w.Step()
			}
			near(t, "velocity of A", w.bodies.Vel[a], vec3(r[5:]), 1e-7)
			near(t, "spin of A", w.bodies.Spin[a], vec3(r[8:]), 1e-7)
			near(t, "position of B", w.bodies.Pos[b], vec3(r[11:]), 1e-7)
			if t.Failed() {
				t.Fatalf("impact %d, step %g", k, r[0])
			}
		}
	}
}

// Contract: Woo's capsule falls on its wall and rocks as in the reference, row by
// row. Forces move bodies one step later there.
func TestCapsuleOnWallFollowsReference(t *testing.T) {
	var ref struct {
		Runs []struct {
			Damping, ImposedDt float64
			Rows               [][]any // some numbers are "nan"
		}
	}
	reference(t, "capsule_wall_fixed_dt.json", &ref)
	for _, c := range ref.Runs {
		w := newWorld(t, c.ImposedDt, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 3000})
		w.params.Damping, w.params.Gravity = c.Damping, vec.New(0, 0, -10)
		add(t, w, floorDef())
		b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Position: vec.New(0, 0, 0.5),
			Orientation: vec.FromAxisAngle(vec.AxisY, -math.Pi/8)})
		worst := 0.0
		for _, row := range c.Rows[1:] {
			r := numbers(row[:10])
			for float64(w.clock.Step) < r[0]-1 {
				w.Step()
			}
			worst = math.Max(worst, w.bodies.Pos[b].Sub(vec3(r[3:])).Norm())
			axis, want := w.bodies.Ori[b].Rotate(vec.AxisX), quatXYZW(r[6:]).Rotate(vec.AxisX)
			worst = math.Max(worst, axis.Sub(want).Norm())
		}
		t.Logf("damping %g: farthest from the reference %.3g", c.Damping, worst)
		if !(worst < 2e-12) {
			t.Errorf("damping %g: %.3g away from the reference in 2 s, want < 2e-12", c.Damping, worst)
		}
	}
}

func numbers(row []any) []float64 {
	out := make([]float64, len(row))
	for i := range row {
		out[i], _ = row[i].(float64)
	}
	return out
}

// Contract: clumps have the mass, centroid and inertia tensor of the reference, and their
// principal axes are right-handed and diagonalise it.
func TestClumpsAgreeWithReference(t *testing.T) {
	var ref struct {
		Cases []struct {
			Members []struct {
				Shape                  string
				Pos, Ori               []float64
				Radius, Shaft, Density float64
			}
			Mass                   float64
			Pos                    []float64
			TensorAtCentroidOwnSum [3][3]float64
		}
	}
	reference(t, "clumps_analytic.json", &ref)
	for k, c := range ref.Cases {
		var shapes []body.ShapeDef
		var rho []float64
		for i, m := range c.Members {
			d := body.ShapeDef{Kind: shape.KindSphere, Radius: m.Radius, Shaft: m.Shaft, Position: vec3(m.Pos), Material: i}
			if m.Shape == "capsule" {
				d.Kind = shape.KindCapsule
			}
			if len(m.Ori) == 4 {
				d.Orientation = quatXYZW(m.Ori)
			}
			shapes, rho = append(shapes, d), append(rho, m.Density)
		}
		got, err := body.NewTemplate(shapes, func(i int) float64 { return rho[i] }, vec.Vec3{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "mass", vec.New(got.Mass, 0, 0), vec.New(c.Mass, 0, 0), 1e-12)
		near(t, "centroid", got.Center, vec3(c.Pos), 1e-12)
		r := got.Axes.Mat()
		tensor := r.Mul(vec.Diagonal(got.Inertia)).Mul(r.Transpose())
		scale := got.Inertia.Z
		for i, row := range c.TensorAtCentroidOwnSum {
			near(t, "inertia", tensor.Transpose().Apply(vec.Axis(i)).Scale(1/scale), vec3(row[:]).Scale(1/scale), 1e-12)
		}
		if t.Failed() {
			t.Fatalf("clump %d", k)
		}
	}
}

// Contract: the table of Woo's bottle gives the poses of the reference, which lag it
// by one step.
func TestInterpolatedMotionAgreesWithReference(t *testing.T) {
	var ref struct {
		Poss, Oris [][]float64
		Times      []float64
		Runs       []struct {
			Dt, T0 float64
			Rows   [][]float64
		}
	}
	reference(t, "interpolated_motion.json", &ref)
	path := motion.Interpolated{Times: ref.Times}
	for i := range ref.Poss {
		path.Poses = append(path.Poses, motion.Pose{Position: vec3(ref.Poss[i]), Orientation: quatXYZW(ref.Oris[i])})
	}
	for _, run := range ref.Runs {
		for _, r := range run.Rows {
			got := path.At(r[1]-run.Dt-run.T0, motion.Pose{})
			near(t, "position", got.Position, vec3(r[2:]), 1e-12)
			turn := got.Orientation.Mul(quatXYZW(r[5:]).Conj()).RotationVector()
			near(t, "orientation", turn, vec.Vec3{}, 1e-7) // angles of 1e-8 vanish in a quaternion's W
		}
	}
}

// Contract: the console session of Woo's page on clumps, with right-handed axes: mass
// and centroid exact, the forces after 1000 steps those of an independent model.
func TestClumpSessionOfTheSeed(t *testing.T) {
	var ref struct {
		CorrectAxes struct {
			Present struct{ WallForceSum, Sphere1, Sphere3, ClumpTorque []float64 }
		}
	}
	reference(t, "clump_seed_session.json", &ref)
	w, err := New(Params{Gravity: vec.New(0, 0, -10), TimeStepSafety: 0.9, TimeStepEvery: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	w.clock.Dt = 1e-5 // where the session starts
	if _, err := w.Build().AddMaterial("m", law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: math.Tan(0.5),
		Density: 1000}); err != nil {
		t.Fatal(err)
	}
	add(t, w, floorDef())
	b := add(t, w, body.Def{Shapes: []body.ShapeDef{
		{Kind: shape.KindSphere, Radius: 0.5},
		{Kind: shape.KindSphere, Radius: 0.5, Position: vec.AxisZ},
		{Kind: shape.KindSphere, Radius: 0.5, Position: vec.AxisY},
	}})
	near(t, "centroid", w.bodies.Pos[b], vec.New(0, 1./3, 1./3), 1e-15)
	near(t, "mass", vec.New(w.bodies.Mass(b).Mass, 0, 0), vec.New(1570.7963267948967, 0, 0), 1e-15)
	for w.clock.Step < 1000 {
		w.Step()
	}
	force, torque := w.Contacts().ForceOn(w.bodies.ID(b))
	// The model turns its clump by the first-order scheme; that shows in the torque after a
	// jump of 0.3 m.
	p := ref.CorrectAxes.Present
	near(t, "force", force.Scale(1e-6), vec3(p.Sphere1).Add(vec3(p.Sphere3)).Scale(1e-6), 1e-6)
	near(t, "torque", torque.Scale(1e-5), vec3(p.ClumpTorque).Scale(1e-5), 2e-4)
}

// variableStep returns a world of one material with a wall below, whose time step follows the contacts.
func variableStep(t *testing.T, p Params, m law.Material) *World {
	t.Helper()
	p.TimeStepEvery = 100
	w, err := New(p)
	if err == nil {
		_, err = w.Build().AddMaterial("m", m)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	add(t, w, floorDef())
	return w
}

// Contract: Woo's capsule falls on its wall with a time step that contacts change, as in the
// reference: the same time steps to rounding (1e-14), each used in the step it was found in, and
// the same places and spins, row by row. Forces move bodies one step later there. What 1200 steps
// make of rounding is 3e-12.
func TestChangingTimeStepFollowsReference(t *testing.T) {
	var ref struct {
		Run struct {
			Damping         float64
			DtHistory, Rows [][]any
		}
	}
	reference(t, "capsule_wall_damping04.json", &ref)
	p := Params{Gravity: vec.New(0, 0, -10), Damping: ref.Run.Damping, TimeStepSafety: 0.1}
	w := variableStep(t, p, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 3000})
	b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Position: vec.New(0, 0, 0.5),
		Orientation: vec.FromAxisAngle(vec.AxisY, -math.Pi/8)})
	history, worst, off := ref.Run.DtHistory[1:], 0.0, 0.0
	for _, row := range ref.Run.Rows[1:] {
		r := numbers(row)
		for float64(w.clock.Step) < r[0]-1 {
			w.Step()
			if h := numbers(history[0]); len(history) > 1 && float64(w.clock.Step) >= numbers(history[1])[0] {
				history = history[1:]
			} else if float64(w.clock.Step) >= h[0] {
				off = math.Max(off, math.Abs(w.clock.Last/h[1]-1))
			}
		}
		worst = math.Max(worst, w.bodies.Pos[b].Sub(vec3(r[3:])).Norm())
		worst = math.Max(worst, w.bodies.Spin[b].Sub(vec3(r[13:])).Norm())
	}
	t.Logf("time steps off by %.3g, places and spins by %.3g", off, worst)
	if len(history) > 1 || !(off < 1e-14) || !(worst < 2e-11) {
		t.Errorf("time steps off by %.3g, places and spins by %.3g, %d changes unseen; want < 1e-14 and < 2e-11", off, worst,
			len(history)-1)
	}
}

// Contract: so does a sphere that begins to roll down a slope, with nearly the longest step there is.
// Rounding has become 2e-11 when it is 1 m away.
func TestRollingWithChangingTimeStepFollowsReference(t *testing.T) {
	var ref struct {
		OnWallInstead []struct {
			TanPhi                          float64
			Steps                           int64
			Time                            float64
			FinalPos, FinalVel, FinalAngVel []float64
		}
	}
	reference(t, "facet_slide.json", &ref)
	for _, c := range ref.OnWallInstead {
		p := Params{Gravity: vec.New(5, 0, -10), Damping: 0.6, TimeStepSafety: 0.7}
		w := variableStep(t, p, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: c.TanPhi, Density: 2000})
		b := add(t, w, body.Def{Shapes: sphereDef(0.05), Position: vec.New(0.1, 0, 0.05)})
		for w.clock.Step < c.Steps-1 {
			w.Step()
		}
		near(t, "position", w.bodies.Pos[b], vec3(c.FinalPos), 1e-10)
		near(t, "velocity", w.bodies.Vel[b], vec3(c.FinalVel), 1e-10)
		near(t, "spin", w.bodies.Spin[b], vec3(c.FinalAngVel), 1e-10)
		t.Logf("%d steps: %.3g m off, time step %.17g s", c.Steps, w.bodies.Pos[b].Sub(vec3(c.FinalPos)).Norm(), w.clock.Dt)
	}
}
