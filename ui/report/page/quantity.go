package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// prefixes are the SI prefixes, by powers of a thousand from 10⁻¹² on.
var prefixes = [...]string{"p", "n", "µ", "m", "", "k", "M", "G", "T"}

// scaled are the units that take prefixes. Numbers with other units are not scaled.
var scaled = []string{"s", "m", "m/s", "J", "J/m²", "N", "N/m", "Pa"}

// Prefix returns the unit with the prefix that suits numbers up to most, and the factor for these
// numbers. For kilograms, the prefix is put before the gram.
func Prefix(most float64, unit string) (factor float64, with string) {
	base := 0
	switch {
	case unit == "kg" || unit == "kg/s":
		unit, base = unit[1:], 1
	case !slices.Contains(scaled, unit):
		return 1, unit
	}
	power := 0
	if size := math.Abs(most); size > 0 && !math.IsInf(size, 0) {
		power = int(math.Floor(math.Log10(size*(1+1e-12))/3)) + base
	} else {
		power = base
	}
	power = min(max(power, -4), 4)
	if base == 1 {
		power = min(power, 1) // tonnes are written in kilograms
	}
	return math.Pow(1000, float64(base-power)), prefixes[power+4] + unit
}

// Quantity writes a number with a unit of the SI, with a prefix, to four digits.
func Quantity(x float64, unit string) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	factor, with := Prefix(x, unit)
	x *= factor
	text := strconv.FormatFloat(x, 'g', 4, 64)
	if size := math.Abs(x); size >= 1e4 && size < 1e7 { // between the prefixes
		text = strconv.FormatFloat(x, 'f', 0, 64)
	}
	text = strings.Replace(text, "-", "−", 1)
	if with != "" {
		text += "\u00a0" + with
	}
	return text
}

// Grouped writes a whole number with its digits in groups of three.
func Grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-' && len(text) > 4; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}

// Counted writes a number of things.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(int64(n)) + " " + many
}
