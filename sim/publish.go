package sim

import (
	"math"
	"slices"

	"tumble/sim/bridge"
	"tumble/sim/contact"
	"tumble/sim/law"
	"tumble/sim/parallel"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// Fill copies the state into a snapshot, reusing its memory. What only the runner knows
// (scene, pacing) it leaves alone, and so it does with readings: Hash and Energy.
func (w *World) Fill(s *bridge.Snapshot) {
	s.Step, s.Time, s.Seed, s.Fault = w.clock.Step, w.clock.Time, w.params.Seed, w.Fault()
	w.fillRows(s)
	w.shapes.Draw(&w.bodies, s)
	w.flow.Publish(s)
	w.hand.Publish(s)
	w.fillMaterials(s)
	w.fillPanels(s)
	s.Bounds = w.shapes.Region(&w.bodies, s.Capsules)
}

// fillTasks are the loops over rows of a snapshot.
type fillTasks struct {
	bodies, contacts parallel.Task
	shapes           [len(shape.Kinds)]parallel.Task
}

// shownChunk is a chunk of contacts in a snapshot.
type shownChunk struct {
	*contact.Chunk
	before int // contacts of the chunks before it
}

// fillRows copies bodies, shapes that have rows, and contacts, which workers share.
func (w *World) fillRows(s *bridge.Snapshot) {
	contacts := 0
	w.shown = w.shown[:0]
	for k := range w.contacts.Listed {
		if s.Wanted.Contacts {
			w.shown = append(w.shown, shownChunk{k, contacts})
			contacts += k.Contacts.N
		}
	}
	bodies, rows := w.bodies.Len(), w.shapes.Rows()
	s.Bodies = slices.Grow(s.Bodies[:0], bodies)[:bodies]
	s.Capsules = slices.Grow(s.Capsules[:0], rows)[:rows]
	s.Details = s.Details[:0]
	if s.Wanted.Details {
		s.Details = slices.Grow(s.Details, bodies)[:bodies]
	}
	s.Contacts = slices.Grow(s.Contacts[:0], contacts)[:contacts]
	w.filled = s
	w.team.Run(bodies, contact.ChunkSize, contact.PerBody, w.contacts.Partition.Bodies, w.tasks.snapshot.bodies)
	for _, kind := range shape.Solids {
		w.team.Run(w.shapes.Count(kind), contact.ChunkSize, contact.PerBody, w.contacts.Partition.Bodies,
			w.tasks.snapshot.shapes[kind])
	}
	w.team.Run(len(w.shown), 1, contact.ChunkSize*contact.PerBody, nil, w.tasks.snapshot.contacts)
	w.filled = nil
}

func (w *World) fillBodies(_, first, last int) {
	b, rows := &w.bodies, w.filled.Bodies
	for i := first; i < last; i++ {
		row := &rows[i]
		row.Number = int64(b.Info[i].ID)
		b.Pos[i].RoundTo(&row.Center)
		b.Vel[i].RoundTo(&row.Velocity)
		b.Spin[i].RoundTo(&row.Spin)
		row.Mass, row.Kind = float32(b.Mass[i].Mass), b.Kind[i]
	}
	if w.filled.Wanted.Details {
		w.fillDetails(w.filled.Details, first, last)
	}
}

// fillDetails does what few readers ask of bodies [first, last).
func (w *World) fillDetails(rows []bridge.Detail, first, last int) {
	b := &w.bodies
	for i := first; i < last; i++ {
		row, info := &rows[i], &b.Info[i]
		*row = bridge.Detail{Born: info.Born}
		info.Start.RoundTo(&row.Start)
		if !b.Still(i) {
			b.Wrench[i].Force.RoundTo(&row.Force)
		}
		translation, rotation := b.Kinetic(i)
		row.Kinetic = float32(translation + rotation)
	}
}

// filling returns the loop over the shapes of a kind.
func (w *World) filling(kind shape.Kind) parallel.Task {
	return func(_, first, last int) { w.shapes.FillRows(kind, &w.bodies, w.filled.Capsules, first, last) }
}

// fillContacts does the contacts of some of the chunks in w.shown.
func (w *World) fillContacts(_, first, last int) {
	for _, k := range w.shown[first:last] {
		k.Fill(w.filled.Contacts[k.before:], &w.shapes)
	}
}

// maxNotices is how many of the latest notices a snapshot carries.
const maxNotices = 8

func (w *World) fillPanels(s *bridge.Snapshot) {
	p := &w.params
	s.Params = bridge.Params{
		Gravity: p.Gravity, Damping: p.Damping, TimeStep: w.clock.Dt, TimeStepSafety: p.TimeStepSafety,
		FixedTimeStep: p.TimeStep > 0, CapsuleRule: p.CapsuleRule, Law: p.Law, Speed: s.Params.Speed,
	}
	candidates := 0
	for i := range w.contacts.Lists {
		candidates += w.contacts.Lists[i].Count()
	}
	s.Stats.Bodies, s.Stats.Contacts, s.Stats.Candidates = w.bodies.Len(), w.contacts.Count, candidates
	s.Stats.Rebuilds, s.Stats.MaxOverlapRatio = w.neighbours.Rebuilds, w.contacts.Deepest
	s.Stats.Workers = w.team.Workers()
	s.Notices = append(s.Notices[:0], w.log.Latest(maxNotices)...)
}

// fillMaterials gives each material the stiffness and critical time step of the smallest
// shape made of it.
func (w *World) fillMaterials(s *bridge.Snapshot) {
	s.Materials = s.Materials[:0]
	for i := range w.contacts.Materials {
		s.Materials = append(s.Materials, bridge.Material{Name: w.contacts.Materials[i].Name,
			Law: w.contacts.Materials[i].Law, Radius: math.Inf(1)})
	}
	for _, kind := range shape.Solids {
		infos := w.shapes.Infos[kind]
		for i := range infos {
			if m, r := &s.Materials[infos[i].Material], infos[i].Radius; r < m.Radius {
				m.Radius = r
			}
		}
	}
	for made, r := range w.flow.Fresh {
		m := &s.Materials[made.Material]
		m.Radius = vec.Lower(m.Radius, r)
	}
	for i := range s.Materials {
		m := &s.Materials[i]
		if math.IsInf(m.Radius, 1) {
			m.Radius = 0
			continue
		}
		m.NormalStiffness = w.nominalStiffness(i, m.Radius)
		m.CriticalTimeStep = w.soundStep(m.Radius, i)
	}
}

// nominalStiffness returns the normal stiffness of two spheres of a material [N/m]; where it
// depends on the overlap, that for one of a hundredth of the radius.
func (w *World) nominalStiffness(material int, radius float64) float64 {
	l, u := &law.Kinds[w.contacts.Law], radius/100
	m, both := w.contacts.Materials[material].Law, &w.contacts.Properties[material*(len(w.contacts.Materials)+1)]
	s := l.Mix(m, m, both.PairProperties, radius, radius)
	return l.Slope(s, u, l.Grade(s, u))
}
