package ui

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
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
		{-2e-7, "J", "−200 nJ"}, {math.NaN(), "J", "–"}, {math.NaN(), "", "–"},
	} {
		if got := quantity(c.v, c.unit, 4); got != c.want {
			t.Errorf("%g %s: got %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}

// Contract: where dumps do not say how fast bodies are, a person reads that and why, and no number.
func TestKineticEnergyNotKnown(t *testing.T) {
	s := bridge.Snapshot{Lacks: bridge.Lacks{Velocity: true}}
	s.Readings.Energy.Kinetic = math.NaN()
	if text, about := kineticEnergy(&s); text != "not known" || !strings.Contains(about, bridge.WhyNoVelocity) {
		t.Errorf("the panel says %q, %q", text, about)
	}
	if text, _ := kineticEnergy(&bridge.Snapshot{}); text != "0 J" {
		t.Errorf("of bodies at rest the panel says %q", text)
	}
}

func TestParseQuantity(t *testing.T) {
	for text, want := range map[string]float64{
		"10 MPa": 1e7, "10M": 1e7, "1e7": 1e7, "1e7 Pa": 1e7, " 2,5 GPa ": 2.5e9, "−1": -1, "500 kPa": 5e5,
	} {
		if got, err := parseQuantity(text, "Pa"); err != nil || got != want {
			t.Errorf("%q: got %g, %v, want %g", text, got, err, want)
		}
	}
	for _, text := range []string{"", "Pa", "10 bar", "abc", "1 2"} {
		if got, err := parseQuantity(text, "Pa"); err == nil {
			t.Errorf("%q: got %g, want an error", text, got)
		}
	}
	if _, err := parseQuantity("3 m", ""); err == nil {
		t.Error("a unit was taken where there is none")
	}
	if got, err := parseQuantity("1200 kg/m3", "kg/m³"); err != nil || got != 1200 {
		t.Errorf("got %g, %v, want 1200", got, err)
	}
}

// What a field shows for typing gives the very same value back: a click and Enter change
// nothing.
func TestTypedTextIsExact(t *testing.T) {
	for _, f := range law.Fields {
		for _, v := range []float64{0, 1, 0.1, 1.0 / 3, 1e7, 1.23456789e7, 2.5e-3, 987654.321, -10, 1e12} {
			if got, err := parseQuantity(exact(v, f.Unit), f.Unit); err != nil || got != v {
				t.Errorf("%s: %g became %q and %g, %v", f.Name, v, exact(v, f.Unit), got, err)
			}
		}
	}
}

// The speed keys go through every rung of the ladder and back, from a thousandth of real
// time to as fast as possible, which is 0.
func TestSpeedLadder(t *testing.T) {
	f, rungs := slowest, 0
	for f != 0 && rungs < 100 {
		next := faster(f)
		if next != 0 && !(next > f && next < 1.4*f) {
			t.Errorf("%g is followed by %g", f, next)
		}
		if back := slower(next); back != f {
			t.Errorf("from %g down: got %g, want %g", next, back, f)
		}
		f = next
		rungs++
	}
	if rungs != 51 || slower(slowest) != slowest || faster(0) != 0 {
		t.Errorf("got %d rungs, want 51, and ends that hold", rungs)
	}
	if got := faster(1.1); got != 1.3 {
		t.Errorf("from 1.1 up: got %g, want 1.3", got)
	}
}

// A slider goes back and forth within the rounding it does, keeps its ends, and holds
// what is typed beyond them at its end without changing it.
func TestSlider(t *testing.T) {
	for name, word := range materialWords {
		s := word.slider
		for _, p := range []float64{0, 0.1, 0.37, 0.5, 0.93, 1} {
			if got := s.place(s.at(p, true)); math.Abs(got-p) > 0.006 {
				t.Errorf("%s: %g became %g", name, p, got)
			}
		}
		if s.place(s.hi*100) != 1 || s.place(-1) != 0 || s.at(-1, false) != s.lo || s.at(2, false) != s.hi {
			t.Errorf("%s: the ends do not hold", name)
		}
	}
}
