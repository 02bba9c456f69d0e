package sim

import (
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contract: the forces on the shapes of a body add up to that on the body; on a shape the
// torque is about its own centre; what there is not has none.
func TestShapeForce(t *testing.T) {
	w := newWorld(t, 1e-4, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000})
	w.params.Gravity = vec.New(0, 0, -10)
	floor := w.bodies.ID(add(t, w, floorDef()))
	left, right := sphereDef(0.1)[0], sphereDef(0.2)[0]
	left.Position, right.Position = vec.New(-0.3, 0, 0.1), vec.New(0.3, 0, 0.2)
	i := add(t, w, body.Def{Shapes: []body.ShapeDef{left, right}, Velocity: vec.New(0.1, 0.2, -0.1)})
	for w.clock.Step < 100 {
		w.Step()
	}
	id := w.bodies.ID(i)
	sum, about := vec.Vec3{}, vec.Vec3{}
	for k := range 2 {
		f, m := w.Contacts().ForceOnShape(id, k)
		if !(f.Z > 0) {
			t.Errorf("sphere %d lies on the floor, which pushes it by %v", k, f)
		}
		center := vec3(array3(w.State().Bodies[i].Shapes[k].Position))
		sum, about = sum.Add(f), about.Add(m).Add(center.Sub(w.bodies.Pos[i]).Cross(f))
	}
	force, torque := w.Contacts().ForceOn(id)
	// The state has the positions after the step, the forces are of its beginning: 1e-4 of
	// the lever arm.
	near(t, "force", sum, force, 1e-12)
	near(t, "torque", about.Scale(1/force.Norm()), torque.Scale(1/force.Norm()), 1e-3)
	if f, _ := w.Contacts().ForceOnShape(floor, 0); f.Add(force).Norm() > 1e-12*force.Norm() {
		t.Errorf("the floor feels %v, the body %v", f, force)
	}
	for _, bad := range []int{-1, 2} {
		if f, m := w.Contacts().ForceOnShape(id, bad); f != (vec.Vec3{}) || m != (vec.Vec3{}) {
			t.Errorf("shape %d feels a force", bad)
		}
	}
	if f, _ := w.Contacts().ForceOnShape(99, 0); f != (vec.Vec3{}) {
		t.Error("a body that is not there feels a force")
	}
}

func array3(a [3]float64) []float64 { return a[:] }

// Contract: a first time step is where the estimates go on from; a fixed one never changes.
func TestFirstTimeStep(t *testing.T) {
	for _, c := range []struct{ fixed, first, want float64 }{{0, 1e-5, 1e-5}, {1e-4, 1e-5, 1e-4}} {
		w, err := New(Params{TimeStep: c.fixed, FirstTimeStep: c.first, TimeStepSafety: 0.5, TimeStepEvery: 100})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
			t.Fatal(err)
		}
		add(t, w, body.Def{Shapes: sphereDef(0.1)})
		w.Step()
		if w.Clock().Time != c.want {
			t.Errorf("fixed %g, first %g: the first step took %g s", c.fixed, c.first, w.Clock().Time)
		}
	}
	if _, err := New(Params{FirstTimeStep: -1, TimeStepSafety: 0.5}); err == nil {
		t.Error("a negative first time step is accepted")
	}
}
