package bench

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// Contract: a pile settles: every body rests on others inside the box, and steps of it
// need no memory.
func TestPileSettles(t *testing.T) {
	for _, capsules := range []bool{false, true} {
		p := Pile{Capsules: capsules, Count: 60, Workers: 1}
		var told Settling
		w, err := p.Settle(func(s Settling) {
			if s.Time < told.Time {
				t.Fatalf("told %g s after %g s", s.Time, told.Time)
			}
			told = s
		})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if told.Time < told.Until || told.Energy > told.Rest {
			t.Errorf("%s: it was last told %+v of a pile that has settled", p.Shape(), told)
		}
		for _, b := range p.bodiesOf(w) {
			x := b.position
			if x.X < 0 || x.X > p.side() || x.Y < 0 || x.Y > p.side() || x.Z < 0 || x.Z > 4*p.side() {
				t.Errorf("%s at %v is outside of the box of %g m", p.Shape(), x, p.side())
			}
		}
		r := Measure(w, "pile", p.Shape(), 500)
		if r.Bodies != p.Count || r.Steps != 500 || float64(r.Contacts) < 1.5*float64(p.Count) {
			t.Errorf("%s: %d bodies with %d contacts in %d steps: they do not lie on each other", p.Shape(), r.Bodies,
				r.Contacts, r.Steps)
		}
		// An odd byte is allocated outside of steps; one step in ten would show.
		if r.AllocsPerStep > 0.1 {
			t.Errorf("%s: %g allocations per step, want none", p.Shape(), r.AllocsPerStep)
		}
		// 1e-7 J would lift a body by 2 µm.
		if e := w.Energy().Kinetic / float64(p.Count); e > 1e-7 {
			t.Errorf("%s: %g J of kinetic energy per body, want a pile at rest", p.Shape(), e)
		}
	}
}

// Contract: memory counts each array once, by the fields that lead to it, with what is not used of it and what its
// items point to.
func TestMemoryCountsArraysOnce(t *testing.T) {
	type item struct{ list []int32 }
	type part struct{ items []*item }
	shared := &item{make([]int32, 3, 5)}
	one := struct {
		first, again part
		numbers      []float64
		any          any
	}{first: part{[]*item{shared, {make([]int32, 1)}}}, numbers: make([]float64, 2, 4), any: part{make([]*item, 1)}}
	one.again = part{[]*item{shared}}
	m := arrays{bytes: map[string]int{}, seen: map[uintptr]bool{}}
	m.add("", reflect.ValueOf(&one).Elem())
	want := map[string]int{"first.items": 2*8 + 2*24, "first.items.list": 24, "again.items": 8, "numbers": 32,
		"any.items": 8}
	if !maps.Equal(m.bytes, want) {
		t.Errorf("got %v, want %v", m.bytes, want)
	}
}

// Contract: a pile that pours leaves the box, and does so under a load that bodies carry: it
// is no pile in free fall.
func TestPilePours(t *testing.T) {
	w, err := Pile{Count: 60, Workers: 1, Pouring: true}.Settle(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	side := Pile{Count: 60}.side()
	for w.Clock().Time < 0.2 {
		w.Step()
	}
	out := 0
	for _, b := range w.State().Bodies {
		if b.Mass > 0 && b.Position[0] > side {
			out++
		}
	}
	if out < 10 || w.Contacts().Count() < 30 {
		t.Errorf("%d of 60 spheres left the box, %d contacts", out, w.Contacts().Count())
	}
}

// Contract: a pile file gives its own bodies, and what is wrong with one is said.
func TestReadPile(t *testing.T) {
	good := "0.1 2 0.005 0.01\n0.02 0.02 0.005 0.7071067811865476 0 0.7071067811865476 0\n0.06 0.06 0.02 1 0 0 0\n"
	p, w, err := Pile{Workers: 1}.Read(strings.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	shapes := w.State().Bodies[5].Shapes[0]
	if p.Count != 2 || p.Shape() != "capsule" || shapes.Shaft != 0.01 {
		t.Errorf("got %+v with a shaft of %g", p, shapes.Shaft)
	}
	for _, bad := range []string{"", "0.1 x", "0.1 0 0.005 0", "0.1 2 0.006 0\n", "-1 2 0.005 0\n", good[:40]} {
		if _, _, err := (Pile{}).Read(strings.NewReader(bad)); err == nil ||
			!strings.HasPrefix(err.Error(), "bench: pile: ") {
			t.Errorf("%q: got error %v", bad, err)
		}
	}
}

// BenchmarkStep measures single steps of settled piles and of the bottle as it is filled.
func BenchmarkStep(b *testing.B) {
	for _, capsules := range []bool{false, true} {
		for _, n := range []int{200, 1000, 5000} {
			p := Pile{Capsules: capsules, Count: n, Workers: 1}
			w, err := p.Settle(nil)
			if err != nil {
				b.Fatal(err)
			}
			rested := p.bodiesOf(w)
			w.Close()
			for _, p.Workers = range []int{1, 2} {
				if w, err = p.world(p.side(), rested, timeStep, damping); err != nil {
					b.Fatal(err)
				}
				steps(b, p.Shape(), w, n, p.Workers)
			}
		}
	}
	for _, workers := range []int{1, 2} {
		s, err := scene.Load("bottle", scene.Options{Workers: workers})
		if err != nil {
			b.Fatal(err)
		}
		for s.World.Clock().Time < 1.2 {
			s.World.Step()
		}
		steps(b, "bottle", s.World, s.World.NumBodies()-2, workers)
	}
}

// BenchmarkSnapshot measures what a snapshot for the window costs, without and with the
// contacts that overlays show. Sixty a second are taken, and readings with every twelfth.
func BenchmarkSnapshot(b *testing.B) {
	for _, name := range []string{"bottle", "pile"} {
		s, err := scene.Load("bottle", scene.Options{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		w := s.World
		if name == "pile" {
			w.Close()
			if w, err = (Pile{Capsules: true, Count: 5000, Workers: 1}).Settle(nil); err != nil {
				b.Fatal(err)
			}
		}
		for name == "bottle" && w.Clock().Time < 1.2 {
			w.Step()
		}
		for _, contacts := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/contacts=%v", name, contacts), func(b *testing.B) {
				feed := bridge.NewFeed()
				var held *bridge.Snapshot
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					s := feed.Writer()
					s.Wanted.Contacts = contacts
					w.Fill(s)
					if i%12 == 0 {
						s.Readings = bridge.Readings{Hash: w.Hash(), Energy: w.Energy()}
					}
					feed.Publish(s)
					held = feed.Latest(held)
				}
				b.ReportMetric(100*60*b.Elapsed().Seconds()/float64(b.N), "%-at-60/s")
			})
		}
		w.Close()
	}
}

// BenchmarkRegions measures what ten regions cost in settled piles of 20,000, which take minutes to settle: ten boxes
// that share out most of the pile, then ten spheres and ten cylinders that each hold a tenth. What counts is the time
// over that of a hundredth of a simulated second.
func BenchmarkRegions(b *testing.B) {
	for _, capsules := range []bool{false, true} {
		p := Pile{Capsules: capsules, Count: 20_000, Workers: 1}
		w, err := p.Settle(nil)
		if err != nil {
			b.Fatal(err)
		}
		a := p.side() / 10
		kinds := [3]string{"box", "sphere", "cylinder"}
		var regions [len(kinds)][]bridge.Measured
		for i := range 10 {
			x, y := float64(i%5)*2*a, float64(i/5)*5*a
			for k, r := range [len(kinds)]bridge.Region{
				{Low: vec.New(x, y, a), High: vec.New(x+2*a, y+5*a, 8*a)},
				{Low: vec.New(5*a, 5*a, 4*a), Radius: 3 * a},
				{Low: vec.New(5*a, 5*a, a), High: vec.New(5*a, 5*a, 8*a), Radius: 3 * a}} {
				r.Kind = bridge.RegionKind(k)
				regions[k] = append(regions[k], bridge.Measured{Region: r})
			}
		}
		for k, kind := range kinds {
			b.Run(p.Shape()+"/"+kind, func(b *testing.B) {
				s, measuring := bridge.Snapshot{Regions: regions[k]}, time.Duration(0)
				for b.Loop() {
					w.Step()
					begin := time.Now()
					w.FillNumbers(&s)
					measuring += time.Since(begin)
				}
				steps := 0.01 / timeStep * (b.Elapsed() - measuring).Seconds()
				b.ReportMetric(100*measuring.Seconds()/steps, "%-at-100/s")
			})
		}
		w.Close()
	}
}

// steps measures steps of a world and ends it.
func steps(b *testing.B, name string, w *sim.World, n, workers int) {
	defer w.Close()
	for i := 0; i < 200; i++ {
		w.Step()
	}
	b.Run(fmt.Sprintf("%s/n=%d/workers=%d", name, n, workers), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			w.Step()
		}
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mbody-steps/s")
	})
}

// BenchmarkSlice measures what a slice through a settled pile of 20,000 spheres costs, as the window shows it, and how
// much of it the steps wait for.
func BenchmarkSlice(b *testing.B) {
	p := Pile{Count: 20_000, Workers: 1}
	w, err := p.Settle(nil)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	var s bridge.Snapshot
	w.Fill(&s)
	box, r := s.Bounds.Core, float64(s.Capsules[0].Radius)
	f := bridge.Field{Kernel: "gaussian", Width: 2 * r}
	f.Box.Low = vec.New(float64(box[0][0]), 0, float64(box[0][2]))
	f.Box.High = vec.New(float64(box[1][0]), 0, float64(box[1][2]))
	y := float64(box[0][1]+box[1][1]) / 2
	f.Box.Low.Y, f.Box.High.Y, f.Box.Name = y-f.Width, y+f.Width, "slice"
	f.Box.Cells = [3]int{48, 1, 48}
	for _, q := range []string{"velocity", "stress"} {
		pushes := fields.Find(q).Contacts
		b.Run(q, func(b *testing.B) {
			copying := time.Duration(0)
			for b.Loop() {
				g, err := fields.New(f)
				if err != nil {
					b.Fatal(err)
				}
				low, high := g.Reach()
				begin := time.Now()
				m := w.Contacts().Matter(low, high, pushes)
				copying += time.Since(begin)
				g.Add(m)
			}
			b.ReportMetric(1000*copying.Seconds()/float64(b.N), "ms-between-steps")
		})
	}
}

// Contract: contacts keep the forces of dashpots only where there are dashpots, and couples only where something
// opposes rolling, also after an edit.
func TestContactsKeepWhatTheirLawNeeds(t *testing.T) {
	const drags, couples = "contacts.Lists.Chunks.Contacts.drags", "contacts.Lists.Chunks.Contacts.couples"
	s, err := scene.Load("box", scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	for _, c := range []struct {
		restitution, rolling float64
		keeps                []string
	}{
		{1, 0, nil}, {0.5, 0, []string{drags}}, {1, 0.1, []string{couples}}, {0.5, 0.1, []string{drags, couples}},
		{1, 0, nil},
	} {
		_, m, _ := s.World.Material(0)
		m.Restitution, m.RollingFriction = c.restitution, c.rolling
		if err := bridge.MakeEdit(s.World, bridge.SetMaterial{Material: m}); err != nil {
			t.Fatal(err)
		}
		for range 50 {
			s.World.Step()
		}
		memory := Memory(s.World)
		for _, column := range []string{drags, couples} {
			if kept := memory[column] > 0; kept != slices.Contains(c.keeps, column) {
				t.Errorf("restitution %g, rolling friction %g: %s are kept: %v", c.restitution, c.rolling, column, kept)
			}
		}
	}
}
