package plot

import (
	"math"
	"strconv"
)

// axis maps a range of numbers to pixels, with ticks at round numbers.
type axis struct {
	lo, hi   float64
	from, to float64 // pixels of lo and hi
	ticks    []float64
	step     float64
}

func newAxis() *axis { return &axis{lo: math.Inf(1), hi: math.Inf(-1)} }

func (a *axis) include(x float64) { a.lo, a.hi = min(a.lo, x), max(a.hi, x) }

// place fixes the range: a little more than the numbers, never nothing. Ticks are 1, 2 or
// 5 times a power of ten apart, six of them or a few less or more.
func (a *axis) place(from, to float64) {
	a.from, a.to = from, to
	if a.lo > a.hi {
		a.lo, a.hi = 0, 1
	}
	if pad := (a.hi - a.lo) * 0.04; pad > 0 {
		a.lo, a.hi = a.lo-pad, a.hi+pad
	} else {
		pad = max(math.Abs(a.lo)*0.1, 1e-12)
		a.lo, a.hi = a.lo-pad, a.hi+pad
	}
	raw := (a.hi - a.lo) / 6
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	a.step = 10 * power
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw {
			a.step = m * power
			break
		}
	}
	for k := math.Ceil(a.lo / a.step); k*a.step <= a.hi; k++ {
		a.ticks = append(a.ticks, k*a.step)
	}
}

// at returns the pixel of a number.
func (a *axis) at(x float64) float64 { return a.from + (x-a.lo)/(a.hi-a.lo)*(a.to-a.from) }

// label writes a tick with as many digits as tell it from the next.
func (a *axis) label(x float64) string {
	size := math.Abs(x)
	switch {
	case size < a.step/2:
		return "0"
	case size >= 1e5 || size < 1e-3:
		digits := math.Floor(math.Log10(size)) - math.Floor(math.Log10(a.step))
		return strconv.FormatFloat(x, 'e', int(max(digits, 0)), 64)
	}
	return strconv.FormatFloat(x, 'f', int(max(-math.Floor(math.Log10(a.step)), 0)), 64)
}
