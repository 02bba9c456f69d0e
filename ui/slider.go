package ui

import "math"

// scale maps a value to the place of a slider, 0 to 1, and back.
type scale struct {
	lo, hi float64
	log    bool
}

// place returns where v lies, held within the slider.
func (s scale) place(v float64) float64 {
	var t float64
	if s.log {
		if v <= s.lo {
			return 0
		}
		t = math.Log(v/s.lo) / math.Log(s.hi/s.lo)
	} else {
		t = (v - s.lo) / (s.hi - s.lo)
	}
	switch {
	case !(t > 0):
		return 0
	case t > 1:
		return 1
	}
	return t
}

// at returns the value at a place, rounded to what a person would type: two digits on a
// logarithmic slider, about a hundredth of the range on a linear one, and a tenth of that
// for fine work.
func (s scale) at(t float64, fine bool) float64 {
	switch {
	case t <= 0:
		return s.lo
	case t >= 1:
		return s.hi
	}
	more := 0
	if fine {
		more = 1
	}
	if s.log {
		v := s.lo * math.Pow(s.hi/s.lo, t)
		return roundTo(v, math.Pow10(int(math.Floor(math.Log10(v)))-1-more))
	}
	step := int(math.Floor(math.Log10((s.hi-s.lo)/100) + 0.3))
	return roundTo(s.lo+t*(s.hi-s.lo), math.Pow10(step-more))
}

// roundTo rounds v to a multiple of a power of ten without leaving a trail of digits.
func roundTo(v, step float64) float64 {
	if step < 1 {
		inverse := math.Round(1 / step)
		return math.Round(v*inverse) / inverse
	}
	return math.Round(v/step) * step
}

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
			l = append(l, roundTo(s*math.Pow10(e), 1e-4))
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
