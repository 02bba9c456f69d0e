package sim

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: what contacts lose belongs to the regions in which they are at that moment, as far as rounding, whether
// these stay or move with a body.
func TestLossesAreWhereContactsAre(t *testing.T) {
	still := []string{"high=box/-9,-9,0.03/9,9,9#power", "ball=sphere/0.02,0.01,0.03/0.05#power",
		"tube=cylinder/0,0,-1/0,0,1/0.06#power", "slice=box/-9,0.001,-9/9,0.02,9#power", "far=sphere/3,3,3/1#power"}
	moving := append(still, "wheel=box/0,-9,-9/9,9,9@cup#power", "eye=sphere/0.04,0,0.02/0.03@cup#power")
	for _, texts := range [][]string{still, moving} {
		for _, lossy := range []bool{false, true} {
			worlds := [2]*World{pile(t, 2, 7, 100), pile(t, 1, 7, 100)}
			for _, w := range worlds {
				if lossy {
					m := w.contacts.Materials[0].Law
					m.Restitution, m.RollingFriction = 0.5, 0.1
					bridge.MakeEdit(w, bridge.SetMaterial{Material: m})
				}
				err := w.Build().AddMotion(kinematic.Def{Name: "turn", Body: "cup", Path: motion.Constant{Spin: vec.New(0, 0, 9)}})
				if err != nil {
					t.Fatal(err)
				}
			}
			w, plain := worlds[0], worlds[1]
			regions := count(t, w, nil, texts)
			want := make([]float64, len(regions))
			plain.contacts.AddLosses(1<<len(regions)-1, func(some contact.SumSet, p vec.Vec3) (in contact.SumSet) {
				frame, _ := bulk.FrameOf("cup", &plain.bodies)
				for i := range regions {
					local := p
					if regions[i].Body != "" {
						local = frame.In(p)
					}
					if regions[i].Holds(local) {
						in |= 1 << i
					}
				}
				return in & some
			})
			for w.Clock().Time < 0.3 {
				w.Step()
				plain.Step()
				for i := range regions {
					lost, _ := plain.contacts.Lost(i)
					want[i] += lost
				}
			}
			for i := range regions {
				if got := w.tally.Added(&regions[i]).Lost; !(math.Abs(got-want[i]) <= 1e-13*want[i]) ||
					(want[i] > 0) != (regions[i].Name != "far") {
					t.Errorf("lossy %v: contacts in %s lost %.15g J, want %.15g", lossy, regions[i].Name, got, want[i])
				}
			}
		}
	}
}

// Contract: contacts add to each sum what they lose, whatever of it they know before, also if that is more than workers
// have bins for.
func TestGroupsChangeNoSum(t *testing.T) {
	w := pile(t, 2, 7, 100)
	all := func(some contact.SumSet, _ vec.Vec3) contact.SumSet { return some }
	w.contacts.AddLosses(1<<contact.MostSums-1, all)
	lost, groups := w.ledger.Lost.Friction, uint32(0)
	for w.Clock().Time < 0.3 {
		listing := w.contacts.Listing
		w.Step()
		now := w.ledger.Lost.Friction
		for i := range contact.MostSums {
			if got, _ := w.contacts.Lost(i); !(math.Abs(got-(now-lost)) <= 1e-14*now) {
				t.Fatalf("step %d: %g J were lost, %g of it in sum %d", w.Clock().Step, now-lost, got, i)
			}
		}
		if lost = now; w.contacts.Listing != listing || w.Clock().Step%50 == 0 {
			groups++
			w.contacts.GroupLosses(func(_ *contact.Chunk, p *contact.Pair) (in, edge contact.SumSet) {
				in = contact.SumSet(uint32(p.A*7919+p.B*104729) * groups >> 3)
				return in, ^in
			})
		}
	}
	if lost == 0 {
		t.Error("nothing is lost: the test shows nothing")
	}
}

// Contract: what a contact held that tears belongs to the region where it was.
func TestTornContactsLoseInRegions(t *testing.T) {
	w := adhering(t, 1, 0, 0.05)
	regions := count(t, w, nil, []string{"here=box/-1,-1,-1/1,1,1#power", "there=box/1,1,1/2,2,2#power"})
	for i := 0; i < 10 || i < 20000 && w.contacts.Count > 0; i++ {
		w.Step()
	}
	heat := w.Energy().Adhesion
	here, there := w.tally.Added(&regions[0]), w.tally.Added(&regions[1])
	if !(heat > 0) || math.Abs(here.Lost-heat) > 1e-12*heat || there.Lost != 0 {
		t.Errorf("of %g J that a contact lost as it tore are %g where it was, and %g elsewhere", heat, here.Lost, there.Lost)
	}
}

// Contract: with many bodies losses are read in some steps, and stand for all. Balls that bounce, left and right of a
// plane, lose in two regions what they lose in worlds without the others, to within 2 %: one or two readings of an
// impact give what it loses to half of it, those of 1,800 impacts to 1.2 %. In all, regions have what the ledger has,
// after each step, for any number of workers, and in a restored world.
func TestLossesInSomeStepsStandForAll(t *testing.T) {
	const balls, left = 5400, 3600
	drop := func(workers, first, last int) *World {
		w := grounded(t, workers, 3)
		m := w.contacts.Materials[0].Law
		m.Restitution = 0.6
		bridge.MakeEdit(w, bridge.SetMaterial{Material: m})
		r := rand.New(rand.NewPCG(3, 1))
		for i := range balls {
			z, speed := 0.011+0.01*r.Float64(), r.Float64()
			if i >= first && i < last {
				add(t, w, body.Def{Shapes: sphereDef(0.01), Velocity: vec.New(0, speed, 0), Position: vec.New(
					0.03*(float64(i/60)+0.5), 0.1*float64(i%60), z)})
			}
		}
		return w
	}
	texts := []string{"left=box/-9,-9,-9/1.8,9,9#power", "right=box/1.8,-9,-9/9,9,9#power"}
	worlds := []*World{drop(1, 0, balls), drop(3, 0, balls)}
	var regions []bridge.Region
	for _, w := range worlds {
		regions = count(t, w, nil, texts)
	}
	lossy := false
	for worlds[0].Clock().Time < 0.06 {
		if step := worlds[0].Clock().Step; step == 202 { // between two readings
			w, err := Restore(worlds[0].Checkpoint(), 2)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			worlds = append(worlds, w)
		}
		for i := range regions {
			one, other := worlds[0].tally.Added(&regions[i]), worlds[len(worlds)-1].tally.Added(&regions[i])
			if fmt.Sprint(one) != fmt.Sprint(other) {
				t.Fatalf("another world has %+v in %s, want %+v", other, regions[i].Name, one)
			}
		}
		for _, w := range worlds {
			w.Step()
		}
		e, sum := worlds[0].Energy(), 0.0
		for i := range regions {
			sum += worlds[0].tally.Added(&regions[i]).Lost
		}
		if lossy = lossy || worlds[0].contacts.Sampled() && sum > 0; !lossy { // it is not known yet where
			continue
		}
		if heat := e.Friction + e.Viscous; math.Abs(sum-heat) > 1e-12*heat {
			t.Fatalf("step %d: %.15g J in regions, %.15g in all", worlds[0].Clock().Step, sum, heat)
		}
	}
	if !bytes.Equal(worlds[1].Checkpoint(), worlds[0].Checkpoint()) {
		t.Error("three workers give other bits than one")
	}
	for i, alone := range []*World{drop(2, 0, left), drop(2, left, balls)} {
		for alone.Clock().Step < worlds[0].Clock().Step {
			alone.Step()
		}
		e, got := alone.Energy(), worlds[0].tally.Added(&regions[i]).Lost
		t.Logf("%s: %.6g J, %.6f", regions[i].Name, got, got/(e.Friction+e.Viscous)-1)
		if want := e.Friction + e.Viscous; math.Abs(got/want-1) > 0.02 || !(min(e.Viscous, e.Friction) > 0.1*want) {
			t.Errorf("%s lost %g J, want %g: friction %g, dashpots %g", regions[i].Name, got, want, e.Friction, e.Viscous)
		}
	}
}
