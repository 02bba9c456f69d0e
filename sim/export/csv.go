package export

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/state"
)

// csvWriter writes a table of time series: one line a moment.
type csvWriter struct {
	path    string
	origin  run.Origin
	file    *outfile.Log
	bodies  []string
	columns []column // nil before the first moment
	last    moment   // memory of the last moment, used again
	line    []string
	unsaid  error // why there is no file beside it
}

// column is a column of a table of moments.
type column struct {
	name string
	unit string // empty for plain numbers
	cell func(*moment) string
}

// moment is what columns look at.
type moment struct {
	snapshot bridge.Snapshot // for what it has in double precision
	bodies   []*state.Body
	state    state.State
	bridge.Energy
	before   flows   // at the moment before
	interval float64 // since then [s]; 0 at the first moment
}

// flows are the masses that have passed through inlets and outlets up to a moment [kg].
type flows struct {
	time    float64 // [s]
	in, out []float64
}

// take takes in a moment.
func (f *flows) take(s *bridge.Snapshot) {
	f.time = s.Time
	f.in, f.out = f.in[:0], f.out[:0]
	for i := range s.Inlets {
		f.in = append(f.in, s.Inlets[i].Mass)
	}
	for i := range s.Outlets {
		f.out = append(f.out, s.Outlets[i].Mass)
	}
}

// rate returns the mean mass flow since the moment before, from the masses of both moments; empty
// text at the first moment.
func (m *moment) rate(mass, before float64) string {
	if m.interval <= 0 {
		return ""
	}
	return decimal((mass - before) / m.interval)
}

// openCSV begins a table; its header needs a world, and comes with the first moment.
func openCSV(path string, o run.Output) (Writer, error) {
	f, err := outfile.NewLog(path, "", "")
	if err != nil {
		return nil, err
	}
	return &csvWriter{path: path, origin: o.Origin, file: f, bodies: o.Bodies}, nil
}

func (c *csvWriter) Close() error { return errors.Join(c.file.Close(), c.unsaid) }

// Write writes a line, and the header before the first one.
func (c *csvWriter) Write(w state.Source) error {
	c.look(w)
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	first := c.columns == nil
	if first {
		c.columns = c.choose()
		table.Write(headings(c.columns)) // a buffer takes everything
	}
	table.Write(c.cells())
	table.Flush()
	if err := c.file.Append(text.Bytes()); err != nil || !first {
		return err
	}
	c.unsaid = WriteMetadata(c.path, c.origin) // which is no reason to have no table
	return nil
}

// cells returns the line of the moment that was looked at; the next one overwrites it.
func (c *csvWriter) cells() []string {
	c.line = c.line[:0]
	for _, col := range c.columns {
		c.line = append(c.line, col.cell(&c.last))
	}
	return c.line
}

// look takes in the world as it is now.
func (c *csvWriter) look(w state.Source) {
	m := &c.last
	m.snapshot.Wanted.Contacts = true // for the coordination
	if c.columns != nil {
		m.before.take(&m.snapshot)
	}
	w.Fill(&m.snapshot)
	if c.columns == nil {
		m.before.take(&m.snapshot)
	}
	m.interval = m.snapshot.Time - m.before.time
	m.Energy = w.Energy()
	if len(c.bodies) == 0 {
		return
	}
	m.state = w.State()
	m.bodies = m.bodies[:0]
	for _, name := range c.bodies {
		m.bodies = append(m.bodies, follow(&m.state, name))
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

// choose makes the columns: clock, counts, energies, then inlets, outlets and the bodies
// to follow, in the order the scene and the person gave.
func (c *csvWriter) choose() []column {
	list := append([]column(nil), general...)
	for i, in := range c.last.snapshot.Inlets {
		list = append(list,
			column{in.Name + " bodies", "", func(m *moment) string { return integer(m.snapshot.Inlets[i].Bodies) }},
			column{in.Name + " mass", "kg", func(m *moment) string { return decimal(m.snapshot.Inlets[i].Mass) }},
			column{in.Name + " rate", "kg/s", func(m *moment) string {
				return m.rate(m.snapshot.Inlets[i].Mass, m.before.in[i])
			}})
	}
	for i, out := range c.last.snapshot.Outlets {
		list = append(list,
			column{out.Name + " bodies", "", func(m *moment) string { return integer(m.snapshot.Outlets[i].Bodies) }},
			column{out.Name + " mass", "kg", func(m *moment) string { return decimal(m.snapshot.Outlets[i].Mass) }},
			column{out.Name + " rate", "kg/s", func(m *moment) string {
				return m.rate(m.snapshot.Outlets[i].Mass, m.before.out[i])
			}})
	}
	for i, name := range c.bodies {
		for _, f := range followed {
			list = append(list, column{name + " " + f.name, f.unit, func(m *moment) string {
				if b := m.bodies[i]; b != nil {
					return decimal(f.of(b))
				}
				return "" // not yet there, or gone
			}})
		}
	}
	return list
}

// Columns returns the names of the columns of a world's time series, without units.
func Columns(w state.Source) (names []string) {
	var c csvWriter
	c.look(w)
	for _, col := range c.choose() {
		names = append(names, col.name)
	}
	return names
}

// general are the columns of every table.
var general = []column{
	{"time", "s", func(m *moment) string { return decimal(m.snapshot.Time) }},
	{"step", "", func(m *moment) string { return integer(m.snapshot.Step) }},
	{"dt", "s", func(m *moment) string { return decimal(m.snapshot.Params.TimeStep) }},
	{"bodies", "", func(m *moment) string { return integer(int64(m.snapshot.Stats.Bodies)) }},
	{"contacts", "", func(m *moment) string { return integer(int64(m.snapshot.Stats.Contacts)) }},
	{"max overlap ratio", "", func(m *moment) string { return decimal(m.snapshot.Stats.MaxOverlapRatio) }},
	{"coordination", "", func(m *moment) string { return decimal(coordination(&m.snapshot)) }},
	{"mean speed", "m/s", func(m *moment) string { mean, _ := speeds(&m.snapshot); return decimal(mean) }},
	{"max speed", "m/s", func(m *moment) string { _, most := speeds(&m.snapshot); return decimal(most) }},
	{"kinetic energy", "J", func(m *moment) string { return decimal(m.Kinetic) }},
	{"translation", "J", func(m *moment) string { return decimal(m.Translation) }},
	{"rotation", "J", func(m *moment) string { return decimal(m.Rotation) }},
	{"elastic energy", "J", func(m *moment) string { return decimal(m.Elastic) }},
	{"elastic normal", "J", func(m *moment) string { return decimal(m.ElasticNormal) }},
	{"elastic shear", "J", func(m *moment) string { return decimal(m.ElasticShear) }},
	{"elastic rolling", "J", func(m *moment) string { return decimal(m.ElasticRolling) }},
	{"potential energy", "J", func(m *moment) string { return decimal(m.Potential) }},
	{"dissipated energy", "J", func(m *moment) string { return decimal(m.Dissipated) }},
	{"damping", "J", func(m *moment) string { return decimal(m.Damping) }},
	{"friction", "J", func(m *moment) string { return decimal(m.Friction) }},
	{"viscous", "J", func(m *moment) string { return decimal(m.Viscous) }},
	{"rolling", "J", func(m *moment) string { return decimal(m.Rolling) }},
	{"adhesion", "J", func(m *moment) string { return decimal(m.Adhesion) }},
	{"work", "J", func(m *moment) string { return decimal(m.Work) }},
	{"work of motions", "J", func(m *moment) string { return decimal(m.Imposed) }},
	{"brought by inlets", "J", func(m *moment) string { return decimal(m.Inlets) }},
	{"taken by outlets", "J", func(m *moment) string { return decimal(m.Outlets) }},
	{"work of edits", "J", func(m *moment) string { return decimal(m.Edits) }},
	{"work of contact rule", "J", func(m *moment) string { return decimal(m.ContactRule) }},
	{"closure error", "J", func(m *moment) string { return decimal(m.ClosureError) }},
}

// coordination returns how many contacts a body that forces move has in the mean; 0 where there is none.
func coordination(s *bridge.Snapshot) float64 {
	bodies, ends := 0, 0
	for i := range s.Bodies {
		if s.Bodies[i].Kind == bridge.Dynamic {
			bodies++
		}
	}
	for i := range s.Contacts {
		for _, b := range [2]int32{s.Contacts[i].A, s.Contacts[i].B} {
			if s.Bodies[b].Kind == bridge.Dynamic {
				ends++
			}
		}
	}
	return float64(ends) / float64(max(bodies, 1))
}

// speeds returns the mean and the largest speed of the bodies that forces move [m/s]; 0 where there is none.
func speeds(s *bridge.Snapshot) (mean, most float64) {
	bodies := 0
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Kind != bridge.Dynamic {
			continue
		}
		v := math.Hypot(math.Hypot(float64(b.Velocity[0]), float64(b.Velocity[1])), float64(b.Velocity[2]))
		bodies, mean, most = bodies+1, mean+v, max(most, v)
	}
	return mean / float64(max(bodies, 1)), most
}

// bodyColumn is a number of a body.
type bodyColumn struct {
	name, unit string
	of         func(*state.Body) float64
}

// followed are the columns of a body that is followed: where it is, and what acts on it.
var followed = slices.Concat(moving, acting)

var moving = []bodyColumn{
	{"position x", "m", func(b *state.Body) float64 { return b.Position[0] }},
	{"position y", "m", func(b *state.Body) float64 { return b.Position[1] }},
	{"position z", "m", func(b *state.Body) float64 { return b.Position[2] }},
	{"orientation w", "", func(b *state.Body) float64 { return b.Orientation[0] }},
	{"orientation x", "", func(b *state.Body) float64 { return b.Orientation[1] }},
	{"orientation y", "", func(b *state.Body) float64 { return b.Orientation[2] }},
	{"orientation z", "", func(b *state.Body) float64 { return b.Orientation[3] }},
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

// headings are the columns as the header names them.
func headings(columns []column) (list []string) {
	for _, col := range columns {
		list = append(list, withUnit(col.name, col.unit))
	}
	return list
}

// withUnit is how headers name a column.
func withUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return fmt.Sprintf("%s [%s]", name, unit)
}

// decimal writes the shortest digits that read back as the same number.
func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func integer(n int64) string { return strconv.FormatInt(n, 10) }
