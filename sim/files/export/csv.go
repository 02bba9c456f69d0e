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

// csvWriter writes a table of time series, one line for each moment.
type csvWriter struct {
	path    string
	origin  run.Origin
	file    *outfile.Log
	bodies  []string
	columns []bridge.Column // nil before the first moment
	reader  series.Reader
	last    *bridge.Sample // sample of the previous moment
	line    []string
	unsaid  error // why the metadata file beside the table is missing
}

// openCSV begins a table. The header depends on the world, so it is written with the first moment.
func openCSV(path string, o run.Output) (Writer, error) {
	f, err := outfile.NewLog(path, "", "")
	if err != nil {
		return nil, err
	}
	return &csvWriter{path: path, origin: o.Origin, file: f, bodies: o.Bodies,
		reader: series.Reader{Planes: o.Planes, Regions: o.Regions}}, nil
}

func (c *csvWriter) Close() error { return errors.Join(c.file.Close(), c.unsaid) }

// Write writes a line, and before the first line the header. The columns are the clock, counts, energies, inlets,
// outlets, planes, regions, and then the followed bodies, in the order in which they were given.
func (c *csvWriter) Write(w state.Source) error {
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	first := c.columns == nil
	if first {
		c.columns = c.reader.Columns(w)
		table.Write(slices.Concat(series.Headings(c.columns), c.headings())) // writing to a buffer cannot fail
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
	c.unsaid = WriteMetadata(c.path, c.origin) // not an error of Write: the table is useful without metadata
	return nil
}

// headings returns the column headings of followed bodies.
func (c *csvWriter) headings() (list []string) {
	for _, name := range c.bodies {
		for _, f := range followed {
			list = append(list, series.WithUnit(name+" "+f.name, f.unit))
		}
	}
	return list
}

// follow adds the values of followed bodies to a line; the fields of a body that does not exist now are
// empty.
func (c *csvWriter) follow(w state.Source) {
	if len(c.bodies) == 0 {
		return
	}
	s := w.StateOfBodies()
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

// follow returns the body with a number, or the first one with a name, or nil.
func follow(s *state.State, name string) *state.Body {
	id, err := strconv.ParseInt(name, 10, 64)
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.Name == name || err == nil && int64(b.ID) == id {
			return b
		}
	}
	return nil
}

// Columns returns the names of the columns of a world's time series with regions, without units.
func Columns(w state.Source, regions []bridge.Region) (names []string) {
	r := series.Reader{Regions: regions}
	for _, c := range r.Columns(w) {
		names = append(names, c.Name)
	}
	return names
}

// WriteSeries writes the samples of a run as a table, and the origin of the run into a file beside the table. It
// is a run.SeriesSaver.
func WriteSeries(path string, s *bridge.Series, o run.Origin) error {
	err := outfile.Write(path, func(w io.Writer) error { return series.WriteCSV(w, s) })
	if err == nil {
		err = WriteMetadata(path, o)
	}
	return err
}

// bodyColumn is a column of a followed body.
type bodyColumn struct {
	name, unit string
	of         func(*state.Body) float64
}

// followed are the columns of a followed body: its pose, and the forces on it.
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
