package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/report/page"
)

// Sizes of charts [pt].
const (
	chartWidth, chartHeight = 270, 160
	chartWide, chartTall    = 560, 215
)

// reportColors are colours of curves and areas that colour-blind people can distinguish (Okabe and Ito,
// 2008).
var reportColors = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x8a, 0x8f, 0x96, 0xff}, {0x5b, 0x3f, 0x8c, 0xff},
}

// inkColor is the colour of lines over areas.
var inkColor = color.RGBA{0x22, 0x25, 0x2a, 0xff}

// cssColor writes a colour in the form of CSS.
func cssColor(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// charts is the section of time series.
func (w *reporter) charts() (page.Section, error) {
	s := page.Section{Title: "Charts", Text: []string{fmt.Sprintf("A point every %s of simulated time; the numbers are "+
		"those of tumble run --csv FILE --every %s.", intervalWords(w.every), intervalText(w.every))}}
	if w.every.Steps > 0 {
		s.Text[0] = strings.Replace(s.Text[0], " of simulated time", "", 1)
	}
	energy, err := w.energies()
	if err != nil {
		return s, err
	}
	s.Charts = append(s.Charts, energy)
	for _, c := range []struct {
		title, unit, axis, about string
		columns                  []string
	}{
		{"Closure error", "J", "energy", "What the ledger of energies does not explain.", []string{"closure error"}},
		{"Greatest overlap", "", "overlap / radius", "Over the smaller radius, at each point; the greatest of all steps " +
			"stands above.", []string{"max overlap ratio"}},
		{"Bodies and contacts", "", "number", "", []string{"bodies", "contacts"}},
		{"Coordination", "", "contacts of a body", "The mean of the bodies that forces move, with walls and meshes.",
			[]string{"coordination"}},
		{"Speeds", "m/s", "speed", "Of the bodies that forces move.", []string{"max speed", "mean speed"}},
	} {
		if err := w.chart(&s, c.title, c.axis, c.unit, c.about, c.columns); err != nil {
			return s, err
		}
	}
	if err := w.flowCharts(&s); err != nil {
		return s, err
	}
	if err := w.regionCharts(&s); err != nil {
		return s, err
	}
	if err := w.surfaceCharts(&s); err != nil {
		return s, err
	}
	return s, w.collisionCharts(&s)
}

// collisionCharts adds the spectra of all collisions, by each number, with a line for each pair of materials.
func (w *reporter) collisionCharts(s *page.Section) error {
	if w.result.Collisions == nil {
		return nil
	}
	pairs := w.result.Collisions.Pairs
	if len(pairs) == 2 { // those of the only pair are all
		pairs = pairs[:1]
	}
	for i := range collisions.Numbers {
		n := &collisions.Numbers[i]
		panel := plot.Panel{X: "log10 of " + series.WithUnit(n.Name, n.Unit), Y: "collisions in a fifth of a decade"}
		c := page.Chart{Title: "Collisions by " + n.Name, About: n.About}
		for k := range pairs {
			line := plot.Curve{Color: reportColors[k%len(reportColors)], Dots: true}
			put := func(from, to float64, count int64) {
				line.X, line.Y = append(line.X, math.Log10(math.Sqrt(from*to))), append(line.Y, float64(count))
			}
			next := math.Inf(1)
			for _, r := range pairs[k].Spectra[n.Name] {
				if r.From == 0 { // no point of an axis of ratios
					continue
				}
				step := r.To / r.From
				for ; next*math.Sqrt(step) < r.From; next *= step { // ranges without collisions are not in the list
					put(next, next*step, 0)
				}
				put(r.From, r.To, r.Collisions)
				next = r.To
			}
			if len(line.X) == 0 {
				continue
			}
			panel.Curves = append(panel.Curves, line)
			if len(pairs) > 1 {
				c.Legend = append(c.Legend, page.Entry{Color: cssColor(line.Color), Text: pairs[k].Name, Line: true})
			}
		}
		if len(panel.Curves) == 0 {
			continue
		}
		var err error
		if c.SVG, err = panel.Inline(chartWidth, chartHeight); err != nil {
			return err
		}
		s.Charts = append(s.Charts, c)
	}
	return nil
}

// surfaceCharts adds what contacts do to each surface: a chart for each kind of number.
func (w *reporter) surfaceCharts(s *page.Section) error {
	for i := range w.result.Surfaces {
		name := w.result.Surfaces[i].Name
		for _, of := range bridge.SurfaceCharts() {
			var columns, names []string
			for _, n := range of {
				_, mean := n.Columns(name)
				columns, names = append(columns, mean), append(names, n.Short())
			}
			c, n := len(s.Charts), of[0]
			about := "The mean from one point to the next. "
			if len(of) == 1 || of[0].About == of[1].About {
				about += n.About
			}
			if err := w.chart(s, "On "+name+": "+n.Chart, n.Chart, n.Unit, about, columns); err != nil {
				return err
			}
			for k := range s.Charts[c].Legend {
				s.Charts[c].Legend[k].Text = names[k]
			}
		}
	}
	return nil
}

// regionCharts adds what is in each region: a chart for each kind of number.
func (w *reporter) regionCharts(s *page.Section) error {
	for i := range w.what.Scene.Regions {
		name := w.what.Scene.Regions[i].Name
		for _, of := range bridge.RegionCharts() {
			var columns, names []string
			for _, n := range of {
				columns, names = append(columns, n.Column(name)), append(names, n.Short())
			}
			c, n := len(s.Charts), of[0]
			about := ""
			if n.Unit == "Pa" {
				about = "Of contacts and of motion, positive in compression."
			}
			if err := w.chart(s, "In "+name+": "+n.Chart, n.Chart, n.Unit, about, columns); err != nil {
				return err
			}
			for k := range s.Charts[c].Legend {
				s.Charts[c].Legend[k].Text = names[k]
			}
		}
	}
	return nil
}

// flowCharts adds the numbers and rates of bodies through inlets and outlets.
func (w *reporter) flowCharts(s *page.Section) error {
	var mass, rate, age []string
	for _, in := range w.result.Inlets {
		mass = append(mass, in.Name+" mass")
	}
	for _, out := range w.result.Outlets {
		mass, rate = append(mass, out.Name+" mass"), append(rate, out.Name+" rate")
		if out.Ages.Numbers["median age"] != nil {
			age = append(age, out.Name+" median age")
		}
	}
	for i := range w.result.Planes {
		name := "through " + w.result.Planes[i].Name
		mass, rate = append(mass, name+" mass"), append(rate, name+" rate")
	}
	if len(mass) > 0 {
		about := "Through each inlet, outlet and plane, from the first start on."
		if err := w.chart(s, "Flow", "mass that has passed", "kg", about, mass); err != nil {
			return err
		}
	}
	if len(rate) == 0 {
		return nil
	}
	err := w.chart(s, "Rates", "rate", "kg/s", "The mean from one point to the next.", rate)
	if err != nil || len(age) == 0 {
		return err
	}
	return w.chart(s, "Age at outlets", "median age", "s", "Of all bodies taken until then, from their birth on.", age)
}

// chart adds lines of columns over time.
func (w *reporter) chart(s *page.Section, title, axis, unit, about string, columns []string) error {
	_, time := w.table.Column("time")
	most, lines := 0.0, make([][]float64, len(columns))
	for i, name := range columns {
		_, lines[i] = w.table.Column(name)
		most = max(most, largest(lines[i]))
	}
	factor, with := page.Prefix(most, unit)
	panel := plot.Panel{X: "time [s]", Y: axis}
	if with != "" {
		panel.Y += " [" + with + "]"
	}
	c := page.Chart{Title: title, About: about}
	for i, name := range columns {
		col := reportColors[i%len(reportColors)]
		panel.Curves = append(panel.Curves, plot.Curve{Color: col, X: time, Y: scaled(lines[i], factor)})
		if len(columns) > 1 {
			c.Legend = append(c.Legend, page.Entry{Color: cssColor(col), Text: strings.TrimSuffix(name, " mass"), Line: true})
		}
	}
	var err error
	if c.SVG, err = panel.Inline(chartWidth, chartHeight); err == nil {
		s.Charts = append(s.Charts, c)
	}
	return err
}

// energies is the chart of all energies, stacked, with their sum in the ledger.
func (w *reporter) energies() (page.Chart, error) {
	parts := []struct{ column, text string }{
		{"potential energy", "potential, above its least"}, {"kinetic energy", "kinetic"}, {"elastic energy", "elastic"},
		{"damping", "lost to damping"}, {"friction", "to friction"}, {"viscous", "in dashpots"}, {"rolling", "to rolling"},
		{"adhesion", "to adhesion"},
	}
	_, time := w.table.Column("time")
	_, closure := w.table.Column("closure error")
	var layers [][]float64
	top := make([]float64, len(time))
	for i, p := range parts {
		_, y := w.table.Column(p.column)
		if i == 0 {
			y = above(y)
		}
		layers = append(layers, y)
		for k := range y {
			top[k] += y[k]
		}
	}
	factor, with := page.Prefix(largest(top), "J")
	panel := plot.Panel{X: "time [s]", Y: "energy [" + with + "]"}
	c := page.Chart{Title: "Energies", Wide: true, About: "On each other. The dashed line is what bodies had at the " +
		"beginning, and what inlets, motions and edits have brought since: areas that end elsewhere would show an error of " +
		"closure."}
	low := make([]float64, len(time))
	for i, y := range layers {
		if largest(y) == 0 {
			continue
		}
		high := make([]float64, len(time))
		for k := range y {
			high[k] = low[k] + factor*y[k]
		}
		panel.Bands = append(panel.Bands, plot.Band{Color: reportColors[i], X: time, Low: low, High: high})
		c.Legend = append(c.Legend, page.Entry{Color: cssColor(reportColors[i]), Text: parts[i].text})
		low = high
	}
	brought := make([]float64, len(time))
	for k := range brought {
		brought[k] = factor * (top[k] - closure[k])
	}
	panel.Curves = []plot.Curve{{Color: inkColor, X: time, Y: brought, Broken: true}}
	c.Legend = append(c.Legend, page.Entry{Color: cssColor(inkColor), Text: "had and brought", Line: true})
	var err error
	c.SVG, err = panel.Inline(chartWide, chartTall)
	return c, err
}

// above returns numbers minus the smallest of them.
func above(y []float64) []float64 {
	if len(y) == 0 {
		return nil
	}
	least, list := slices.Min(y), make([]float64, len(y))
	for i := range y {
		list[i] = y[i] - least
	}
	return list
}

// scaled returns numbers times a factor.
func scaled(y []float64, factor float64) []float64 {
	list := make([]float64, len(y))
	for i := range y {
		list[i] = factor * y[i]
	}
	return list
}

// largest returns the largest absolute value, without NaN.
func largest(y []float64) (most float64) {
	for _, x := range y {
		if x = math.Abs(x); x > most && !math.IsInf(x, 0) {
			most = x
		}
	}
	return most
}

// intervalWords writes an interval for people.
func intervalWords(i run.Interval) string {
	if i.Steps > 0 {
		return page.Counted(int(i.Steps), "step", "steps")
	}
	return spell.Time(i.Time)
}

// intervalText writes an interval in the form of the flag --every.
func intervalText(i run.Interval) string {
	if i.Steps > 0 {
		return fmt.Sprintf("%dsteps", i.Steps)
	}
	return strings.ReplaceAll(strings.ReplaceAll(spell.Time(i.Time), " ", ""), "µ", "u")
}

// sentence begins a text with a capital.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
