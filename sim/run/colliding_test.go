package run

import (
	"testing"

	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/run/bridge"
)

// Contract: while a reader wants collisions, snapshots count those that a sensor of the same run sees, once by each
// number; the run stays the same. They stay when nobody wants them any more, begin anew after a jump, and a scene that
// begins again has none.
func TestCollisionsOfSnapshot(t *testing.T) {
	const steps = 3000
	r, alone := atRest(t), atRest(t)
	count := func() (n []int64, since float64, followed bool) {
		var s bridge.Snapshot
		r.fill(&s)
		for _, bins := range s.Collisions.Spectra {
			sum := int64(0)
			for _, b := range bins {
				sum += b.Count
			}
			n = append(n, sum)
		}
		return n, s.Collisions.Since, s.Collisions.Followed
	}
	if r.apply(bridge.StepOnce{N: 1}); r.colliding.world != nil {
		t.Error("nobody wants collisions, which are followed")
	}
	want := int64(0)
	sensor := collisions.Sensor{Ended: func(*collisions.Collision) { want++ }}
	alone.apply(bridge.StepOnce{N: 1})
	r.apply(bridge.SetWanted{Wanted: bridge.Wanted{Collisions: true}})
	for range steps {
		alone.apply(bridge.StepOnce{N: 1})
		alone.scene.World.Contacts().Collide(&sensor)
	}
	r.apply(bridge.StepOnce{N: steps})
	got, _, followed := count()
	if !followed || want < 10 || len(got) != len(collisions.Numbers) {
		t.Fatalf("%d collisions, by %d numbers", want, len(got))
	}
	for i, n := range got {
		if n != want {
			t.Errorf("by %s %d collisions are counted, want %d", collisions.Numbers[i].Name, n, want)
		}
	}
	if r.scene.World.Hash() != alone.scene.World.Hash() {
		t.Error("to follow collisions changes the run")
	}
	r.apply(bridge.SetWanted{})
	r.apply(bridge.StepOnce{N: 1})
	if n, _, _ := count(); n[0] != want {
		t.Errorf("once nobody wants them, there are %d collisions, want %d", n[0], want)
	}
	r.apply(bridge.SetWanted{Wanted: bridge.Wanted{Collisions: true}})
	r.apply(bridge.StepOnce{N: 1})
	if n, since, _ := count(); n[0] != 0 || since != r.scene.World.Clock().Time {
		t.Errorf("after a gap there are %d collisions since %g s", n[0], since)
	}
	r.apply(bridge.Reset{})
	if _, _, followed := count(); followed {
		t.Error("a scene that begins again has collisions")
	}
}

// Contract: where the scene follows collisions, snapshots have what its world counted at each moment, whether somebody
// wants them or not, also after a jump back, and the samples of charts have their numbers.
func TestCollisionsOfScene(t *testing.T) {
	pile := loadPile(t)
	load := func(name string, seed uint64) (Scene, error) {
		sc, err := pile(name, seed)
		if err == nil {
			sc.World.Build().FollowCollisions()
			sc.Collisions = true
		}
		return sc, err
	}
	r := paused(t, load)
	count := func() int64 {
		var s bridge.Snapshot
		r.fill(&s)
		if !s.Collisions.Asked || !s.Collisions.Followed || s.Collisions.Since != 0 {
			t.Errorf("the scene asks for collisions: %+v", s.Collisions)
		}
		sum := s.Collisions.Sum(bridge.AllMaterials)
		column := s.Timeline.Series[0].Find("between all collisions")
		if column < 0 || s.Sample.Values[column] != float64(sum.Count) {
			t.Errorf("column %d of the charts has other than %d collisions", column, sum.Count)
		}
		return sum.Count
	}
	r.apply(bridge.StepOnce{N: 1500})
	early := count()
	r.apply(bridge.SetWanted{Wanted: bridge.Wanted{Collisions: true}})
	r.apply(bridge.StepOnce{N: 1500})
	late := count()
	if r.colliding.world != nil || !(0 < early && early < late) {
		t.Errorf("%d collisions, then %d; followed twice: %v", early, late, r.colliding.world != nil)
	}
	sought(r, bridge.Seek{Step: 1500})
	if got := count(); got != early {
		t.Errorf("back at step 1500 there are %d collisions, want %d", got, early)
	}
}
