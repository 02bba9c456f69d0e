package contact

import (
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// Contract: contacts add what they lose to the sums of their destination and no others, however many destinations
// there are: wherever they are to those in which they surely are, and at an edge to those in which their point is. Sets
// that are wanted get a bin, as long as there are not too many.
func TestContactsLoseWhereTheyAre(t *testing.T) {
	const asked = 1<<12 - 1
	var here SumSet // the regions in which a contact is
	set := &Set{Spaces: make([]Workspace, 2)}
	x := &set.losses
	x.within = func(some SumSet, _ vec.Vec3) SumSet { return some & here }
	x.clear(asked)
	r, besides, alone := rand.New(rand.NewPCG(1, 1)), 0, 0
	for round := range 9000 {
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
			if others == 0 {
				continue
			}
			besides++
			space := &set.Spaces[round%2]
			space.lose(others, x.bins[bin], &ledger.Loss{})
			if round%8 > 0 {
				continue
			}
			full := len(x.bins) == mostBins
			set.giveBins()
			if bin, others = x.binAt(to, vec.Vec3{}); !full && (others != 0 || len(space.bins) != len(x.bins)) && to != unknown {
				t.Fatalf("%b of %b and %b is wanted, and has no bin; a worker has %d of %d", here, in, edge, len(space.bins),
					len(x.bins))
			} else if others == 0 {
				alone++
			}
		}
	}
	if len(x.bins) != mostBins || len(x.edges) < 2000 || besides < 1000 || alone < 100 {
		t.Errorf("%d bins, %d edges, %d contacts added to sums one by one, %d bins given: not all is tried", len(x.bins),
			len(x.edges), besides, alone)
	}
}

func TestSlotsOfEightContacts(t *testing.T) {
	s := slots{3, 0x8001, 3, 0xffff, 0, 3, 0x8000, 0x7fff}
	if got := s.atEdges(); got != 0b01001010 {
		t.Errorf("at edges %08b, want 01001010", got)
	}
	for i, want := range map[slot]uint8{3: 0b00100101, 0xffff: 0b00001000, 0: 0b00010000, 0x7fff: 0b10000000, 9: 0,
		0x8000: 0b01000000, 0x8001: 0b00000010} {
		if got := s.lanes(i); uint8(got) != want {
			t.Errorf("slot %d: %08b, want %08b", i, got, want)
		}
	}
	if got := (&slots{7, 7, 7, 7, 7, 7, 7, 7}).lanes(7); got != wide.All {
		t.Errorf("eight of one slot: %08b", got)
	}
}
