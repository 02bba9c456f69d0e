package contact

import (
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/vec"
)

// Contract: contacts add what they lose to the sums of their destination and no others, however many destinations
// there are: wherever they are to those in which they surely are, and at an edge to those in which their point is.
func TestContactsLoseWhereTheyAre(t *testing.T) {
	const asked = 1<<12 - 1
	var here SumSet // the regions in which a contact is
	x := losses{within: func(some SumSet, _ vec.Vec3) (in SumSet) {
		for i := 0; some != 0; i++ {
			if some&-some&here != 0 {
				in |= 1 << i
			}
			some &= some - 1
		}
		return in
	}}
	x.clear(asked)
	r, besides := rand.New(rand.NewPCG(1, 1)), 0
	for range 3000 {
		edge := SumSet(0)
		for range r.IntN(7) {
			edge |= 1 << r.IntN(12)
		}
		in := SumSet(r.Uint32()) & asked &^ edge
		if r.IntN(4) > 0 {
			in &= 3
		}
		to := x.slotOf(destination{in: in, edge: edge})
		if x.slotOf(destination{in: in, edge: edge}) != to {
			t.Fatalf("%b and %b have two slots", in, edge)
		}
		for range 8 {
			here = SumSet(r.Uint32())&edge | in
			bin, others := x.binAt(to, vec.Vec3{})
			if x.bins[bin]&others != 0 || x.bins[bin]|others != here {
				t.Fatalf("slot %d of %b and %b: a contact in %b adds to %b and %b", to, in, edge, here, x.bins[bin], others)
			}
			if others != 0 {
				besides++
			}
		}
	}
	if len(x.bins) != atEdge || len(x.edges) < 40 || besides == 0 {
		t.Errorf("%d bins, %d edges, %d contacts added to sums one by one: not all is tried", len(x.bins), len(x.edges),
			besides)
	}
}

func TestSlotsOfEightContacts(t *testing.T) {
	s := slots{3, 129, 3, 200, 0, 3, 128, 127}
	if got := s.atEdges(); got != 0b01001010 {
		t.Errorf("at edges %08b, want 01001010", got)
	}
	for i, want := range map[slot]uint8{3: 0b00100101, 200: 0b00001000, 0: 0b00010000, 127: 0b10000000, 9: 0} {
		if got := s.lanes(i); uint8(got) != want {
			t.Errorf("slot %d: %08b, want %08b", i, got, want)
		}
	}
}
