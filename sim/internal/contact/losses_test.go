package contact

import "testing"

// Contract: contacts with different destinations share no bin, however many there are: those that get none of their own
// are asked about in each step.
func TestBinsHaveOneDestination(t *testing.T) {
	x := losses{bins: []destination{{edge: 1<<12 - 1}}}
	none := 0
	for i := range SumSet(2 * mostBins) {
		to := destination{in: i, edge: 1 << (i % 5)}
		if bin := x.binOf(to); bin == unknown {
			none++
		} else if x.bins[bin] != to || x.binOf(to) != bin {
			t.Fatalf("destination %v got the bin of %v", to, x.bins[bin])
		}
	}
	if none != mostBins+1 {
		t.Errorf("%d of %d destinations got no bin of their own, want %d", none, 2*mostBins, mostBins+1)
	}
}
