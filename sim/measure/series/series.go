// Package series reads the numbers of a world that tables and charts show along a run, at fixed moments of
// simulated time, and writes them as CSV. A chart and "tumble run --csv" show the same numbers to the last digit.
package series

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"example.org/tumble/sim/run/bridge"
)

// Source is a world from which a Reader reads; the Reader does not change the world.
type Source interface {
	Energy() bridge.Energy
	FillNumbers(s *bridge.Snapshot)
}

// Reader reads one world after another of the same scene. It reuses its memory from one world to the next.
type Reader struct {
	Planes  []bridge.Plane  // planes whose flow is counted
	Regions []bridge.Region // regions whose bodies are measured

	now    bridge.Snapshot       // values of the whole world, without rows for its bodies
	joints []bridge.Joint        // of the world of Columns: bodies may leave later, and their columns stay
	pairs  []bridge.MaterialPair // whose collisions have columns
	bridge.Energy
}

// column is a column with the function that reads its value.
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
	{"drag", "J", false, func(r *Reader) float64 { return r.Drag }},
	{"work", "J", false, func(r *Reader) float64 { return r.Work }},
	{"work of motions", "J", false, func(r *Reader) float64 { return r.Imposed }},
	{"work of forces", "J", false, func(r *Reader) float64 { return r.External }},
	{"brought by inlets", "J", false, func(r *Reader) float64 { return r.Inlets }},
	{"taken by outlets", "J", false, func(r *Reader) float64 { return r.Outlets }},
	{"work of edits", "J", false, func(r *Reader) float64 { return r.Edits }},
	{"work of contact rule", "J", false, func(r *Reader) float64 { return r.ContactRule }},
	{"closure error", "J", false, func(r *Reader) float64 { return r.ClosureError }},
}

// contacts returns the number of contacts, NaN if it is unknown: dumps of another program may have no contacts.
func (r *Reader) contacts() float64 {
	if r.now.Missing.Contacts {
		return math.NaN()
	}
	return float64(r.now.Stats.Contacts)
}

// Least is the number of columns that every series has.
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

// Columns returns the columns of a world's series: clock, counts, energies, then inlets and outlets in the order
// of the scene, then servos, hinges and sliders, surfaces, planes, regions and, if the world follows them, collisions.
// All worlds of one scene have the same columns.
func (r *Reader) Columns(w Source) (list []bridge.Column) {
	r.fill(w)
	list = General()
	for i := range r.now.Inlets {
		list = passed(list, r.now.Inlets[i].Name)
	}
	for i := range r.now.Outlets {
		list = ageColumns(passed(list, r.now.Outlets[i].Name), r.now.Outlets[i].Name)
	}
	r.joints = append(r.joints[:0], r.now.Joints...)
	list = surfaceColumns(jointColumns(servoColumns(list, r.now.Motions), r.joints), r.now.Surfaces)
	return r.collisionColumns(regionColumns(planeColumns(list, r.now.Through, r.Planes), r.Regions))
}

// passed adds the columns for the flow through a plane, an inlet or an outlet: number of bodies, mass and rate.
func passed(list []bridge.Column, name string) []bridge.Column {
	return append(list, bridge.Column{Name: name + " bodies", Integer: true},
		bridge.Column{Name: name + " mass", Unit: "kg"},
		bridge.Column{Name: name + " rate", Unit: "kg/s", RateOf: len(list) + 2})
}

// Read reads the present values of Columns from a world.
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
		s.Values = addAges(s.Values, &r.now.Outlets[i].Ages)
	}
	s.Values = r.addSurfaces(r.addJoints(r.addServos(s.Values)))
	s.Values = r.addCollisions(r.addRegions(addPassed(addPassed(s.Values, r.now.Through), r.now.Planes)))
	return s
}

// Past returns the number of intervals that have ended at a time of a world with a time step [s]. A sample is due
// after a step that increases this number. The time is a sum of many time steps and not exact, so an interval may
// end a millionth of a step early.
func Past(time, dt, every float64) int64 { return int64((time + 1e-6*dt) / every) }

// usual is the interval of charts and of --csv [s]. In a short scene the interval is shorter, so that a chart has
// at least `shortest` samples. There are at least `fewest` steps between two samples, so that samples do not slow
// a run.
const (
	usual    = 0.01
	shortest = 100
	fewest   = 50
)

// Every returns the interval of the charts of a scene: 1, 2 or 5 times a power of ten [s]. end is the end of the
// scene, 0 if it has none, and dt its time step [s].
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

// decimalOf rounds a number to three digits, so that it is the very number that these digits read back as.
func decimalOf(x float64) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return x
	}
	return v
}

// Most is the largest number of samples that a series keeps. With more samples, its interval is doubled.
const Most = 16384

// Add inserts a sample in the order of steps and reports whether it was new. A sample of a step that the series
// already has is ignored: a step that is computed again gives the same bits.
func Add(s *bridge.Series, m bridge.Sample) bool {
	i, found := s.At(m.Step)
	switch {
	case found:
		return false
	case i == len(s.Samples):
		s.Samples = append(s.Samples, m)
	default: // into a new slice: a reader may still hold the old one
		s.Samples = slices.Insert(slices.Clip(s.Samples), i, m)
	}
	if len(s.Samples) > Most {
		Thin(s, 2*s.Every)
	}
	return true
}

// Thin keeps the first sample of each interval [s], and stores in it the extremes of the samples that it drops.
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

// widen extends the extremes of a sample by those of another one. It writes them into new slices, because a reader
// may still hold the old ones.
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

// Headings returns the headings of columns in a table.
func Headings(columns []bridge.Column) (list []string) {
	for _, c := range columns {
		list = append(list, WithUnit(c.Name, c.Unit))
	}
	return list
}

// WithUnit returns a name with its unit in brackets: "time [s]".
func WithUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " [" + unit + "]"
}

// Cells appends the values of the sample now to the cells of a line, with the shortest digits that read back as
// the same number. before is the sample before it, nil for the first one; the first cell of a rate is empty.
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
