package export

import (
	"math"
	"strconv"
	"strings"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// Table keeps the time series of a run in memory, with the same digits in each cell as the format csv. It is a
// Writer; the zero value is ready for use.
type Table struct {
	Regions []bridge.Region // that are measured

	reader  series.Reader
	columns []bridge.Column
	last    *bridge.Sample
	lines   [][]string
}

// Write adds the line of a moment.
func (t *Table) Write(w state.Source) error {
	if t.columns == nil {
		t.reader.Regions = t.Regions
		t.columns = t.reader.Columns(w)
	}
	now := t.reader.Read(w)
	t.lines = append(t.lines, series.Cells(nil, t.columns, t.last, &now))
	t.last = &now
	return nil
}

// Close does nothing: the table stays.
func (t *Table) Close() error { return nil }

// Heads returns the names of the columns, with their units in brackets.
func (t *Table) Heads() []string { return series.Headings(t.columns) }

// Lines returns the cells of all moments.
func (t *Table) Lines() [][]string { return t.lines }

// Column returns the unit and the values of a column, given its name without the unit. An empty cell is NaN.
// values is nil if there is no column of that name.
func (t *Table) Column(name string) (unit string, values []float64) {
	for i, c := range t.columns {
		if c.Name == name {
			return c.Unit, Numbers(t.lines, i)
		}
	}
	return "", nil
}

// Numbers returns the cells of a column as numbers; a cell that is not a number is NaN.
func Numbers(lines [][]string, column int) (values []float64) {
	for _, line := range lines {
		x, err := strconv.ParseFloat(strings.TrimSpace(line[column]), 64)
		if err != nil {
			x = math.NaN()
		}
		values = append(values, x)
	}
	return values
}

// Add adds a writer of the caller to a session. The writer gets the moments that a format with that interval would
// get; name is for errors.
func (s *Session) Add(name string, w Writer, every run.Interval) {
	s.series = append(s.series, &schedule{name: name, writer: w, every: every, last: -1})
}
