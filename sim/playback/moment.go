package playback

import (
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/dump"
	"example.org/tumble/sim/shape"
	"example.org/tumble/sim/vec"
)

// Moment is a moment of a run, put together to bodies.
type Moment struct {
	Index  int // in the run
	Step   int64
	Time   float64 // [s]
	Bodies []Body
	Lacks  bridge.Lacks

	run    *Run
	shapes []dump.Atom
}

// Body is a rigid body of a moment. SI units.
type Body struct {
	Number                 int64
	Center, Velocity, Spin vec.Vec3
	Force, Torque          vec.Vec3
	Orientation            vec.Quat // from that with which it was seen first; of one atom, as the dump has it
	Mass, Kinetic          float64  // 0 where the dump has no mass
	Born                   float64  // time of the moment that has it first [s]
	Start                  vec.Vec3 // where it was then
	first, count           int      // its atoms in Moment.shapes
}

// assemble makes bodies of atoms: one of each atom, or of all of a molecule where those are rigid.
func (r *Run) assemble(f *dump.Frame, k int) *Moment {
	m := &Moment{Index: k, Step: f.Step, Time: r.Times[k], run: r, Lacks: bridge.Lacks{
		Contacts: true, Velocity: !f.Has(dump.Velocity), Spin: !f.Has(dump.Spin), Force: !f.Has(dump.Force),
		Mass: !f.Has(dump.Mass), Turn: !r.rigid && !f.Has(dump.Quat), Edits: true,
	}}
	m.shapes = make([]dump.Atom, 0, len(f.Atoms))
	for i := range f.Atoms {
		r.materials = max(r.materials, f.Atoms[i].Type)
	}
	before := make(map[int64]vec.Quat, len(f.Atoms))
	for _, group := range r.groups(f) {
		b := Body{Number: group.number, first: len(m.shapes), count: len(group.atoms)}
		for _, i := range group.atoms {
			m.shapes = append(m.shapes, f.Atoms[i])
		}
		r.place(m, &b, f.Has(dump.Quat))
		before[b.Number] = b.Orientation
		m.Bodies = append(m.Bodies, b)
	}
	r.before = before
	return m
}

// group are the atoms of a body.
type group struct {
	number int64
	atoms  []int
}

// aloneFrom is where the numbers of atoms begin that belong to no body, where others do.
const aloneFrom = 1_000_000_000

// groups divides atoms into bodies, in the order of their first atoms. Where bodies have more than one atom, atoms
// that are none's have numbers from aloneFrom on.
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

// place computes what a body does from its atoms.
func (r *Run) place(m *Moment, b *Body, turned bool) {
	atoms := m.shapes[b.first : b.first+b.count]
	var total, mass float64
	var start vec.Vec3
	for i := range atoms {
		a := &atoms[i]
		w := weight(a)
		total += w
		b.Center = b.Center.AddScaled(w, a.Position)
		start = start.AddScaled(w, r.series.First[a.ID].Position)
		b.Force = b.Force.Add(a.Force)
		mass += a.Mass
	}
	b.Center, start = b.Center.Scale(1/total), start.Scale(1/total)
	lead := &atoms[0]
	b.Spin, b.Mass, b.Orientation = lead.Spin, mass, vec.Identity
	b.Velocity = lead.Velocity.Add(lead.Spin.Cross(b.Center.Sub(lead.Position)))
	switch {
	case turned: // our own export gives each atom what its body has
		b.Orientation, b.Mass, b.Force, b.Torque, b.Velocity = lead.Orientation, lead.Mass, lead.Force, lead.Torque,
			lead.Velocity
	case b.count > 1:
		own, places := make([]vec.Vec3, b.count), make([]vec.Vec3, b.count)
		for i := range atoms {
			own[i], places[i] = r.series.First[atoms[i].ID].Position.Sub(start), atoms[i].Position
		}
		before, ok := r.before[b.Number]
		if !ok {
			before = vec.Identity
		}
		b.Orientation = Fit(own, places, before).Orientation
	}
	b.move(atoms, total, turned)
	seen := r.series.First[lead.ID]
	b.Born, b.Start = r.Times[seen.Moment], start
}

// move computes the energy and the torque of a body from its atoms, whose weights have a total.
func (b *Body) move(atoms []dump.Atom, total float64, turned bool) {
	b.Kinetic = 0.5 * b.Mass * b.Velocity.Norm2()
	for i := range atoms {
		a := &atoms[i]
		share, arm := b.Mass*weight(a)/total, b.Spin.Cross(a.Position.Sub(b.Center))
		b.Kinetic += 0.5*share*arm.Norm2() + 0.2*share*a.Radius*a.Radius*b.Spin.Norm2()
		if !turned {
			b.Torque = b.Torque.Add(a.Torque).Add(a.Position.Sub(b.Center).Cross(a.Force))
		}
	}
}

// weight is the mass of an atom [kg], or else its volume as that of its density 1 [m³]: what its body's centre is
// weighted with.
func weight(a *dump.Atom) float64 {
	s := shape.Capsule{Axis: vec.AxisZ, Half: a.Shaft / 2, Radius: a.Radius}
	if v := s.Volume(); v > 0 {
		return v
	}
	return 1
}
