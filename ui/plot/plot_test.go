package plot

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"
)

// Contract: a sheet is well-formed whatever it is called and holds, shows all its texts, and
// gaps break a curve.
func TestSheet(t *testing.T) {
	red, green, blue := color.RGBA{0xff, 0, 0, 0xff}, color.RGBA{0, 0x80, 0, 0xff}, color.RGBA{0, 0, 0xff, 0xff}
	s := Sheet{
		Title: "a <b> & \"c\"\x00\xff",
		Panels: []Panel{
			{X: "x", Y: "<y>", Curves: []Curve{
				{Color: red, X: []float64{0, 1, 2, 3}, Y: []float64{1, 2, math.NaN(), 1}},
				{Color: blue, X: []float64{0, 1, math.Inf(1)}, Y: []float64{1, 2, 3}, Dots: true},
			}},
			{X: "nothing", Y: "at all"}, {},
			{X: "a point", Y: "large", Curves: []Curve{{Color: red, X: []float64{7}, Y: []float64{1e299}}}},
			{X: "too large", Y: "close", Curves: []Curve{{Color: red, X: []float64{-1e307, 1e307}, Y: []float64{1, 1 + 1e-16}}}},
			{X: "large", Y: "close", Curves: []Curve{{Color: green, X: []float64{-1e299, 1e299},
				Y: []float64{1e15, 1e15 + 0.125}}}},
			{X: "level", Y: "small", Curves: []Curve{{Color: red, X: []float64{1, 2}, Y: []float64{-1e-300, -1e-300}}}},
		},
		Legend: []Entry{{red, "1 < 2"}, {green, ""}, {green, ""}, {green, ""}, {blue, "fünf"}},
	}
	var b bytes.Buffer
	if err := s.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	var texts []string
	marks := map[string]int{} // by colour: circles are paths that close
	for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		switch x := token.(type) {
		case xml.CharData:
			texts = append(texts, string(x))
		case xml.StartElement:
			for _, a := range x.Attr {
				for _, c := range []string{"stroke:#FF0000", "stroke:#0000FF", "fill:#FF0000", "fill:#0000FF"} {
					if a.Name.Local == "style" && strings.Contains(a.Value, c) {
						marks[c]++
					}
				}
			}
		}
	}
	all := strings.Join(texts, "\n")
	for _, want := range []string{"a <b> & \"c\" \ufffd", "<y>", "nothing", "1 < 2", "fünf"} {
		if !strings.Contains(all, want) {
			t.Errorf("no text %q in %q", want, all)
		}
	}
	// Red: a line, a level one and the legend; behind the gap and in a panel of its own a point.
	// Blue: a line and the legend, two marks.
	if marks["stroke:#FF0000"] != 3 || marks["fill:#FF0000"] != 2 || marks["stroke:#0000FF"] != 2 ||
		marks["fill:#0000FF"] != 2 || strings.Contains(b.String(), "NaN") {
		t.Errorf("%v in\n%s", marks, b.String())
	}
}

// Contract: the numbers of an axis are round and differ from each other, from ranges far narrower than where they lie
// to those of any power of ten.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{1.2426, 1.3154, "1.26 1.28 1.30"}, {-2.781, -1.34, "−2.5 −2.0 −1.5"},
		{277, 446, "300 350 400"},
		{-0.2, 5.2, "0 2 4"},
		{-0.16, 4.26, "0 1 2 3 4"}, {-4e6, 1.04e8, "0 5e+07 1e+08"},
		{1e-9, 3.9e-9, "1e−09 2e−09 3e−09"},
		{0.9999, 1.0002, "0.9999 1.0000 1.0001 1.0002"},
	} {
		var words []string
		minor := 0
		for _, m := range (round{}).Ticks(c.lo, c.hi) {
			if m.IsMinor() {
				minor++
			} else {
				words = append(words, m.Label)
			}
		}
		if got := strings.Join(words, " "); got != c.want || minor < len(words)-1 {
			t.Errorf("from %g to %g: %q and %d marks between, want %q", c.lo, c.hi, got, minor, c.want)
		}
	}
}
