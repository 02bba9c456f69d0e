package deck

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// lammps is LAMMPS of 29 September 2021, the version in Debian, with the packages GRANULAR and RIGID. LAMMPS has
// 32 groups of atoms, and each type of atoms needs a group, since walls have other constants for each type.
var lammps = program{
	name: "lammps", title: "LAMMPS", command: "lmp",
	types: 20, dashpot: "η of damping mass_velocity",
	stiffer: "e' at which the polynomial of damping tsuji is √5 ζ, which may be less than 0",
	springs: (*Deck).lammpsSprings, resists: true, groups: true,
	flat: (*Deck).lammpsFlat, clump: (*Deck).lammpsClump,
	feed: (*Deck).lammpsInlet, feeds: (*Deck).lammpsFeeds,
	motions: (*Deck).addSways,
	outlets: (*Deck).lammpsOutlets,
	space:   (*Deck).lammpsSpace,
	script:  (*Deck).lammpsScript,
	files:   (*Deck).lammpsFiles,
}

// mostTypes is the largest number of types of atoms with a mass: of the 32 groups, the deck needs 3 for all,
// nothing and clumps.
const mostTypes = 29

func (d *Deck) lammpsSprings() {
	d.row("arm of friction", Approximated, "at walls the radius there, the distance of the contact here: spins differ by "+
		"the overlap over the radius")
	if d.linear {
		d.row("tangential spring", Approximated, projected)
		return
	}
	d.row("tangential spring", Approximated, "mindlin_rescale/force: keeps its force where the overlap grows "+
		"and its stretch where it shrinks, as here; turned with the contact by projection there, by rotation here")
}

// lammpsFlat refuses a body without mass, or adds its row to the mapping.
func (d *Deck) lammpsFlat(b *state.Body, h *state.Shape) error {
	kind := h.Def.Kind
	switch kind {
	case shape.KindMesh:
		return fmt.Errorf("a mesh: LAMMPS has walls, and cylinders along a global axis, but no triangles: make it of " +
			"these, or export to LIGGGHTS")
	case shape.KindWall:
		d.row("body "+b.Name, Exact, "region plane, one for each side that pushes")
		return d.checkDrive(b, h.Def.Wall.Axis, true)
	case shape.KindCylinder:
		if d.linear && !d.rolls() {
			d.row("body "+b.Name, Exact, "region cylinder without end")
		} else {
			d.row("body "+b.Name, Approximated, "region cylinder without end; its curvature enters the radius R* there, "+
				"and not here")
		}
		return d.checkDrive(b, along(rotation(h.Orientation).Rotate(vec.AxisX)), false)
	}
	return nil
}

// checkDrive refuses a body without mass that has a velocity or spin of its own, unless these leave its surface in
// place, so that the body only drags along the bodies that touch it.
func (d *Deck) checkDrive(b *state.Body, axis int, wall bool) error {
	v, spin := vector(b.Velocity), vector(b.Spin)
	if axis < 0 || v == (vec.Vec3{}) && spin == (vec.Vec3{}) {
		return nil
	}
	across := vec.Vec3{}.WithComponent(axis, v.Component(axis))
	switch {
	case spin.WithComponent(axis, 0) != vec.Vec3{}:
		return fmt.Errorf("spin: it can keep one only about its own axis there: give it a motion")
	case wall && across != vec.Vec3{}, !wall && across != v:
		return fmt.Errorf("velocity: it can keep one only in its own surface there: give it a motion")
	case v != vec.Vec3{} && spin != vec.Vec3{}:
		return fmt.Errorf("velocity and spin: it can keep only one of them there")
	}
	d.row("body "+b.Name+", velocity and spin", Exact, "what touches it is dragged along by move or rotate of its region")
	return nil
}

func (d *Deck) lammpsOutlets() error {
	if len(d.templates) > 0 {
		return fmt.Errorf("LAMMPS cannot take a clump out: leave the outlet away: clumps that fall on cost little")
	}
	return nil
}

func (d *Deck) lammpsSpace() {
	d.row("space", Exact, "the box grows with what leaves it, but where an outlet is its side")
}

// lammpsScript writes the deck of LAMMPS.
func (d *Deck) lammpsScript() string {
	s := d.newScript()
	s.line("# %s: written by Tumble; mapping.md says what differs. Run it with run.sh.", spellName(d.Name))
	s.line("units si\natom_style sphere\natom_modify map array\nboundary %s\nnewton off", d.sides())
	if k := along(d.plan.Params.Gravity.Unit()); k >= 0 {
		grid := [3]string{"*", "*", "*"}
		grid[k] = "1" // else the lowest process has most bodies
		s.line("processors %s", strings.Join(grid[:], " "))
	}
	d.lammpsBox(s)
	s.line("neighbor %.6g bin\nneigh_modify delay 0", d.skin())
	d.lammpsGroups(s)
	d.lammpsLaw(s)
	s.line("timestep %.10g", d.dt)
	d.lammpsMotion(s)
	d.lammpsWalls(s)
	d.lammpsOutput(s)
	for _, w := range d.sways {
		if w.motion != "" {
			s.line("print \"tumble: phase %s begins at step %d\"", LogName(w.motion), w.begin)
		}
	}
	d.lammpsRun(s)
	return s.String()
}

// sides returns the boundary styles of the box. A side of style m moves outward with the atoms; atoms that pass a
// side of style f, an outlet, are deleted.
func (d *Deck) sides() string {
	var out []string
	for _, ends := range d.ends {
		side := ""
		for _, lost := range ends {
			if lost {
				side += "f"
			} else {
				side += "m"
			}
		}
		out = append(out, side)
	}
	return strings.Join(out, " ")
}

// lammpsBox writes the box and the atoms that exist at the start.
func (d *Deck) lammpsBox(s *script) {
	mol := ""
	if len(d.templates) > 0 {
		s.line("fix molecules all property/atom mol ghost yes")
		mol = " fix molecules NULL Molecules"
	}
	if len(d.atoms) > 0 {
		s.line("read_data atoms.data%s", mol)
	} else {
		lo, hi := d.box.Lo, d.box.Hi
		s.line("region space block %.10g %.10g %.10g %.10g %.10g %.10g units box\ncreate_box %d space", lo.X, hi.X, lo.Y,
			hi.Y, lo.Z, hi.Z, len(d.types))
	}
	reach := 0.
	for _, t := range d.templates {
		reach = math.Max(reach, t.reach)
	}
	s.line("comm_modify mode single vel yes cutoff %.6g", 2*math.Max(reach, d.largest())+d.skin())
}

// largest returns the largest radius of a sphere [m].
func (d *Deck) largest() (r float64) {
	for i := range d.atoms {
		r = math.Max(r, d.atoms[i].radius)
	}
	for _, f := range d.feeds {
		for _, p := range f.parts {
			r = math.Max(r, p.radius)
		}
	}
	for _, t := range d.templates {
		for _, x := range t.spheres {
			r = math.Max(r, x.Radius)
		}
	}
	return r
}

// solid lists the numbers of the types of atoms with a mass, from 1.
func (d *Deck) solid() (list []int) {
	for i, t := range d.types {
		if !t.flat {
			list = append(list, i+1)
		}
	}
	return list
}

// single lists the numbers of the types of spheres that are bodies by themselves, from 1.
func (d *Deck) single() []int {
	return slices.DeleteFunc(d.solid(), func(k int) bool { return d.types[k-1].clump })
}

// lammpsGroups writes the groups: one for the atoms of clumps, and one for each type, so that walls also act on
// atoms that inlets make later.
func (d *Deck) lammpsGroups(s *script) {
	s.line("group nothing empty")
	for _, k := range d.solid() {
		s.line("group type%d type %d", k, k)
	}
	if len(d.templates) == 0 {
		return
	}
	single := 0
	for i := range d.atoms {
		if d.atoms[i].clump == 0 {
			single = i + 1 // single spheres come before the atoms of clumps
		}
	}
	clumps := "empty"
	if single < len(d.atoms) {
		clumps = fmt.Sprintf("id > %d", single)
	}
	s.line("group clumps %s\nneigh_modify exclude molecule/intra all", clumps)
}

// lammpsLaw writes the contact law.
func (d *Deck) lammpsLaw(s *script) {
	s.line("pair_style granular %.10g", 2*d.largest())
	for i := range d.types {
		for j := i; j < len(d.types); j++ {
			s.line("pair_coeff %d %d %s", i+1, j+1, d.contact(i+1, j+1))
		}
	}
}

// contact returns the contact models of LAMMPS for types i and j, which count from 1: no tangential dashpot, and a
// normal dashpot that never pulls.
func (d *Deck) contact(i, j int) string {
	p := d.pairOf(i, j)
	if d.linear {
		return fmt.Sprintf("hooke %.10g %.10g tangential linear_history %.10g 0 %.10g%s damping mass_velocity limit_damping",
			p.kn, p.gamma, p.kt, p.friction, d.resistance(i, j, p.kn))
	}
	a, b := d.types[i-1].material, d.types[j-1].material
	m := d.plan.Materials
	// Two spheres of radius 2 m have R* = 1 m, so that k.Kn is 4/3 E* and k.Kt is 8 G*.
	k := law.Kinds[d.plan.Law].Mix(m[a].Law, m[b].Law, law.PairProperties{}, 2, 2)
	return fmt.Sprintf("hertz %.10g %.10g tangential mindlin_rescale/force %.10g 0 %.10g damping tsuji limit_damping",
		k.Kn, tsuji(math.Sqrt(5)*d.zeta(a, b)), k.Kt, p.friction)
}

// resistance returns the models of rolling and twisting friction for types i and j, which count from 1, with the
// normal stiffness kn [N/m]. LAMMPS measures rolling as a length, not an angle, so the rolling spring has no
// factor of the reduced radius.
func (d *Deck) resistance(i, j int, kn float64) (models string) {
	a, b := &d.types[i-1], &d.types[j-1]
	s := &d.plan.Pairs[a.material*len(d.plan.Materials)+b.material]
	r := law.Reduced(a.radius, b.radius)
	if mu := s.RollingFriction; mu > 0 {
		models += fmt.Sprintf(" rolling sds %.10g 0 %.10g", law.RollingStiffness(mu, kn), mu)
	}
	if mu := s.TwistingFriction; mu > 0 {
		models += fmt.Sprintf(" twisting sds %.10g 0 %.10g", law.RollingStiffness(mu*r, kn), mu*r)
	}
	return models
}

// tsuji returns the restitution at which the polynomial of "damping tsuji" has the value alpha. The polynomial
// falls with growing restitution, so bisection finds the restitution, which may be less than 0. Source: the page
// of LAMMPS on pair_style granular.
func tsuji(alpha float64) float64 {
	lo, hi := -10., 1.
	for range 200 {
		e := (lo + hi) / 2
		v := 1.2728 + e*(-4.2783+e*(11.087+e*(-22.348+e*(27.467+e*(-18.022+e*4.8218)))))
		if v > alpha {
			lo = e
		} else {
			hi = e
		}
	}
	return (lo + hi) / 2
}

// lammpsMotion writes the commands that move the bodies with a mass: gravity and the integrators.
func (d *Deck) lammpsMotion(s *script) {
	pull := ""
	if g := d.plan.Params.Gravity.Norm(); g > 0 {
		pull = fmt.Sprintf("gravity %.10g vector %s", g, xyz(d.plan.Params.Gravity.Scale(1/g)))
		s.line("fix gravity nothing %s", pull) // acts on no atom; only other commands refer to it
	}
	for _, k := range d.single() {
		if pull != "" {
			s.line("fix gravity%d type%d %s", k, k, pull)
		}
		s.line("fix free%d type%d nve/sphere", k, k)
	}
	for _, clumps := range []bool{false, true} {
		if list := d.molecules(clumps); len(list) > 0 {
			s.line("molecule %s %s", moleculesName(clumps), strings.Join(list, " "))
		}
	}
	if len(d.templates) > 0 {
		d.lammpsRigid(s)
	}
	d.outsideForces(s)
}

// lammpsRigid writes the command that moves clumps.
func (d *Deck) lammpsRigid(s *script) {
	pull := ""
	if d.plan.Params.Gravity != (vec.Vec3{}) {
		pull = " gravity gravity"
	}
	if len(d.clumps) > 0 {
		pull += " infile " + bodiesName
	}
	if len(d.molecules(true)) > 0 {
		pull += " mol " + moleculesName(true)
	}
	s.line("fix bodies clumps rigid/small molecule reinit no%s", pull)
}

// lammpsWalls writes the bodies without mass: a region for each side that pushes, and in each region a fix for
// each type of atoms.
func (d *Deck) lammpsWalls(s *script) {
	for i, w := range d.planes {
		for _, sense := range [2]int{1, -1} {
			if w.sense == -sense {
				continue
			}
			name := fmt.Sprintf("plane%d_%s", i+1, map[int]string{1: "above", -1: "below"}[sense])
			at := vec.Vec3{}.WithComponent(w.axis, w.position)
			up := vec.Vec3{}.WithComponent(w.axis, float64(sense))
			s.line("region %s plane %s %s%s units box", name, xyz(at), xyz(up), d.lammpsMove(s, w.name))
			d.lammpsWall(s, name, w.kind)
		}
	}
	d.lammpsTubes(s)
}

// lammpsTubes writes the cylinders.
func (d *Deck) lammpsTubes(s *script) {
	for i, t := range d.tubes {
		name, side := fmt.Sprintf("tube%d", i+1), "out"
		if t.hollow {
			side = "in"
		}
		a, b := t.position.Component((t.axis+1)%3), t.position.Component((t.axis+2)%3)
		if t.axis == 1 {
			a, b = b, a
		}
		s.line("region %s cylinder %s %.10g %.10g %.10g INF INF side %s%s units box", name, axes[t.axis], a, b, t.radius,
			side, d.lammpsMove(s, t.name))
		d.lammpsWall(s, name, t.kind)
	}
}

// lammpsWall writes the fixes by which a region pushes the atoms of each type.
func (d *Deck) lammpsWall(s *script, region string, kind int) {
	for _, k := range d.solid() {
		s.line("fix %s_%d type%d wall/gran/region granular %s region %s", region, k, k, d.contact(min(k, kind),
			max(k, kind)), region)
	}
}

// lammpsOutput writes the commands for the output during the run.
func (d *Deck) lammpsOutput(s *script) {
	moving, turning := "0", "0"
	for _, k := range d.single() {
		s.line("compute moving%d type%d ke\ncompute turning%d type%d erotate/sphere", k, k, k, k)
		moving, turning = fmt.Sprintf("%s+c_moving%d", moving, k), fmt.Sprintf("%s+c_turning%d", turning, k)
	}
	if len(d.templates) > 0 {
		s.line("compute moving clumps ke/rigid bodies\ncompute turning clumps erotate/rigid bodies")
		moving, turning = moving+"+c_moving", turning+"+c_turning"
	}
	s.line("variable moving equal %s\nvariable turning equal %s", moving, turning)
	s.line("thermo_style custom step time atoms v_moving v_turning\nthermo_modify lost ignore norm no\nthermo %d",
		d.dumpEvery)
	s.line("dump atoms all custom %d post/atoms.*.txt %s\ndump_modify atoms sort id time yes", d.dumpEvery, d.columns())
}
