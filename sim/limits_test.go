package sim

import (
	"fmt"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// setBound makes a bound lower for a test.
func setBound(t *testing.T, b *limit.Bound, most int) {
	was := b.Most
	b.Most = most
	t.Cleanup(func() { b.Most = was })
}

// Contract: a world in which too many bodies lie in each other stops before it keeps all
// their pairs, in the same state for any number of workers, and can still be looked at.
func TestCrowdStops(t *testing.T) {
	setBound(t, limit.Touching, 1) // 1 pair each and 30,000 more
	var first string
	for _, workers := range []int{1, 2, 5} {
		w, err := New(Params{TimeStep: 1e-6, TimeStepSafety: 0.5, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Close)
		w.contacts.Team.InlineBelow = 0
		if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
			t.Fatal(err)
		}
		for i := range 2000 {
			add(t, w, body.Def{Shapes: sphereDef(0.01), Position: vec.New(1e-6*float64(i), 0, 0)})
		}
		w.Step()
		w.Step()
		got := fmt.Sprintf("%s %d %d %x", w.Log().Fault(), w.Clock().Step, w.contacts.Count, w.Hash())
		if first == "" {
			first = got
		}
		if got != first || !strings.Contains(got, "2000 spheres and capsules must have at most 32000 pairs that touch") {
			t.Errorf("%d workers: %s, want %s", workers, got, first)
		}
		var s bridge.Snapshot
		s.Wanted.Contacts = true
		w.Fill(&s)
		if r, err := Restore(w.Checkpoint(), 1); err != nil {
			t.Error(err)
		} else {
			r.Close()
		}
	}
}

// Contract: an inlet that would make more bodies than a world may have stops it, and names
// the bound; a body too many is refused.
func TestTooManyBodies(t *testing.T) {
	setBound(t, limit.Bodies, 1000)
	w := newWorld(t, 1e-3, law.Default)
	in := insertion.InletDef{Name: "dust", Every: 1, Attempts: 100, PerBody: 10,
		Products: []insertion.Product{{Shapes: sphereDef(1e-4)}},
		Volume:   insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(1, 1, 1)}}
	if err := w.Build().AddInlet(in); err != nil {
		t.Fatal(err)
	}
	w.Step()
	if want := "inlet dust: there must be at most 1000 bodies, got 1001"; w.NumBodies() != 1000 ||
		!strings.Contains(w.Log().Fault(), want) {
		t.Errorf("%d bodies, fault %q, want %q", w.NumBodies(), w.Log().Fault(), want)
	}
	if _, err := w.Build().AddBody(body.Def{Shapes: sphereDef(1)}); err == nil ||
		!strings.Contains(err.Error(), "at most 1000 bodies") {
		t.Errorf("got %v", err)
	}
}

// Contract: the shapes of what an inlet makes count, too.
func TestTooManyShapes(t *testing.T) {
	setBound(t, limit.Shapes, 1000)
	w := newWorld(t, 1e-3, law.Default)
	two := append(sphereDef(1e-4), sphereDef(1e-4)...)
	in := insertion.InletDef{Name: "dust", Every: 1, Attempts: 100, PerBody: 10,
		Products: []insertion.Product{{Shapes: two}},
		Volume:   insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(1, 1, 1)}}
	if err := w.Build().AddInlet(in); err != nil {
		t.Fatal(err)
	}
	w.Step()
	if want := "inlet dust: there must be at most 1000 " + limit.Shapes.What + ", got 1002"; w.NumBodies() != 500 ||
		!strings.Contains(w.Log().Fault(), want) {
		t.Errorf("%d bodies, fault %q, want %q", w.NumBodies(), w.Log().Fault(), want)
	}
}

// Contract: pairs of materials that come one after another make the same surfaces as all at
// once.
func TestPairsOneByOne(t *testing.T) {
	w := newWorld(t, 1e-3, law.Default)
	for i := range 4 {
		m := law.Default
		m.Young, m.TanPhi = m.Young*float64(i+1), 0.1*float64(i+1)
		if _, err := w.Build().AddMaterial(fmt.Sprint(i), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []contact.PairDef{
		{A: 1, B: 2, Given: []law.Given{{Name: "tanPhi", Value: 0.7}}},
		{A: 2, B: 1, Given: []law.Given{{Name: "restitution", Value: 0.3}}},
		{A: 3, B: 3, Given: []law.Given{{Name: "rollingFriction", Value: 0.7}}},
		{A: 0, B: 4, Given: []law.Given{{Name: "tanPhi", Value: 0.3}}},
	} {
		if err := w.Build().AddPair(d); err != nil {
			t.Fatal(err)
		}
	}
	one, resists, damps := fmt.Sprint(w.contacts.Properties), w.contacts.Resists, w.contacts.Damps
	w.contacts.MixProperties()
	if all := fmt.Sprint(w.contacts.Properties); all != one || resists != w.contacts.Resists ||
		damps != w.contacts.Damps || !resists || !damps {
		t.Errorf("one by one\n%s\nall at once\n%s", one, all)
	}
}
