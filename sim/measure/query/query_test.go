package query

import (
	"errors"
	"strings"
	"testing"
)

// What a person writes finds the bodies that it says.
func TestQueriesMatch(t *testing.T) {
	b := Body{ID: 17, Name: "lid of the bottle", Material: "pill", Speed: 0.6, VZ: -0.6, Spin: 3, Mass: 2e-3, Contacts: 2,
		X: 1, Z: 0.25, Radius: 0.003, Age: 1.5}
	for text, want := range map[string]bool{
		"17": true, "#17": true, "18": false, "  17 ": true,
		"lid": true, "Bottle": true, "lid of": true, "cap": false,
		"id = 17": true, "id=17": true, "id == 17": true, "id != 17": false, "id=18": false,
		"speed > 0.5 && contacts == 0": false, "speed > 0.5 and contacts = 2": true, "v>1": false, "v > .5": true,
		"w >= 3": true, "not (w >= 3)": false, "vz < 0 || x < 0": true, "abs(vz) > 0.5": true,
		`name contains "lid"`: true, `name = "a=b"`: false, `material == "pill" && z in [0.25, 1]`: true,
		"mass*speed^2/2 > 1e-4": true, "age > 1 && radius < 4e-3": true, "id in 10..20": true,
	} {
		q, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := q.Match(&b); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}

// An error names the place, in the text as it was written, and what there is.
func TestErrorsNameThePlace(t *testing.T) {
	for text, want := range map[string]struct {
		column int
		words  string
	}{
		"":                          {0, "write a number"},
		"speeed > 1":                {0, "did you mean speed"},
		"id = 17 && sped > 1":       {11, "did you mean speed"},
		"speed":                     {0, "compare it"},
		"speed >":                   {6, "missing"},
		"speed > 'a'":               {6, "mismatched"},
		"99999999999999999999":      {0, "too large"},
		"os.exit(1)":                {0, "no quantity"},
		"map(1..9, {#}) == []":      {10, "loops"},
		strings.Repeat("1+", 1<<20): {0, ""},
	} {
		_, err := Parse(text)
		var e *Error
		if !errors.As(err, &e) || e.Column != want.column || !strings.Contains(e.Text, want.words) {
			t.Errorf("%.30q: %v, want column %d and %q", text, err, want.column, want.words)
		}
	}
}

// Expressions say which quantities they need, by their long names.
func TestUses(t *testing.T) {
	q, err := Parse("v > 1 and force < 3")
	if err != nil || !q.Uses("speed") || !q.Uses("mass", "force") || q.Uses("contacts", "v") {
		t.Errorf("%+v, %v", q, err)
	}
}

// Whatever is written, nothing panics and a query that is read can be tried.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"17", "v>1", "id = 3 && name contains 'a'", "x..y", "{", "=", "id[0]", "1 % 0 == id"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if q, err := Parse(text); err == nil {
			_, _ = q.Match(&Body{ID: 3})
		}
	})
}
