package sim

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: a ball that rolls in the bottom of a fixed tube swings with the period of the
// closed form for rolling without sliding, 2π √(7 (R - r) / (5 g)), less the contact's
// give.
func TestBallSwingsInTube(t *testing.T) {
	const R, r, g, angle = 0.5, 0.05, 10, 0.05
	w := newWorld(t, 1e-4, law.Material{Young: 1e8, KtDivKn: 0.5, TanPhi: 0.8, Density: 1000})
	w.params.Gravity = vec.New(0, 0, -g)
	tube := body.ShapeDef{Kind: shape.KindCylinder, Radius: R, Cylinder: body.CylinderDef{Hollow: true}}
	add(t, w, body.Def{Name: "tube", Shapes: []body.ShapeDef{tube}, Blocked: body.BlockAll})
	s, c := math.Sincos(angle)
	b := add(t, w, body.Def{Shapes: sphereDef(r), Position: vec.New(0.3, s, -c).Mul(vec.New(1, R-r, R-r))})
	var crossings []float64
	for w.Clock().Time < 4 {
		before := w.bodies.Pos[b].Y
		w.Step()
		if y := w.bodies.Pos[b].Y; before < 0 && y >= 0 || before > 0 && y <= 0 {
			crossings = append(crossings, w.Clock().Time)
		}
	}
	n := len(crossings)
	if n < 4 {
		t.Fatalf("the ball does not swing: %d passes", n)
	}
	got := 2 * (crossings[n-1] - crossings[0]) / float64(n-1)
	// A swing of 0.05 rad is 1.6e-4 slower than a small one; contact stiffness gives as much.
	if want := 2 * math.Pi * math.Sqrt(7*(R-r)/(5*g)); math.Abs(got/want-1) > 1e-3 {
		t.Errorf("period %.5f s, want %.5f s", got, want)
	}
}

// Contract: a cylinder whose axis turns meets what is far along it as soon as it gets
// there, however seldom the candidates are rebuilt.
func TestTurningCylinderMissesNothing(t *testing.T) {
	const spin, far, dt = 2, 20, 1e-4
	w := newWorld(t, dt, law.Material{Young: 1e9, Density: 1000})
	add(t, w, body.Def{Name: "bar", Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.01}},
		Spin: vec.New(0, 0, spin), Blocked: body.BlockAll})
	add(t, w, body.Def{Shapes: sphereDef(0.1), Position: vec.New(0, far, 0)})
	for w.contacts.Count == 0 && w.Clock().Time < 2 {
		w.Step()
	}
	if w.contacts.Count == 0 {
		t.Fatal("the bar passed through")
	}
	// A step moves the bar by spin far dt = 4 mm there.
	if u := firstContact(w).Overlap; u > spin*far*dt {
		t.Errorf("overlap at first touch %g m, want at most %g", u, spin*far*dt)
	}
	want := (math.Pi/2 - math.Asin(0.11/far)) / spin
	if math.Abs(w.Clock().Time-want) > 2*dt {
		t.Errorf("touched at %.5f s, want %.5f s", w.Clock().Time, want)
	}
}

// Contract: a wall follows its body along its axis, whatever else the body does.
func TestWallFollowsItsBody(t *testing.T) {
	const lift = 0.3
	w := newWorld(t, 1e-4, law.Material{Young: 1e7, Density: 1000})
	w.params.Gravity = vec.New(0, 0, -10)
	floor := floorDef()
	floor.Velocity, floor.Spin, floor.Blocked = vec.New(1, 0, lift), vec.New(0, 0, 3), body.BlockAll
	floor.Position, floor.Shapes[0].Wall.Position = vec.New(0, 0, 0.7), 0.2
	add(t, w, floor)
	b := add(t, w, body.Def{Shapes: sphereDef(0.1), Position: vec.New(0, 0, 1), Velocity: vec.New(0, 0, lift)})
	for w.Clock().Time < 1 {
		w.Step()
	}
	// it bobs on the contact by mg/kn = 3e-5 m and more
	if got, want := w.bodies.Pos[b].Z, 1+lift*w.Clock().Time; math.Abs(got-want) > 2e-3 {
		t.Errorf("the ball is at %.4f m, want %.4f m", got, want)
	}
	if got, want := w.shapes.WallPosition(&w.bodies, 0), 0.9+lift*w.Clock().Time; math.Abs(got-want) > 1e-9 {
		t.Errorf("the wall is at %.6f m, want %.6f m", got, want)
	}
}

// Contract: a capsule pressed in across a tube has two contacts, under both rules, each with
// its friction: that holds it up in a standing tube as long as 2 µ N > m g, the shear springs
// giving way by m g/(2 kt). One that lies along the tube has one.
func TestCapsuleAcrossTube(t *testing.T) {
	t.Parallel()
	const R, r, half, gravity = 0.25, 0.1, 0.152, 10 // 2 mm too long
	tube := body.ShapeDef{Kind: shape.KindCylinder, Radius: R, Orientation: vec.FromAxisAngle(vec.AxisY, math.Pi/2),
		Cylinder: body.CylinderDef{Hollow: true}}
	for _, rule := range contact.CapsuleRules {
		for _, c := range []struct {
			mu    float64
			holds bool
		}{{1.05, true}, {0.95, false}} {
			m := law.Material{Young: 1e6, KtDivKn: 0.5, Density: 1000}
			w := newRuleWorld(t, rule.Name, 2e-5, m)
			add(t, w, body.Def{Name: "tube", Shapes: []body.ShapeDef{tube}, Blocked: body.BlockAll})
			b := add(t, w, body.Def{Shapes: capsuleDef(r, 2*half), Orientation: vec.FromAxisAngle(vec.AxisZ, 0.3),
				Blocked: body.BlockRotX | body.BlockRotY | body.BlockRotZ})
			probe(w)
			var push float64
			var normals []vec.Vec3
			for c := range w.contacts.All {
				push += c.NormalForce()
				normals = append(normals, c.Normal)
			}
			if len(normals) != 2 || normals[0].Dot(normals[1]) > -1+1e-12 {
				t.Fatalf("%s: normals %v, want two, opposite", rule.Name, normals)
			}
			// Friction that holds it until it hangs still, then just holds it, or not.
			w.params.Gravity, w.params.Damping = vec.New(0, 0, -gravity), 0.5
			for _, mu := range []float64{10, c.mu} {
				m.TanPhi = mu * w.bodies.Mass(b).Mass * gravity / push
				bridge.MakeEdit(w, bridge.SetMaterial{Material: m})
				for until := w.Clock().Time + 0.3; w.Clock().Time < until; {
					w.Step()
				}
			}
			give := w.bodies.Mass(b).Mass * gravity / (2 * firstContact(w).Kt)
			if z := w.bodies.Pos[b].Z; (z > -1.01*give) != c.holds ||
				math.Abs(w.bodies.Pos[b].X)+math.Abs(w.bodies.Pos[b].Y) > 1e-6 {
				t.Errorf("%s, µ %g of what it needs: at %v, springs give way by %.3g m", rule.Name, c.mu, w.bodies.Pos[b], give)
			}
		}
		w := newRuleWorld(t, rule.Name, 1e-5, law.Material{Young: 1e6, Density: 1000})
		add(t, w, body.Def{Name: "tube", Shapes: []body.ShapeDef{tube}, Blocked: body.BlockAll})
		add(t, w, body.Def{Shapes: capsuleDef(r, 2*half), Orientation: vec.FromAxisAngle(vec.AxisY, 0.001-math.Pi/2),
			Position: vec.New(0.151, 0, 0)})
		probe(w)
		if w.contacts.Count != 1 {
			t.Errorf("%s: along the tube %d contacts, want 1", rule.Name, w.contacts.Count)
		}
	}
}
