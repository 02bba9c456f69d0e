package sweep

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
)

// unitForm is how units are written: MPa, kg/m3, °, 1/s. Without it a vector, 1,0,0, were a number with a unit.
var unitForm = regexp.MustCompile(`^(|(1/)?[\pL°][^,.]*)$`)

// Number reads a number of a table, and the unit that stands behind it; empty: there is none.
//
// Errors: it is no finite number, or what stands behind it is no unit.
func Number(cell string) (x float64, unit string, err error) {
	number, unit := scene.CutUnit(cell)
	if !unitForm.MatchString(unit) {
		return 0, "", strconv.ErrSyntax
	}
	x, err = strconv.ParseFloat(number, 64)
	return x, unit, err
}

// Numbers reads numbers that have the same unit, or all none; ok is false if they do not.
func Numbers(cells []string) (xs []float64, unit string, ok bool) {
	for i, cell := range cells {
		x, its, err := Number(cell)
		if i == 0 {
			unit = its
		}
		if err != nil || its != unit {
			return nil, "", false
		}
		xs = append(xs, x)
	}
	return xs, unit, true
}

// WithUnit returns the label of numbers with a unit.
func WithUnit(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + " [" + unit + "]"
}

// ParseSpan reads the range of a column: A..B, two numbers, whose unit may stand behind the second alone.
//
// Errors: it is none.
func ParseSpan(path, text string) (Span, error) {
	first, second, ok := strings.Cut(text, "..")
	lo, unit, err := Number(first)
	hi, units, err2 := Number(second)
	if !ok || errors.Join(err, err2) != nil || unit != "" && unit != units {
		return Span{}, fmt.Errorf("%s: must have two finite numbers A..B, such as 0.1..0.4 or 1..10 MPa, got %s", path,
			spell.Quote(text))
	}
	return Span{path, lo, hi, units}, nil
}
