package dump

import (
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// Column is a quantity of an atom that the reader uses.
type Column int8

// The quantities. The constant of a vector is its first component; the others follow it.
const (
	ID Column = iota
	Mol
	Type
	X
	Radius   = X + 3
	Velocity = Radius + 1
	Spin     = Velocity + 3
	Force    = Spin + 3
	Torque   = Force + 3
	Quat     = Torque + 3 // w, x, y, z
	Shape    = Quat + 4   // two diameters of a spherocylinder, and twice the length of its segment [m]
	Mass     = Shape + 3

	numColumns = Mass + 1
)

// known maps names of columns to quantities: the names that LAMMPS and LIGGGHTS use, and a few of OVITO.
var known = map[string]Column{
	"id": ID, "mol": Mol, "id_multisphere": Mol, "f_id_multisphere": Mol, "type": Type, "radius": Radius,
	"mass": Mass, "quatw": Quat, "quati": Quat + 1, "quatj": Quat + 2, "quatk": Quat + 3,
}

func init() {
	for k, axis := range []string{"x", "y", "z"} {
		at := Column(k)
		known["v"+axis], known["omega"+axis], known["f"+axis] = Velocity+at, Spin+at, Force+at
		known["tq"+axis], known["shape"+axis] = Torque+at, Shape+at
	}
}

// position is a set of three columns in which a dump can give the positions of atoms.
type position struct {
	names  [3]string
	scaled bool // relative to the box
}

func (p *position) in(names []string) bool {
	return !slices.ContainsFunc(p.names[:], func(n string) bool { return !slices.Contains(names, n) })
}

// column returns the quantity of the column with a name, if the reader uses that column.
func (p *position) column(name string) (Column, bool) {
	if k := slices.Index(p.names[:], name); k >= 0 {
		return X + Column(k), true
	}
	q, ok := known[name]
	return q, ok
}

// positions are the columns in which a dump may give positions, in the order of preference.
var positions = []position{
	{[3]string{"x", "y", "z"}, false}, {[3]string{"xu", "yu", "zu"}, false}, {[3]string{"xs", "ys", "zs"}, true},
	{[3]string{"xsu", "ysu", "zsu"}, true},
}

// columns maps the fields of a line to quantities.
type columns struct {
	of       []Column // quantity of each field; -1 for a field that is not used
	has      [numColumns]bool
	scaled   bool // positions are relative to the box
	diameter bool // the column holds the diameter, not the radius
}

// readColumns reads the names after ITEM: ATOMS.
func readColumns(names []string) (columns, error) {
	c := columns{of: make([]Column, len(names))}
	placed := slices.IndexFunc(positions, func(p position) bool { return p.in(names) })
	if placed < 0 {
		return c, fmt.Errorf("there must be columns x y z, xu yu zu or xs ys zs, got %s",
			spell.Quote(strings.Join(names, " ")))
	}
	way := &positions[placed]
	c.scaled = way.scaled
	radius := slices.Contains(names, "radius")
	for i, name := range names {
		c.of[i] = -1
		q, ok := way.column(name)
		if !ok && name == "diameter" && !radius {
			q, ok, c.diameter = Radius, true, true
		}
		if !ok {
			continue // any number of columns of fixes and computes may follow
		}
		if c.has[q] {
			return c, fmt.Errorf("column %s is there twice", spell.Quote(name))
		}
		c.of[i], c.has[q] = q, true
	}
	if !c.has[ID] {
		return c, fmt.Errorf("there must be a column id, without which nobody knows which atom is which, got %s",
			spell.Quote(strings.Join(names, " ")))
	}
	return c, nil
}

// all reports whether a dump has all n components of a quantity.
func (c *columns) all(first Column, n int) bool {
	return !slices.Contains(c.has[first:int(first)+n], false)
}

// row holds the numbers of an atom.
type row [numColumns]float64

func (r *row) set(q Column, field string) error {
	x, err := parse(field)
	switch {
	case err != nil:
	case q <= Type && x != float64(int64(x)):
		err = fmt.Errorf("must be a whole number, got %s", spell.Quote(field))
	case q == Type && (x < 1 || x > float64(limit.AtomTypes.Most)):
		err = fmt.Errorf("must be a type from 1 to %d, got %s", limit.AtomTypes.Most, spell.Quote(field))
	}
	r[q] = x
	return err
}

// read reads the used fields of a line into the row.
func (c *columns) read(line string, to *row, wanted func(Column) bool) error {
	n := 0
	for field := range strings.FieldsSeq(line) {
		if n >= len(c.of) {
			return fmt.Errorf("must have %d columns, as ITEM: ATOMS has, got more", len(c.of))
		}
		if q := c.of[n]; q >= 0 && wanted(q) {
			if err := to.set(q, field); err != nil {
				return fmt.Errorf("column %d: %w", n+1, err)
			}
		}
		n++
	}
	if n < len(c.of) {
		return fmt.Errorf("must have %d columns, as ITEM: ATOMS has, got %d", len(c.of), n)
	}
	return nil
}
