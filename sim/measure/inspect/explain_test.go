package inspect_test

import (
	"fmt"
	"math"
	"testing"

	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/run/bridge"
)

// Contract: on running scenes of all kinds and both rules the places that an explanation lists have the
// contact's own point as their weighted mean, to 1e-9 of the smaller body; overlap and normal are those of
// the contact; and a run that is explained all the time has the bits of one that is not.
func TestExplainedMeanIsThePoint(t *testing.T) {
	contacts, several := 0, 0
	branches := map[string]int{}
	for n := range worlds {
		t.Run(fmt.Sprint(n, worlds[n].name), func(t *testing.T) {
			w, alone := load(t, n), load(t, n)
			for step := range worlds[n].steps {
				w.Step()
				alone.Step()
				if step%60 != 0 {
					continue
				}
				for _, thing := range contactsOf(w.State()) {
					contacts++
					if thing.Nth > 0 {
						several++
					}
					site := w.Inspect()
					var in bridge.Inspected
					site.Answer([2]bridge.Thing{thing}, &in)
					checkExplained(t, &in.Contact)
					branches[in.Contact.Explained.Branch]++
				}
			}
			if w.Hash() != alone.Hash() {
				t.Error("the run that was explained has other bits")
			}
		})
	}
	if contacts < 3000 || several < 5 || len(branches) < 7 {
		t.Errorf("only %d contacts, %d beside another of the same shapes, by %v", contacts, several, branches)
	}
}

func checkExplained(t *testing.T, c *bridge.ContactNumbers) {
	t.Helper()
	e := &c.Explained
	size := math.Inf(1)
	for _, core := range e.Cores {
		if core.Given {
			size = min(size, core.Radius)
		}
	}
	sum := 0.
	for _, p := range e.Places {
		sum += p.Weight
	}
	off := inspect.Mean(e).Sub(c.Point).Norm()
	if !(off <= 1e-9*size) || !(math.Abs(sum-1) <= 1e-12) || !(e.Off <= 1e-9*size) ||
		!(math.Abs(e.Overlap-c.Overlap) <= 1e-9*size) || !(e.Normal.Sub(c.Normal).Norm() <= 1e-9) {
		t.Fatalf("%s by %q: point %v, mean off by %g with weights %g; overlap %g, explained %g: %+v", c.Pair, e.Branch,
			c.Point, off, sum, c.Overlap, e.Overlap, e.Places)
	}
}
