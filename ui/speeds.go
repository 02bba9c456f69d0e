package ui

import (
	"math"

	"example.org/tumble/ui/format"
)

// speeds is the ladder of the speed keys within a decade.
var speeds = []float64{1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8}

// The ends of the speed ladder; above the top one is 0, as fast as possible.
const (
	slowest = 1e-3
	fastest = 100
)

// ladder lists all speeds, ascending, with 0, as fast as possible, at the end.
var ladder = func() []float64 {
	var l []float64
	for e := -3; e < 2; e++ {
		for _, s := range speeds {
			l = append(l, format.Round(s*math.Pow10(e), 1e-4))
		}
	}
	return append(l, fastest, 0)
}()

// faster returns the next speed of the ladder above f.
func faster(f float64) float64 {
	if f == 0 {
		return 0
	}
	for _, s := range ladder {
		if s > f*(1+1e-9) {
			return s
		}
	}
	return 0
}

// slower returns the next speed of the ladder below f.
func slower(f float64) float64 {
	if f == 0 {
		return fastest
	}
	for i := len(ladder) - 2; i >= 0; i-- {
		if ladder[i] < f*(1-1e-9) {
			return ladder[i]
		}
	}
	return slowest
}
