package plot

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// Contract: ticks are at round numbers within the range, some five of them, each told from
// the next by its label; a range of nothing has some, too.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 1, "0 0.2 0.4 0.6 0.8 1.0"}, {0.1, 0.8, "0.2 0.4 0.6 0.8"}, {-3, 4, "-2 0 2 4"}, {0, 250, "0 50 100 150 200 250"}, {1e-9, 3e-9, "1.0e-09 1.5e-09 2.0e-09 2.5e-09 3.0e-09"},
		{999990, 1000010, "9.99990e+05 9.99995e+05 1.000000e+06 1.000005e+06 1.000010e+06"}, {7, 7, ""}, {0, 0, ""}, {math.Inf(1), math.Inf(-1), "0 0.2 0.4 0.6 0.8 1.0"},
	} {
		a := newAxis()
		if finite(c.lo) { // else nothing is there
			a.include(c.lo)
			a.include(c.hi)
		}
		a.place(0, 100)
		var labels []string
		for _, x := range a.ticks {
			labels = append(labels, a.label(x))
			if p := a.at(x); p < 0 || p > 100 {
				t.Errorf("%g to %g: tick %g at %g", c.lo, c.hi, x, p)
			}
		}
		if got := strings.Join(labels, " "); c.want != "" && got != c.want {
			t.Errorf("%g to %g: %s, want %s", c.lo, c.hi, got, c.want)
		}
		if n := len(slices.Compact(labels)); n < 2 || n != len(labels) || n > 12 {
			t.Errorf("%g to %g: labels %v", c.lo, c.hi, labels)
		}
	}
}

// Contract: a sheet is well-formed whatever it is called, and gaps break a curve.
func TestSheet(t *testing.T) {
	s := Sheet{
		Title: `a <b> & "c"`,
		Panels: []Panel{
			{X: "x", Y: "<y>", Curves: []Curve{{Color: "#ff0000", X: []float64{0, 1, 2, 3}, Y: []float64{1, 2, math.NaN(), 1}, Dots: true}}},
			{X: "nothing", Y: "at all"}, {},
		},
		Legend: []Entry{{"#ff0000", "1 < 2"}, {}, {}, {}, {}},
	}
	var b bytes.Buffer
	if err := s.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
	}
	if n := strings.Count(b.String(), "<circle"); n != 3 {
		t.Errorf("%d marks, want 3", n)
	}
	_, path, _ := strings.Cut(b.String(), `<path d="`)
	path, _, _ = strings.Cut(path, `"`)
	if strings.Count(path, "M") != 2 || strings.Count(path, "L") != 1 || strings.Contains(b.String(), "NaN") {
		t.Errorf("path %q", path)
	}
}
