package dump

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/tumble/sim/vec"
)

// Atom is an atom at one moment: a sphere or a spherocylinder. Quantities that the dump does not have are
// 0.
type Atom struct {
	ID, Mol     int64
	Type        int
	Position    vec.Vec3 // [m]
	Velocity    vec.Vec3 // [m/s]
	Spin        vec.Vec3 // [rad/s]
	Force       vec.Vec3 // [N]
	Torque      vec.Vec3 // [N·m]
	Orientation vec.Quat // Identity if the dump has none
	Radius      float64  // [m]
	Shaft       float64  // length of the segment of a spherocylinder, along its own z [m]
	Mass        float64  // [kg]
}

// Frame is a moment with its atoms, in the order of their numbers.
type Frame struct {
	Moment
	Atoms []Atom
	has   [numColumns]bool
}

// Has reports whether the dump has a component of a quantity.
func (f *Frame) Has(q Column) bool { return f.has[q] }

// Read reads a moment of the series.
//
// Errors name the file and the line.
func (s *Series) Read(k int) (*Frame, error) {
	m := &s.Moments[k]
	file, err := open(s.files[m.file])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := file.skip(m.offset); err != nil {
		return nil, fmt.Errorf("%s: %w", s.files[m.file], err)
	}
	in := newScanner(file, s.files[m.file])
	in.line = m.line
	f, err := in.frame()
	if err == nil && (f.Step != m.Step || f.Moment.Atoms != m.Atoms) {
		err = in.fail("the file has changed since it was opened")
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("%s: the file has become shorter since it was opened", s.files[m.file])
	}
	if err != nil {
		return nil, err
	}
	f.Moment = *m
	return f, nil
}

// frame reads a moment with its atoms.
func (s *scanner) frame() (*Frame, error) {
	h, err := s.head()
	if err != nil {
		return nil, err
	}
	f := &Frame{Moment: h.Moment, has: h.columns.has}
	for range h.Atoms {
		line, err := s.next()
		if err != nil {
			return nil, err
		}
		var r row
		if err := h.columns.read(string(line), &r, every); err != nil {
			return nil, s.fail("%w", err)
		}
		a := h.atom(&r)
		if min(a.Radius, a.Shaft, a.Mass) < 0 {
			return nil, s.fail("radius, shape and mass must not be negative")
		}
		f.Atoms = append(f.Atoms, a)
	}
	if id, twice := f.sort(); twice {
		return nil, s.fail("step %d has atom %d twice", f.Step, id)
	}
	return f, nil
}

// sort sorts atoms by their numbers, and returns a number that two atoms share, if there is one.
func (f *Frame) sort() (id int64, twice bool) {
	slices.SortStableFunc(f.Atoms, func(a, b Atom) int { return cmp.Compare(a.ID, b.ID) })
	for i := range f.Atoms[:max(len(f.Atoms)-1, 0)] {
		if f.Atoms[i].ID == f.Atoms[i+1].ID {
			return f.Atoms[i].ID, true
		}
	}
	return 0, false
}

func every(Column) bool { return true }

// position returns the position of the atom of a row [m].
func (h *head) position(r *row) vec.Vec3 {
	p := vec.New(r[X], r[X+1], r[X+2])
	if h.columns.scaled {
		return h.place(p)
	}
	return p
}

// atom returns the atom of a row.
func (h *head) atom(r *row) Atom {
	at := func(q Column) vec.Vec3 { return vec.New(r[q], r[q+1], r[q+2]) }
	a := Atom{
		ID: int64(r[ID]), Mol: int64(r[Mol]), Type: int(r[Type]), Position: h.position(r), Velocity: at(Velocity),
		Spin: at(Spin), Force: at(Force), Torque: at(Torque), Orientation: vec.Identity, Radius: r[Radius], Mass: r[Mass],
	}
	if h.columns.diameter {
		a.Radius /= 2
	}
	if h.columns.all(Quat, 4) {
		a.Orientation = vec.Quat{W: r[Quat], X: r[Quat+1], Y: r[Quat+2], Z: r[Quat+3]}.Unit()
	}
	if h.columns.all(Shape, 3) {
		a.Shaft = r[Shape+2] / 2
		if !h.columns.has[Radius] {
			a.Radius = r[Shape] / 2
		}
	}
	return a
}
