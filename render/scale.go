package render

import (
	"math"
	"strconv"

	"example.org/tumble/sim/run/bridge"
)

// niceAbove returns the smallest number 1, 2 or 5 times a power of ten that is at least x;
// x must be positive.
func niceAbove(x float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range [...]float64{1, 2, 5} {
		if m*p >= x*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

// roundUp returns x rounded up to two digits, so that a key reads short; x must be
// positive.
func roundUp(x float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Ceil(x/p*(1-1e-9)) * p
}

// autoScale is the largest value shown, followed so that marks keep their size from
// picture to picture: it grows at once and shrinks slowly.
type autoScale struct {
	value    float64
	revision uint64
}

// shrink is the part of a too large scale that is left after one picture: half of it goes
// in two seconds at 60 pictures per second.
const shrink = 0.994

// follow takes the largest value of a picture and returns the scale, two digits long; 0
// if nothing was ever shown. A new revision of the scene starts afresh. With keep it does not shrink.
func (a *autoScale) follow(largest float64, revision uint64, keep bool) float64 {
	if a.revision != revision {
		*a = autoScale{revision: revision}
	}
	if math.IsNaN(largest) || math.IsInf(largest, 0) {
		largest = 0
	}
	if !keep {
		a.value *= shrink
	}
	a.value = max(largest, a.value)
	if a.value <= 0 {
		return 0
	}
	return roundUp(a.value)
}

// fullForce returns the force that marks of the full size stand for [N]: as the view asks, else as the forces of all
// that the picture shows have been.
func (a *autoScale) fullForce(f *frame) float64 {
	if full := f.view.FullForce; full > 0 {
		return float64(full)
	}
	return a.follow(f.most(strongForce), f.Revision, f.view.KeepScales)
}

// FullForce returns the force that marks of the full size stand for [N] in a picture of a snapshot alone, which must
// have the contacts; 0 if there is none.
func FullForce(s *bridge.Snapshot) float64 {
	var a autoScale
	return a.follow(strongForce(s), 0, true)
}

// prefixes of SI units, from 10⁻⁹ to 10⁹.
var prefixes = [...]string{"n", "µ", "m", "", "k", "M", "G"}

// quantity writes a value with its unit, three digits at most and a prefix that keeps
// them short; units of several factors stay without one.
func quantity(x float64, unit string) string {
	if x == 0 || unit == "" || unit == "rad/s" || unit == "m/s" {
		return join(short(x), unit)
	}
	e := int(math.Floor(math.Log10(math.Abs(x))*(1+1e-12) + 1e-9))
	k := int(math.Floor(float64(e) / 3))
	if unit == "N" && e >= -2 && e < 0 || unit == "m" && e >= 0 {
		k = 0 // 0.12 N and 12 m are what people write
	}
	k = max(-3, min(3, k))
	return join(short(x/math.Pow(1000, float64(k))), prefixes[k+3]+unit)
}

func join(number, unit string) string {
	if unit == "" {
		return number
	}
	return number + " " + unit
}

// short writes three significant digits without trailing zeros.
func short(x float64) string {
	s := strconv.FormatFloat(x, 'g', 3, 64)
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v != 0 && (math.Abs(v) < 1e-3 || math.Abs(v) >= 1e5) {
		return s
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// norm returns the length of a vector.
func norm(v [3]float32) float32 {
	return float32(math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])))
}
