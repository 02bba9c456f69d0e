package sim

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// boxOfCapsules returns a box of walls, open above, into which capsules have fallen.
func boxOfCapsules(t testing.TB, workers int) *World {
	const half = 0.06
	w := grounded(t, workers, 3)
	for axis := range 2 {
		for _, sense := range []int{-1, 1} {
			add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindWall,
				Wall: body.WallDef{Axis: axis, Sense: sense, Position: -float64(sense) * half}}}})
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 120 {
		add(t, w, body.Def{Orientation: vec.FromUniform(r.Float64(), r.Float64(), r.Float64()), Position: vec.New(
			0.035*float64(i%3-1), 0.035*float64(i/3%3-1), 0.03+0.035*float64(i/9)), Shapes: capsuleDef(0.008, 0.016)})
	}
	for w.clock.Time < 0.5 {
		w.Step()
	}
	return w
}

// lowest returns the body that forces move that lies lowest.
func lowest(w *World) (low int) {
	low = -1
	for i := range w.bodies.Pos {
		if w.bodies.Kind[i] == body.Dynamic && (low < 0 || w.bodies.Pos[i].Z < w.bodies.Pos[low].Z) {
			low = i
		}
	}
	return low
}

// Contract: a body can be dragged out from below a full pile and back into it, held by its end, and let
// go: nothing is ever faster than about a fall over the way, overlaps stay small, and the ledger closes to 1 %
// with the work of the hand in it.
func TestDragThroughAFullPile(t *testing.T) {
	t.Parallel()
	w := boxOfCapsules(t, 1)
	before := w.Energy()
	id := int64(w.bodies.ID(int(lowest(w))))
	var fastest, deepest float64
	run := func(seconds float64, to vec.Vec3) {
		for end := w.clock.Time + seconds; w.clock.Time < end; {
			if to != (vec.Vec3{}) {
				bridge.MakeEdit(w, bridge.Grab{Body: id, At: vec.New(0.008, 0, 0.004), To: to})
			}
			w.Step()
			for i := range w.bodies.Vel {
				fastest = math.Max(fastest, w.bodies.Vel[i].Norm())
			}
			deepest = math.Max(deepest, w.contacts.Deepest)
		}
	}
	run(0.6, vec.New(0.02, 0.01, 0.25))
	if z := w.bodies.Pos[w.bodies.Index(body.ID(id))].Z; z < 0.2 {
		t.Errorf("the body is dragged to z = %.3g m, want 0.25", z)
	}
	lifted := w.Energy()
	run(0.3, vec.New(-0.3, 0.3, -1)) // beyond the walls and the floor
	bridge.MakeEdit(w, bridge.Release{})
	run(0.5, vec.Vec3{})
	e := w.Energy()
	all := turnover(e)
	t.Logf("fastest %.3g m/s, deepest overlap %.3g, hand %.3g J, closure %.2g and contact rule %.2g of the turnover",
		fastest, deepest, e.Imposed, (e.ClosureError-before.ClosureError)/all, (e.ContactRule-before.ContactRule)/all)
	if fastest > 1.6 || deepest > 0.1 {
		t.Errorf("bodies reached %.3g m/s and an overlap of %.3g", fastest, deepest)
	}
	if m := w.bodies.Mass(lowest(w)).Mass; lifted.Imposed-before.Imposed < m*10*0.2 {
		t.Errorf("the hand brought %.3g J, less than the weight that it lifted", lifted.Imposed-before.Imposed)
	}
	if !(math.Abs(e.ClosureError) < 0.01*all) {
		t.Errorf("closure error %.3g of the turnover", e.ClosureError/all)
	}
	if v := w.bodies.Vel[w.bodies.Index(body.ID(id))].Norm(); v > 0.1 || w.hand.Held() {
		t.Errorf("long after it was let go the body moves at %.3g m/s", v)
	}
}

// Contract: what a hand does is the same to the last bit for any number of workers, and a state saved in
// the middle of a drag goes on as the run it was saved from.
func TestDragIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	var want uint64
	for _, workers := range []int{1, 2, 3} {
		w := boxOfCapsules(t, workers)
		id := int64(w.bodies.ID(int(lowest(w))))
		plain := w.Hash()
		bridge.MakeEdit(w, bridge.Grab{Body: id, To: vec.New(0, 0, 0.2)})
		if w.Hash() == plain {
			t.Error("the hash does not tell that a body is held")
		}
		for i := range 600 {
			switch i {
			case 200:
				bridge.MakeEdit(w, bridge.Grab{Body: id, At: vec.New(0.01, 0, 0), To: vec.New(0.1, 0, 0.1), Turn: true})
			case 300:
				again, err := Restore(w.Checkpoint(), 2)
				if err != nil {
					t.Fatal(err)
				}
				if again.Hash() != w.Hash() {
					t.Errorf("%d workers: restored with another hash", workers)
				}
				t.Cleanup(again.Close)
				w = again
			case 500:
				bridge.MakeEdit(w, bridge.Release{})
			}
			w.Step()
		}
		if want == 0 {
			want = w.Hash()
		} else if w.Hash() != want {
			t.Errorf("%d workers: hash %016x, want %016x", workers, w.Hash(), want)
		}
	}
}

// Contract: only bodies that forces move can be dragged, at points of theirs, to places that there are; a
// refusal says which, changes nothing, and lets nothing go.
func TestDragsThatAreRefused(t *testing.T) {
	t.Parallel()
	w := boxOfCapsules(t, 1)
	held := int64(w.bodies.ID(int(lowest(w))))
	bridge.MakeEdit(w, bridge.Grab{Body: held})
	before := w.Hash()
	for want, c := range map[string]bridge.Grab{
		"no body 1000":                   {Body: 1000},
		"not moved by forces":            {Body: 0},
		"at most 0.032 m from the":       {Body: held, At: vec.New(0.1, 0, 0)},
		"target must be finite":          {Body: held, To: vec.New(math.NaN(), 0, 0)},
		"target must be within ±1e+15 m": {Body: held, To: vec.New(0, 1e16, 0)},
	} {
		bridge.MakeEdit(w, c)
		n := w.Log().All()[len(w.Log().All())-1]
		if n.Level != bridge.Refused || n.Field != "grab" || !strings.Contains(n.Text, want) {
			t.Errorf("%+v: notice %+v, want %q", c, n, want)
		}
		if w.Hash() != before {
			t.Errorf("%+v changed the state", c)
		}
	}
}
