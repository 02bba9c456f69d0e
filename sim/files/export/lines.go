package export

import (
	"bytes"
	"encoding/csv"
	"fmt"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// linesWriter writes a text file that grows by one piece per moment.
type linesWriter struct {
	file   *outfile.Log
	read   func(state.Source) state.State // what piece needs of a moment
	piece  func(*bytes.Buffer, *state.State)
	beside func() error // writes the metadata file beside the file; nil if there is none
	text   bytes.Buffer
	wrote  bool
}

func (l *linesWriter) Write(w state.Source) error {
	s := l.read(w)
	l.text.Reset()
	l.piece(&l.text, &s)
	err := l.file.Append(l.text.Bytes())
	l.wrote = l.wrote || err == nil
	return err
}

// Close gives the file its name, and then writes the metadata file beside it.
func (l *linesWriter) Close() error {
	err := l.file.Close()
	if err == nil && l.beside != nil && l.wrote {
		err = l.beside()
	}
	return err
}

// lammpsHead begins each moment of a dump. It names the unit style of LAMMPS with metres, kilograms and seconds.
const lammpsHead = "ITEM: UNITS\nsi\nITEM: TIME\n"

// openLAMMPS begins a dump as LAMMPS writes it and OVITO reads it: "dump custom" with the columns of spheres and
// of spherocylinders, whose axis is local z. The columns shapex, shapey and shapez hold diameters: twice the
// radius across, and twice the length of the segment along z, which OVITO halves. (Sources: LAMMPS, command dump;
// OVITO, "Non-spherical particle shapes".)
func openLAMMPS(path string, _ run.Output) (Writer, error) {
	file, err := outfile.NewLateLog(path)
	if err != nil {
		return nil, err
	}
	return &linesWriter{file: file, read: state.Source.StateOfBodies, piece: dump}, nil
}

// dump writes the particles of a moment. Types are materials, counted from 1; mol is the number of the body. The
// names of materials are not written: their column would be "element", which other programs read as a chemical
// element, and OVITO as a second type.
func dump(b *bytes.Buffer, s *state.State) {
	count := 0
	rounds(s, func(*state.Body, int) { count++ })
	box := contents(s)
	if box.IsEmpty() {
		box = box.Include(point(&state.Shape{}))
	}
	fmt.Fprintf(b, "%s%s\nITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ff ff ff\n", lammpsHead,
		series.Decimal(s.Time), s.Step, count)
	for axis := range 3 {
		fmt.Fprintf(b, "%s %s\n", series.Decimal(box.Lo.Component(axis)), series.Decimal(box.Hi.Component(axis)))
	}
	b.WriteString("ITEM: ATOMS id mol type x y z radius quati quatj quatk quatw shapex shapey shapez " +
		"vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz mass\n")
	rounds(s, func(body *state.Body, k int) {
		h := &body.Shapes[k]
		q := alongZ(rotation(h))
		fmt.Fprintf(b, "%d %d %d", h.ID, body.ID, h.Def.Material+1)
		for _, list := range [][]float64{h.Position[:], {h.Radius, q.X, q.Y, q.Z, q.W, 2 * h.Radius, 2 * h.Radius,
			2 * h.Shaft}, body.Velocity[:], body.Spin[:], body.Force[:], body.Torque[:], {body.Mass}} {
			for _, x := range list {
				b.WriteByte(' ')
				b.WriteString(series.Decimal(x))
			}
		}
		b.WriteByte('\n')
	})
}

// contactHead are the columns of a table of contacts.
var contactHead = []string{"time [s]", "step", "body a", "shape a", "body b", "shape b", "pair", "point x [m]",
	"point y [m]", "point z [m]", "normal x", "normal y", "normal z", "overlap [m]", "force x [N]", "force y [N]",
	"force z [N]", "torque x [N·m]", "torque y [N·m]", "torque z [N·m]", "normal force [N]", "shear force [N]",
	"sliding"}

// openContacts begins a table with a line for each contact of each moment.
func openContacts(path string, o run.Output) (Writer, error) {
	file, err := outfile.NewLateLog(path)
	if err != nil {
		return nil, err
	}
	first := true
	about := func() error { return WriteMetadata(path, o.Origin) }
	return &linesWriter{file: file, read: state.Source.State, beside: about,
		piece: func(b *bytes.Buffer, s *state.State) {
			table := csv.NewWriter(b)
			if first {
				table.Write(contactHead) // writing to a buffer cannot fail
				first = false
			}
			for i := range s.Contacts {
				table.Write(contactLine(s, &s.Contacts[i]))
			}
			table.Flush()
		}}, nil
}

func contactLine(s *state.State, c *state.Contact) []string {
	line := []string{series.Decimal(s.Time), integer(s.Step), integer(int64(c.BodyA)), integer(int64(c.ShapeA)),
		integer(int64(c.BodyB)), integer(int64(c.ShapeB)), c.Pair}
	for _, list := range [][]float64{c.Point[:], c.Normal[:], {c.Overlap}, c.Force[:], c.Torque[:], {c.NormalForce,
		c.TangentialForce}} {
		for _, x := range list {
			line = append(line, series.Decimal(x))
		}
	}
	sliding := "0"
	if c.Sliding {
		sliding = "1"
	}
	return append(line, sliding)
}
