package deck

import (
	"fmt"
	"io"
	"math"
	"strings"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/insertion"
	"example.org/tumble/sim/vec"
)

// script writes lines of a deck.
type script struct {
	strings.Builder
}

func (s *script) line(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

// xyz writes three numbers.
func xyz(v vec.Vec3) string { return fmt.Sprintf("%.10g %.10g %.10g", v.X, v.Y, v.Z) }

// seeds are those of the program's own random streams: primes, as it asks for.
var seeds = [...]int{15485863, 15485867, 32452843, 32452867, 49979687, 49979693, 67867967, 67867979, 86028121, 86028157}

func seed(n int) int { return seeds[n%len(seeds)] }

// liggghts writes the deck of LIGGGHTS.
func (d *Deck) liggghts() string {
	s := &script{}
	s.line("# %s: written by Tumble; mapping.md says what differs. Run it with run.sh.", spellName(d.Name))
	s.line("units si\natom_style granular\natom_modify map array\nboundary f f f\nnewton off\ncommunicate single vel yes")
	s.line("processors %s\nhard_particles yes", d.processors()) // stiff materials are allowed
	d.liggghtsBox(s)
	s.line("neighbor %.6g bin\nneigh_modify delay 0", d.skin())
	d.liggghtsLaw(s)
	s.line("timestep %.10g", d.dt)
	if g := d.plan.Gravity.Norm(); g > 0 {
		s.line("fix gravity all gravity %.10g vector %s", g, xyz(d.plan.Gravity.Scale(1/g)))
	}
	d.liggghtsWalls(s)
	for i := range d.feeds {
		d.liggghtsFeed(s, i)
	}
	if len(d.templates) > 0 {
		s.line("fix integrate all multisphere")
	} else {
		s.line("fix integrate all nve/sphere")
	}
	d.liggghtsOutput(s)
	d.liggghtsRun(s)
	return s.String()
}

// processors returns how the box is shared out: not along gravity, where one part would have it all, unless an inlet
// is too narrow to be shared in other ways: LIGGGHTS inserts a clump only where one part holds it whole.
func (d *Deck) processors() string {
	grid, free := [3]string{"*", "*", "*"}, 3
	for k := range 3 {
		if d.narrow(k) {
			grid[k] = "1"
			free--
		}
	}
	if k := along(d.plan.Gravity.Unit()); k >= 0 && grid[k] == "*" && free > 1 {
		grid[k] = "1"
	}
	return strings.Join(grid[:], " ")
}

// narrow reports whether an inlet is narrow for what it makes, along an axis.
func (d *Deck) narrow(axis int) bool {
	for _, f := range d.feeds {
		for _, p := range f.parts {
			most := p.radius
			if p.template > 0 {
				most = d.templates[p.template-1].template.BoundingRadius()
			}
			if f.in.Def.Volume.Bounds().Size().Component(axis) < 5*most {
				return true
			}
		}
	}
	return false
}

// spellName returns a name on one line of plain text.
func spellName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '$' || r == '&' {
			return '_'
		}
		return r
	}, name)
}

// skin returns the distance at which neighbours are listed beside the radii [m].
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

// liggghtsBox writes the box and the spheres that are there.
func (d *Deck) liggghtsBox(s *script) {
	if len(d.atoms) > 0 {
		s.line("read_data atoms.data")
		return
	}
	lo, hi := d.box.Lo, d.box.Hi
	s.line("region space block %.10g %.10g %.10g %.10g %.10g %.10g units box\ncreate_box %d space", lo.X, hi.X, lo.Y, hi.Y,
		lo.Z, hi.Z, len(d.types))
}

// table returns a number of all pairs of types.
func (d *Deck) table(of func(pair) float64) string {
	var out []string
	for i := range d.types {
		for j := range d.types {
			out = append(out, fmt.Sprintf("%.10g", of(d.pairOf(i+1, j+1))))
		}
	}
	return strings.Join(out, " ")
}

// liggghtsLaw writes the contact law.
func (d *Deck) liggghtsLaw(s *script) {
	n := len(d.types)
	property := func(name string, of func(pair) float64) {
		s.line("fix %s all property/global %s peratomtypepair %d %s", name, name, n, d.table(of))
	}
	property("coefficientFriction", func(p pair) float64 { return p.friction })
	if d.linear {
		property("kn", func(p pair) float64 { return p.kn })
		property("kt", func(p pair) float64 { return p.kt })
		property("gamman", func(p pair) float64 { return p.gamma })
		property("gammat", func(pair) float64 { return 0 })
	} else {
		property("coefficientRestitution", func(p pair) float64 { return p.restitution })
		var young, poisson []string
		for _, t := range d.types {
			m := d.plan.Materials[t.material].Law
			young = append(young, fmt.Sprintf("%.10g", m.Young))
			poisson = append(poisson, fmt.Sprintf("%.10g", m.Poisson))
		}
		s.line("fix youngsModulus all property/global youngsModulus peratomtype %s", strings.Join(young, " "))
		s.line("fix poissonsRatio all property/global poissonsRatio peratomtype %s", strings.Join(poisson, " "))
	}
	s.line("pair_style gran %s %s\npair_coeff * *", d.model(), settings)
}

// settings of the models: no dashpot along the contact, and none that pulls.
const settings = "tangential_damping off limitForce on"

// model returns the models of LIGGGHTS.
func (d *Deck) model() string {
	if d.linear {
		return "model hooke/stiffness tangential history"
	}
	return "model hertz tangential history"
}

// axes are the names of the axes.
var axes = [3]string{"x", "y", "z"}

// liggghtsWalls writes what has no mass.
func (d *Deck) liggghtsWalls(s *script) {
	for i, w := range d.planes {
		s.line("fix plane%d all wall/gran %s primitive type %d %splane %.10g %s", i+1, d.model(), w.kind, axes[w.axis],
			w.position, settings)
	}
	for i, t := range d.tubes {
		s.line("fix tube%d all wall/gran %s primitive type %d %scylinder %.10g %.10g %.10g %s", i+1, d.model(), t.kind,
			axes[t.axis], t.radius, t.position.Component((t.axis+1)%3), t.position.Component((t.axis+2)%3), settings)
	}
	var names []string
	for i, m := range d.meshes {
		names = append(names, meshName(i))
		s.line("fix %s all mesh/surface file %s type %d curvature_tolerant yes", meshName(i), m.file, m.kind)
	}
	if len(names) > 0 {
		s.line("fix meshes all wall/gran %s mesh n_meshes %d meshes %s %s", d.model(), len(names),
			strings.Join(names, " "), settings)
	}
}

func meshName(i int) string { return fmt.Sprintf("mesh%d", i+1) }

// liggghtsFeed writes an inlet.
func (d *Deck) liggghtsFeed(s *script, i int) {
	f := &d.feeds[i]
	def := &f.in.Def
	var parts []string
	for k, p := range f.parts {
		name := fmt.Sprintf("template%d_%d", i+1, k+1)
		if p.template == 0 {
			s.line("fix %s all particletemplate/sphere %d atom_type %d density constant %.10g radius constant %.10g", name,
				seed(k), p.kind, p.density, p.radius)
		} else {
			d.liggghtsTemplate(s, name, seed(k), &p)
		}
		parts = append(parts, fmt.Sprintf("%s %.8g", name, p.weight))
	}
	s.line("fix products%d all particledistribution/discrete/numberbased %d %d %s", i+1, seed(i+3), len(parts),
		strings.Join(parts, " "))
	s.line("region inlet%d %s units box", i+1, regionOf(&def.Volume))
	orientation := "random"
	if q := def.Orientation; q != nil {
		u := *q
		if t := f.parts[0].template; t > 0 {
			u = u.Mul(d.templates[t-1].template.Axes)
		}
		orientation = fmt.Sprintf("constant %.10g %.10g %.10g %.10g", u.W, u.X, u.Y, u.Z)
	}
	common := fmt.Sprintf("seed %d distributiontemplate products%d vel constant %s orientation %s", seed(i+5), i+1,
		xyz(def.Velocity), orientation)
	begin := ""
	if n := int64((def.When.Start - d.start) / d.dt); n > 1 {
		begin = fmt.Sprintf(" start %d", n)
	}
	place := fmt.Sprintf("overlapcheck yes all_in yes region inlet%d", i+1)
	if def.MassRate > 0 {
		amount := "nparticles INF"
		if def.MaxMass > 0 {
			amount = fmt.Sprintf("mass %.10g", def.MaxMass)
		} else if f.bodies > 0 {
			amount = fmt.Sprintf("nparticles %d", f.bodies)
		}
		s.line("fix inlet%d all insert/rate/region %s %s massrate %.10g insert_every %d%s %s ntry_mc 10000", i+1, common,
			amount, def.MassRate, def.Every, begin, place)
		return
	}
	every, amount := fmt.Sprint(def.Every), "volumefraction_region 0.2"
	if def.Fill {
		every = "once"
		if def.MaxMass > 0 {
			amount = fmt.Sprintf("mass_in_region %.10g", def.MaxMass)
		} else if f.bodies > 0 {
			amount = fmt.Sprintf("particles_in_region %d", f.bodies)
		}
	}
	s.line("fix inlet%d all insert/pack %s maxattempt %d insert_every %s%s %s %s ntry_mc 1000", i+1, common,
		min(def.Attempts, 50), every, begin, place, amount)
}

// liggghtsTemplate writes a clump.
func (d *Deck) liggghtsTemplate(s *script, name string, seed int, p *share) {
	t := &d.templates[p.template-1]
	j := t.template.Inertia
	s.line("fix %s all particletemplate/multisphere %d atom_type %d density constant %.10g nspheres %d ntry 200000 "+
		"spheres &", name, seed, p.kind, p.density, len(t.spheres))
	for _, x := range t.spheres {
		s.line("    %s %.10g &", xyz(vector(x.Position)), x.Radius)
	}
	s.line("    type %d mass %.10g inertia_tensor %.10g 0 0 %.10g 0 %.10g use_density", p.template, t.template.Mass, j.X,
		j.Y, j.Z)
}

// regionOf returns a volume as a region.
func regionOf(v *insertion.Volume) string {
	if v.Kind == bridge.VolumeBox {
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

// bodyColumn returns the column that tells clumps apart.
func (d *Deck) bodyColumn() string {
	if len(d.templates) > 0 {
		return "mol"
	}
	return ""
}

// liggghtsOutput writes what is written during the run.
func (d *Deck) liggghtsOutput(s *script) {
	made := ""
	for i := range d.feeds {
		made += fmt.Sprintf(" f_inlet%d[1] f_inlet%d[2]", i+1, i+1)
	}
	s.line("thermo_style custom step atoms ke%s\nthermo_modify lost ignore norm no\nthermo %d", made, d.dumpEvery)
	s.line("run 0") // makes what the dumps show
	s.line("dump atoms all custom %d post/atoms.*.txt %s\ndump_modify atoms sort id", d.dumpEvery, d.columns())
	for _, st := range d.stages {
		if len(st.moves) > 0 {
			for i := range d.meshes {
				s.line("dump %s all mesh/stl %d post/%s.*.stl %s", meshName(i), d.dumpEvery, meshName(i), meshName(i))
			}
			return
		}
	}
}

// liggghtsRun writes the run, stage by stage.
func (d *Deck) liggghtsRun(s *script) {
	wait := d.waits()
	for i := range d.feeds {
		f := &d.feeds[i]
		def := &f.in.Def
		open := def.MassRate == 0 && !def.Fill && (def.MaxMass > 0 || f.bodies > 0)
		if !open && def.Name != wait || def.Fill {
			continue
		}
		column, most := 1, float64(f.bodies)-0.5
		if def.MaxMass > 0 { // the last body may be missing to a rate
			column, most = 2, def.MaxMass-0.5*f.heaviest
		}
		s.line("label wait%d\nrun %d", i+1, def.Every)
		s.line("variable missing%d equal \"f_inlet%d[%d] < %.10g && step < %d\"", i+1, i+1, column, most, d.steps)
		s.line("if \"${missing%d} > 0\" then \"jump SELF wait%d\"", i+1, i+1)
		s.line("thermo_style custom step atoms ke\nthermo_modify lost ignore norm no\nunfix inlet%d", i+1)
		s.line("print \"tumble: inlet %s is done\"", LogName(def.Name))
	}
	for k, st := range d.stages {
		for j, m := range st.moves {
			s.line("variable now equal step\nprint \"tumble: phase %s begins at step ${now}\"", LogName(m.name))
			if m.velocity != (vec.Vec3{}) {
				s.line("fix shift%d_%d all move/mesh mesh %s linear %s", k, j, meshName(m.mesh), xyz(m.velocity))
			}
			if w := m.spin.Norm(); w > 0 {
				s.line("fix turn%d_%d all move/mesh mesh %s rotate origin %s axis %s period %.10g", k, j, meshName(m.mesh),
					xyz(m.about), xyz(m.spin.Scale(1/w)), 6.283185307179586/w)
			}
		}
		last := k == len(d.stages)-1
		if wait != "" && last {
			break
		}
		s.line("run %d", st.steps)
		for j := len(st.moves) - 1; j >= 0; j-- {
			if st.moves[j].spin != (vec.Vec3{}) {
				s.line("unfix turn%d_%d", k, j)
			}
			if st.moves[j].velocity != (vec.Vec3{}) {
				s.line("unfix shift%d_%d", k, j)
			}
		}
	}
	if len(d.stages) == 0 || wait != "" {
		s.line("variable left equal \"step < %d\"\nif \"${left} > 0\" then \"run %d upto\"", d.steps, d.steps)
	}
}

// data writes the spheres that are there, for the command read_data.
func (d *Deck) data(w io.Writer, title string, row func(i int, a *atom) string) error {
	s := &script{}
	lo, hi := d.box.Lo, d.box.Hi
	s.line("%s\n\n%d atoms\n%d atom types\n%.10g %.10g xlo xhi\n%.10g %.10g ylo yhi\n%.10g %.10g zlo zhi\n\n"+
		"Atoms\n", title,
		len(d.atoms), len(d.types), lo.X, hi.X, lo.Y, hi.Y, lo.Z, hi.Z)
	for i := range d.atoms {
		s.line("%s", row(i+1, &d.atoms[i]))
	}
	s.line("\nVelocities\n")
	for i := range d.atoms {
		s.line("%d %s %s", i+1, xyz(d.atoms[i].velocity), xyz(d.atoms[i].spin))
	}
	_, err := io.WriteString(w, s.String())
	return err
}
