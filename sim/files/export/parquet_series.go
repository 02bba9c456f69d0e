package export

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// parquetSeries writes the time series that the format csv writes, including followed bodies. The columns have the
// same names as in csv, but the units are in the metadata. A missing value is null.
type parquetSeries struct {
	to      *tableFile
	origin  run.Origin
	bodies  []string
	columns []bridge.Column             // columns of the world; nil before the first moment
	table   *parquet.GenericWriter[any] // nil before the first moment
	reader  series.Reader
	last    *bridge.Sample // sample of the previous moment
}

func openParquetSeries(path string, o run.Output) (Writer, error) {
	file, err := newTableFile(path)
	if err != nil {
		return nil, err
	}
	return &parquetSeries{to: file, origin: o.Origin, bodies: o.Bodies,
		reader: series.Reader{Planes: o.Planes, Regions: o.Regions}}, nil
}

// Write appends the row of a moment.
func (p *parquetSeries) Write(w state.Source) error {
	if p.columns == nil {
		p.columns = p.reader.Columns(w)
		if err := p.begin(); err != nil {
			return p.to.plain(err)
		}
	}
	_, err := p.table.WriteRows([]parquet.Row{p.row(w)})
	return p.to.plain(err)
}

// begin makes the columns: first the columns of the world, then those of the followed bodies.
func (p *parquetSeries) begin() error {
	columns := slices.Clone(p.columns)
	for _, name := range p.bodies {
		for _, f := range followed {
			columns = append(columns, bridge.Column{Name: name + " " + f.name, Unit: f.unit, RateOf: 1})
		}
	}
	group, units := parquet.Group{}, map[string]string{}
	var order []string
	for _, c := range columns {
		name := unused(strings.ReplaceAll(c.Name, ",", ";"), group) // the library allows no commas in names
		switch {
		case c.Integer:
			group[name] = parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
		case c.RateOf > 0:
			group[name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
		default:
			group[name] = parquet.Leaf(parquet.DoubleType)
		}
		if c.Unit != "" {
			units[name] = c.Unit
		}
		order = append(order, name)
	}
	options, err := aboutParquet(units, p.origin)
	if err == nil {
		p.table = parquet.NewGenericWriter[any](p.to,
			append(options, parquet.NewSchema("series", inOrder(group, order)))...)
	}
	return err
}

// row returns the row of the present moment.
func (p *parquetSeries) row(w state.Source) (row parquet.Row) {
	now := p.reader.Read(w)
	for i, c := range p.columns {
		v := bridge.Value(p.columns, i, p.last, &now)
		switch {
		case c.Integer:
			row = append(row, parquet.Int64Value(int64(v)).Level(0, 0, len(row)))
		case c.RateOf > 0:
			row = append(row, maybe(v, !math.IsNaN(v), len(row)))
		default:
			row = append(row, parquet.DoubleValue(v).Level(0, 0, len(row)))
		}
	}
	p.last = &now
	if len(p.bodies) == 0 {
		return row
	}
	s := w.StateOfBodies()
	for _, name := range p.bodies {
		b := follow(&s, name)
		for _, f := range followed {
			v := 0.0
			if b != nil {
				v = f.of(b)
			}
			row = append(row, maybe(v, b != nil, len(row)))
		}
	}
	return row
}

// maybe returns a value of an optional column: v, or null if the value is missing.
func maybe(v float64, present bool, column int) parquet.Value {
	if !present {
		return parquet.NullValue().Level(0, 0, column)
	}
	return parquet.DoubleValue(v).Level(0, 1, column)
}

// Close ends the table.
func (p *parquetSeries) Close() error {
	if p.table == nil {
		return p.to.end(nil)
	}
	return p.to.end(p.table)
}

// unused returns a name that no column of the group has, since two columns of a table cannot have the same name.
func unused(name string, group parquet.Group) string {
	free := name
	for n := 2; group[free] != nil; n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}

// ordered is a group whose fields are not sorted by name.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

func (o ordered) Fields() []parquet.Field { return o.fields }

// inOrder returns a group whose fields have the order of names. A parquet.Group itself sorts its fields by name.
func inOrder(group parquet.Group, names []string) parquet.Node {
	sorted := group.Fields()
	o := ordered{Group: group}
	for _, name := range names {
		i := slices.IndexFunc(sorted, func(f parquet.Field) bool { return f.Name() == name })
		o.fields = append(o.fields, sorted[i])
	}
	return o
}
