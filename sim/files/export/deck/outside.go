package deck

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// errForce is why a force from outside is not written: other programs choose its bodies by groups.
var errForce = errors.New("it has to be written by hand, as fix addforce or fix viscous on a group of atoms: only a " +
	"constant force on all bodies, and the drag of stokes in a fluid at rest without buoyancy on spheres, from the " +
	"start and without end, are written")

// addForce writes a force from outside with commands that LIGGGHTS and LAMMPS share, or says why it is not written.
func (d *Deck) addForce(f *external.Def) error {
	acts := &f.Acts
	if f.Bodies != "" || f.When.After != "" || f.When.Start > d.start || f.Duration > 0 || len(f.Times) > 0 || acts.Off ||
		acts.Torque != [3]float64{} || acts.Formula != (setting.Formula{}) {
		return errForce
	}
	name := "force " + f.Name
	if acts.Fluid == (setting.Fluid{}) {
		return d.push(name, vector(acts.Force))
	}
	for _, k := range d.solid() {
		if t := &d.types[k-1]; t.clump || t.radius == 0 {
			return errForce
		}
	}
	fluid := acts.Fluid
	if fluid.Drag != "stokes" || fluid.Velocity != [3]float64{} || fluid.Buoyancy {
		return errForce
	}
	var scales strings.Builder
	for _, k := range d.solid() {
		fmt.Fprintf(&scales, " scale %d %.10g", k, d.types[k-1].radius)
	}
	d.outside = append(d.outside, fmt.Sprintf("all viscous %.10g%s", 6*math.Pi*fluid.Viscosity, scales.String()))
	d.row(name, Approximated, "fix viscous, with the middle radius of each type of atoms; the torque against spin is "+
		"left out")
	return nil
}

// push writes a constant force on all bodies. Each sphere of a clump has an equal part of it, which does not turn the
// clump if its centre of mass is the middle of the centres.
func (d *Deck) push(name string, force vec.Vec3) error {
	parts := make([]int, len(d.types)) // of the force, by type; 0: none of its bodies is there
	for i := range d.templates {
		t := &d.templates[i]
		var middle vec.Vec3
		for _, x := range t.spheres {
			middle = middle.AddScaled(1/float64(len(t.spheres)), vector(x.Position))
		}
		switch n := &parts[t.kind-1]; {
		case middle.Norm() > 1e-6*t.reach:
			return fmt.Errorf("it would turn %s: the centre of mass of its spheres is not in the middle of their centres; "+
				"write it by hand, as fix addforce on a group of atoms", t.name)
		case *n != 0 && *n != len(t.spheres):
			return fmt.Errorf("it would not be the same on all clumps: they have %d and %d spheres of one type; write it by "+
				"hand, as fix addforce on groups of atoms", *n, len(t.spheres))
		default:
			*n = len(t.spheres)
		}
	}
	how := "fix addforce"
	if len(d.templates) > 0 {
		how += ", in equal parts on the spheres of a clump"
	}
	one := func(group string, n int) {
		d.outside = append(d.outside, group+" addforce "+xyz(force.Scale(1/float64(n))))
	}
	solid := d.solid()
	for _, k := range solid {
		parts[k-1] = max(parts[k-1], 1)
	}
	same := !slices.ContainsFunc(solid, func(k int) bool { return parts[k-1] != parts[solid[0]-1] })
	switch {
	case same && len(solid) > 0:
		one("all", parts[solid[0]-1])
	case d.program.groups:
		for _, k := range solid {
			one(fmt.Sprintf("type%d", k), parts[k-1])
		}
	default:
		return errForce
	}
	d.row(name, Exact, "%s", how)
	return nil
}

// outsideForces writes the forces from outside.
func (d *Deck) outsideForces(s *script) {
	for i, text := range d.outside {
		s.line("fix outside%d %s", i+1, text)
	}
}
