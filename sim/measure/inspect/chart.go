package inspect

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run/bridge"
)

// BodyColumns returns the columns of charts and tables of one body. The columns that "tumble run --csv" writes for
// a followed body are among them, with the same names and the same numbers.
func BodyColumns() []bridge.Column {
	list := []bridge.Column{{Name: "time", Unit: "s"}, {Name: "step", Integer: true}, {Name: "dt", Unit: "s"}}
	for _, of := range []struct{ name, unit string }{
		{"position", "m"}, {"velocity", "m/s"}, {"spin", "rad/s"}, {"force", "N"}, {"torque", "N·m"},
	} {
		for _, axis := range []string{" x", " y", " z"} {
			list = append(list, bridge.Column{Name: of.name + axis, Unit: of.unit})
		}
	}
	return append(list, bridge.Column{Name: "speed", Unit: "m/s"}, bridge.Column{Name: "angular speed", Unit: "rad/s"},
		bridge.Column{Name: "force", Unit: "N"}, bridge.Column{Name: "translation", Unit: "J"},
		bridge.Column{Name: "rotation", Unit: "J"}, bridge.Column{Name: "potential energy", Unit: "J"},
		bridge.Column{Name: "contacts", Integer: true},
		bridge.Column{Name: "age", Unit: "s"})
}

// ReadBody returns the present values of BodyColumns for the body with a number; ok is false if the world has no
// such body.
func (m *Moment) ReadBody(number int64) (s bridge.Sample, ok bool) {
	i := m.Bodies.Index(body.ID(number))
	if i < 0 {
		return s, false
	}
	b := m.Bodies
	f, t := m.acting(int32(i))
	contacts := 0
	for range m.Contacts.Of(int32(i)) {
		contacts++
	}
	translation, rotation := b.Kinetic(i)
	x, v, w := b.Pos[i], b.Vel[i], b.Spin[i]
	s.Moment = bridge.Moment{Step: m.Clock.Step, Time: m.Clock.Time}
	s.Values = []float64{m.Clock.Time, float64(m.Clock.Step), m.Clock.Dt,
		x.X, x.Y, x.Z, v.X, v.Y, v.Z, w.X, w.Y, w.Z, f.X, f.Y, f.Z, t.X, t.Y, t.Z,
		v.Norm(), w.Norm(), f.Norm(), translation, rotation, b.Potential(i, m.Gravity, 0), float64(contacts),
		m.Clock.Time - b.Born(i)}
	return s, true
}
