package fields

import (
	"math"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: a profile has the mean of each row of cells that have bodies, of a velocity by mass; rows without are NaN.
func TestProfileOfSlice(t *testing.T) {
	f, err := bridge.ParseField("slice=box/0,-1,0/3,1,4#3x1x2#gaussian/1")
	if err != nil {
		t.Fatal(err)
	}
	nan := float32(math.NaN())
	s := bridge.Slice{Of: bridge.SliceOf{Field: f, Quantity: "pressure"}, Values: []float32{1, 2, 9, 3, 8, nan},
		Density: []float32{100, 300, 1, 300, 100, 100}}
	for _, c := range []struct {
		quantity string
		axis     int
		at, want []float64
	}{
		{"pressure", 2, []float64{1, 3}, []float64{1.5, 5.5}},
		{"velocity", 2, []float64{1, 3}, []float64{1.75, 4.25}},
		{"pressure", 0, []float64{0.5, 1.5, 2.5}, []float64{2, 5, math.NaN()}},
	} {
		s.Of.Quantity = c.quantity
		at, mean := Profile(&s, c.axis)
		for k, want := range c.want {
			if at[k] != c.at[k] || !(math.Abs(mean[k]-want) < 1e-12 || math.IsNaN(want) && math.IsNaN(mean[k])) {
				t.Errorf("%s along %d: %v at %v, want %v at %v", c.quantity, c.axis, mean, at, c.want, c.at)
			}
		}
	}
}
