package chart

import (
	"math"
	"strings"

	"example.org/tumble/sim/run/bridge"
)

// Held returns the charts of servos, and of hinges and sliders, for the columns of the series of a run. A chart has one
// unit: curves of another one than the first are left out, and stand in tables.
func Held(all []bridge.Series) []Chart {
	servos := Chart{Title: "Servos", Named: true, About: "What the contacts of servos bear. Below, by how much that is " +
		"off what they are to hold, from where it is within 10 %."}
	joints := Chart{Title: "Hinges", Named: true, About: "How far bodies have turned on hinges, or gone on sliders. " +
		"Below, what motor and spring exert on them."}
	if len(all) == 0 {
		return []Chart{servos, joints}
	}
	columns := all[0].Columns
	for i := range columns {
		if name, ok := strings.CutSuffix(columns[i].Name, " servo target"); ok && i > 0 {
			load, target := column(columns[i-1].Name, 0), column(columns[i].Name, 0)
			servos.add(name, columns[i].Unit, load, "%", func(s *bridge.Series, i int) (value, low, high float64) {
				to, _, _ := target(s, i)
				value, low, high = load(s, i)
				off := func(x float64) float64 { return 100 * (x - to) / math.Abs(to) }
				const shown = 10 // [%]: on its way to its load a servo is off by all of it, beside which the rest is not seen
				if value = off(value); !(math.Abs(value) <= shown) {
					return math.NaN(), math.NaN(), math.NaN()
				}
				return value, max(off(low), -shown), min(off(high), shown)
			})
		}
		for _, suffix := range []string{" hinge angle", " slider way"} {
			if name, ok := strings.CutSuffix(columns[i].Name, suffix); ok && i+3 < len(columns) {
				motor, spring := column(columns[i+2].Name, 0), column(columns[i+3].Name, 0)
				joints.add(name, columns[i].Unit, column(columns[i].Name, 0), columns[i+2].Unit,
					func(s *bridge.Series, i int) (value, low, high float64) {
						value, low, high = motor(s, i)
						v, l, h := spring(s, i)
						return value + v, low + l, high + h
					})
			}
		}
	}
	return []Chart{servos, joints}
}

// add adds a line and the one below it to a chart with lines of one unit.
func (c *Chart) add(name, unit string, line Reading, underUnit string, under Reading) {
	if len(c.Lines) > 0 && c.Lines[0].Unit != unit {
		return
	}
	color := seriesColor(len(c.Lines))
	c.Lines = append(c.Lines, Curve{name, unit, color, line})
	c.Under = append(c.Under, Curve{name, underUnit, color, under})
}
