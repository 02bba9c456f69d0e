package report

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"
	"slices"
	"strings"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/report/page"
	"example.org/tumble/ui/sweep"
)

// Size of plots, of which many are in a row, and their limits.
const (
	smallWidth, smallHeight = 215, 150 // [pt]
	mostPlots               = 120
	mostNamed               = 12 // rows that a legend names
)

// axis is a parameter as places along x.
type axis struct {
	label  string
	places []float64
	names  []string // names of the places 0, 1, 2..., if the values are not numbers of one unit
}

// axisOf reads the values of a parameter. Numbers may have a unit, the same in all rows.
func axisOf(label string, cells []string) axis {
	places, unit, ok := sweep.Numbers(cells)
	if !ok {
		return categories(label, cells)
	}
	return axis{label: sweep.WithUnit(label, unit), places: places}
}

// categories places values in the order of their first appearance.
func categories(label string, cells []string) axis {
	a := axis{label: label}
	for _, cell := range cells {
		if cell == "" {
			cell = "(scene)"
		}
		at := slices.Index(a.names, cell)
		if at < 0 {
			at, a.names = len(a.names), append(a.names, cell)
		}
		a.places = append(a.places, float64(at))
	}
	return a
}

// plots are the sections with each result over each parameter.
func (s *swept) plots() (list []page.Section, err error) {
	var vary []int
	for _, p := range s.parameters() {
		if s.varies(p) {
			vary = append(vary, p)
		}
	}
	if n := len(vary); n > 1 && s.head[vary[n-1]] == "seed" {
		vary = vary[:n-1] // rows that differ only in the seed are the scatter of the other parameters
	}
	count := 0
	for _, p := range vary {
		over := axisOf(s.name(p), s.column(p))
		section := page.Section{Title: "Results over " + s.head[p], Small: true,
			Text: []string{"A mark is a row; a line goes through the means of rows with the same value."}}
		for _, o := range s.outcomes() {
			y := export.Numbers(s.lines, o)
			if head := s.head[o]; !s.varies(o) || largest(y) == 0 || head == "time [s]" || head == "steps" {
				continue // the end of a row is no result
			}
			if count++; count > mostPlots {
				section.Text = []string{fmt.Sprintf("The first %d plots are shown; summary.csv has all numbers.", mostPlots)}
				break
			}
			c, err := scatter(s.head[o], over, y, len(vary) == 1)
			if err != nil {
				return nil, err
			}
			section.Charts = append(section.Charts, c)
		}
		if len(section.Charts) > 0 {
			list = append(list, section)
		}
	}
	return list, nil
}

// scatter is the chart of a result: a mark for each row, and a line through the means of rows with the
// same value if nothing else differs or if values occur several times.
func scatter(name string, over axis, y []float64, only bool) (page.Chart, error) {
	bare, unit, _ := strings.Cut(strings.TrimSuffix(name, "]"), " [")
	factor, with := page.Prefix(largest(y), unit)
	y = scaled(y, factor)
	if with != "" {
		with = "[" + with + "]"
	}
	panel := plot.Panel{X: over.label, Y: with, Names: over.names}
	x, mean, again := means(over.places, y)
	if len(x) > 1 && (only || again) && over.names == nil {
		panel.Curves = append(panel.Curves, plot.Curve{Color: color.RGBA{0xa9, 0xc6, 0xdd, 0xff}, X: x, Y: mean})
	}
	panel.Curves = append(panel.Curves, plot.Curve{Color: reportColors[0], X: over.places, Y: y, Alone: true})
	svg, err := panel.Inline(smallWidth, smallHeight)
	return page.Chart{Title: sentence(bare), SVG: svg}, err
}

// means returns the mean of the numbers at each place, in order, and whether any place has several
// numbers.
func means(places, y []float64) (x, mean []float64, again bool) {
	for i := range places {
		if !math.IsNaN(y[i]) && !slices.Contains(x, places[i]) {
			x = append(x, places[i])
		}
	}
	slices.Sort(x)
	for _, at := range x {
		sum, n := 0.0, 0
		for i := range places {
			if places[i] == at && !math.IsNaN(y[i]) {
				sum, n = sum+y[i], n+1
			}
		}
		mean, again = append(mean, sum/float64(n)), again || n > 1
	}
	return x, mean, again
}

// overTime is the section with the time series of all rows.
func (s *swept) overTime() (page.Section, error) {
	section := page.Section{Title: "Over time"}
	wanted := []string{"kinetic energy", "contacts", "coordination", "max speed"}
	for _, out := range s.first.Outlets {
		wanted = append(wanted, out.Name+" mass")
	}
	panels, factors := make([]plot.Panel, len(wanted)), make([]float64, len(wanted))
	var legend []page.Entry
	for i, r := range s.results {
		if r == nil {
			continue
		}
		series, err := sweep.ReadSeries(s.folder, s.number(i))
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return section, err
		}
		col := sweep.Color(i, len(s.lines))
		legend = append(legend, page.Entry{Color: cssColor(col), Text: s.describe(i), Line: true})
		_, x, err := series.Column("time")
		if err != nil {
			return section, err
		}
		for k, name := range wanted {
			head, y, err := series.Column(name)
			if err != nil {
				continue // written by an older program
			}
			bare, unit, _ := strings.Cut(strings.TrimSuffix(head, "]"), " [")
			if factors[k] == 0 {
				var with string
				factors[k], with = page.Prefix(largest(y), unit)
				panels[k] = plot.Panel{X: "time [s]", Y: bare}
				if with != "" {
					panels[k].Y += " [" + with + "]"
				}
			}
			panels[k].Curves = append(panels[k].Curves, thinned(x, scaled(y, factors[k]), col))
		}
	}
	for k := range panels {
		if len(panels[k].Curves) == 0 {
			continue
		}
		svg, err := panels[k].Inline(chartWidth, chartHeight)
		if err != nil {
			return section, err
		}
		section.Charts = append(section.Charts, page.Chart{Title: sentence(wanted[k]), SVG: svg})
	}
	if n := len(section.Charts); n > 0 && len(legend) <= mostNamed {
		section.Legend = legend
	} else if n > 0 {
		section.Text = []string{"A line for each row, from the first in blue over green to the last in orange."}
	}
	return section, nil
}

// mostPoints is the largest number of points of a line in a chart of all rows.
const mostPoints = 300

// thinned is a curve with fewer points, evenly chosen, including the last one.
func thinned(x, y []float64, col color.RGBA) plot.Curve {
	c := plot.Curve{Color: col}
	every := max(1, (len(x)+mostPoints-1)/mostPoints)
	for i := range x {
		if i%every == 0 || i == len(x)-1 {
			c.X, c.Y = append(c.X, x[i]), append(c.Y, y[i])
		}
	}
	return c
}
