package grouping

import (
	"math"
	"slices"

	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
)

// detailed are the groups of quantities that need the details of a snapshot.
const detailed = query.Words | query.Force | query.Kinetic | query.Age

// Ask adds to the wanted contents of snapshots all that groups of quantities need.
func Ask(of query.GroupSet, w *bridge.Wanted) {
	w.Contacts = w.Contacts || of&query.Contacts != 0
	w.Details = w.Details || of&detailed != 0
}

// Has reports whether a snapshot holds all that groups of quantities need.
func Has(s *bridge.Snapshot, of query.GroupSet) bool {
	return (s.Wanted.Contacts || of&query.Contacts == 0) && (len(s.Details) == len(s.Bodies) || of&detailed == 0)
}

// Unavailable says why a snapshot of dumps cannot have groups of quantities; empty if it can.
func Unavailable(s *bridge.Snapshot, of query.GroupSet) string {
	return s.Missing.Reason(bridge.Missing{
		Contacts: of&query.Contacts != 0,
		Velocity: of&(query.Velocity|query.Kinetic) != 0,
		Spin:     of&query.Spin != 0,
		Force:    of&query.Force != 0,
		Mass:     of&(query.Mass|query.Kinetic) != 0,
	})
}

// Rows returns the quantities of all bodies of a snapshot. It uses the memory of into if it is large enough.
func Rows(s *bridge.Snapshot, into []query.Body) []query.Body {
	rows := slices.Grow(into[:0], len(s.Bodies))[:len(s.Bodies)]
	size := func(v [3]float32) float64 {
		return math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		rows[i] = query.Body{
			ID: b.Number, Speed: size(b.Velocity), Spin: size(b.Spin), Mass: float64(b.Mass),
			VX: float64(b.Velocity[0]), VY: float64(b.Velocity[1]), VZ: float64(b.Velocity[2]),
			WX: float64(b.Spin[0]), WY: float64(b.Spin[1]), WZ: float64(b.Spin[2]),
			X: float64(b.Center[0]), Y: float64(b.Center[1]), Z: float64(b.Center[2]),
		}
		if i < len(s.Details) {
			d := &s.Details[i]
			rows[i].Force, rows[i].Kinetic, rows[i].Age = size(d.Force), float64(d.Kinetic), s.Time-d.Born
			rows[i].Name = d.Name
			if k := int(d.Material); k >= 0 && k < len(s.Materials) {
				rows[i].Material = s.Materials[k].Name
			}
		}
	}
	for i := range s.Walls {
		if w := &s.Walls[i]; w.Body >= 0 && int(w.Body) < len(rows) {
			row := &rows[w.Body]
			*[]*float64{&row.X, &row.Y, &row.Z}[w.Axis] = float64(w.Position)
		}
	}
	for i := range s.Contacts {
		for _, body := range [2]int32{s.Contacts[i].A, s.Contacts[i].B} {
			if body >= 0 && int(body) < len(rows) {
				rows[body].Contacts++
			}
		}
	}
	for i := range s.Capsules {
		c := &s.Capsules[i]
		if c.Body < 0 || int(c.Body) >= len(rows) {
			continue
		}
		row, from := &rows[c.Body], [3]float32{}
		row.Members++
		for k := range from {
			from[k] = c.Center[k] - s.Bodies[c.Body].Center[k]
		}
		row.Radius = max(row.Radius, float64(c.Radius))
		row.Size = max(row.Size, 2*(size(from)+float64(c.Half+c.Radius)))
	}
	return rows
}
