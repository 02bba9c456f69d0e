package contact

import (
	"testing"

	"tumble/sim/shape"
)

// Contract: whatever can move meets everything. Of two kinds of shapes one comes first, and there is a
// finder for them; a rule of its own is only for pairs that touch at all.
func TestPairMatrixIsComplete(t *testing.T) {
	for a := range shape.Kinds {
		for b := range a + 1 {
			a, b := shape.Kind(a), shape.Kind(b)
			if !a.Solid() && !b.Solid() {
				continue
			}
			one, other := nearest[a][b].find != nil, nearest[b][a].find != nil
			switch {
			case !one && !other:
				t.Errorf("nearest has no cell for %v and %v: they pass through each other", a, b)
			case one && other && a != b:
				t.Errorf("nearest has two cells for %v and %v: their contacts count twice", a, b)
			}
			for _, rule := range CapsuleRules {
				for _, pair := range [2][2]shape.Kind{{a, b}, {b, a}} {
					if rule.others[pair[0]][pair[1]].find != nil && nearest[pair[0]][pair[1]].find == nil {
						t.Errorf("rule %s has a cell for %v and %v, nearest has none in that order", rule.Name, pair[0], pair[1])
					}
				}
			}
		}
	}
}
