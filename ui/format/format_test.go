package format

import (
	"math"
	"testing"
	"unicode/utf8"

	"example.org/tumble/sim/law"
)

func TestQuantity(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{
		{1e7, "Pa", "10 MPa"}, {2.5e5, "Pa", "250 kPa"}, {999999, "Pa", "1 MPa"}, {0, "Pa", "0 Pa"},
		{1000, "kg/m³", "1000 kg/m³"}, {0.2, "", "0.2"}, {-10, "", "−10"}, {1.0 / 3, "", "0.3333"},
		{3.71e-5, "s", "37.1 µs"}, {51837, "N/m", "51.84 kN/m"}, {1e9, "", "1e9"}, {1e-6, "", "1e-6"},
		{0.000761963, "kg", "762 mg"}, {3.998e-9, "kg·m²", "3.998 g·mm²"}, {0.12039, "kg", "120.4 g"},
		{-0.01495, "N·m", "−14.95 mN·m"},
		{2.5e-5, "m²", "25 mm²"}, {0.0004, "kg/s", "400 mg/s"}, {-2e-7, "J", "−200 nJ"}, {8.49e-23, "J", "8.49e-23 J"},
		{math.NaN(), "J", "–"}, {math.NaN(), "", "–"},
	} {
		if got := Quantity(c.v, c.unit, 4); got != c.want {
			t.Errorf("%g %s: got %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}

func TestParseQuantity(t *testing.T) {
	for text, want := range map[string]float64{
		"10 MPa": 1e7, "10M": 1e7, "1e7": 1e7, "1e7 Pa": 1e7, " 2,5 GPa ": 2.5e9, "−1": -1, "500 kPa": 5e5,
	} {
		if got, err := Parse(text, "Pa"); err != nil || got != want {
			t.Errorf("%q: got %g, %v, want %g", text, got, err, want)
		}
	}
	for _, text := range []string{"", "Pa", "10 bar", "abc", "1 2"} {
		if got, err := Parse(text, "Pa"); err == nil {
			t.Errorf("%q: got %g, want an error", text, got)
		}
	}
	if _, err := Parse("3 m", ""); err == nil {
		t.Error("a unit was taken where there is none")
	}
	for text, want := range map[string]float64{"762 mg": 762e-6, "2": 2, "3 kg": 3, "5 ug": 5e-9} {
		if got, err := Parse(text, "kg"); err != nil || got != want {
			t.Errorf("%q: got %g, %v, want %g", text, got, err, want)
		}
	}
	if got, err := Parse("1200 kg/m3", "kg/m³"); err != nil || got != 1200 {
		t.Errorf("got %g, %v, want 1200", got, err)
	}
}

// What a field shows for typing gives the very same value back: a click and Enter change
// nothing.
func TestTypedTextIsExact(t *testing.T) {
	for _, f := range append(law.Fields, law.Field{Unit: "kg"}, law.Field{Unit: "kg/s"}) {
		for _, v := range []float64{0, 1, 0.1, 1.0 / 3, 1e7, 1.23456789e7, 2.5e-3, 987654.321, -10, 1e12} {
			if got, err := Parse(Exact(v, f.Unit), f.Unit); err != nil || got != v {
				t.Errorf("%s: %g became %q and %g, %v", f.Name, v, Exact(v, f.Unit), got, err)
			}
		}
	}
}

// Contract: short numbers fit columns of seven characters.
func TestShortNumbersAreShort(t *testing.T) {
	for v, want := range map[float64]string{4499726.3: "4.5e6", -4499726.3: "−4.5e6", -9.99e15: "−1.0e16",
		0.5: "5.0e-1"} {
		if got := Short(v); got != want || utf8.RuneCountInString(got) > 7 {
			t.Errorf("%g: %q, want %q", v, got, want)
		}
	}
}
