package overlay

import "testing"

func TestQuantity(t *testing.T) {
	for _, c := range []struct {
		x    float64
		unit string
		want string
	}{
		{0.12, "N", "0.12 N"}, {0.0034, "N", "3.4 mN"}, {1500, "N", "1.5 kN"}, {1.2, "m/s", "1.2 m/s"},
		{0, "N", "0 N"}, {20e-6, "N", "20 µN"}, {7, "", "7"}, {0.0123456, "m/s", "0.0123 m/s"}, {12, "m", "12 m"},
	} {
		if got := quantity(c.x, c.unit); got != c.want {
			t.Errorf("quantity(%g, %q) = %q, want %q", c.x, c.unit, got, c.want)
		}
	}
	for step, want := range map[float32]string{0.02: "20 mm", 0.0005: "0.5 mm", 1: "1 m", 50: "50 m", 2e-6: "2 µm"} {
		if got := lengthLabel(step); got != want {
			t.Errorf("lengthLabel(%g) = %q, want %q", step, got, want)
		}
	}
}

// TestNumbers: both roundings are never below, and at most 2.5 times or a tenth above.
func TestNumbers(t *testing.T) {
	for x := 1e-9; x < 1e9; x *= 1.07 {
		if n := niceAbove(x); n < x*(1-1e-6) || n > 2.5*x*(1+1e-6) {
			t.Errorf("niceAbove(%g) = %g", x, n)
		}
		if r := roundUp(x); r < x*(1-1e-6) || r > 1.1*x*(1+1e-6) {
			t.Errorf("roundUp(%g) = %g", x, r)
		}
	}
}
