// Package series reads the numbers of a world that tables and charts show along a run, at fixed moments of simulated
// time, and writes them as CSV. The series of a chart and of "tumble run --csv" are the same to the last digit.
package series

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"example.org/tumble/sim/run/bridge"
)

// Source is a world that is read, and not changed.
type Source interface {
	Energy() bridge.Energy
	FillNumbers(s *bridge.Snapshot)
}

// Reader reads one world after another of the same scene. It keeps memory for that.
type Reader struct {
	Planes []bridge.Plane // through which flow is counted

	now bridge.Snapshot // what is no row for each body
	bridge.Energy
}

// column is a column with where it is read.
type column struct {
	name, unit string
	whole      bool
	of         func(*Reader) float64
}

// general are the columns of every series.
var general = []column{
	{"time", "s", false, func(r *Reader) float64 { return r.now.Time }},
	{"step", "", true, func(r *Reader) float64 { return float64(r.now.Step) }},
	{"dt", "s", false, func(r *Reader) float64 { return r.now.TimeStep }},
	{"bodies", "", true, func(r *Reader) float64 { return float64(r.now.Stats.Bodies) }},
	{"contacts", "", true, func(r *Reader) float64 { return r.contacts() }},
	{"max overlap ratio", "", false, func(r *Reader) float64 { return r.now.Stats.MaxOverlapRatio }},
	{"coordination", "", false, func(r *Reader) float64 { return r.now.Means.Coordination }},
	{"mechanical coordination", "", false, func(r *Reader) float64 { return r.now.Means.Mechanical }},
	{"mean speed", "m/s", false, func(r *Reader) float64 { return r.now.Means.Speed }},
	{"max speed", "m/s", false, func(r *Reader) float64 { return r.now.Means.MaxSpeed }},
	{"kinetic energy", "J", false, func(r *Reader) float64 { return r.Kinetic }},
	{"translation", "J", false, func(r *Reader) float64 { return r.Translation }},
	{"rotation", "J", false, func(r *Reader) float64 { return r.Rotation }},
	{"elastic energy", "J", false, func(r *Reader) float64 { return r.Elastic }},
	{"elastic normal", "J", false, func(r *Reader) float64 { return r.ElasticNormal }},
	{"elastic shear", "J", false, func(r *Reader) float64 { return r.ElasticShear }},
	{"elastic rolling", "J", false, func(r *Reader) float64 { return r.ElasticRolling }},
	{"potential energy", "J", false, func(r *Reader) float64 { return r.Potential }},
	{"dissipated energy", "J", false, func(r *Reader) float64 { return r.Dissipated }},
	{"damping", "J", false, func(r *Reader) float64 { return r.Damping }},
	{"friction", "J", false, func(r *Reader) float64 { return r.Friction }},
	{"viscous", "J", false, func(r *Reader) float64 { return r.Viscous }},
	{"rolling", "J", false, func(r *Reader) float64 { return r.Rolling }},
	{"adhesion", "J", false, func(r *Reader) float64 { return r.Adhesion }},
	{"work", "J", false, func(r *Reader) float64 { return r.Work }},
	{"work of motions", "J", false, func(r *Reader) float64 { return r.Imposed }},
	{"brought by inlets", "J", false, func(r *Reader) float64 { return r.Inlets }},
	{"taken by outlets", "J", false, func(r *Reader) float64 { return r.Outlets }},
	{"work of edits", "J", false, func(r *Reader) float64 { return r.Edits }},
	{"work of contact rule", "J", false, func(r *Reader) float64 { return r.ContactRule }},
	{"closure error", "J", false, func(r *Reader) float64 { return r.ClosureError }},
}

// contacts returns how many there are; not a number where nobody knows.
func (r *Reader) contacts() float64 {
	if r.now.Missing.Contacts {
		return math.NaN()
	}
	return float64(r.now.Stats.Contacts)
}

// Least is how many columns every series has.
var Least = len(general)

// timeStep is the index of the time step among the columns.
const timeStep = 2

// General returns the columns that every series begins with.
func General() (list []bridge.Column) {
	for _, c := range general {
		list = append(list, bridge.Column{Name: c.name, Unit: c.unit, Integer: c.whole})
	}
	return list
}

// Columns returns the columns of a world's series: clock, counts, energies, then inlets and outlets in the order that
// the scene gave, then planes. Those of one scene are always the same.
func (r *Reader) Columns(w Source) (list []bridge.Column) {
	r.fill(w)
	list = General()
	for i := range r.now.Inlets {
		list = passed(list, r.now.Inlets[i].Name)
	}
	for i := range r.now.Outlets {
		list = passed(list, r.now.Outlets[i].Name)
	}
	return planeColumns(list, r.Planes)
}

// passed adds the columns of what passes somewhere.
func passed(list []bridge.Column, name string) []bridge.Column {
	return append(list, bridge.Column{Name: name + " bodies", Integer: true},
		bridge.Column{Name: name + " mass", Unit: "kg"},
		bridge.Column{Name: name + " rate", Unit: "kg/s", RateOf: len(list) + 2})
}

// Read reads a world as it is now.
func (r *Reader) Read(w Source) (s bridge.Sample) {
	r.fill(w)
	r.Energy = w.Energy()
	s.Moment = bridge.Moment{Step: r.now.Step, Time: r.now.Time}
	s.Values = make([]float64, 0, len(general)+3*(len(r.now.Inlets)+len(r.now.Outlets)))
	for i := range general {
		s.Values = append(s.Values, general[i].of(r))
	}
	for i := range r.now.Inlets {
		s.Values = append(s.Values, float64(r.now.Inlets[i].Bodies), r.now.Inlets[i].Mass, 0)
	}
	for i := range r.now.Outlets {
		s.Values = append(s.Values, float64(r.now.Outlets[i].Bodies), r.now.Outlets[i].Mass, 0)
	}
	s.Values = r.addPlanes(s.Values)
	return s
}

// Past returns how many intervals have ended at a time of a world with a time step [s]. A sample is due when there are
// more than before the step. The sum of many time steps is not exact, hence the millionth of a step.
func Past(time, dt, every float64) int64 { return int64((time + 1e-6*dt) / every) }

// usual is the interval of charts and of --csv [s]. In short scenes it is shorter: a chart has shortest samples at
// least. Between two samples there are fewest steps at least, so that nothing is slower for them.
const (
	usual    = 0.01
	shortest = 100
	fewest   = 50
)

// Every returns the interval of the charts of a scene with an end, 0 if it has none, and a time step [s]: 1, 2 or 5
// times a power of ten.
func Every(end, dt float64) float64 {
	most := usual
	if end > 0 {
		most = min(most, end/shortest)
	}
	most = max(most, fewest*dt)
	decade := math.Pow(10, math.Floor(math.Log10(most)+1e-9))
	for _, step := range []float64{5, 2, 1} {
		if every := decimalOf(step * decade); every <= most*(1+1e-9) {
			return every
		}
	}
	return decade
}

// decimalOf returns the number that a person means who types the first digits of one.
func decimalOf(x float64) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return x
	}
	return v
}

// Most is how many samples of a track are kept. Of a longer one the interval becomes twice as long.
const Most = 16384

// Add puts a sample into its place, unless it is there: the bits of a moment are always the same. It reports whether
// it was new.
func Add(s *bridge.Series, m bridge.Sample) bool {
	i, found := s.At(m.Step)
	switch {
	case found:
		return false
	case i == len(s.Samples):
		s.Samples = append(s.Samples, m)
	default: // who reads them may have the old ones
		s.Samples = slices.Insert(slices.Clip(s.Samples), i, m)
	}
	if len(s.Samples) > Most {
		Thin(s, 2*s.Every)
	}
	return true
}

// Thin leaves the samples that an interval asks for [s], with the extremes of the samples that go.
func Thin(s *bridge.Series, every float64) {
	s.Every = every
	kept, past := make([]bridge.Sample, 0, len(s.Samples)), int64(-1)
	for i := range s.Samples {
		m := s.Samples[i]
		if p := Past(m.Time, m.Values[timeStep], every); p > past || len(kept) == 0 {
			kept, past = append(kept, m), p
			continue
		}
		widen(&kept[len(kept)-1], &m)
	}
	s.Samples = kept
}

// widen takes in the extremes of another sample. Others may read the extremes that it had.
func widen(s, by *bridge.Sample) {
	low, high := extremes(s)
	s.Low, s.High = slices.Clone(low), slices.Clone(high)
	low, high = extremes(by)
	for i := range s.Low {
		s.Low[i], s.High[i] = min(s.Low[i], low[i]), max(s.High[i], high[i])
	}
}

func extremes(s *bridge.Sample) (low, high []float64) {
	if s.Low == nil {
		return s.Values, s.Values
	}
	return s.Low, s.High
}

// Headings are columns as the header of a table names them.
func Headings(columns []bridge.Column) (list []string) {
	for _, c := range columns {
		list = append(list, WithUnit(c.Name, c.Unit))
	}
	return list
}

// WithUnit is how headers name a column.
func WithUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " [" + unit + "]"
}

// Cells writes the numbers of a sample that follows another one, nil if none is before it, behind those of a line: in
// the shortest digits that read back as the same number, and nothing where there is none.
func Cells(line []string, columns []bridge.Column, before, now *bridge.Sample) []string {
	for i := range columns {
		v := bridge.Value(columns, i, before, now)
		switch {
		case columns[i].Integer && v == v:
			line = append(line, strconv.FormatInt(int64(v), 10))
		case columns[i].RateOf > 0 && math.IsNaN(v):
			line = append(line, "")
		default:
			line = append(line, Decimal(v))
		}
	}
	return line
}

// Decimal writes the shortest digits that read back as the same number.
func Decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// WriteCSV writes a series as a table: a header, and a line for each sample.
func WriteCSV(to io.Writer, s *bridge.Series) error {
	table := csv.NewWriter(to)
	if err := table.Write(Headings(s.Columns)); err != nil {
		return err
	}
	var line []string
	var before *bridge.Sample
	for i := range s.Samples {
		line = Cells(line[:0], s.Columns, before, &s.Samples[i])
		if err := table.Write(line); err != nil {
			return err
		}
		before = &s.Samples[i]
	}
	table.Flush()
	return table.Error()
}
