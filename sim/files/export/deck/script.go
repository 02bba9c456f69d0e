package deck

import (
	"fmt"
	"io"
	"math"
	"strings"

	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/vec"
)

// script collects the lines of a deck.
type script struct {
	strings.Builder
	seeds seeds
}

// newScript begins the script of a program.
func (d *Deck) newScript() *script { return &script{seeds: newSeeds(d.plan.Params.Seed)} }

func (s *script) line(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

// xyz returns the components of a vector as text.
func xyz(v vec.Vec3) string { return fmt.Sprintf("%.10g %.10g %.10g", v.X, v.Y, v.Z) }

// spellName returns a name as one line of plain ASCII text, without $ and &, which have a meaning in decks.
func spellName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '$' || r == '&' {
			return '_'
		}
		return r
	}, name)
}

// skin returns the distance between two surfaces up to which a pair is in the neighbour list [m].
func (d *Deck) skin() float64 {
	smallest := math.Inf(1)
	for i := range d.atoms {
		smallest = min(smallest, d.atoms[i].radius)
	}
	for _, f := range d.feeds {
		for _, p := range f.parts {
			if p.template == 0 {
				smallest = min(smallest, p.radius)
			}
		}
	}
	for _, t := range d.templates {
		for _, x := range t.spheres {
			smallest = min(smallest, x.Radius)
		}
	}
	return 0.5 * min(smallest, 1)
}

// axes are the names of the axes.
var axes = [3]string{"x", "y", "z"}

// regionOf returns a volume as the arguments of the command region.
func regionOf(v *insertion.Volume) string {
	if v.Kind == insertion.VolumeBox {
		lo, hi := v.Origin.Sub(v.Half), v.Origin.Add(v.Half)
		return fmt.Sprintf("block %.10g %.10g %.10g %.10g %.10g %.10g", lo.X, hi.X, lo.Y, hi.Y, lo.Z, hi.Z)
	}
	k := along(v.Axis)
	a := v.Origin.Component(k)
	b := a + v.Height*v.Axis.Component(k)
	i, j := (k+1)%3, (k+2)%3
	if k == 1 {
		i, j = 0, 2
	}
	return fmt.Sprintf("cylinder %s %.10g %.10g %.10g %.10g %.10g", axes[k], v.Origin.Component(i), v.Origin.Component(j),
		v.Radius, min(a, b), max(a, b))
}

// columns returns the columns of the dumps.
func (d *Deck) columns() string {
	if d.bodyColumn() == "" {
		return strings.Replace(DumpColumns, " mol", "", 1)
	}
	return DumpColumns
}

// bodyColumn returns the column with the number of the clump; empty if there are no clumps.
func (d *Deck) bodyColumn() string {
	if len(d.templates) > 0 {
		return "mol"
	}
	return ""
}

// data writes the spheres that exist at the start, for the command read_data, followed by more sections.
func (d *Deck) data(w io.Writer, more string) error {
	s := &script{}
	lo, hi := d.box.Lo, d.box.Hi
	s.line("spheres of %s\n\n%d atoms\n%d atom types\n%.10g %.10g xlo xhi\n%.10g %.10g ylo yhi\n%.10g %.10g zlo zhi\n\n"+
		"Atoms\n", spellName(d.Name), len(d.atoms), len(d.types), lo.X, hi.X, lo.Y, hi.Y, lo.Z, hi.Z)
	for i := range d.atoms {
		a := &d.atoms[i]
		s.line("%d %d %.10g %.10g %s", i+1, a.kind, 2*a.radius, a.density, xyz(a.position))
	}
	s.line("\nVelocities\n")
	for i := range d.atoms {
		s.line("%d %s %s", i+1, xyz(d.atoms[i].velocity), xyz(d.atoms[i].spin))
	}
	s.WriteString(more)
	_, err := io.WriteString(w, s.String())
	return err
}
