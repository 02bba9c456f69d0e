package page

import (
	"math"
	"strings"
	"testing"
)

// Numbers are written with the prefix that leaves one to three digits before the point, where a unit takes one.
func TestQuantity(t *testing.T) {
	for _, c := range []struct {
		x    float64
		unit string
		want string
	}{
		{0, "m", "0 m"}, {0, "kg", "0 kg"}, {0.12039, "kg", "120.4 g"}, {2500, "kg", "2500 kg"}, {1e-9, "kg", "1 µg"},
		{0.2088, "kg/s", "208.8 g/s"}, {3e6, "Pa", "3 MPa"}, {-1.636e-6, "J", "−1.636 µJ"}, {33.15e-6, "s", "33.15 µs"},
		{1e-3, "m", "1 mm"}, {1000, "m", "1 km"}, {1e-30, "m", "1e−18 pm"}, {1200, "kg/m³", "1200 kg/m³"},
		{19300, "kg/m³", "19300 kg/m³"}, {0.3, "", "0.3"}, {math.NaN(), "m", "–"}, {math.Inf(1), "m", "–"},
	} {
		if got := strings.ReplaceAll(Quantity(c.x, c.unit), "\u00a0", " "); got != c.want {
			t.Errorf("%g %s is written %s, want %s", c.x, c.unit, got, c.want)
		}
	}
}
