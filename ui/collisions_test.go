package ui

import (
	"bytes"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: collisions are asked for while they are switched on; the bins of all pairs of materials add up, those of a
// pair are its own, and what is too small for a bin stays apart; a saved table has the bins of all pairs.
func TestCollisionsOfPairs(t *testing.T) {
	m := newTestModel()
	cl := &m.collided
	asked := func() (w bridge.Wanted) {
		cl.wants(&w)
		return w
	}
	if asked() != (bridge.Wanted{}) {
		t.Error("collisions are asked for before they are switched on")
	}
	if cl.on = true; !asked().Collisions {
		t.Error("collisions are switched on, and not asked for")
	}
	bin := func(a, b int, from, to float64, n int64) bridge.CollisionBin {
		return bridge.CollisionBin{MaterialA: a, MaterialB: b, From: from, To: to, Count: n, LostNormal: to * float64(n)}
	}
	m.snap.Materials = []bridge.Material{{Name: "steel, old"}, {Name: "glass"}}
	m.snap.Collisions = bridge.Collisions{Followed: true, Spectra: [][]bridge.CollisionBin{{
		bin(0, 0, 0, 1e-18, 7), bin(0, 0, 1e-9, 1.58489e-9, 2), bin(0, 1, 1.58489e-9, 2.51189e-9, 5),
		bin(1, 1, 1e-9, 1.58489e-9, 3)}}}
	counts := func() (n [3]int64) {
		list, small := cl.bins()
		for i := range list {
			n[i] = list[i].Count
		}
		n[2] = small.Count
		return n
	}
	if n := counts(); n != [3]int64{5, 5, 7} || cl.total().Count != 17 {
		t.Errorf("all pairs have %v, in all %d", n, cl.total().Count)
	}
	pairs, names := cl.pairs()
	if len(pairs) != 4 || names[2] != "steel, old – glass" {
		t.Fatalf("the pairs are %v", names)
	}
	if cl.pair = pairs[2]; counts() != [3]int64{5} {
		t.Errorf("the pair has %v", counts())
	}
	if cl.pair = [2]int{4, 4}; counts() != [3]int64{5, 5, 7} {
		t.Errorf("a pair that is not there has %v", counts())
	}
	list, _ := cl.bins()
	cl.byEnergy = true
	if p := cl.panel(list, "energy lost", "J"); p.Bands[1].High[0] != cl.weight(&list[1]) || p.Bands[1].Low[0] != 0 {
		t.Errorf("the saved bar is %v", p.Bands[1])
	}
	var file bytes.Buffer
	err := cl.writeTable(&file)
	lines := strings.Split(strings.TrimSpace(file.String()), "\n")
	if err != nil || len(lines) != 5 || !strings.HasPrefix(lines[3], `"steel, old",glass,1.58489e-09,2.51189e-09,5,`) {
		t.Errorf("%v: the table is\n%s", err, file.String())
	}
}
