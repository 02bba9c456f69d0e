package overlay

import (
	"fmt"
	"math"
	"strconv"

	"example.org/tumble/sim/spell"
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

// roundUp returns x rounded up to two digits, so that the text of a key is short; x must be
// positive.
func roundUp(x float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Ceil(x/p*(1-1e-9)) * p
}

// prefixes of SI units, from 10⁻⁹ to 10⁹.
var prefixes = [...]string{"n", "µ", "m", "", "k", "M", "G"}

// quantity writes a value with at most three digits and its unit, with a prefix that keeps the number
// short; m/s and rad/s get no prefix.
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

// niceBelow returns the largest number 1, 2 or 5 times a power of ten that is at most x; 0 if x is not positive.
func niceBelow(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range [...]float64{10, 5, 2} {
		if m*p <= x*(1+1e-9) {
			return m * p
		}
	}
	return p
}

// twoDigits rounds a number to two digits, the precision of a measurement by eye; 0 if it is not positive.
func twoDigits(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(float64(x)))-1)
	return float32(math.Round(float64(x)/unit) * unit)
}

// lengthLabel writes a length as technical drawings do, in millimetres up to a metre.
func lengthLabel(length float32) string {
	if x := float64(length); x >= 1e-4 && x < 0.999 {
		return short(x*1000) + " mm"
	}
	return quantity(float64(length), "m")
}

// sampleOf returns the round value that a sample in the key shows, at most the value of a mark of the full size,
// and its share of the full value.
func sampleOf(full float64) (round float64, share float32) {
	round = niceBelow(full)
	return round, float32(round / full)
}

// sampleLength writes the length of a sample in the key that is so many pixels long: in a figure in millimetres.
func (f *Frame) sampleLength(pixels float32) string {
	if dpi := f.View.Figure.DPI; dpi > 0 {
		return short(float64(twoDigits(pixels*25.4/dpi))) + " mm"
	}
	return fmt.Sprintf("%s px", short(float64(twoDigits(pixels))))
}

// countText writes a number of things, with the number of all things if this differs.
func countText(n, all int, one, many string) string {
	if n == all {
		return spell.Count(n, one, many)
	}
	return spell.Grouped(n) + " of " + spell.Count(all, one, many)
}

// reading writes a value of any unit: with a prefix where a unit has one alone, grams below a kilogram.
func reading(x float64, unit string) string {
	switch unit {
	case "m", "N", "J", "Pa", "s", "W", "N·m":
		return quantity(x, unit)
	case "kg":
		if math.Abs(x) < 1 {
			return quantity(1000*x, "g")
		}
	}
	return join(short(x), unit)
}
