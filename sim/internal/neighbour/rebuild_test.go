package neighbour

import (
	"testing"

	"example.org/tumble/sim/internal/shape"
)

// Contract: what moves is found near every kind of shape that has no mass.
func TestPairMatrixIsSearched(t *testing.T) {
	for k := range shape.Kinds {
		if !shape.Kind(k).Solid() && findPairs[k] == nil {
			t.Errorf("findPairs has no cell for %v: nothing is found near it", shape.Kind(k))
		}
	}
}
