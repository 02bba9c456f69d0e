package bodies

import "math"

// Histogram counts how many numbers lie in each bin; all bins have the same width.
type Histogram struct {
	Low, Step float64 // beginning of the first bin, and the width of each bin
	Whole     bool    // each bin holds one whole number, in its middle
	Counts    []int
	Marked    []int // counts of the marked rows
	Count     int   // sum of Counts
	Without   int   // rows that have no number
	Mean      float64
	Deviation float64 // standard deviation of these numbers
}

// The number of bins follows from the number of values, n, by the rule of Rice, 2 n^(1/3) (D. Lane, "Online
// statistics education", 2013), within these limits. As the widths of bins are round numbers, there may be up to
// 2.5 times fewer bins.
const (
	leastBins = 8
	mostBins  = 60
)

// Spread returns the histogram of the numbers of some rows. Marked reports whether a row is marked.
func Spread(numbers []float64, rows []int32, marked func(row int32) bool) Histogram {
	h := Histogram{Whole: true}
	low, high, sum := math.Inf(1), math.Inf(-1), 0.0
	for _, row := range rows {
		v := numbers[row]
		if !finite(v) {
			h.Without++
			continue
		}
		h.Count++
		low, high, sum = min(low, v), max(high, v), sum+v
		h.Whole = h.Whole && v == math.Trunc(v)
	}
	if h.Count == 0 {
		return Histogram{Without: h.Without}
	}
	h.Mean = sum / float64(h.Count)
	h.place(low, high)
	squares := 0.0
	for _, row := range rows {
		v := numbers[row]
		if !finite(v) {
			continue
		}
		squares += (v - h.Mean) * (v - h.Mean)
		bin := h.Bin(v)
		h.Counts[bin]++
		if marked(row) {
			h.Marked[bin]++
		}
	}
	h.Deviation = math.Sqrt(squares / float64(h.Count))
	return h
}

// place chooses the bins for numbers from low to high.
func (h *Histogram) place(low, high float64) {
	n := 1
	switch size := max(math.Abs(low), math.Abs(high)); {
	case h.Whole && high-low < mostBins:
		h.Low, h.Step, n = low-0.5, 1, int(high-low)+1
	case high-low <= 1e-12*size: // all numbers are equal
		h.Whole, h.Step = false, 0.1*size
		h.Low = low - h.Step/2
	default:
		h.Whole = false
		bins := max(leastBins, min(2*math.Cbrt(float64(h.Count)), mostBins))
		h.Step = roundUp((high - low) / bins)
		h.Low = math.Floor(low/h.Step) * h.Step
		n = int((high-h.Low)/h.Step) + 1
	}
	h.Counts, h.Marked = make([]int, n), make([]int, n)
}

// roundUp returns the smallest number not below x that is 1, 2 or 5 times a power of ten.
func roundUp(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, by := range []float64{1, 2, 5} {
		if by*power >= x {
			return by * power
		}
	}
	return 10 * power
}

// Bin returns the index of the bin that contains a number.
func (h *Histogram) Bin(v float64) int {
	return max(0, min(int((v-h.Low)/h.Step), len(h.Counts)-1))
}

// Most returns the largest count.
func (h *Histogram) Most() (most int) {
	for _, n := range h.Counts {
		most = max(most, n)
	}
	return most
}

// Extent returns the range of numbers of some rows; low is above high if there are none.
func Extent(numbers []float64, rows []int32) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, row := range rows {
		if v := numbers[row]; finite(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high
}

// Correlation returns the correlation coefficient of Pearson for two quantities of some rows, and the number of
// rows that have both; NaN if one of the quantities is constant.
func Correlation(x, y []float64, rows []int32) (r float64, n int) {
	var mx, my, xx, yy, xy float64
	for _, row := range rows {
		a, b := x[row], y[row]
		if !finite(a) || !finite(b) {
			continue
		}
		n++
		dx := a - mx // B. Welford (1962)
		mx += dx / float64(n)
		my += (b - my) / float64(n)
		xx += dx * (a - mx)
		xy += dx * (b - my)
	}
	for _, row := range rows {
		if finite(x[row]) && finite(y[row]) {
			yy += (y[row] - my) * (y[row] - my)
		}
	}
	return xy / math.Sqrt(xx*yy), n
}

// Nearest returns the row whose point lies nearest to a place and within a reach; distances along x and y are
// multiplied by scale. Among equally near rows the first one wins.
func Nearest(x, y []float64, rows []int32, at, scale [2]float64, reach float64) (nearest int32, ok bool) {
	least := reach
	for _, row := range rows {
		d := math.Hypot((x[row]-at[0])*scale[0], (y[row]-at[1])*scale[1])
		if d < least || d == least && !ok {
			least, nearest, ok = d, row, true
		}
	}
	return nearest, ok
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
