package sweep

import (
	"strings"
	"testing"
)

// Contract: a range is two numbers of one unit, which its values have; whatever else is an error that names it.
func TestRangesWithUnits(t *testing.T) {
	for text, want := range map[string]Span{
		"0.1..0.4":       {"p", 0.1, 0.4, ""},
		"1 .. 10 MPa":    {"p", 1, 10, "MPa"},
		"0.2mm..2mm":     {"p", 0.2, 2, "mm"},
		"-1e-3..2e+3m/s": {"p", -1e-3, 2e3, "m/s"},
		"1..2 kg/m3":     {"p", 1, 2, "kg/m3"},
		"5 1/s..9 1/s":   {"p", 5, 9, "1/s"},
		"10°..30°":       {"p", 10, 30, "°"},
	} {
		if got, err := ParseSpan("p", text); err != nil || got != want {
			t.Errorf("%q is %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1", "..", "1..", "1..2..3", "1 MPa..10", "1 kPa..10 MPa", "a..b", "1..Inf",
		"NaN..1", "1e999..2", "MPa..MPa"} {
		if got, err := ParseSpan("p", text); err == nil {
			t.Errorf("%q is accepted as %+v", text, got)
		} else if !strings.HasPrefix(err.Error(), "p: must have two finite numbers A..B") {
			t.Errorf("%q: %v", text, err)
		}
	}
	s := Sample{Kind: "grid", Points: 3, Spans: []Span{{"p", 1, 10, "MPa"}, {"q", 0, 1, ""}}}
	data, err := s.Table(0)
	if err != nil || !strings.HasPrefix(string(data), "p,q\n1 MPa,0\n1 MPa,0.5\n1 MPa,1\n5.5 MPa,0\n") {
		t.Errorf("the table is %v\n%s", err, data)
	}
}

// Contract: values are numbers to plot over if they have the same unit, or all none.
func TestNumbersOfOneUnit(t *testing.T) {
	if xs, unit, ok := Numbers([]string{"3 MPa", "1e1MPa"}); !ok || unit != "MPa" || len(xs) != 2 || xs[1] != 10 {
		t.Errorf("got %v %q %v", xs, unit, ok)
	}
	if xs, unit, ok := Numbers([]string{"2 g/cm3", "3 g/cm3"}); !ok || unit != "g/cm3" || xs[1] != 3 {
		t.Errorf("got %v %q %v", xs, unit, ok)
	}
	for _, cells := range [][]string{{"3 MPa", "3"}, {"3 MPa", "3 kPa"}, {"", "3"}, {"ball.stl", "2"},
		{"1,0,0", "2,0,0"}, {"NaN", "1"}, {"1e999", "1"}} {
		if xs, unit, ok := Numbers(cells); ok {
			t.Errorf("%q are numbers %v of %q", cells, xs, unit)
		}
	}
}
