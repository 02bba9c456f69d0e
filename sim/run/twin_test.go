package run

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// alone returns the hashes of a run of the pile after each step, with a command before one of them.
func alone(t *testing.T, n, at int, c bridge.Command) (hashes []uint64) {
	r := atRest(t)
	hashes = append(hashes, r.scene.World.Hash())
	for k := range n {
		if k == at {
			r.apply(c)
		}
		hashes = passed(r, 1, hashes)
	}
	return hashes
}

// Contract: each of two worlds beside each other has the bits of the same world run alone with the same edits:
// as they run, wherever they are sought, after a reset, and after one has gone on alone, with the other as a track.
func TestTwinsAreAsIfAlone(t *testing.T) {
	const n, fork, edit = 400, 100, 150
	rough := bridge.Vector("gravity", vec.New(0.5, 0, -9))
	was, will := alone(t, n, n, nil), alone(t, n, edit, rough)
	r := atRest(t)
	same := func(what string) {
		t.Helper()
		r.finishSeek()
		worlds := r.worlds
		step := worlds[0].scene.World.Clock().Step
		for i, want := range [][]uint64{was, will} {
			if w := worlds[i].scene.World; w.Clock().Step != step || w.Hash() != want[step] {
				t.Fatalf("%s: world %s at step %d has the hash %016x, alone at step %d %016x", what, Letter(i), w.Clock().Step,
					w.Hash(), step, want[step])
			}
		}
	}
	passed(r, fork, nil)
	r.apply(bridge.BeginTwin{})
	same("at the beginning")
	passed(r, edit-fork, nil)
	r.apply(bridge.ChooseTwin{Place: 1})
	r.apply(rough)
	for range 5 {
		passed(r, (n-edit)/5, nil)
		frequently(r)
		same("as they run")
	}
	for _, step := range []int64{fork + 7, n, edit + 1, 300, 20, edit - 1, n} {
		r.apply(bridge.Seek{Step: step})
		same("sought")
		r.apply(bridge.ChooseTwin{Place: int(step) % 2})
	}
	r.apply(bridge.Seek{Step: 200})
	r.finishSeek()
	passed(r, 30, nil)
	same("on from a moment that was sought")
	r.apply(bridge.ChooseTwin{Place: 1})
	r.apply(bridge.Seek{Step: n})
	r.apply(bridge.EndTwin{Place: 1})
	r.finishSeek()
	if len(r.worlds) > 1 || r.scene.World.Hash() != will[n] {
		t.Fatalf("alone again it has the hash %016x, want %016x", r.scene.World.Hash(), will[n])
	}
	r.apply(bridge.ChooseTrack{Track: 0})
	if got := sought(r, bridge.Seek{Step: n}); got != was[n] {
		t.Errorf("the track of the other one ends with the hash %016x, want %016x", got, was[n])
	}
}

// Contract: the runner says after which step a bit differed for the first time, and after which a body was farther from
// its copy than the bound, which world has what, and how far each body is from its copy.
func TestTwinsPart(t *testing.T) {
	r := atRest(t)
	r.controls.Wanted = bridge.Wanted{Contacts: true}
	passed(r, 50, nil)
	r.apply(bridge.BeginTwin{})
	passed(r, 20, nil)
	var s bridge.Snapshot
	r.fill(&s)
	if b := &s.Comparison; len(b.Others) != 1 || b.Divergence.Bits.Yes || b.Label != "A" || len(b.Distances) != 9 {
		t.Fatalf("twins that are the same: %+v", s.Comparison)
	}
	r.apply(bridge.ChooseTwin{Place: 1})
	r.apply(bridge.Number("damping", 0.5))
	passed(r, 400, nil)
	r.fill(&s)
	p := s.Comparison.Divergence
	if p.Bits.At.Step != 71 || p.Bits.What != "position" && p.Bits.What != "velocity" || p.Bits.Body < 0 {
		t.Errorf("damping was changed at step 70, bits differ: %s", p.First())
	}
	if d := p.Bodies; d.At.Step <= 71 || !(d.Distance > 0.01*0.01 && d.Distance < 0.0102*0.01) || d.Radius != 0.01 {
		t.Errorf("farther apart than 1 %% of 1 cm: %s", p.Farther())
	}
	c := &s.Comparison
	if c.Place != 1 || c.Label != "B  damping 0.5" || c.Others[0].Comparison.Label != "A  damping 0" {
		t.Errorf("labels %q and %q", c.Label, c.Others[0].Comparison.Label)
	}
	for i := range s.Bodies {
		want := math.Sqrt(square(s.Bodies[i].Center, s.Comparison.Others[0].Bodies[i].Center))
		if got := float64(s.Comparison.Distances[i]); math.Abs(got-want) > 1e-7 {
			t.Errorf("body %d: %g m from its copy, want %g", i, got, want)
		}
	}
	r.apply(bridge.ChooseTwin{Place: 1, Both: true})
	r.apply(bridge.Vector("gravity", vec.New(0, 0, -5)))
	if z := r.worlds[0].scene.World.Params().Gravity.Z; z != -5 {
		t.Errorf("an edit of both gives the other a gravity of %g", z)
	}
	r.apply(bridge.Reset{})
	passed(r, 10, nil)
	r.fill(&s)
	if o := &s.Comparison.Others[0]; s.Step != 10 || o.Step != 10 || o.Params.Damping != 0 || s.Params.Damping != 0.5 ||
		o.Params.Gravity.Z != -5 || s.Comparison.Place != 1 {
		t.Errorf("after a reset: step %d and %d, damping %g and %g", s.Step, o.Step, s.Params.Damping, o.Params.Damping)
	}
	r.apply(bridge.LoadScene{Name: "pile"})
	if r.fill(&s); len(s.Comparison.Others) != 0 || len(s.Comparison.Distances) != 0 {
		t.Error("another scene still has a twin")
	}
	r.apply(bridge.EndTwin{})
	if r.fill(&s); !strings.Contains(s.Notices[len(s.Notices)-1].Text, "no world") {
		t.Errorf("ending what is not there: %+v", s.Notices)
	}
}

func square(a, b [3]float32) (sum float64) {
	for k := range a {
		sum += math.Pow(float64(a[k])-float64(b[k]), 2)
	}
	return sum
}

// Contract: the body that is followed is read in both worlds; what was read of another one does not come back with the
// track of a twin that has ended.
func TestTwinsAreFollowed(t *testing.T) {
	r := atRest(t)
	choose := func(body int64) {
		r.apply(bridge.SetWanted{Wanted: bridge.Wanted{Inspect: [2]bridge.Thing{{Kind: bridge.ThingBody, Body: body}}}})
	}
	count := func(s *instance) int { return len(s.history.FollowedSeries(bridge.OfBody).Samples) }
	r.apply(bridge.BeginTwin{})
	choose(1)
	passed(r, 400, nil)
	if a, b := count(r.worlds[0]), count(r.worlds[1]); a < 2 || a != b {
		t.Fatalf("%d moments of the body in one world, %d in the other", a, b)
	}
	choose(2)
	r.follow()
	r.apply(bridge.EndTwin{Place: 0})
	var line bridge.Timeline
	r.history.Fill(&line)
	f := line.Followed[bridge.OfBody]
	if len(line.Tracks) != 2 || len(f.Series) != 2 || f.Body != 2 ||
		len(f.Series[0].Samples)+len(f.Series[1].Samples) > 0 {
		t.Errorf("of body %d: %+v", f.Body, f.Series)
	}
}
