package plot

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Ticks returns marks of an axis at multiples of 1, 2 or 5 times a power of ten, and the number of decimals that
// they need. There are about most marks at most, but at least two, since one mark alone gives no scale.
func Ticks(low, high float64, most int) (list []float64, digits int) {
	list, step := steps(low, high, most)
	for more := most + 1; len(list) == 1; more++ {
		list, step = steps(low, high, more)
	}
	if list == nil {
		return nil, 0
	}
	return list, max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
}

// steps returns the marks and their distance.
func steps(low, high float64, most int) (list []float64, step float64) {
	if !(high > low) || most < 1 {
		return nil, 0
	}
	step = math.Pow(10, math.Floor(math.Log10((high-low)/float64(most))))
	for _, by := range []float64{1, 2, 5, 10} {
		if (high-low)/(by*step) <= float64(most) {
			step *= by
			break
		}
	}
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step; i++ {
		list = append(list, i*step+0) // + 0: no negative zero
	}
	return list, step
}

// mostTicks is about the largest number of labelled marks on an axis of a panel.
const mostTicks = 5

// round puts labelled marks at round numbers of an axis, and marks without labels between them.
type round struct{}

// Ticks returns the marks in a range.
func (round) Ticks(lo, hi float64) (list []plot.Tick) {
	marks, step := steps(lo, hi, mostTicks)
	for _, v := range marks {
		list = append(list, plot.Tick{Value: v, Label: tickText(v, step, max(math.Abs(lo), math.Abs(hi)))})
	}
	parts := 2.0
	if math.Round(step/math.Pow10(exponent(step))) == 5 {
		parts = 5
	}
	for i := math.Ceil(lo / step * parts); i <= hi/step*parts; i++ {
		if math.Mod(i, parts) != 0 {
			list = append(list, plot.Tick{Value: i * step / parts})
		}
	}
	return list
}

// tickText writes the label of a mark v. The marks of the axis have the distance step, and no mark is larger than
// size.
func tickText(v, step, size float64) string {
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if v != 0 && (size >= 1e6 || size < 1e-4) {
		text = strconv.FormatFloat(v, 'g', max(1, exponent(v)-exponent(step)+1), 64)
	}
	return strings.ReplaceAll(text, "-", "−")
}

// exponent returns the power of ten of the first digit of a number.
func exponent(x float64) int { return int(math.Floor(math.Log10(math.Abs(x)) + 1e-9)) }
