package woo

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

var numberText = regexp.MustCompile(`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)

// sameOutput reports whether two texts of the console mean the same: the same words, and
// numbers that agree to twelve digits.
func sameOutput(a, b string) bool {
	words := func(s string) string {
		return strings.Join(strings.Fields(numberText.ReplaceAllString(strings.ReplaceAll(s, ",", " "), " ")), " ")
	}
	x, y := numbersOf(a), numbersOf(b)
	if words(a) != words(b) || len(x) != len(y) {
		return false
	}
	for i := range x {
		if math.Abs(x[i]-y[i]) > 1e-12*math.Max(math.Abs(x[i]), math.Abs(y[i])) {
			return false
		}
	}
	return true
}

// numbersOf returns the numbers in a text. The digit in a name such as Vector3 is not a number.
func numbersOf(s string) (out []float64) {
	s = strings.NewReplacer("Vector3", "", "Vector2", "").Replace(s)
	for _, t := range numberText.FindAllString(s, -1) {
		if x, err := strconv.ParseFloat(t, 64); err == nil {
			out = append(out, x)
		}
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
