package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// The two capsule rules side by side, by the same measurements.

const (
	documented = "documented"
	integral   = "integral"
)

// seedPill is the capsule of Woo's scene on soft ground, without friction.
var seedPill = law.Material{Young: 1e6, KtDivKn: 0.2, Density: 3000}

func newRuleWorld(t testing.TB, rule string, dt float64, m law.Material) *World {
	t.Helper()
	w := newWorld(t, dt, m)
	w.params.CapsuleRule = rule
	w.contacts.SetRule(rule)
	w.neighbours.Stale = true
	return w
}

// sheet returns n by n squares of the given size about the origin in the plane z = 0, split
// by alternate diagonals, with every third triangle turned over.
func sheet(n int, size float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for j := 0; j <= n; j++ {
		for i := 0; i <= n; i++ {
			m.Vertices = append(m.Vertices, vec.New(float64(i)-float64(n)/2, float64(j)-float64(n)/2, 0).Scale(size))
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			a := int32(j*(n+1) + i)
			b, c, d := a+1, a+int32(n)+2, a+int32(n)+1
			pair := [2][3]int32{{a, b, c}, {a, c, d}}
			if (i+j)%2 == 1 {
				pair = [2][3]int32{{a, b, d}, {b, c, d}}
			}
			for _, t := range pair {
				if len(m.Triangles)%3 == 2 {
					t[1], t[2] = t[2], t[1]
				}
				m.Triangles = append(m.Triangles, t)
			}
		}
	}
	return m
}

func meshDef(m *mesh.Mesh) []body.ShapeDef { return []body.ShapeDef{{Kind: shape.KindMesh, Mesh: m}} }

// bend returns the sheet of 2 by 2 rectangles that fall away from the y axis by the angle
// on both sides; negative: a groove.
func bend(angle float64) *mesh.Mesh {
	m := sheet(2, 2)
	for i, v := range m.Vertices {
		m.Vertices[i].Z = -math.Tan(angle) * math.Abs(v.X)
	}
	return m
}

// waves returns a sheet that is bent both ways everywhere.
func waves() *mesh.Mesh {
	m := sheet(12, 0.35)
	for i, v := range m.Vertices {
		m.Vertices[i].Z = 0.05 * (math.Sin(2.5*v.X+1)*math.Cos(2*v.Y) - 1)
	}
	return m
}

// grounds are what a capsule that falls along z can land on, with the height of the top.
var grounds = []struct {
	name string
	top  float64
	drop float64 // [m]
	body body.Def
}{
	{"wall", 0, 0.05, floorDef()},
	{"mesh", 0, 0.05, body.Def{Shapes: meshDef(sheet(12, 0.35))}},
	{"ridge", 0, 0.05, body.Def{Shapes: meshDef(bend(0.3))}},
	{"hollow", 0, 0.05, body.Def{Shapes: meshDef(bend(-0.1))}},
	{"valley", 0, 0.15, body.Def{Shapes: meshDef(bend(-0.3))}},
	{"groove", 0, 0.05, body.Def{Shapes: meshDef(bend(-0.6))}},
	{"waves", 0, 0.05, body.Def{Shapes: meshDef(waves())}},
	{"capsule along", 0.3, 0.05, body.Def{Shapes: capsuleDef(0.3, 0.8), Blocked: body.BlockAll}},
	{"capsule across", 0.3, 0.05, body.Def{Shapes: capsuleDef(0.3, 0.8), Blocked: body.BlockAll,
		Orientation: vec.FromAxisAngle(vec.AxisZ, 1.3)}},
	{"sphere", 0.5, 0.05, body.Def{Shapes: sphereDef(0.5), Blocked: body.BlockAll}},
	{"rod", 0.5, 0.05, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.5}}}},
	{"tube", -1.5, 0.05, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 1.5,
		Cylinder: body.CylinderDef{Hollow: true}}}}},
	{"narrow tube", -1, 0.05, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.75,
		Cylinder: body.CylinderDef{Hollow: true}}}}},
}

// bounceOn drops Woo's capsule at a tilt [°] from the ground's drop over where it touches, and
// returns the change of energy after n bounces, or at 3 s, over the energy of the drop.
func bounceOn(t *testing.T, rule string, ground int, tilt float64, n int) float64 {
	return bounceUnder(t, law.Kinds[0].Name, seedPill, rule, ground, tilt, n)
}

// bounceUnder is bounceOn with another law and material.
func bounceUnder(t *testing.T, lawName string, m law.Material, rule string, ground int, tilt float64, n int) float64 {
	const dt = 2e-4
	g := &grounds[ground]
	drop := g.drop
	w := newRuleWorld(t, rule, dt, m)
	setLaw(w, lawName)
	w.params.Gravity = vec.New(0, 0, -10)
	add(t, w, g.body)
	q := vec.FromAxisAngle(vec.AxisZ, 0.2).Mul(vec.FromAxisAngle(vec.AxisY, -tilt*math.Pi/180))
	b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Orientation: q})
	lo, hi := g.top, g.top+2
	for i := 0; i < 60; i++ { // just above the ground
		w.bodies.Pos[b] = vec.New(0.02, 0.03, (lo+hi)/2)
		if probe(w); w.contacts.Count > 0 {
			lo = (lo + hi) / 2
		} else {
			hi = (lo + hi) / 2
		}
	}
	w.bodies.Pos[b].Z = hi + drop
	probe(w)

	energy := func() float64 {
		e := w.Energy()
		return e.Kinetic + e.Potential + e.Elastic
	}
	before := energy()
	bounces := 0
	for touching := false; bounces < n && w.clock.Time < 3; {
		w.Step()
		if now := w.contacts.Count > 0; now != touching {
			if touching = now; !now {
				bounces++
			}
		}
	}
	if bounces == 0 && w.clock.Time < 1 {
		t.Fatalf("%s, %g°: no bounce", g.name, tilt)
	}
	return (energy() - before) / (w.bodies.Mass(b).Mass * 10 * drop)
}

// probe finds the contacts of the present poses without moving anything.
func probe(w *World) {
	for i := range w.bodies.Travel {
		w.bodies.Travel[i]++ // nothing that was measured holds
	}
	w.neighbours.Stale = true
	w.placeShapes()
	w.updateCandidates()
	w.updateContacts()
}

// Contract: without damping and friction the rule integral keeps the energy through three
// bounces at every tilt, on whatever a capsule can touch, to 1e-3 of the drop (measured 1e-4,
// here with overlaps of up to a quarter of the radius, in the valley to two fifths), under
// either normal law. The rule
// documented does not: at 5° it gains 88 % of it from a wall in one bounce.
func TestBouncesKeepEnergy(t *testing.T) {
	tilts := []float64{0, 0.5, 2, 5, 10, 22.5, 45, 67.5, 80, 90}
	hard := seedPill
	hard.Young *= 20
	for g := range grounds {
		t.Run(grounds[g].name, func(t *testing.T) {
			t.Parallel()
			worst, at := 0.0, 0.0
			for _, tilt := range tilts {
				if e := bounceOn(t, integral, g, tilt, 3); !(math.Abs(e) < math.Abs(worst)) {
					worst, at = e, tilt
				}
			}
			t.Logf("%+.1e at %g°", worst, at)
			if !(math.Abs(worst) < 1e-3) {
				t.Errorf("energy changes by %.2g of the drop at %g°", worst, at)
			}
			for _, tilt := range []float64{10, 80} {
				if e := bounceUnder(t, "hertz-mindlin", hard, integral, g, tilt, 1); !(math.Abs(e) < 1e-3) {
					t.Errorf("under hertz-mindlin energy changes by %.2g of the drop at %g°", e, tilt)
				}
			}
		})
	}
	if gain := bounceOn(t, documented, 0, 5, 1); math.Abs(gain-0.88) > 0.03 {
		t.Errorf("documented on a wall at 5°: gains %.3g of the drop, known to be 0.88", gain)
	}
}

// pairUnder returns a world with two bodies of capsules or spheres, which only probe touches.
func pairUnder(t *testing.T, rule string, a, b []body.ShapeDef) *World {
	w := newRuleWorld(t, rule, 1e-4, law.Material{Young: 1e6, KtDivKn: 0.2, Density: 1000})
	add(t, w, body.Def{Shapes: a})
	add(t, w, body.Def{Shapes: b})
	return w
}

// Contract (T18): the contact point moves continuously as capsules turn. Radius 1, shaft 4,
// distance 1.97 between the axes; of twenty placings each the largest jump per 1e-6 rad is
// given, 0 if below 1e-3 radii. With integral it is so everywhere. With documented, which is
// Woo's own text, it jumps where the number of overlapping ends changes: a known limit,
// which is here so that it is known.
func TestContactPointIsContinuous(t *testing.T) {
	t.Parallel()
	for _, rule := range contact.CapsuleRules {
		w := pairUnder(t, rule.Name, capsuleDef(1, 4), capsuleDef(1, 4))
		for _, c := range []struct {
			name  string
			at    vec.Vec3
			turn  float64  // of the second axis about z [rad]
			shift vec.Vec3 // largest, of the second centre
			known float64  // jump of the rule documented [radii]
		}{
			{"parallel", vec.New(0, 0, 1.97), 0, vec.Vec3{}, 2},
			{"shifted", vec.New(0, 0, 1.97), 0, vec.New(2, 0.2, 0), 2},
			{"crossed", vec.New(0, 0, 1.97), math.Pi / 2, vec.New(1.9, 1.9, 0), 2},
			{"crossed ends", vec.New(1.9, 1.9, 1.97), math.Pi / 2, vec.New(0.3, 0.3, 0), 2},
			{"T", vec.New(0, 3.97, 0), math.Pi / 2, vec.New(1.9, 0, 0.2), 2},
			{"end to end", vec.New(5.97, 0, 0), 0, vec.New(0, 0.2, 0.2), 2},
		} {
			r := rand.New(rand.NewPCG(18, 1))
			jump := 0.0
			for i := 0; i < 20; i++ {
				center := c.at.Add(c.shift.Mul(vec.New(2*r.Float64()-1, 2*r.Float64()-1, 2*r.Float64()-1)))
				axis := vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
				if i < 3 {
					axis = vec.Axis(i)
				}
				jump = math.Max(jump, largestJump(func(angle float64) (vec.Vec3, bool) {
					w.bodies.Pos[1] = center
					w.bodies.Ori[1] = vec.FromAxisAngle(axis, angle).Mul(vec.FromAxisAngle(vec.AxisZ, c.turn))
					probe(w)
					if c := firstContact(w); c != nil {
						return c.Point, c.Overlap > 0.01
					}
					return vec.Vec3{}, false
				}, 0.3))
			}
			limit := c.known
			if rule.Name == integral {
				limit = 1e-3
			}
			t.Logf("%-10s %-13s %.1e radii", rule.Name, c.name, jump)
			if !(jump <= limit) {
				t.Errorf("%s, %s: the point jumps by %.3g radii, want at most %g", rule.Name, c.name, jump, limit)
			}
		}
	}
}

// largestJump returns how far the point moves at most in a turn of 1e-6 rad, between angles
// of plus and minus the given one; 0 if that is less than 1e-3.
func largestJump(at func(angle float64) (vec.Vec3, bool), most float64) (jump float64) {
	const coarse, fine, much = 1e-3, 1e-6, 1e-3
	for angle := -most; angle < most; angle += coarse {
		lo, hi := angle, angle+coarse
		a, before := at(lo)
		b, after := at(hi)
		for before && after && b.Sub(a).Norm() > much && hi-lo > fine { // keep the half that moves it more
			m, touching := at((lo + hi) / 2)
			if !touching {
				before = false
			}
			if m.Sub(a).Norm2() > b.Sub(m).Norm2() {
				hi, b = (lo+hi)/2, m
			} else {
				lo, a = (lo+hi)/2, m
			}
		}
		if before && after && hi-lo <= fine {
			jump = math.Max(jump, b.Sub(a).Norm())
		}
	}
	return jump
}

// Contract: with both rules a uniform overlap u gives the force kn u, a capsule without
// shaft acts as a sphere, and spheres do not feel the rule. A touch at one tip is at most
// twice softer.
func TestRulesAgreeWhereTheyMust(t *testing.T) {
	for _, rule := range contact.CapsuleRules {
		for _, lying := range []struct {
			name string
			on   body.Def
			z    float64
			turn float64
		}{
			{"wall", floorDef(), 0.29, 0},
			{"mesh", body.Def{Shapes: meshDef(sheet(12, 0.35))}, 0.29, 0.3},
			{"capsule", body.Def{Shapes: capsuleDef(0.3, 0.8), Blocked: body.BlockAll}, 0.59, 0},
			{"rod", body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 0.5}}}, 0.79, 0},
			{"tube", body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 2,
				Cylinder: body.CylinderDef{Hollow: true}}}}, -1.71, 0},
		} {
			w := newRuleWorld(t, rule.Name, 1e-4, seedPill)
			add(t, w, lying.on)
			b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Position: vec.New(0, 0, lying.z)})
			stiffness := func(angle float64) float64 {
				q := vec.FromAxisAngle(vec.AxisZ, lying.turn).Mul(vec.FromAxisAngle(vec.AxisY, angle))
				w.bodies.Ori[b] = q
				end := math.Abs(q.Rotate(vec.AxisX).Z) * 0.4
				w.bodies.Pos[b].Z = lying.z
				if angle != 0 { // the same depth of 1 mm for the lower end
					w.bodies.Pos[b].Z += end + 0.009
				}
				probe(w)
				c := firstContact(w)
				depth := 0.01
				if angle != 0 {
					depth = 0.001
				}
				return c.NormalForce() / (c.Kn * depth)
			}
			if k := stiffness(0); math.Abs(k-1) > 1e-12 {
				t.Errorf("%s, lying on %s: force %.15g kn u, want kn u", rule.Name, lying.name, k)
			}
			if lying.name != "wall" && lying.name != "mesh" {
				continue // the lower end is not the deepest point
			}
			for _, angle := range []float64{0.01, 0.1, 0.5, 1, 1.5} {
				if k := stiffness(angle); k < 0.5 || k > 1+1e-12 {
					t.Errorf("%s, tip on %s at %g rad: force %.4g kn u, want at least half and at most that of a sphere", rule.Name,
						lying.name, angle, k)
				}
			}
		}

		for _, kinds := range [][2][]body.ShapeDef{
			{capsuleDef(0.3, 0), capsuleDef(0.2, 0)}, {sphereDef(0.3), capsuleDef(0.2, 0)}, {sphereDef(0.3), sphereDef(0.2)},
		} {
			ball, like := pairUnder(t, documented, sphereDef(0.3), sphereDef(0.2)), pairUnder(t, rule.Name, kinds[0], kinds[1])
			at := vec.New(0.3, 0.3, -0.2)
			ball.bodies.Pos[1], like.bodies.Pos[1] = at, at
			probe(ball)
			probe(like)
			want, got := firstContact(ball), firstContact(like)
			near(t, rule.Name+": force without shaft", got.Force, want.Force, 1e-12)
			near(t, rule.Name+": point without shaft", got.Point, want.Point, 1e-12)
		}
	}
}

// Contract: the rule can change as the world runs; contacts keep their friction.
func TestRuleChangesAsItRuns(t *testing.T) {
	w := newRuleWorld(t, documented, 1e-4, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 3000})
	w.params.Gravity, w.params.Damping = vec.New(0.5, 0, -10), 0.4
	add(t, w, floorDef())
	b := add(t, w, body.Def{Shapes: capsuleDef(0.3, 0.8), Position: vec.New(0, 0, 0.28)})
	for i := 0; i < 60000; i++ {
		if i%5000 == 4999 {
			bridge.MakeEdit(w, bridge.Word("capsuleRule", contact.CapsuleRules[i/5000%2].Name))
		}
		w.Step()
	}
	// It lies, held by friction: where it began, but for the give of the shear spring,
	// 5.4 mm, and the sinking, 21.6 mm. Swings die down slowly.
	if p := w.bodies.Pos[b]; math.Abs(p.X-0.0054) > 1e-3 || math.Abs(p.Z-0.2784) > 2e-4 || w.bodies.Vel[b].Norm() > 2e-3 {
		t.Errorf("after changes of the rule at %v with velocity %v", p, w.bodies.Vel[b])
	}
}

// Contract: a capsule that hits a wall flat or upright, under either rule and law, comes
// back with the coefficient of restitution of the material, and without dashpot with all its
// speed: what the contact stores is what its forces do.
func TestRestitutionUnderBothRules(t *testing.T) {
	for _, rule := range contact.CapsuleRules {
		for _, lawName := range []string{"frictional", "hertz-mindlin"} {
			for _, e := range []float64{0.5, 1} {
				for _, tilt := range []float64{0, math.Pi / 2} {
					w, err := New(Params{TimeStep: 2e-5, TimeStepSafety: 1, CapsuleRule: rule.Name, Law: lawName})
					if err == nil {
						_, err = w.Build().AddMaterial("m", law.Material{Young: 1e7, Poisson: 0.3, Density: 1000, Restitution: e})
					}
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(w.Close)
					add(t, w, floorDef())
					b := add(t, w, body.Def{Shapes: capsuleDef(0.1, 0.3), Orientation: vec.FromAxisAngle(vec.AxisY, tilt),
						Position: vec.New(0, 0, 0.1001+0.15*math.Sin(tilt)), Velocity: vec.New(0, 0, -1)})
					for touched := false; !touched || w.contacts.Count > 0; {
						w.Step()
						touched = touched || w.contacts.Count > 0
					}
					// A thousand steps to a contact; the cut of the pull at its end adds 1 %.
					if v := w.bodies.Vel[b].Z; math.Abs(v-e) > 0.015 {
						t.Errorf("%s, %s, tilt %.2g rad: comes back with %.4g, want %g", rule.Name, lawName, tilt, v, e)
					}
					if l := w.Energy(); math.Abs(l.ContactRule)+math.Abs(l.ClosureError) > 1e-3*l.Kinetic {
						t.Errorf("%s, %s, tilt %.2g rad: ledger leaves %.3g and %.3g J unexplained of %.3g", rule.Name, lawName, tilt,
							l.ContactRule, l.ClosureError, l.Kinetic)
					}
				}
			}
		}
	}
}
