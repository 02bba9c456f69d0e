package export

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// csvWriter writes a table of time series: one line a moment.
type csvWriter struct {
	path    string
	origin  run.Origin
	file    *outfile.Log
	bodies  []string
	columns []bridge.Column // nil before the first moment
	reader  series.Reader
	last    *bridge.Sample // of the moment before
	line    []string
	unsaid  error // why there is no file beside it
}

// openCSV begins a table; its header needs a world, and comes with the first moment.
func openCSV(path string, o run.Output) (Writer, error) {
	f, err := outfile.NewLog(path, "", "")
	if err != nil {
		return nil, err
	}
	return &csvWriter{path: path, origin: o.Origin, file: f, bodies: o.Bodies,
		reader: series.Reader{Planes: o.Planes}}, nil
}

func (c *csvWriter) Close() error { return errors.Join(c.file.Close(), c.unsaid) }

// Write writes a line, and the header before the first one: clock, counts, energies, inlets, outlets, planes, and
// then the bodies to follow, in the order the person gave.
func (c *csvWriter) Write(w state.Source) error {
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	first := c.columns == nil
	if first {
		c.columns = c.reader.Columns(w)
		table.Write(slices.Concat(series.Headings(c.columns), c.headings())) // a buffer takes everything
	}
	now := c.reader.Read(w)
	c.line = series.Cells(c.line[:0], c.columns, c.last, &now)
	c.last = &now
	c.follow(w)
	table.Write(c.line)
	table.Flush()
	if err := c.file.Append(text.Bytes()); err != nil || !first {
		return err
	}
	c.unsaid = WriteMetadata(c.path, c.origin) // which is no reason to have no table
	return nil
}

// headings are the columns of the bodies to follow.
func (c *csvWriter) headings() (list []string) {
	for _, name := range c.bodies {
		for _, f := range followed {
			list = append(list, series.WithUnit(name+" "+f.name, f.unit))
		}
	}
	return list
}

// follow adds the numbers of the bodies to follow to a line; nothing of one that is not yet there, or gone.
func (c *csvWriter) follow(w state.Source) {
	if len(c.bodies) == 0 {
		return
	}
	s := w.State()
	for _, name := range c.bodies {
		b := follow(&s, name)
		for _, f := range followed {
			cell := ""
			if b != nil {
				cell = series.Decimal(f.of(b))
			}
			c.line = append(c.line, cell)
		}
	}
}

// follow returns the body of that number, or the first of that name, or nil.
func follow(s *state.State, name string) *state.Body {
	id, err := strconv.ParseInt(name, 10, 64)
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.Name == name || err == nil && int64(b.ID) == id {
			return b
		}
	}
	return nil
}

// Columns returns the names of the columns of a world's time series, without units.
func Columns(w state.Source) (names []string) {
	var r series.Reader
	for _, c := range r.Columns(w) {
		names = append(names, c.Name)
	}
	return names
}

// WriteSeries writes what was read along a run as a table, with where it comes from beside it. It is a
// run.SeriesSaver.
func WriteSeries(path string, s *bridge.Series, o run.Origin) error {
	err := outfile.Write(path, func(w io.Writer) error { return series.WriteCSV(w, s) })
	if err == nil {
		err = WriteMetadata(path, o)
	}
	return err
}

// bodyColumn is a number of a body.
type bodyColumn struct {
	name, unit string
	of         func(*state.Body) float64
}

// followed are the columns of a body that is followed: where it is, and what acts on it.
var followed = slices.Concat(placing, moving, acting)

var placing = []bodyColumn{
	{"position x", "m", func(b *state.Body) float64 { return b.Place()[0] }},
	{"position y", "m", func(b *state.Body) float64 { return b.Place()[1] }},
	{"position z", "m", func(b *state.Body) float64 { return b.Place()[2] }},
	{"orientation w", "", func(b *state.Body) float64 { return b.Orientation[0] }},
	{"orientation x", "", func(b *state.Body) float64 { return b.Orientation[1] }},
	{"orientation y", "", func(b *state.Body) float64 { return b.Orientation[2] }},
	{"orientation z", "", func(b *state.Body) float64 { return b.Orientation[3] }},
}

var moving = []bodyColumn{
	{"velocity x", "m/s", func(b *state.Body) float64 { return b.Velocity[0] }},
	{"velocity y", "m/s", func(b *state.Body) float64 { return b.Velocity[1] }},
	{"velocity z", "m/s", func(b *state.Body) float64 { return b.Velocity[2] }},
	{"spin x", "rad/s", func(b *state.Body) float64 { return b.Spin[0] }},
	{"spin y", "rad/s", func(b *state.Body) float64 { return b.Spin[1] }},
	{"spin z", "rad/s", func(b *state.Body) float64 { return b.Spin[2] }},
}

var acting = []bodyColumn{
	{"force x", "N", func(b *state.Body) float64 { return b.Force[0] }},
	{"force y", "N", func(b *state.Body) float64 { return b.Force[1] }},
	{"force z", "N", func(b *state.Body) float64 { return b.Force[2] }},
	{"torque x", "N·m", func(b *state.Body) float64 { return b.Torque[0] }},
	{"torque y", "N·m", func(b *state.Body) float64 { return b.Torque[1] }},
	{"torque z", "N·m", func(b *state.Body) float64 { return b.Torque[2] }},
}

func integer(n int64) string { return strconv.FormatInt(n, 10) }
