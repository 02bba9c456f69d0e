//go:build goexperiment.simd && amd64

package broad

import (
	"fmt"
	"testing"

	"tumble/sim/wide"
	"tumble/sim/wide/four"
)

// Contract: the same boxes are found whatever number of them is compared at a time.
func TestGridAgreesInAllWidths(t *testing.T) {
	for _, kernel := range []struct {
		lanes     int
		available bool
	}{{wide.Lanes, wide.Available}, {four.Lanes, four.Available}, {0, true}} {
		t.Run(fmt.Sprintf("%d lanes", kernel.lanes), func(t *testing.T) {
			if !kernel.available {
				t.Skip("this processor lacks what this vector kernel needs")
			}
			before := lanes
			lanes = kernel.lanes
			defer func() { lanes = before }()
			TestGridAgreesWithAllPairs(t)
		})
	}
}
