package contact_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/contact"
)

// Contract: a pair that is apart is looked at again before its bodies have gone as far as its gap, and no earlier than
// the single precision of that bound asks for. A bound of 0 stays 0.
func TestApartIsNeverTooFar(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 100000 {
		moved, gap := math.Exp(40*r.NormFloat64()), math.Exp(40*r.NormFloat64())
		var c contact.Pair
		c.Apart(moved, gap)
		most := moved + gap
		least := min(most, math.MaxFloat32)*(1-0x1p-22) - 2*math.SmallestNonzeroFloat32
		if until := float64(c.Until); !(until <= most && until >= least) {
			t.Fatalf("moved %g m, gap %g m: not before %g m", moved, gap, until)
		}
	}
	var c contact.Pair
	if c.Apart(0, 0); c.Until != 0 {
		t.Errorf("without a gap: not before %g m", c.Until)
	}
}
