package contact

import (
	"os"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/setting"
)

// Contract: whatever can move meets everything. Of two kinds of shapes one comes first, and there is a
// finder for them; a rule of its own is only for pairs that touch at all. A pair is one function in one file
// of package narrow, both named after its shapes.
func TestPairMatrixIsComplete(t *testing.T) {
	for a := range shape.Kinds {
		for b := range a + 1 {
			a, b := shape.Kind(a), shape.Kind(b)
			if !a.Solid() && !b.Solid() {
				continue
			}
			one, other := isThere(t, &nearest, a, b, ""), isThere(t, &nearest, b, a, "")
			switch {
			case !one && !other:
				t.Errorf("nearest has no cell for %v and %v: they pass through each other", a, b)
			case one && other && a != b:
				t.Errorf("nearest has two cells for %v and %v: their contacts count twice", a, b)
			}
			for _, rule := range CapsuleRules {
				for _, pair := range [2][2]shape.Kind{{a, b}, {b, a}} {
					if isThere(t, &rule.others, pair[0], pair[1], rule.Name) && nearest[pair[0]][pair[1]].find == nil {
						t.Errorf("rule %s has a cell for %v and %v, nearest has none in that order", rule.Name, pair[0], pair[1])
					}
				}
			}
		}
	}
}

// isThere reports whether a matrix has a cell for two kinds, and looks for its function.
func isThere(t *testing.T, m *matrix, a, b shape.Kind, rule string) bool {
	if m[a][b].find == nil {
		return false
	}
	var file, function string
	for _, word := range []string{a.String(), b.String(), rule} {
		if word != "" {
			file, function = file+"_"+word, function+strings.ToUpper(word[:1])+word[1:]
		}
	}
	file = "../narrow/" + file[1:] + ".go"
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "\nfunc "+function+"(") {
		t.Errorf("there is no %s with a function %s", file, function)
	}
	return true
}

// Contract: there is a rule for each that a scene can choose, and no other.
func TestRulesAreTheChoices(t *testing.T) {
	for i, c := range setting.CapsuleRules {
		if i >= len(CapsuleRules) || CapsuleRules[i].Name != c.Name {
			t.Errorf("CapsuleRules has no %s at place %d", c.Name, i)
		}
	}
	if len(CapsuleRules) > len(setting.CapsuleRules) {
		t.Errorf("no scene can choose %s", CapsuleRules[len(setting.CapsuleRules)].Name)
	}
}
