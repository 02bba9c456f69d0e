package deck

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// bodiesName is the file with masses, inertias and velocities of the clumps that exist at the start.
const bodiesName = "bodies.txt"

// lammpsClump adds a body that is no single sphere, with its present position and velocity.
func (d *Deck) lammpsClump(b *state.Body) error {
	c, err := clumpOf(b)
	if err != nil {
		return err
	}
	t := d.templateLike(c)
	if t == 0 {
		if t, err = d.addTemplate("body "+b.Name, *c); err != nil {
			return err
		}
	}
	d.exported[b.Name] = true
	one := &d.templates[t-1]
	var volume float64
	for _, x := range one.spheres {
		volume += 4. / 3 * math.Pi * x.Radius * x.Radius * x.Radius
	}
	p := placed{t, vector(b.Position), rotation(b.Orientation), vector(b.Velocity), vector(b.Spin)}
	d.clumps = append(d.clumps, p)
	for _, x := range one.spheres {
		arm := p.orientation.Rotate(vector(x.Position))
		d.atoms = append(d.atoms, atom{kind: one.kind, position: p.position.Add(arm), radius: x.Radius,
			density: one.mass / volume, velocity: p.velocity.Add(p.spin.Cross(arm)), spin: p.spin, clump: len(d.clumps)})
		d.include(p.position.Add(arm), x.Radius)
	}
	return nil
}

// clumpOf returns a body of spheres and capsules as a clump. It leaves the spheres empty; addTemplate computes
// them.
func clumpOf(b *state.Body) (*clump, error) {
	q, at := rotation(b.Orientation), vector(b.Position)
	c := &clump{name: b.Name, mass: b.Mass, inertia: vector(b.Inertia), axes: vec.Identity}
	for i := range b.Shapes {
		h := &b.Shapes[i]
		def := *h.Def
		if def.Kind != shape.KindSphere && def.Kind != shape.KindCapsule {
			return nil, fmt.Errorf("a %v: only spheres and capsules are made of spheres", def.Kind)
		}
		def.Position = q.Unrotate(vector(h.Position).Sub(at))
		def.Orientation = q.Conj().Mul(rotation(h.Orientation)).Unit()
		c.reach = math.Max(c.reach, def.Position.Norm()+def.Shaft/2+def.Radius)
		c.shapes = append(c.shapes, def)
	}
	return c, nil
}

// templateLike returns the number of a template with the same mass and shapes, 0 if there is none.
func (d *Deck) templateLike(c *clump) int {
	near := func(a, b, scale float64) bool { return math.Abs(a-b) <= 1e-9*scale }
	same := func(a, b *body.ShapeDef) bool {
		return a.Kind == b.Kind && a.Material == b.Material && a.Colors == b.Colors && near(a.Radius, b.Radius, c.reach) &&
			near(a.Shaft, b.Shaft, c.reach) && a.Position.Sub(b.Position).Norm() <= 1e-9*c.reach &&
			a.Orientation.Rotate(vec.AxisX).Sub(b.Orientation.Rotate(vec.AxisX)).Norm() <= 1e-9
	}
	for i := range d.templates {
		t := &d.templates[i]
		if near(t.mass, c.mass, c.mass) && slices.EqualFunc(t.shapes, c.shapes, func(a, b body.ShapeDef) bool {
			return same(&a, &b)
		}) {
			return i + 1
		}
	}
	return 0
}

// lammpsInlet refuses an inlet that LAMMPS cannot have, or adds its row to the mapping.
func (d *Deck) lammpsInlet(f *feed) error {
	def := &f.in.Def
	reach := d.reachOf(f)
	size := inner(&def.Volume, reach)
	turned := slices.ContainsFunc(f.parts, func(p share) bool { return p.template > 0 })
	switch {
	case def.Fill:
		return fmt.Errorf("fill: it has not made its bodies: run the scene to its first step and export the saved state")
	case def.Orientation != nil && turned:
		return fmt.Errorf("orientation: LAMMPS turns what it makes at random: leave it away")
	case !(size.Radius > 0 && size.Height >= 0 || size.Half.X > 0 && size.Half.Y > 0 && size.Half.Z >= 0):
		return fmt.Errorf("volume: nothing of the size of its bodies fits: the farthest point of one is %.4g m from its "+
			"centre", reach)
	case def.MassRate == 0:
		return d.pourInlet(f)
	}
	return d.depositInlet(f)
}

// depositInlet adds the row of an inlet with a mass rate to the mapping, or refuses the inlet.
func (d *Deck) depositInlet(f *feed) error {
	def := &f.in.Def
	rate := 0.
	for _, kind := range f.kinds() {
		n, mean := d.interval(f, kind)
		if n < 1 {
			return fmt.Errorf("massRate: %g kg/s is more than a body in each step, which is the most of LAMMPS", def.MassRate)
		}
		rate += mean / (float64(n) * d.step())
	}
	d.row("inlet "+def.Name, Approximated, "fix deposit of each type, one body in so many steps: %.6g kg/s on average of "+
		"%.6g kg/s; places and turns are the program's own random ones, and what finds no room among spheres as large as "+
		"the largest that inlets make is left out", rate, def.MassRate)
	return nil
}

// pourInlet adds the row of an inlet that makes as many bodies as fit to the mapping, or refuses the inlet.
func (d *Deck) pourInlet(f *feed) error {
	v := &f.in.Def.Volume
	switch {
	case d.plan.Params.Gravity.Unit() != vec.New(0, 0, -1):
		return fmt.Errorf("LAMMPS pours only where gravity is along -z: give a massRate")
	case v.Kind == insertion.VolumeCylinder && along(v.Axis) != 2:
		return fmt.Errorf("axis: LAMMPS pours only from boxes and from cylinders along z: give a massRate")
	case len(f.kinds()) > 1:
		return fmt.Errorf("LAMMPS pours only one type of atoms, which are %d here: give a massRate", len(f.kinds()))
	}
	d.row("inlet "+f.in.Def.Name, Approximated, "fix pour, as soon as the volume is free: places and turns are the "+
		"program's own random ones, up to a fifth of the volume")
	return nil
}

// kinds lists the types of atoms that an inlet makes, each type once.
func (f *feed) kinds() (list []int) {
	for _, p := range f.parts {
		if !slices.Contains(list, p.kind) {
			list = append(list, p.kind)
		}
	}
	return list
}

// step returns the time step [s]. Unlike d.dt, it can be called before setTime.
func (d *Deck) step() float64 { return cmp.Or(d.TimeStep, d.plan.Step) }

// mean returns the share of the bodies of a type in the number of bodies of the feed, and their mean mass [kg].
// Type 0 means all bodies.
func (f *feed) mean(kind int) (weight, mass float64) {
	for _, p := range f.parts {
		if p.kind == kind || kind == 0 {
			weight += p.weight
			mass += p.weight * p.mass
		}
	}
	return weight, mass / weight
}

// interval returns the number of steps between two bodies of a type at the mass rate of the feed, and the mean
// mass of these bodies [kg].
func (d *Deck) interval(f *feed, kind int) (steps int64, mass float64) {
	_, all := f.mean(0)
	weight, mass := f.mean(kind)
	return int64(math.Round(all / (f.in.Def.MassRate * weight * d.step()))), mass
}

// reachOf returns the largest distance between the centre and the surface of a body that a feed makes [m].
func (d *Deck) reachOf(f *feed) (r float64) {
	for _, p := range f.parts {
		if p.template > 0 {
			r = math.Max(r, d.templates[p.template-1].reach)
		}
		r = math.Max(r, p.radius)
	}
	return r
}

// inner returns the part of a volume in which the centre of a body may be, so that no part of the body is outside
// the volume.
func inner(v *insertion.Volume, reach float64) insertion.Volume {
	in := *v
	in.Half = v.Half.Sub(vec.New(reach, reach, reach))
	in.Origin = v.Origin
	if v.Kind == insertion.VolumeCylinder {
		in.Half = vec.Vec3{}
		in.Origin = v.Origin.AddScaled(reach, v.Axis)
		in.Radius, in.Height = v.Radius-reach, v.Height-2*reach
	}
	return in
}

// lammpsFeeds refuses more types of atoms than LAMMPS has groups for.
func (d *Deck) lammpsFeeds(bool) error {
	if n := len(d.solid()); n > mostTypes {
		return fmt.Errorf("%d pairs of a material and a size: walls of LAMMPS can tell %d apart: use fewer materials, sizes "+
			"or clumps, or the law hertz-mindlin, which needs no sizes", n, mostTypes)
	}
	return nil
}

// moleculeName returns the name of the file with one kind of body that an inlet makes; inlet and part count from
// 1.
func moleculeName(inlet, part int) string { return fmt.Sprintf("inlet%d-%d.mol", inlet, part) }

// moleculesName returns the name of the list of all clumps, or of all spheres, that inlets make. All clumps are in
// one list because a rigid fix takes only one list.
func moleculesName(clumps bool) string {
	if clumps {
		return "made_clumps"
	}
	return "made_spheres"
}

// molecules lists the files of all clumps or spheres that inlets make.
func (d *Deck) molecules(clumps bool) (files []string) {
	for i := range d.feeds {
		for k, p := range d.feeds[i].parts {
			if p.template > 0 == clumps {
				files = append(files, moleculeName(i+1, k+1))
			}
		}
	}
	return files
}

// fractions returns the fraction of each molecule among the bodies of a type that an inlet makes. The molecules
// are those of all inlets, so the others have the fraction 0.
func (d *Deck) fractions(inlet, kind int) string {
	clumps := d.types[kind-1].clump
	weight, _ := d.feeds[inlet].mean(kind)
	out := ""
	for i := range d.feeds {
		for _, p := range d.feeds[i].parts {
			switch {
			case p.template > 0 != clumps:
			case i == inlet && p.kind == kind:
				out += fmt.Sprintf(" %.10g", p.weight/weight)
			default:
				out += " 0"
			}
		}
	}
	return out
}

// lammpsFeed writes an inlet: a fix for each type of atoms.
func (d *Deck) lammpsFeed(s *script, i int) {
	f := &d.feeds[i]
	def := &f.in.Def
	in := inner(&def.Volume, d.reachOf(f))
	s.line("region inlet%d %s units box", i+1, regionOf(&in))
	v := def.Velocity
	for _, kind := range f.kinds() {
		clumps := d.types[kind-1].clump
		what := fmt.Sprintf("mol %s molfrac%s", moleculesName(clumps), d.fractions(i, kind))
		if clumps {
			what += " rigid bodies"
		}
		most := f.most(kind)
		name := fmt.Sprintf("fix inlet%d_%d type%d", i+1, kind, kind)
		if def.MassRate == 0 {
			s.line("%s pour %d 0 %d region inlet%d vol 0.2 %d vel %.10g %.10g %.10g %.10g %.10g %s", name,
				cmp.Or(most, d.poured(f, &in)), s.seeds.next(), i+1, min(def.Attempts, 50), v.X, v.X, v.Y, v.Y, v.Z, what)
			continue
		}
		every, _ := d.interval(f, kind)
		s.line("%s deposit %d 0 %d %d region inlet%d near %.10g attempt 1000 vx %.10g %.10g vy %.10g %.10g "+
			"vz %.10g %.10g %s", name, cmp.Or(most, d.steps/every+1), every, s.seeds.next(), i+1, d.near(f, kind), v.X, v.X, v.Y,
			v.Y, v.Z, v.Z, what)
	}
}

// doneAt returns the time at which an inlet with a mass rate and a limit has made all its bodies, if all find room
// [s].
func (d *Deck) doneAt(f *feed) (t float64) {
	for _, kind := range f.kinds() {
		every, _ := d.interval(f, kind)
		t = math.Max(t, math.Max(f.in.Def.When.Start, d.start)+float64(f.most(kind)*every)*d.dt)
	}
	return t
}

// most returns the largest number of bodies of a type that a feed makes; 0 if there is no limit. Type 0 means all
// bodies.
func (f *feed) most(kind int) int64 {
	weight, _ := f.mean(kind)
	if limit := f.in.Def.MaxMass; limit > 0 {
		_, mass := f.mean(0)
		return int64(math.Ceil(limit / mass * weight))
	}
	return int64(math.Round(float64(f.bodies) * weight))
}

// near returns the smallest distance between the centre of a new sphere of a type and the centre of another sphere
// [m]. At this distance the new sphere touches neither the spheres that inlets make nor those that are in the
// volume of the inlet at the start.
func (d *Deck) near(f *feed, kind int) float64 {
	radius := func(p *share) (r float64) {
		if p.template == 0 {
			return p.radius
		}
		for _, x := range d.templates[p.template-1].spheres {
			r = math.Max(r, x.Radius)
		}
		return r
	}
	own, others := 0., 0.
	for i := range d.feeds {
		for k := range d.feeds[i].parts {
			p := &d.feeds[i].parts[k]
			if others = math.Max(others, radius(p)); &d.feeds[i] == f && p.kind == kind {
				own = math.Max(own, radius(p))
			}
		}
	}
	box := f.in.Def.Volume.Bounds()
	for i := range d.atoms {
		if a := &d.atoms[i]; box.Distance(a.position) < a.radius {
			others = math.Max(others, a.radius)
		}
	}
	return own + others
}

// poured returns the largest number of bodies that can be poured until the end. Whenever the bodies have fallen
// out of the volume, LAMMPS fills up to a fifth of the volume again.
func (d *Deck) poured(f *feed, v *insertion.Volume) int64 {
	size := v.Bounds().Size()
	g, down := d.plan.Params.Gravity.Norm(), -f.in.Def.Velocity.Z
	falls := (math.Sqrt(down*down+2*g*size.Z) - down) / g
	r := d.reachOf(f)
	each := 0.2*size.X*size.Y*size.Z/(4./3*math.Pi*r*r*r) + 1
	return int64(math.Ceil(each * (float64(d.steps)*d.dt/math.Max(falls, d.dt) + 2)))
}

// lammpsRun writes the run in pieces: each piece ends at the step at which the next inlet begins.
func (d *Deck) lammpsRun(s *script) {
	var order []int
	for i := range d.feeds {
		order = append(order, i)
	}
	begin := func(i int) int64 {
		return min(max(int64(math.Round((d.feeds[i].in.Def.When.Start-d.start)/d.dt)), 0), d.steps)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(begin(a), begin(b)) })
	at := int64(0)
	for _, i := range order {
		if n := begin(i); n > at {
			s.line("run %d upto", n)
			at = n
		}
		d.lammpsFeed(s, i)
	}
	s.line("run %d upto", d.steps)
	if d.steps%d.dumpEvery != 0 {
		s.line("write_dump all custom post/atoms.%d.txt %s modify sort id time yes", d.steps, d.columns())
	}
}

// lammpsFiles lists the files that LAMMPS reads in addition to its script.
func (d *Deck) lammpsFiles() (list []file) {
	if len(d.atoms) > 0 {
		list = append(list, file{"atoms.data", d.lammpsAtoms})
	}
	if len(d.clumps) > 0 {
		list = append(list, file{bodiesName, d.lammpsBodies})
	}
	for i := range d.feeds {
		for k := range d.feeds[i].parts {
			p := &d.feeds[i].parts[k]
			list = append(list, file{moleculeName(i+1, k+1), func(w io.Writer) error { return d.lammpsMolecule(w, p) }})
		}
	}
	return list
}

// lammpsAtoms writes the spheres that exist at the start, and the clump to which each of them belongs.
func (d *Deck) lammpsAtoms(w io.Writer) error {
	s := &script{}
	if len(d.templates) > 0 {
		s.line("\nMolecules\n")
		for i := range d.atoms {
			mol := d.atoms[i].clump
			if mol == 0 {
				mol = len(d.clumps) + i + 1 // a single sphere has a molecule number of its own
			}
			s.line("%d %d", i+1, mol)
		}
	}
	return d.data(w, s.String())
}

// lammpsBodies writes the clumps that exist at the start: mass, centre, inertia in global axes, velocity, angular
// momentum.
func (d *Deck) lammpsBodies(w io.Writer) error {
	s := &script{}
	s.line("%d", len(d.clumps))
	for i := range d.clumps {
		c := &d.clumps[i]
		t := &d.templates[c.template-1]
		r := c.orientation.Mat()
		j := r.Mul(vec.Diagonal(t.inertia)).Mul(r.Transpose())
		s.line("%d %.10g %s %.10g %.10g %.10g %.10g %.10g %.10g %s %s 0 0 0", i+1, t.mass, xyz(c.position), j.A.X, j.B.Y,
			j.C.Z, j.B.X, j.C.X, j.C.Y, xyz(c.velocity), xyz(j.Apply(c.spin)))
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// lammpsMolecule writes one kind of body that an inlet makes.
func (d *Deck) lammpsMolecule(w io.Writer, p *share) error {
	s := &script{}
	spheres, mass := []Sphere{{Radius: p.radius}}, p.mass
	j := vec.New(1, 1, 1).Scale(0.4 * p.mass * p.radius * p.radius)
	if p.template > 0 {
		t := &d.templates[p.template-1]
		spheres, j = t.spheres, t.inertia
	}
	s.line("a body of %s\n\n%d atoms\n%.10g mass\n0 0 0 com\n%s 0 0 0 inertia", spellName(d.Name), len(spheres), mass,
		xyz(j))
	part := func(name string, row func(x *Sphere) string) {
		s.line("\n%s\n", name)
		for i := range spheres {
			s.line("%d %s", i+1, row(&spheres[i]))
		}
	}
	part("Coords", func(x *Sphere) string { return xyz(vector(x.Position)) })
	part("Types", func(*Sphere) string { return fmt.Sprint(p.kind) })
	part("Diameters", func(x *Sphere) string { return fmt.Sprintf("%.10g", 2*x.Radius) })
	part("Masses", func(*Sphere) string { return fmt.Sprintf("%.10g", mass/float64(len(spheres))) })
	_, err := io.WriteString(w, s.String())
	return err
}
