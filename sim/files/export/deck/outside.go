package deck

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/setting"
)

// errForce is why a force from outside is not written: other programs choose its bodies by groups.
var errForce = errors.New("it has to be written by hand, as fix addforce or fix viscous on a group of atoms: only a " +
	"constant force on all bodies, and the drag of stokes in a fluid at rest without buoyancy, from the start and " +
	"without end, on spheres, are written")

// addForce writes a force from outside with commands that LIGGGHTS and LAMMPS share, or says why it is not written.
func (d *Deck) addForce(f *external.Def) error {
	acts := &f.Acts
	if f.Bodies != "" || f.When.After != "" || f.When.Start > d.start || f.Duration > 0 || len(f.Times) > 0 || acts.Off ||
		acts.Torque != [3]float64{} || acts.Formula != (setting.Formula{}) {
		return errForce
	}
	for _, k := range d.solid() {
		if t := &d.types[k-1]; t.clump || acts.Fluid != (setting.Fluid{}) && t.radius == 0 {
			return errForce
		}
	}
	name := "force " + f.Name
	if acts.Fluid == (setting.Fluid{}) {
		d.outside = append(d.outside, "addforce "+xyz(vector(acts.Force)))
		d.row(name, Exact, "fix addforce")
		return nil
	}
	fluid := acts.Fluid
	if fluid.Drag != "stokes" || fluid.Velocity != [3]float64{} || fluid.Buoyancy {
		return errForce
	}
	var scales strings.Builder
	for _, k := range d.solid() {
		fmt.Fprintf(&scales, " scale %d %.10g", k, d.types[k-1].radius)
	}
	d.outside = append(d.outside, fmt.Sprintf("viscous %.10g%s", 6*math.Pi*fluid.Viscosity, scales.String()))
	d.row(name, Approximated, "fix viscous, with the middle radius of each type of atoms; the torque against spin is "+
		"left out")
	return nil
}

// outsideForces writes the forces from outside.
func (d *Deck) outsideForces(s *script) {
	for i, text := range d.outside {
		s.line("fix outside%d all %s", i+1, text)
	}
}
