package sweep

import (
	"encoding/csv"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/plot"
)

// Summarize writes summary.csv, summary.svg, quantiles.csv and parallel.svg from the finished rows, and returns the
// number of finished rows.
func (s *Sweep) Summarize() (done int, err error) {
	var results []*Result
	for i := range s.Table.rows {
		r := s.result(&s.Table.rows[i])
		if r != nil {
			done++
		}
		results = append(results, r)
	}
	summary := s.summary(results)
	err = outfile.Write(filepath.Join(s.Folder, "summary.csv"), func(w io.Writer) error {
		table := csv.NewWriter(w)
		table.WriteAll(summary)
		return table.Error()
	})
	ends, drawn := s.draw()
	failed := s.writeStatistics(summary, ends)
	return done, errors.Join(err, drawn, failed)
}

// summary returns one line for each row: its settings, then its outcome; the outcome is empty if the row is not
// finished.
func (s *Sweep) summary(results []*Result) [][]string {
	var inlets, outlets, regions, surfaces, planes []string
	for _, r := range results {
		if r != nil {
			for _, in := range r.Inlets {
				inlets = append(inlets, in.Name)
			}
			for _, out := range r.Outlets {
				outlets = append(outlets, out.Name)
			}
			for i := range r.Regions {
				regions = append(regions, r.Regions[i].Name)
			}
			for i := range r.Surfaces {
				surfaces = append(surfaces, r.Surfaces[i].Name)
			}
			for i := range r.Planes {
				planes = append(planes, r.Planes[i].Name)
			}
			break
		}
	}
	pairs := pairsOf(results)
	head := append(append([]string{"row"}, s.Table.columns...), "seed", "hash", "time [s]", "steps", "bodies", "contacts",
		"max overlap ratio",
		"kinetic energy [J]", "elastic energy [J]", "potential energy [J]", "dissipated energy [J]", "work [J]",
		"closure error [J]")
	for _, name := range inlets {
		head = append(head, name+" bodies", name+" mass [kg]", name+" finished at [s]")
	}
	for _, name := range outlets {
		head = append(head, name+" bodies", name+" mass [kg]", name+" rate [kg/s]", name+" finished at [s]")
		for i := range bridge.AgeNumbers {
			n := &bridge.AgeNumbers[i]
			head = append(head, series.WithUnit(n.Column(name), n.Unit))
		}
	}
	for _, name := range regions {
		for i := range bridge.RegionNumbers {
			n := &bridge.RegionNumbers[i]
			head = append(head, series.WithUnit(n.Column(name), n.Unit))
		}
	}
	for _, name := range surfaces {
		for i := range bridge.SurfaceNumbers {
			n := &bridge.SurfaceNumbers[i]
			sum, mean := n.Columns(name)
			head = append(head, series.WithUnit(sum, n.SumUnit), series.WithUnit(mean, n.Unit))
		}
	}
	for _, name := range planes {
		for i := range bridge.PassedNumbers {
			n := &bridge.PassedNumbers[i]
			head = append(head, series.WithUnit(n.Column(name), n.Unit))
		}
	}
	for _, name := range pairs {
		for i := range bridge.CollisionNumbers {
			n := &bridge.CollisionNumbers[i]
			head = append(head, series.WithUnit(n.Column(name), n.Unit))
		}
	}
	lines := [][]string{append(head, "fault")}
	for i, r := range results {
		row := &s.Table.rows[i]
		line := []string{strconv.Itoa(row.number)}
		for _, c := range s.Table.columns {
			line = append(line, row.values[c])
		}
		line = append(line, strconv.FormatUint(row.seed, 10))
		if r != nil {
			line = append(line, outcomeOf(r, len(inlets), len(outlets), len(regions), len(surfaces), len(planes), pairs)...)
		}
		for len(line) < len(lines[0]) {
			line = append(line, "")
		}
		lines = append(lines, line)
	}
	return lines
}

// outcomeOf returns the cells with the outcome of a finished row.
func outcomeOf(r *Result, inlets, outlets, regions, surfaces, planes int, pairs []string) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	known := func(at *float64) string {
		if at == nil {
			return ""
		}
		return number(*at)
	}
	e := &r.Energy
	line := []string{r.Hash, number(r.Time), strconv.FormatInt(r.Steps, 10), strconv.Itoa(r.Bodies),
		strconv.Itoa(r.Contacts), number(r.MaxOverlapRatio),
		number(e.Kinetic), number(e.Elastic), number(e.Potential), number(e.Dissipated), number(e.Work),
		number(e.ClosureError)}
	for i := range inlets {
		if i >= len(r.Inlets) {
			line = append(line, "", "", "")
			continue
		}
		in := &r.Inlets[i]
		line = append(line, strconv.FormatInt(in.Bodies, 10), number(in.Mass), known(in.FinishedAt))
	}
	for i := range outlets {
		var out batch.Outlet
		if i < len(r.Outlets) {
			out = r.Outlets[i]
			line = append(line, strconv.FormatInt(out.Bodies, 10), number(out.Mass), number(out.Rate), known(out.FinishedAt))
		} else {
			line = append(line, "", "", "", "")
		}
		for k := range bridge.AgeNumbers {
			line = append(line, known(out.Ages.Numbers[bridge.AgeNumbers[k].Name]))
		}
	}
	for i := range regions {
		for k := range bridge.RegionNumbers {
			cell := ""
			if i < len(r.Regions) {
				cell = known(r.Regions[i].Numbers[bridge.RegionNumbers[k].Name])
			}
			line = append(line, cell)
		}
	}
	for i := range surfaces {
		for k := range bridge.SurfaceNumbers {
			n, numbers := &bridge.SurfaceNumbers[k], map[string]*float64(nil)
			if i < len(r.Surfaces) {
				numbers = r.Surfaces[i].Numbers
			}
			line = append(line, known(numbers[n.Sum]), known(numbers[n.Name]))
		}
	}
	for i := range planes {
		for k := range bridge.PassedNumbers {
			cell := ""
			if i < len(r.Planes) {
				cell = known(r.Planes[i].Numbers[bridge.PassedNumbers[k].Name])
			}
			line = append(line, cell)
		}
	}
	for _, name := range pairs {
		numbers := map[string]*float64(nil)
		if i := slices.IndexFunc(r.collided(), func(p batch.CollidedPair) bool { return p.Name == name }); i >= 0 {
			numbers = r.Collisions.Pairs[i].Numbers
		}
		for k := range bridge.CollisionNumbers {
			line = append(line, known(numbers[bridge.CollisionNumbers[k].Name]))
		}
	}
	return append(line, r.Fault)
}

// pairsOf returns the names of all pairs of materials that have met in a row, each once: all of them together first.
func pairsOf(results []*Result) (names []string) {
	for _, r := range results {
		if r == nil {
			continue
		}
		for _, p := range r.collided() {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// collided returns the collisions of a row; none if they were not followed.
func (r *Result) collided() []batch.CollidedPair {
	if r.Collisions == nil {
		return nil
	}
	return r.Collisions.Pairs
}

// mostLines is the largest number of rows that get a line each in a plot over time. For more rows, quantiles are drawn.
const mostLines = 24

// title returns the title above the plots.
func (s *Sweep) title() string {
	return fmt.Sprintf("%s: %s", s.Scene, filepath.Base(s.Table.Name))
}

// draw writes summary.svg. It plots each quantity twice: over time, with one line for each row or, for many rows, with
// quantiles; and its value at the end of the run over the first numeric setting that varies, or else over the number of
// the row. draw returns the values at the end.
func (s *Sweep) draw() (ends []plot.Axis, err error) {
	sheet := plot.Sheet{Title: s.title()}
	label, xs := s.abscissa()
	series := make([]*Series, len(s.Table.rows))
	many := len(series) > mostLines
	for i := range s.Table.rows {
		r := &s.Table.rows[i]
		if s.result(r) == nil {
			continue
		}
		if series[i], err = ReadSeries(s.Folder, r.number); err != nil {
			return nil, err
		}
		if !many {
			sheet.Legend = append(sheet.Legend, plot.Entry{Color: s.color(i), Text: s.describe(r)})
		}
	}
	if many {
		sheet.Legend = bandLegend
	}
	for _, name := range s.Plot {
		over, end := plot.Panel{X: "time [s]", Y: name}, plot.Panel{X: label, Y: name + " at the end"}
		last := plot.Curve{Color: grayColor, Dots: true, Alone: many}
		axis := plot.Axis{Name: name}
		for i, t := range series {
			at := math.NaN()
			if t != nil {
				head, x, y, err := t.curve(name)
				if err != nil {
					return nil, &batch.OptionError{Option: "plot", Err: err}
				}
				over.Y, end.Y, axis.Name = head, head+", at the end", head
				over.Curves = append(over.Curves, plot.Curve{Color: s.color(i), X: x, Y: y})
				if len(y) > 0 {
					at = y[len(y)-1]
					last.X, last.Y = append(last.X, xs[i]), append(last.Y, at)
				}
			}
			axis.Values = append(axis.Values, at)
		}
		if many {
			over.Bands, over.Curves = bands(over.Curves)
		}
		end.Curves = []plot.Curve{last}
		sheet.Panels = append(sheet.Panels, over, end)
		ends = append(ends, axis)
	}
	return ends, outfile.Write(filepath.Join(s.Folder, "summary.svg"), sheet.WriteSVG)
}

// The colours of the quantiles of many rows.
var (
	grayColor   = color.RGBA{0x5a, 0x60, 0x6a, 0xff}
	outerColor  = color.RGBA{0xd5, 0xe6, 0xf3, 0xff} // from 5 to 95 %
	innerColor  = color.RGBA{0x9c, 0xc6, 0xe6, 0xff} // from 25 to 75 %
	medianColor = color.RGBA{0x00, 0x72, 0xb2, 0xff}

	bandLegend = []plot.Entry{{Color: medianColor, Text: "median of the rows"}, {Color: innerColor, Text: "25 % to 75 %"},
		{Color: outerColor, Text: "5 % to 95 %"}}
)

// bands returns the quantiles of curves. The k-th points of all curves are taken together: their times differ by less
// than a time step, and the quantiles are plotted at the median of these times.
func bands(curves []plot.Curve) ([]plot.Band, []plot.Curve) {
	outer, inner := plot.Band{Color: outerColor}, plot.Band{Color: innerColor}
	median := plot.Curve{Color: medianColor}
	for k := 0; ; k++ {
		var x, y []float64
		for i := range curves {
			if c := &curves[i]; k < len(c.X) {
				x, y = append(x, c.X[k]), append(y, c.Y[k])
			}
		}
		if x, y = finiteOf(x), finiteOf(y); len(x) == 0 {
			break
		}
		if len(y) == 0 {
			continue
		}
		at := quantile(x, 0.5)
		for _, b := range []struct {
			*plot.Band
			lo, hi float64
		}{{&outer, 0.05, 0.95}, {&inner, 0.25, 0.75}} {
			b.X, b.Low, b.High = append(b.X, at), append(b.Low, quantile(y, b.lo)), append(b.High, quantile(y, b.hi))
		}
		median.X, median.Y = append(median.X, at), append(median.Y, quantile(y, 0.5))
	}
	return []plot.Band{outer, inner}, []plot.Curve{median}
}

// abscissa returns the x axis over which outcomes are plotted: its label, and one number for each row.
func (s *Sweep) abscissa() (label string, xs []float64) {
	for _, c := range s.Table.columns {
		var cells []string
		for i := range s.Table.rows {
			cells = append(cells, s.Table.rows[i].values[c])
		}
		xs, unit, ok := Numbers(cells)
		if ok && slices.ContainsFunc(xs, func(x float64) bool { return x != xs[0] }) {
			return WithUnit(c, unit), xs
		}
	}
	for i := range s.Table.rows {
		xs = append(xs, float64(s.Table.rows[i].number))
	}
	return "row", xs
}

// describe names a row in the legend.
func (s *Sweep) describe(r *row) string {
	settings := r.set(s.Table.columns)
	if len(settings) == 0 || s.Table.seeded {
		settings = append([]string{fmt.Sprintf("seed %d", r.seed)}, settings...)
	}
	text := fmt.Sprintf("%d: %s", r.number, strings.Join(settings, " "))
	if runes := []rune(text); len(runes) > 32 {
		text = string(runes[:31]) + "…"
	}
	return text
}

func (s *Sweep) color(i int) color.RGBA { return Color(i, len(s.Table.rows)) }

// Color returns the colour of row i of n, counted from 0, evenly over all rows.
func Color(i, n int) color.RGBA {
	return plot.Ramp(float64(i) / float64(max(n-1, 1)))
}
