package sim

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: a number that is lost stops the world before it spreads. The notice names the
// step, the body and the quantity; bodies and contacts stay as the last good step left
// them, in the snapshot too, and no further step or edit changes that.
func TestLostNumberStopsTheWorld(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		quantity string
		spoil    func(w *World)
		unspoilt bool // the test leaves the state itself good
	}{
		{"force", func(w *World) { w.params.Gravity.Y = nan }, true},
		{"force", func(w *World) {
			w.contacts.Damps, w.contacts.Properties[0].Damping = true, inf
			w.contacts.Reconsider()
		}, true},
		{"force", func(w *World) {
			for _, k := range w.contacts.Chunks {
				for i := range k.Contacts.Springs {
					k.Contacts.Springs[i].Kn = inf
				}
			}
		}, true},
		{"torque", func(w *World) {
			w.contacts.Resists, w.contacts.Properties[0].RollingFriction = true, 0.1
			w.contacts.Reconsider()
			w.contacts.EditContacts(func(c *contact.Contact) { c.Couple.X = nan })
		}, true},
		{"velocity", func(w *World) { w.bodies.Vel[3].X = nan }, false},
		{"velocity", func(w *World) { w.bodies.Vel[3].X = 1e101 }, false},
		{"spin", func(w *World) { w.bodies.Spin[3].Z = inf }, false},
		{"position", func(w *World) { w.bodies.Pos[3].Y = nan }, false},
	} {
		w := pile(t, 1, 4, 40)
		for i := 0; i < 3000; i++ {
			w.Step()
		}
		before := w.State()
		c.spoil(w)
		w.Step()
		fault, step := w.Log().Fault(), w.Clock().Step
		n := w.Log().All()[len(w.Log().All())-1]
		for _, part := range []string{"step 3000", "the " + c.quantity + " of body", "stopped before it moves"} {
			if !strings.Contains(fault, part) {
				t.Errorf("%s: fault %q does not say %q", c.quantity, fault, part)
			}
		}
		if step != 3000 || n.Level != bridge.Fault || n.Step != 3000 || n.Text != fault {
			t.Errorf("%s: step %d, last notice %+v", c.quantity, step, n)
		}
		if c.unspoilt {
			after := w.State()
			for i := range after.Bodies {
				if after.Bodies[i].Position != before.Bodies[i].Position || after.Bodies[i].Velocity != before.Bodies[i].Velocity {
					t.Errorf("%s: body %d moved", c.quantity, i)
				}
			}
			for _, k := range after.Contacts {
				if !(math.Abs(k.NormalForce)+math.Abs(k.TangentialForce)+math.Abs(k.Force[0])+math.Abs(k.Overlap) < limit.Lost) {
					t.Errorf("%s: a contact shows %+v", c.quantity, k)
				}
			}
		}
		var s bridge.Snapshot
		w.Fill(&s)
		bridge.MakeEdit(w, bridge.Number("damping", 0.1))
		now := w.Hash()
		w.Step()
		if w.Hash() != now || w.Log().Fault() != fault || s.Fault != fault {
			t.Errorf("%s: a stopped world went on", c.quantity)
		}
	}
}

// Contract: where the force of one contact is lost, no body moves, also none that another worker or
// another chunk of bodies has.
func TestLostForceStopsAllBodies(t *testing.T) {
	settled := pile(t, 1, 4, 2*parallel.Chunk)
	for settled.contacts.Count < 100 {
		settled.Step()
	}
	for _, workers := range []int{1, 2} {
		for _, width := range []wide.Width{wide.Scalar, wide.InUse()} {
			widthtest.Use(t, width)
			w, err := Restore(settled.Checkpoint(), workers)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(w.Close)
			w.contacts.Team.InlineBelow = 0
			w.Step()
			before, spoilt := w.State(), false
			w.contacts.EditContacts(func(c *contact.Contact) {
				if !spoilt && c.BodyB < parallel.Chunk && c.Mu > 0 {
					c.Force.X, spoilt = math.NaN(), true
				}
			})
			w.Step()
			if !spoilt || !strings.Contains(w.Log().Fault(), "the force of body") {
				t.Fatalf("%d workers: spoilt %v, fault %q", workers, spoilt, w.Log().Fault())
			}
			after := w.State()
			for i := range after.Bodies {
				if after.Bodies[i].Position != before.Bodies[i].Position || after.Bodies[i].Velocity != before.Bodies[i].Velocity {
					t.Errorf("%d workers: body %d moved", workers, i)
				}
			}
		}
	}
}

// Contract: of a number that spreads through contacts the body where it began is named.
func TestLostNumberNamesItsOrigin(t *testing.T) {
	w := pile(t, 1, 4, 40)
	for i := 0; i < 3000; i++ {
		w.Step()
	}
	w.bodies.Vel[5].Z = math.Inf(-1)
	w.Step()
	if !strings.Contains(w.Log().Fault(), "the velocity of body 5 (grain)") {
		t.Errorf("fault %q", w.Log().Fault())
	}
}

// Contract: a large overlap is a notice that names the bodies, and no more: the world goes
// on. It does not flood: it speaks again only when one is half as deep again.
func TestLargeOverlapIsOnlyANotice(t *testing.T) {
	w := newWorld(t, 1e-4, law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000})
	add(t, w, floorDef())
	for i := 0; i < 5; i++ {
		add(t, w, body.Def{Name: "deep", Shapes: sphereDef(0.1), Position: vec.New(float64(i), 0, 0.1-0.01*float64(i+1))})
	}
	add(t, w, body.Def{Name: "shallow", Shapes: sphereDef(0.1), Position: vec.New(9, 0, 0.0905)})
	w.params.Gravity = vec.New(0, 0, -1000)
	for i := 0; i < 2000; i++ {
		w.Step()
	}
	if w.Log().Fault() != "" {
		t.Fatal(w.Log().Fault())
	}
	warned := 0
	for _, n := range w.Log().All() {
		if n.Level == bridge.Warning {
			warned++
			if warned == 1 && !strings.Contains(n.Text, "bodies 0 (floor) and 5 (deep) overlap by 50 % of the smaller radius") {
				t.Errorf("notice %q", n.Text)
			}
		}
	}
	if warned == 0 || warned > 3 {
		t.Errorf("%d warnings in 2000 steps, want 1 to 3", warned)
	}
	// Below a tenth nobody is told.
	w = newWorld(t, 1e-4, law.Material{Young: 1e6, Density: 1000})
	add(t, w, floorDef())
	add(t, w, body.Def{Shapes: sphereDef(0.1), Position: vec.New(0, 0, 0.0901)})
	w.Step()
	if len(w.Log().All()) != 0 {
		t.Errorf("notices %+v", w.Log().All())
	}
}
