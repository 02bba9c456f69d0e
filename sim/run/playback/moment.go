package playback

import (
	"example.org/tumble/sim/files/dump"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Moment is a moment of a run, whose atoms are combined to bodies.
type Moment struct {
	Index   int // in the run
	Step    int64
	Time    float64 // [s]
	Bodies  []Body
	Missing bridge.Missing

	run    *Run
	shapes []solid
	turned bool // the dump has orientations of atoms
	typed  bool // the dump has types of atoms
}

// Run returns the run to which the moment belongs.
func (m *Moment) Run() *Run { return m.run }

// solid is a shape of a body; its segment lies along the z axis of its own frame.
type solid struct {
	dump.Atom
	material int32 // index into the materials of the run
	colors   [2]bridge.RGBA
}

// Body is a rigid body of a moment. SI units.
type Body struct {
	Number                 int64
	Center, Velocity, Spin vec.Vec3
	Force, Torque          vec.Vec3
	Orientation            vec.Quat // relative to its first appearance; of a single atom, as in the dump
	Mass, Kinetic          float64  // 0 if the dump has no mass
	Born                   float64  // time of its first moment [s]
	Start                  vec.Vec3 // centre at that time
	Inertia                vec.Vec3 // principal moments; 0 if not known
	first, count           int      // its shapes in Moment.shapes
	own                    bool     // the shapes have orientations of their own and do not rotate with the body
	name                   string
}

// assemble makes bodies from atoms: one for each atom, or one for each rigid molecule.
func (r *Run) assemble(f *dump.Frame, k int) *Moment {
	m := &Moment{Index: k, Step: f.Step, Time: r.Times[k], run: r, Missing: bridge.Missing{
		Contacts: true, Velocity: !f.Has(dump.Velocity), Spin: !f.Has(dump.Spin), Force: !f.Has(dump.Force),
		Mass: !f.Has(dump.Mass) && r.stage == nil, Turn: !r.rigid && !f.Has(dump.Quat), Edits: true,
		Triangles: true,
	}}
	m.turned, m.typed = f.Has(dump.Quat), f.Has(dump.Type)
	m.shapes = make([]solid, 0, len(f.Atoms))
	for i := range f.Atoms {
		a := &f.Atoms[i]
		if r.stage == nil {
			r.types = max(r.types, a.Type)
		} else if !f.Has(dump.Mass) {
			a.Mass = r.stage.density(a.Type) * weight(a)
		}
	}
	before := make(map[int64]vec.Quat, len(f.Atoms))
	var atoms []dump.Atom
	for _, group := range r.groups(f) {
		b := Body{Number: group.number, name: "atom", first: len(m.shapes)}
		if len(group.atoms) > 1 {
			b.name = "clump"
		}
		atoms = atoms[:0]
		for _, i := range group.atoms {
			atoms = append(atoms, f.Atoms[i])
		}
		r.place(m, &b, atoms)
		b.count = len(m.shapes) - b.first
		before[b.Number] = b.Orientation
		m.Bodies = append(m.Bodies, b)
	}
	r.before = before
	return m
}

// group is the atoms of a body.
type group struct {
	number int64
	atoms  []int
}

// aloneFrom is the first number of atoms that belong to no body, if other atoms belong to bodies.
const aloneFrom = 1_000_000_000

// groups divides atoms into bodies, in the order of their first atoms. If some bodies have more than one
// atom, atoms without a body get numbers from aloneFrom on.
func (r *Run) groups(f *dump.Frame) []group {
	list := make([]group, 0, len(f.Atoms))
	place := map[int64]int{}
	for i := range f.Atoms {
		a := &f.Atoms[i]
		switch at, known := place[a.Mol]; {
		case !r.rigid:
			list = append(list, group{a.ID, []int{i}})
		case a.Mol <= 0 && !f.Has(dump.Quat):
			list = append(list, group{aloneFrom + a.ID, []int{i}})
		case known:
			list[at].atoms = append(list[at].atoms, i)
		default:
			place[a.Mol] = len(list)
			list = append(list, group{a.Mol, []int{i}})
		}
	}
	return list
}

// place computes the values of a body from its atoms, and makes its shapes.
func (r *Run) place(m *Moment, b *Body, atoms []dump.Atom) {
	lead := &atoms[0]
	first := r.series.First[lead.ID]
	b.Born, b.Spin, b.Orientation = r.Times[first.Moment], lead.Spin, vec.Identity
	t := r.stage.template(atoms)
	switch {
	case m.turned: // our own export gives each atom the orientation of its body
		b.own = true
		b.weigh(r, atoms)
		b.Orientation, b.Mass, b.Force, b.Torque = lead.Orientation, lead.Mass, lead.Force, lead.Torque
	case t != nil && b.fit(r, t, atoms):
		m.shapes = append(m.shapes, t.placed(b, lead)...)
		return
	default:
		b.weigh(r, atoms)
		b.turn(r, atoms)
	}
	b.move(atoms, m.turned)
	for i := range atoms {
		m.shapes = append(m.shapes, solid{Atom: atoms[i], material: r.stage.material(atoms[i].Type)})
	}
}

// weigh computes the centre of mass of a body from its atoms.
func (b *Body) weigh(r *Run, atoms []dump.Atom) {
	var total float64
	b.Mass = 0
	for i := range atoms {
		a := &atoms[i]
		w := weight(a)
		total += w
		b.Center = b.Center.AddScaled(w, a.Position)
		b.Start = b.Start.AddScaled(w, r.series.First[a.ID].Position)
		b.Mass += a.Mass
	}
	b.Center, b.Start = b.Center.Scale(1/total), b.Start.Scale(1/total)
}

// turn computes the orientation of a body with several atoms.
func (b *Body) turn(r *Run, atoms []dump.Atom) {
	if len(atoms) == 1 {
		return
	}
	own, places := make([]vec.Vec3, len(atoms)), make([]vec.Vec3, len(atoms))
	for i := range atoms {
		own[i], places[i] = r.series.First[atoms[i].ID].Position.Sub(b.Start), atoms[i].Position
	}
	b.Orientation = Fit(own, places, r.turnBefore(b)).Orientation
}

// turnBefore returns the orientation of a body at the moment that was read last.
func (r *Run) turnBefore(b *Body) vec.Quat {
	if before, ok := r.before[b.Number]; ok {
		return before
	}
	return vec.Identity
}

// fit computes the pose of a body by a template, and reports whether the template matches.
func (b *Body) fit(r *Run, t *template, atoms []dump.Atom) bool {
	places, first := make([]vec.Vec3, len(atoms)), make([]vec.Vec3, len(atoms))
	for i := range atoms {
		places[i], first[i] = atoms[i].Position, r.series.First[atoms[i].ID].Position
	}
	pose := Fit(t.spheres, places, r.turnBefore(b))
	if pose.Off > sphereGap*atoms[0].Radius+printed*pose.Center.Norm() {
		return false
	}
	lead := &atoms[0]
	b.Center, b.Orientation, b.own, b.name = pose.Center, pose.Orientation, true, t.name
	b.Start = Fit(t.spheres, first, vec.Identity).Center
	b.Velocity = lead.Velocity.Add(lead.Spin.Cross(b.Center.Sub(lead.Position)))
	b.Mass, b.Inertia = t.mass, t.inertia
	w := b.Orientation.Unrotate(b.Spin)
	b.Kinetic = 0.5*b.Mass*b.Velocity.Norm2() + 0.5*w.Dot(w.Mul(b.Inertia))
	b.load(atoms)
	return true
}

// load sums the forces on a body.
func (b *Body) load(atoms []dump.Atom) {
	for i := range atoms {
		a := &atoms[i]
		b.Force = b.Force.Add(a.Force)
		b.Torque = b.Torque.Add(a.Torque).Add(a.Position.Sub(b.Center).Cross(a.Force))
	}
}

// move computes the velocity and energy of a body and, if its atoms have forces, the force on it.
func (b *Body) move(atoms []dump.Atom, turned bool) {
	lead := &atoms[0]
	b.Velocity = lead.Velocity
	if !turned {
		b.Velocity = b.Velocity.Add(lead.Spin.Cross(b.Center.Sub(lead.Position)))
		b.load(atoms)
	}
	var total float64
	for i := range atoms {
		total += weight(&atoms[i])
	}
	b.Kinetic = 0.5 * b.Mass * b.Velocity.Norm2()
	for i := range atoms {
		a := &atoms[i]
		share, arm := b.Mass*weight(a)/total, b.Spin.Cross(a.Position.Sub(b.Center))
		b.Kinetic += 0.5*share*arm.Norm2() + 0.2*share*a.Radius*a.Radius*b.Spin.Norm2()
	}
}

// weight is the mass of an atom [kg] or, without a mass, its volume as mass of density 1 [m³]. It weights
// the centre of the body.
func weight(a *dump.Atom) float64 {
	s := shape.Capsule{Axis: vec.AxisZ, Half: a.Shaft / 2, Radius: a.Radius}
	if v := s.Volume(); v > 0 {
		return v
	}
	return 1
}
