package broad

import (
	"testing"

	"example.org/tumble/sim/wide/widthtest"
)

// Contract: the same boxes are found whatever number of them is compared at a time.
func TestGridAgreesInAllWidths(t *testing.T) { widthtest.Each(t, TestGridAgreesWithAllPairs) }
