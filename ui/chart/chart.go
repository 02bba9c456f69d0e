// Package chart defines the charts of a run, and draws their curves: into a rectangle of the window, or onto
// paper. A Data holds the series that are shown; the package keeps nothing from frame to frame.
package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// Curve is one line, or band, of a chart.
type Curve struct {
	Name  string
	Unit  string
	Color *imgui.Vec4 // of the palette
	of    Reading
}

// Reading returns the value of a curve at sample i, and the extremes from this sample up to the next one; NaN
// where there is no value.
type Reading func(s *bridge.Series, i int) (value, low, high float64)

// Chart is one chart of the drawer: lines or bands, and below them lines on an axis of their own.
type Chart struct {
	Title, About string
	Stacked      bool
	Lines, Under []Curve
	Wall         bool // wall times: they are not reproducible, so that no table has them
	Of           bridge.SeriesOf
	Named        bool // the curves in Under have the colours and names of the curves in Lines
}

// column returns a Reading of a column of a series, by its name; zero is subtracted from the values.
func column(name string, zero float64) Reading {
	return func(s *bridge.Series, i int) (value, low, high float64) {
		k := s.Find(name)
		if k < 0 {
			return math.NaN(), math.NaN(), math.NaN()
		}
		low, high = s.Extremes(i, k)
		return s.Value(i, k) - zero, low - zero, high - zero
	}
}

// notNegative returns a Reading of a kinetic energy. For bodies at rest the energy is a rounding error of either
// sign; values below 0 read as 0.
func notNegative(r Reading) Reading {
	return func(s *bridge.Series, i int) (value, low, high float64) {
		value, low, high = r(s, i)
		return max(value, 0), max(low, 0), max(high, 0)
	}
}

// stage returns a Reading of the wall time of a stage of the step.
func stage(n int) Reading {
	return func(s *bridge.Series, i int) (value, low, high float64) {
		v := s.Samples[i].Stages[n]
		if s.Samples[i].Stages == ([bridge.NumStages]float64{}) {
			v = math.NaN()
		}
		return v, v, v
	}
}

// seriesColor returns the colour of the n-th curve of a chart.
func seriesColor(n int) *imgui.Vec4 { return &widget.ColorSeries[n%len(widget.ColorSeries)] }

// energies are the bands of the energy chart, from the bottom up: first the energy of bodies and contacts, then
// the lost energy.
var energies = []struct {
	name, column string
	color        int
}{
	{"Potential", "potential energy", 4}, {"Kinetic", "kinetic energy", 0}, {"Elastic", "elastic energy", 2},
	{"Damping", "damping", 1}, {"Friction", "friction", 5}, {"Dashpots", "viscous", 6}, {"Rolling", "rolling", 3},
	{"Adhesion", "adhesion", 7}, {"Drag", "drag", 8},
}

// works are the sources and sinks of energy, with their signs.
var works = []struct {
	name, column string
}{
	{"Motions", "work of motions"}, {"Forces from outside", "work of forces"}, {"Inlets", "brought by inlets"},
	{"Outlets", "taken by outlets"},
	{"Edits", "work of edits"}, {"Contact rule", "work of contact rule"},
}

// All returns the charts of a run, for the columns of its series and of the series of its plane. Potential energy
// counts from zero [J].
func All(all, plane []bridge.Series, zero float64) []Chart {
	energy := Chart{Title: "Energy", Stacked: true, About: "What bodies and contacts have and what was lost, one upon " +
		"the other: without work from outside the sum stays. Potential energy counts from its lowest of the run. Below, on " +
		"its own axis, what the ledger does not explain."}
	for _, e := range energies {
		if e.column == "potential energy" {
			energy.Lines = append(energy.Lines, Curve{e.name, "J", seriesColor(e.color), column(e.column, zero)})
		} else if e.column == "kinetic energy" {
			energy.Lines = append(energy.Lines, Curve{e.name, "J", seriesColor(e.color), notNegative(column(e.column, 0))})
		} else if Moves(all, e.column) {
			energy.Lines = append(energy.Lines, Curve{e.name, "J", seriesColor(e.color), column(e.column, 0)})
		}
	}
	energy.Under = []Curve{{"Closure error", "J", &widget.ColorRecord, column("closure error", 0)}}
	work := Chart{Title: "Work", About: "Energy that motions, forces from outside, inlets and edits brought, that " +
		"outlets took, and that the contact rule gave beyond what contacts stored. Below, the sum."}
	for i, w := range works {
		if Moves(all, w.column) || i == 0 {
			work.Lines = append(work.Lines, Curve{w.name, "J", seriesColor(i), column(w.column, 0)})
		}
	}
	work.Under = []Curve{{"Work", "J", &widget.ColorText, column("work", 0)}}
	contacts := Chart{Title: "Contacts", About: "Below, contacts a body: of all that forces move, and of those that " +
		"have two or more (mechanical, after Thornton 2000).",
		Lines: []Curve{{"Contacts", "", seriesColor(0), column("contacts", 0)},
			{"Bodies", "", seriesColor(1), column("bodies", 0)}},
		Under: []Curve{{"Coordination without rattlers", "", seriesColor(2), column("mechanical coordination", 0)},
			{"of all", "", seriesColor(6), column("coordination", 0)}}}
	speed := Chart{Title: "Speed", About: "Of the bodies that forces move. Below, the largest overlap over the smaller " +
		"radius.",
		Lines: []Curve{{"Fastest", "m/s", seriesColor(1), column("max speed", 0)},
			{"Mean", "m/s", seriesColor(0), column("mean speed", 0)}},
		Under: []Curve{{"Largest overlap", "%", seriesColor(6), hundredths("max overlap ratio")}}}
	flow := flowChart("Flow", "Mass that inlets bring and outlets take in a second, in the mean since the sample "+
		"before. Below, how many bodies have passed.", all)
	return append(append([]Chart{energy, contacts, flow, work, speed, stageChart()}, bodyCharts()...), planeChart(plane))
}

// bodyCharts returns the charts of the body that was selected last.
func bodyCharts() []Chart {
	of := func(name, unit string, color int, from string) Curve {
		return Curve{name, unit, seriesColor(color), column(from, 0)}
	}
	list := []Chart{
		{Title: "Body motion", About: "Speed of the body that was selected last. Below, the height of its " +
			"centre of mass.",
			Lines: []Curve{of("Speed", "m/s", 0, "speed")}, Under: []Curve{of("Height", "m", 4, "position z")}},
		{Title: "Body force", About: "Sum of what contacts and gravity exert on the body that was selected " +
			"last. Below, how many contacts it has.",
			Lines: []Curve{of("Force", "N", 1, "force")}, Under: []Curve{of("Contacts", "", 2, "contacts")}},
		{Title: "Body energy", Stacked: true, About: "Kinetic energy of the body that was selected last, of " +
			"its motion and of its spin one upon the other. Below, how fast it spins.",
			Lines: []Curve{of("Translation", "J", 0, "translation"), of("Rotation", "J", 5, "rotation")},
			Under: []Curve{of("Spin", "rad/s", 6, "angular speed")}},
	}
	for i := range list {
		list[i].Of = bridge.OfBody
	}
	return list
}

// gap reports whether samples are missing between sample i and the next one, because the body was not selected
// then.
func gap(s *bridge.Series, i int) bool {
	return s.Samples[i+1].Time-s.Samples[i].Time > 2.5*s.Every
}

// hundredths returns a Reading of a column in percent.
func hundredths(name string) Reading {
	read := column(name, 0)
	return func(s *bridge.Series, i int) (value, low, high float64) {
		value, low, high = read(s, i)
		return 100 * value, 100 * low, 100 * high
	}
}

// flowChart returns a chart of flow rates: a line for each inlet and outlet, or for a plane.
func flowChart(title, about string, all []bridge.Series) Chart {
	c := Chart{Title: title, About: about, Named: true}
	if len(all) > 0 {
		for i, col := range all[0].Columns {
			if col.RateOf > 1 && col.Unit == "kg/s" {
				color, name := seriesColor(len(c.Lines)), all[0].Columns[i-2].Name
				name = name[:max(0, len(name)-len(" bodies"))]
				c.Lines = append(c.Lines, Curve{name, "kg/s", color, column(col.Name, 0)})
				c.Under = append(c.Under, Curve{name, "", color, column(all[0].Columns[i-2].Name, 0)})
			}
		}
	}
	return c
}

// planeChart returns the chart of the flow through a plane.
func planeChart(all []bridge.Series) Chart {
	c := flowChart("Plane flow", "Mass that goes through a plane in a second, in the mean since the sample "+
		"before. Below, how many bodies are beyond it, or were until an outlet took them.", all)
	c.Of, c.Named = bridge.OfPlane, false
	for i := range c.Lines {
		c.Lines[i].Name, c.Under[i].Name, c.Under[i].Color = "Flow", "Bodies beyond", seriesColor(1)
	}
	return c
}

// InRegion returns the chart of numbers of a region.
func InRegion(region string, of []*bridge.RegionNumber) Chart {
	c := Chart{Title: "Region", Of: bridge.OfRegions,
		About: "What is in a region: its mass, solid fraction, velocity, stress and others, one kind at a time."}
	for i, n := range of {
		c.Lines = append(c.Lines, Curve{n.Short(), n.Unit, seriesColor(i), column(n.Column(region), 0)})
	}
	return c
}

// OnSurface returns the chart of numbers of a surface.
func OnSurface(surface string, of []*bridge.SurfaceNumber) Chart {
	c := Chart{Title: "Surface", About: "What contacts do to a surface of the scene, one kind of numbers at a time, in " +
		"the mean since the sample before. Below, the sums."}
	for i, n := range of {
		sum, mean := n.Columns(surface)
		c.Lines = append(c.Lines, Curve{n.Short(), n.Unit, seriesColor(i), column(mean, 0)})
		c.Under = append(c.Under, Curve{n.Sum, n.SumUnit, seriesColor(i), column(sum, 0)})
	}
	return c
}

// stageChart returns the chart of the wall times of the stages of a step.
func stageChart() Chart {
	c := Chart{Title: "Step", Stacked: true, Wall: true,
		About: "Wall time of the stages of a step, one upon the other, " +
			"as this machine took it when the moment was computed first."}
	for n, name := range bridge.StageNames {
		c.Lines = append(c.Lines, Curve{name, "s", seriesColor(n), stage(n)})
	}
	return c
}

// Moves reports whether a column is not zero at the end of any of the series.
func Moves(all []bridge.Series, name string) bool {
	for i := range all {
		s := &all[i]
		if k := s.Find(name); k >= 0 && len(s.Samples) > 0 && s.Samples[len(s.Samples)-1].Values[k] != 0 {
			return true
		}
	}
	return false
}

// Lowest returns the smallest value of a column of all series, 0 if there is none.
func Lowest(all []bridge.Series, name string) float64 {
	low := math.Inf(1)
	for i := range all {
		if k := all[i].Find(name); k >= 0 {
			for j := range all[i].Samples {
				v, _ := all[i].Extremes(j, k)
				low = min(low, v)
			}
		}
	}
	if math.IsInf(low, 0) || math.IsNaN(low) {
		return 0
	}
	return low
}

// Range returns the range of the values of curves in a stretch of time of some series. The range contains 0.
func Range(curves []Curve, stacked bool, all []bridge.Series, begin, end float64) (low, high float64) {
	for i := range all {
		s := &all[i]
		for j := max(s.After(begin)-1, 0); j < min(s.After(end)+1, len(s.Samples)); j++ {
			sum := 0.0
			for k := range curves {
				v, l, h := curves[k].of(s, j)
				if stacked && finite(v) {
					sum += v
					l, h = sum, sum
				}
				if finite(l) && finite(h) {
					low, high = min(low, l), max(high, h)
				}
			}
		}
	}
	if high <= low {
		high = low + 1
	}
	return low, high
}

// finite reports whether a number can be drawn.
func finite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

// UpTo returns a series with the present sample at its end, if this sample is later than its last one.
func UpTo(s bridge.Series, now *bridge.Sample) bridge.Series {
	if n := len(s.Samples); len(now.Values) == len(s.Columns) && n > 0 && now.Step > s.Samples[n-1].Step {
		s.Samples = append(slices.Clip(s.Samples), *now)
	}
	return s
}

// ValueText returns the text of a legend for a curve at a time: the value of the present sample if now is not nil,
// otherwise the value of the last sample before the time.
func (c *Curve) ValueText(s *bridge.Series, now *bridge.Sample, time float64) string {
	one := bridge.Series{Columns: s.Columns, Samples: []bridge.Sample{}}
	i := s.After(time) - 1
	switch {
	case now != nil && len(now.Values) == len(s.Columns):
		if i >= 0 {
			one.Samples = append(one.Samples, s.Samples[i])
		}
		if i < 0 || now.Step > s.Samples[i].Step {
			one.Samples = append(one.Samples, *now)
		} else if i > 0 {
			one.Samples = s.Samples[i-1 : i+1]
		}
	case i >= 0 && (i+1 < len(s.Samples) && !gap(s, i) || time-s.Samples[i].Time <= 2.5*s.Every):
		one.Samples = s.Samples[max(i-1, 0) : i+1]
	}
	if len(one.Samples) == 0 {
		return format.Unknown
	}
	v, _, _ := c.of(&one, len(one.Samples)-1)
	if !finite(v) {
		return format.Unknown
	}
	if c.Unit == "%" {
		return format.Number(v, 3) + " %"
	}
	return format.Quantity(v, c.Unit, cmp.Or(min(3, wholeDigits(c.Unit, v)), 3))
}

// wholeDigits returns the number of digits for a value: 0, that is all digits, for a count, which must not be
// rounded.
func wholeDigits(unit string, v float64) int {
	if unit == "" && v == math.Trunc(v) && v != 0 {
		return 0 // all digits
	}
	return 3
}

// AxisLabel writes a mark of an axis.
func AxisLabel(v float64, digits int) string {
	switch size := math.Abs(v); {
	case size >= 1e5:
		return format.Number(v, 3)
	case digits > 5: // smaller than any prefix of a unit
		first := math.Floor(math.Log10(size) + 1e-9)
		return strings.ReplaceAll(fmt.Sprintf("%.*g", max(1, digits+1+int(max(first, -300))), v), "-", "−")
	}
	text := fmt.Sprintf("%.*f", digits, v)
	if strings.Trim(text, "-0.") == "" { // zero has no sign
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// Data is the input of charts: the series of a run and the stretch of time to show.
type Data struct {
	Series     []bridge.Series // series of each track
	Present    int             // index of the series of the track that is shown
	Twin       *bridge.Series  // series of the second world beside it; nil if there is none
	Now        *bridge.Sample  // sample of the moment that is shown
	Begin, End float64         // the stretch of time that is shown [s]
}

// KnownFrom reports whether a series has samples without a gap until a time [s]: from the beginning, or from the
// appearance of the body.
func KnownFrom(s *bridge.Series, begin, until float64) bool {
	n := s.After(until)
	if len(s.Samples) == 0 {
		return until <= begin+2*s.Every
	}
	age, _, _ := column("age", 0)(s, 0)
	came := age <= 2.5*s.Every // a plane has no age
	if first := s.Samples[0].Time; first > begin+2.5*s.Every && !came {
		return false
	}
	for i := range n - 1 {
		if gap(s, i) {
			return false
		}
	}
	return true
}
