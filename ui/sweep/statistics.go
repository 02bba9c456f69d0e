package sweep

import (
	"encoding/csv"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/ui/plot"
)

// quantiles are the probabilities of the quantiles that the summary lists.
var quantiles = []float64{0, 0.05, 0.25, 0.5, 0.75, 0.95, 1}

// column is a column of the summary whose cells are numbers; NaN where a row has none.
type column struct {
	name   string
	values []float64
}

// numbers returns the columns of a summary from number first on, without the columns that hold no number at all.
func numbers(lines [][]string, first int) (list []column) {
	for j := first; j < len(lines[0]); j++ {
		c := column{name: lines[0][j]}
		some := false
		for _, line := range lines[1:] {
			x, err := strconv.ParseFloat(line[j], 64)
			if err != nil {
				x = math.NaN()
			}
			some = some || err == nil
			c.values = append(c.values, x)
		}
		if some {
			list = append(list, c)
		}
	}
	return list
}

// quantile returns the value below which a share of sorted numbers lies, with a straight line between neighbours
// (Hyndman and Fan 1996, definition 7, which is the default of R and NumPy).
func quantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	k := min(int(at), len(sorted)-2)
	if k < 0 {
		return sorted[0]
	}
	t := at - float64(k)
	return sorted[k]*(1-t) + sorted[k+1]*t
}

// finiteOf returns the finite numbers of a list, sorted.
func finiteOf(values []float64) (sorted []float64) {
	for _, x := range values {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			sorted = append(sorted, x)
		}
	}
	slices.Sort(sorted)
	return sorted
}

// ranks returns the rank of each number, from 1. Equal numbers get the mean of their ranks, as Spearman's ρ needs.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case values[a] < values[b]:
			return -1
		case values[a] > values[b]:
			return 1
		}
		return 0
	})
	out := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}

// rankCorrelation returns Spearman's rank correlation of two columns over the rows that have a number in both. It is 1
// if one column always grows with the other, and NaN if it is not defined.
func rankCorrelation(a, b []float64) float64 {
	var x, y []float64
	for i := range a {
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	if len(x) < 3 {
		return math.NaN()
	}
	return stat.Correlation(ranks(x), ranks(y), nil)
}

// varies reports whether a column has two different numbers.
func varies(c *column) bool {
	s := finiteOf(c.values)
	return len(s) > 1 && s[0] < s[len(s)-1]
}

// statistics returns a line for each numeric outcome: its quantiles, mean and standard deviation over the finished
// rows, and its rank correlation with each setting that varies.
func statistics(settings, outcomes []column) [][]string {
	head := []string{"quantity", "rows"}
	for _, q := range quantiles {
		name := strconv.FormatFloat(100*q, 'g', -1, 64) + " %"
		switch q {
		case 0:
			name = "least"
		case 0.5:
			name = "median"
		case 1:
			name = "greatest"
		}
		head = append(head, name)
	}
	head = append(head, "mean", "standard deviation")
	for _, c := range settings {
		head = append(head, "rank correlation with "+c.name)
	}
	number := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	lines := [][]string{head}
	for _, c := range outcomes {
		sorted := finiteOf(c.values)
		if len(sorted) == 0 {
			continue
		}
		line := []string{c.name, strconv.Itoa(len(sorted))}
		for _, q := range quantiles {
			line = append(line, number(quantile(sorted, q)))
		}
		mean, deviation := stat.MeanStdDev(sorted, nil)
		line = append(line, number(mean), number(deviation))
		for _, s := range settings {
			line = append(line, number(rankCorrelation(s.values, c.values)))
		}
		lines = append(lines, line)
	}
	return lines
}

// writeStatistics writes quantiles.csv and parallel.svg of a summary; ends are the plotted quantities at the end of
// each row's run.
func (s *Sweep) writeStatistics(summary [][]string, ends []plot.Axis) error {
	first := 1 + len(s.Table.columns) // after the row's number and its settings
	var settings []column
	var axes []plot.Axis
	for j := 1; j < first; j++ {
		a := settingAxis(summary, j)
		if c := (column{a.Name, a.Values}); varies(&c) {
			axes = append(axes, a)
			if a.Words == nil {
				settings = append(settings, c)
			}
		}
	}
	err := outfile.Write(filepath.Join(s.Folder, "quantiles.csv"), func(w io.Writer) error {
		table := csv.NewWriter(w)
		table.WriteAll(statistics(settings, numbers(summary, first+2))) // without seed and hash
		return table.Error()
	})
	if err != nil {
		return err
	}
	slices.Reverse(ends) // the first is the one that was asked for first, and gives the colours
	sheet := plot.Parallel{Title: s.title() + ", settings and what was at the end", Axes: append(axes, ends...)}
	return outfile.Write(filepath.Join(s.Folder, "parallel.svg"), sheet.WriteSVG)
}

// settingAxis returns a column of settings as an axis: of numbers, or of words in the order of their appearance.
func settingAxis(lines [][]string, j int) plot.Axis {
	var cells []string
	for _, line := range lines[1:] {
		cells = append(cells, line[j])
	}
	xs, unit, ok := Numbers(cells)
	if !ok {
		return wordAxis(lines, j)
	}
	return plot.Axis{Name: WithUnit(lines[0][j], unit), Values: xs}
}

func wordAxis(lines [][]string, j int) plot.Axis {
	a := plot.Axis{Name: lines[0][j]}
	for _, line := range lines[1:] {
		k := slices.Index(a.Words, line[j])
		if k < 0 {
			k, a.Words = len(a.Words), append(a.Words, line[j])
		}
		a.Values = append(a.Values, float64(k))
	}
	return a
}
