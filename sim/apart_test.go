package sim

import (
	"fmt"
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// glued makes the law frictional one that goes on to pull until bodies are this far apart [m].
func glued(t *testing.T, far float64) {
	row := &law.Kinds[law.Frictional]
	was := *row
	t.Cleanup(func() { *row = was })
	row.Lanes = false
	row.Range = func(law.Springs) (begin, end float64) { return 0, -far }
	row.Mix = func(a, b law.Material, s law.PairProperties, ra, rb float64) law.Springs {
		m := was.Mix(a, b, s, ra, rb)
		m.Pull = m.Kn * far
		return m
	}
}

// Contract: whatever the shapes and the rule for capsules, a law may go on to pull: a contact begins as bodies
// touch and not before, ends where the law says, and what it held then is heat. Bodies that come
// near each other at any time are found.
func TestContactsActApart(t *testing.T) {
	const r, far, speed, dt = 0.1, 2e-3, 0.1, 2e-4
	glued(t, far)
	upright := vec.FromAxisAngle(vec.AxisY, math.Pi/2) // of what lies along x
	across := vec.FromAxisAngle(vec.AxisZ, math.Pi/2)
	capsule := capsuleDef(r, 0.2)
	bar := []body.ShapeDef{{Kind: shape.KindCylinder, Radius: r, Position: vec.New(0, 0, -r), Orientation: across}}
	sphere, rod := sphereDef(r), capsuleDef(r, 0.2)
	sphere[0].Position = vec.New(0, 0, -r)
	rod[0].Position, rod[0].Orientation = vec.New(0, 0, -r), across
	for _, rule := range contact.CapsuleRules {
		for what, ground := range map[string][]body.ShapeDef{
			"wall": floorDef().Shapes, "mesh": meshDef(sheet(2, 2)), "bar": bar, "sphere": sphere, "capsule": rod,
		} {
			for _, c := range []struct {
				name  string
				shape []body.ShapeDef
				turn  vec.Quat
				top   float64 // of the center while it touches [m]
			}{
				{"sphere", sphereDef(r), vec.Identity, r}, {"capsule", capsule, vec.Identity, r},
				{"upright capsule", capsule, upright, r + 0.1},
			} {
				t.Run(fmt.Sprintf("%s, %s on %s", rule.Name, c.name, what), func(t *testing.T) {
					w, err := New(Params{TimeStep: dt, TimeStepSafety: 1, CapsuleRule: rule.Name})
					if err == nil {
						_, err = w.Build().AddMaterial("m", law.Material{Young: 1e7, Density: 1000})
					}
					if err != nil {
						t.Fatal(err)
					}
					defer w.Close()
					add(t, w, body.Def{Name: "ground", Shapes: ground, Blocked: body.BlockAll})
					b := add(t, w, body.Def{Shapes: c.shape, Orientation: c.turn, Position: vec.New(0, 0, c.top+3*far),
						Velocity: vec.New(0, 0, -speed), Blocked: body.BlockAll &^ body.BlockRotZ})
					passThere(t, w, b, c.top, far)
				})
			}
		}
	}
}

// passThere moves a body down until it has touched and up again until it is far enough away.
func passThere(t *testing.T, w *World, b int, top, far float64) {
	t.Helper()
	began, ended, held := math.NaN(), math.NaN(), 0.0
	for step, touched := 0, false; step < 1000; step++ {
		apart := w.bodies.Pos[b].Z - top // where the next step looks
		w.Step()
		touches := w.contacts.Count > 0
		if touches && !touched {
			began = apart
		}
		if touched && !touches {
			ended = apart
			break
		}
		for c := range w.contacts.All {
			if math.Abs(c.NormalForce()) > 0.01*c.Kn*far && (c.NormalForce() > 0) != (c.Overlap > 0) {
				t.Fatalf("%g N at an overlap of %g m", c.NormalForce(), c.Overlap)
			}
			normal, _, _ := w.contacts.ElasticIn(c)
			held = normal
		}
		if touched = touches; apart < -far {
			w.bodies.Vel[b].Z = math.Abs(w.bodies.Vel[b].Z)
		}
	}
	way := math.Abs(w.bodies.Vel[b].Z) * w.Clock().Dt
	lost := w.Energy().Adhesion
	if !(began <= 0 && began > -1.5*far) || !(math.Abs(ended-far) <= 1.01*way) || !(math.Abs(lost-held) <= 0.02*held) {
		t.Errorf("contact from %g to %g m apart, %g of %g J turned into heat; want 0, %g", began, ended, lost, held, far)
	}
}
