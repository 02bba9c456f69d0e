package plot

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Ticks returns marks of an axis at 1, 2 or 5 times a power of ten, no more than so many and one, and the digits behind
// the point that tell them apart. They are two at least, since one mark alone gives no scale.
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

// steps returns the marks and how far they are apart.
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

// mostTicks is how many numbers an axis of a panel has.
const mostTicks = 5

// round marks an axis at round numbers, and lightly between them.
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

// tickText writes a number of an axis whose marks are a step apart and none of which is larger than size.
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
