package deck

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// liggghts is LIGGGHTS 3.8, the version in Debian.
var liggghts = program{
	name: "liggghts", title: "LIGGGHTS", command: "liggghts",
	types: 100, least: 0.05, dashpot: "gamman",
	stiffer: "e' = exp(-π ζ/√(1-ζ²)) for which it uses this ζ",
	springs: (*Deck).liggghtsSprings,
	flat:    (*Deck).liggghtsFlat, clump: (*Deck).liggghtsClump,
	feed: (*Deck).liggghtsInlet, feeds: (*Deck).liggghtsFeeds,
	motions: (*Deck).addMotions,
	outlets: func(*Deck) error { return nil },
	space:   (*Deck).liggghtsSpace,
	script:  (*Deck).liggghtsScript,
	files: func(d *Deck) []file {
		if len(d.atoms) == 0 {
			return nil
		}
		return []file{{"atoms.data", func(w io.Writer) error { return d.data(w, "") }}}
	},
}

func (d *Deck) liggghtsSprings() {
	if d.linear {
		d.row("tangential spring", Approximated, projected)
		return
	}
	d.row("tangential spring", Approximated, "where the overlap grows the other program also stiffens what was "+
		"stretched before: sliding impacts agree to 2 %%, one that sticks got half the spin there")
}

// liggghtsFlat refuses a body without mass, or adds its row to the mapping.
func (d *Deck) liggghtsFlat(b *state.Body, h *state.Shape) error {
	moves := b.Kind == "kinematic"
	switch kind := h.Def.Kind; {
	case b.Velocity != [3]float64{} || b.Spin != [3]float64{}:
		return fmt.Errorf("velocity or spin: a wall or mesh that keeps one drags along what touches it: it is not told there")
	case kind == shape.KindMesh:
		d.row("body "+b.Name, Approximated, "welded STL of %d triangles, in single precision; contacts of several "+
			"triangles are joined by the program's own rule", len(h.Def.Mesh.Triangles))
	case kind == shape.KindWall && moves:
		return fmt.Errorf("a wall that moves: planes without end stand still there: make it a mesh")
	case kind == shape.KindWall && h.Def.Wall.Sense != 0:
		d.row("body "+b.Name, Approximated, "a plane that pushes both ways; here it pushes to one side")
	case kind == shape.KindWall:
		d.row("body "+b.Name, Exact, "a plane without end")
	case kind == shape.KindCylinder && d.holdsSide(b.Name):
		return fmt.Errorf("servo: %s", keepRadius)
	case kind == shape.KindCylinder && moves:
		return fmt.Errorf("a cylinder without end that moves: make it a mesh")
	case kind == shape.KindCylinder:
		d.row("body "+b.Name, Exact, "a cylinder without end")
	}
	return nil
}

// liggghtsClump refuses a clump that exists in the world. The exception is a clump of an inlet that fills a volume
// before the first step: LIGGGHTS makes such clumps itself.
func (d *Deck) liggghtsClump(b *state.Body) error {
	instead := "let an inlet make it"
	for i := range d.plan.Inlets {
		switch in := &d.plan.Inlets[i]; {
		case in.Def.Name != b.Name:
		case in.Def.Fill && d.fresh:
			return nil
		default:
			instead = "export the scene before its inlet has made it"
		}
	}
	return fmt.Errorf("LIGGGHTS reads no clumps and capsules from a file, it can only insert them: %s, or export to "+
		"LAMMPS", instead)
}

// liggghtsInlet adds the row of an inlet to the mapping.
func (d *Deck) liggghtsInlet(f *feed) error {
	def := &f.in.Def
	name := "inlet " + def.Name
	switch {
	case def.Fill:
		d.row(name, Approximated, "insert/pack, once: places and turns are the program's own random ones, and spheres "+
			"round bodies decide what fits")
	case def.MassRate > 0:
		d.row(name, Approximated, "insert/rate/region at %g kg/s: places and turns are the program's own random ones",
			def.MassRate)
	default:
		d.row(name, Approximated, "insert/pack every %d steps until the limit is reached: as many as its own random "+
			"places allow, up to a fifth of the volume", def.Every)
	}
	return nil
}

func (d *Deck) liggghtsFeeds(spheres bool) error {
	if spheres && len(d.templates) > 0 {
		return fmt.Errorf("spheres and clumps together: LIGGGHTS moves all by one rule: make the spheres clumps of " +
			"capsules, or leave one of them out")
	}
	return nil
}

func (d *Deck) liggghtsSpace() {
	d.row("space", Lost, "a body that leaves the box %.4g..%.4g, %.4g..%.4g, %.4g..%.4g m is taken out", d.box.Lo.X,
		d.box.Hi.X, d.box.Lo.Y, d.box.Hi.Y, d.box.Lo.Z, d.box.Hi.Z)
}

// liggghtsScript writes the deck of LIGGGHTS.
func (d *Deck) liggghtsScript() string {
	s := d.newScript()
	s.line("# %s: written by Tumble; mapping.md says what differs. Run it with run.sh.", spellName(d.Name))
	s.line("units si\natom_style granular")
	// The bin size for sorting is given: LIGGGHTS else takes it from the atoms, and fails if all have left the
	// box.
	s.line("atom_modify map array sort 1000 %.6g", d.largest()+d.skin()/2)
	s.line("boundary f f f\nnewton off\ncommunicate single vel yes")
	s.line("processors %s\nhard_particles yes\nsoft_particles yes", d.processors()) // allow materials of any stiffness
	d.liggghtsBox(s)
	s.line("neighbor %.6g bin\nneigh_modify delay 0", d.skin())
	d.liggghtsLaw(s)
	s.line("timestep %.10g", d.dt)
	if g := d.plan.Params.Gravity.Norm(); g > 0 {
		s.line("fix gravity all gravity %.10g vector %s", g, xyz(d.plan.Params.Gravity.Scale(1/g)))
	}
	d.outsideForces(s)
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

// processors returns the grid of subdomains of the box, one subdomain per process. The box is not divided along
// gravity, because the lowest subdomain would then have most bodies. It is also not divided along an axis along
// which an inlet is narrow, because LIGGGHTS inserts a clump only where one subdomain contains all of it. If only
// the axis of gravity is left, the box is divided along gravity.
func (d *Deck) processors() string {
	grid, free := [3]string{"*", "*", "*"}, 3
	for k := range 3 {
		if d.narrow(k) {
			grid[k] = "1"
			free--
		}
	}
	if k := along(d.plan.Params.Gravity.Unit()); k >= 0 && grid[k] == "*" && free > 1 {
		grid[k] = "1"
	}
	return strings.Join(grid[:], " ")
}

// narrow reports whether some inlet is narrow along an axis, compared with the size of the bodies that it makes.
func (d *Deck) narrow(axis int) bool {
	for _, f := range d.feeds {
		for _, p := range f.parts {
			most := p.radius
			if p.template > 0 {
				most = d.templates[p.template-1].reach
			}
			if f.in.Def.Volume.Bounds().Size().Component(axis) < 5*most {
				return true
			}
		}
	}
	return false
}

// liggghtsBox writes the box and the spheres that exist at the start.
func (d *Deck) liggghtsBox(s *script) {
	if len(d.atoms) > 0 {
		s.line("read_data atoms.data")
		return
	}
	lo, hi := d.box.Lo, d.box.Hi
	s.line("region space block %.10g %.10g %.10g %.10g %.10g %.10g units box\ncreate_box %d space", lo.X, hi.X, lo.Y, hi.Y,
		lo.Z, hi.Z, len(d.types))
}

// table returns one constant for all pairs of types.
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

// settings are the settings of the contact models: no tangential dashpot, and a normal dashpot that never pulls.
const settings = "tangential_damping off limitForce on"

// model returns the contact models of LIGGGHTS.
func (d *Deck) model() string {
	if d.linear {
		return "model hooke/stiffness tangential history"
	}
	return "model hertz tangential history"
}

// liggghtsWalls writes the bodies without mass: planes, cylinders and meshes.
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
				s.seeds.next(), p.kind, p.density, p.radius)
		} else {
			d.liggghtsTemplate(s, name, &p)
		}
		parts = append(parts, fmt.Sprintf("%s %.8g", name, p.weight))
	}
	s.line("fix products%d all particledistribution/discrete/numberbased %d %d %s", i+1, s.seeds.next(), len(parts),
		strings.Join(parts, " "))
	s.line("region inlet%d %s units box", i+1, regionOf(&def.Volume))
	orientation := "random"
	if q := def.Orientation; q != nil {
		u := *q
		if t := f.parts[0].template; t > 0 {
			u = u.Mul(d.templates[t-1].axes)
		}
		// Fifteen digits: the length of the quaternion must be 1 to within 1e-10.
		orientation = fmt.Sprintf("constant %.15g %.15g %.15g %.15g", u.W, u.X, u.Y, u.Z)
	}
	common := fmt.Sprintf("seed %d distributiontemplate products%d vel constant %s orientation %s", s.seeds.next(), i+1,
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
func (d *Deck) liggghtsTemplate(s *script, name string, p *share) {
	t := &d.templates[p.template-1]
	j := t.inertia
	s.line("fix %s all particletemplate/multisphere %d atom_type %d density constant %.10g nspheres %d ntry 200000 "+
		"spheres &", name, s.seeds.next(), p.kind, p.density, len(t.spheres))
	for _, x := range t.spheres {
		s.line("    %s %.10g &", xyz(vector(x.Position)), x.Radius)
	}
	s.line("    type %d mass %.10g inertia_tensor %.10g 0 0 %.10g 0 %.10g use_density", p.template, t.mass, j.X,
		j.Y, j.Z)
}

// liggghtsOutput writes the commands for the output during the run.
func (d *Deck) liggghtsOutput(s *script) {
	made := ""
	for i := range d.feeds {
		made += fmt.Sprintf(" f_inlet%d[1] f_inlet%d[2]", i+1, i+1)
	}
	s.line("thermo_style custom step atoms ke%s\nthermo_modify lost ignore norm no\nthermo %d", made, d.dumpEvery)
	s.line("run 0") // computes the values that the first dumps contain
	d.liggghtsDumps(s, "")
}

// liggghtsDumps writes the commands that begin the dumps of atoms, and the dumps of meshes if some mesh moves.
func (d *Deck) liggghtsDumps(s *script, options string) {
	s.line("dump atoms all custom %d post/atoms.*.txt %s\ndump_modify atoms sort id%s", d.dumpEvery, d.columns(), options)
	if !d.moves() {
		return
	}
	for i := range d.meshes {
		name := meshName(i)
		s.line("dump %s all mesh/stl %d post/%s.*.stl %s", name, d.dumpEvery, name, name)
		if options != "" {
			s.line("dump_modify %s%s", name, options)
		}
	}
}

// liggghtsLast writes the commands that dump the last step, if the regular dumps do not include it. The dumps are
// ended and begun again, because a dump that begins can write the present step.
func (d *Deck) liggghtsLast(s *script) {
	if d.steps%d.dumpEvery == 0 {
		return
	}
	s.line("undump atoms")
	for i := range d.meshes {
		if d.moves() {
			s.line("undump %s", meshName(i))
		}
	}
	d.liggghtsDumps(s, " first yes")
	s.line("run 0")
}

// moves reports whether a mesh moves.
func (d *Deck) moves() bool {
	return slices.ContainsFunc(d.stages, func(st stage) bool { return len(st.moves) > 0 })
}

// liggghtsRun writes the run: first until the inlets with a limit have made all their bodies, and then stage by
// stage.
func (d *Deck) liggghtsRun(s *script) {
	wait := d.waits()
	loops := false
	for i := range d.feeds {
		def := &d.feeds[i].in.Def
		open := def.MassRate == 0 && (def.MaxMass > 0 || d.feeds[i].bodies > 0)
		if def.Fill || !open && def.Name != wait {
			continue
		}
		if !loops {
			s.line("variable left equal \"%d - step\"", d.steps)
		}
		loops = true
		d.liggghtsWait(s, i)
	}
	for k := range d.stages {
		d.liggghtsStage(s, k, wait != "")
	}
	switch {
	case wait != "":
		s.line("label end")
		fallthrough
	case loops:
		s.line("if \"${left} > 0\" then \"run %d upto\"", d.steps)
	case len(d.stages) == 0:
		s.line("run %d", d.steps)
	}
	d.liggghtsLast(s)
}

// liggghtsUpTo writes a run of the given number of steps, or of the steps that are left if these are fewer.
func liggghtsUpTo(s *script, steps int64) {
	s.line("if \"${left} < %d\" then \"run ${left}\" else \"run %d\"", steps, steps)
}

// liggghtsWait writes a loop that runs until an inlet has made all its bodies, and then removes the inlet.
func (d *Deck) liggghtsWait(s *script, i int) {
	f := &d.feeds[i]
	def := &f.in.Def
	column, most := 1, float64(f.bodies)-0.5
	if def.MaxMass > 0 { // an inlet with a rate may leave out its last body
		column, most = 2, def.MaxMass-0.5*f.heaviest
	}
	s.line("label wait%d", i+1)
	liggghtsUpTo(s, int64(def.Every))
	s.line("variable missing%d equal \"f_inlet%d[%d] < %.10g && step < %d\"", i+1, i+1, column, most, d.steps)
	s.line("if \"${missing%d} > 0\" then \"jump SELF wait%d\"", i+1, i+1)
	s.line("thermo_style custom step atoms ke\nthermo_modify lost ignore norm no\nunfix inlet%d", i+1)
	s.line("print \"tumble: inlet %s is done\"", LogName(def.Name))
}

// liggghtsStage writes a stage. After a wait of unknown length it leaves out the run of the last stage, which
// liggghtsRun writes: the number of steps is not known here.
func (d *Deck) liggghtsStage(s *script, k int, waited bool) {
	st := &d.stages[k]
	if waited {
		s.line("if \"${left} <= 0\" then \"jump SELF end\"")
	}
	for j, m := range st.moves {
		s.line("variable now equal step\nprint \"tumble: phase %s begins at step ${now}\"", LogName(m.name))
		if m.velocity != (vec.Vec3{}) {
			s.line("fix shift%d_%d all move/mesh mesh %s linear %s", k, j, meshName(m.mesh), xyz(m.velocity))
		}
		if w := m.spin.Norm(); w > 0 {
			s.line("fix turn%d_%d all move/mesh mesh %s rotate origin %s axis %s period %.10g", k, j, meshName(m.mesh),
				xyz(m.about), xyz(m.spin.Scale(1/w)), 2*math.Pi/w)
		}
	}
	switch {
	case !waited:
		s.line("run %d", st.steps)
	case k == len(d.stages)-1:
		return
	default:
		liggghtsUpTo(s, st.steps)
	}
	for j := len(st.moves) - 1; j >= 0; j-- {
		if st.moves[j].spin != (vec.Vec3{}) {
			s.line("unfix turn%d_%d", k, j)
		}
		if st.moves[j].velocity != (vec.Vec3{}) {
			s.line("unfix shift%d_%d", k, j)
		}
	}
}
