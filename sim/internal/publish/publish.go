// Package publish copies bodies, shapes and contacts into snapshots for drawing. Workers share the rows.
package publish

import (
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
)

// These constants are negative and do not compile unless snapshots number the kinds of bodies and volumes as the
// engine does.
const (
	_ = -(uint(body.Dynamic) ^ uint(bridge.Dynamic))
	_ = -(uint(body.Kinematic) ^ uint(bridge.Kinematic))
	_ = -(uint(body.Static) ^ uint(bridge.Static))

	_ = -(uint(insertion.VolumeCylinder) ^ uint(bridge.VolumeCylinder))
	_ = -(uint(insertion.VolumeBox) ^ uint(bridge.VolumeBox))
	_ = -(uint(insertion.VolumeHalfSpace) ^ uint(bridge.VolumeHalfSpace))
)

// Publisher fills snapshots from the contacts of a world, with their bodies and shapes, and from its inlets and
// outlets. It keeps memory and the loops for that.
type Publisher struct {
	from   *contact.Set
	flow   *insertion.Flow
	filled *bridge.Snapshot // snapshot that the workers fill
	shown  []shownChunk     // chunks whose contacts it gets

	bodies, contacts parallel.Task
	shapes           [len(shape.Kinds)]parallel.Task
}

// Bind sets the contacts and the flow that are published; it is called first.
func (p *Publisher) Bind(set *contact.Set, flow *insertion.Flow) {
	p.from, p.flow = set, flow
	p.bodies, p.contacts = p.fillBodies, p.fillContacts
	for _, kind := range rowKinds {
		p.shapes[kind] = func(_, first, last int) {
			rows := p.filled.Capsules[rowsBefore(set.Shapes, kind):]
			fillRows(set.Bodies, rows[first:last], set.Shapes.Infos[kind][first:last])
		}
	}
}

// Fill copies bodies, shapes, contacts, materials, inlets and outlets into a snapshot, reusing its memory, and
// leaves the rest alone.
func (p *Publisher) Fill(s *bridge.Snapshot) {
	b, shapes := p.from.Bodies, p.from.Shapes
	p.fillRows(s)
	drawShapes(shapes, b, s)
	p.FillCounts(s)
	p.fillMaterials(s)
	candidates := 0
	for i := range p.from.Lists {
		candidates += p.from.Lists[i].Count()
	}
	s.Stats.Candidates = candidates
	s.Bounds = bounds(shapes, b, s.Capsules)
}

// FillNumbers copies counts, inlets and outlets into a snapshot, with means and the flow through its planes, and leaves
// the rest alone.
func (p *Publisher) FillNumbers(s *bridge.Snapshot) {
	p.FillCounts(s)
	s.Means = bridge.Means(p.from.Means())
}

// FillCounts is FillNumbers without the means, which cost a pass over all contacts.
func (p *Publisher) FillCounts(s *bridge.Snapshot) {
	fillFlow(p.flow, s)
	for i := range s.Planes {
		fillPlane(&s.Planes[i], p.flow, p.from.Bodies)
	}
	s.Stats.Bodies, s.Stats.Contacts, s.Stats.MaxOverlapRatio = p.from.Bodies.Len(), p.from.Count, p.from.Deepest
	s.Stats.Workers = p.from.Team.Workers()
}

// fillRows copies bodies, shapes that have rows, and contacts, which workers share.
func (p *Publisher) fillRows(s *bridge.Snapshot) {
	contacts := 0
	p.shown = p.shown[:0]
	for k := range p.from.Listed {
		if s.Wanted.Contacts {
			p.shown = append(p.shown, shownChunk{k, contacts})
			contacts += k.Contacts.N
		}
	}
	bodies, rows := p.from.Bodies.Len(), rowsBefore(p.from.Shapes, shape.Kind(len(shape.Kinds)))
	s.Bodies = slices.Grow(s.Bodies[:0], bodies)[:bodies]
	s.Capsules = slices.Grow(s.Capsules[:0], rows)[:rows]
	s.Details = s.Details[:0]
	if s.Wanted.Details {
		s.Details = slices.Grow(s.Details, bodies)[:bodies]
	}
	s.Contacts = slices.Grow(s.Contacts[:0], contacts)[:contacts]
	p.filled = s
	team, whose := p.from.Team, p.from.Partition.Bodies
	team.Run(bodies, parallel.Chunk, body.PerBody, whose, p.bodies)
	for _, kind := range rowKinds {
		team.Run(p.from.Shapes.Count(kind), parallel.Chunk, body.PerBody, whose, p.shapes[kind])
	}
	team.Run(len(p.shown), 1, contact.ChunkSize*body.PerBody, nil, p.contacts)
	if s.Wanted.Details {
		for _, on := range p.from.ActingOnFixed(contact.AnyBody) {
			on.Force.RoundTo(&s.Details[on.Body].Force)
		}
	}
	p.filled = nil
}

func (p *Publisher) fillBodies(_, first, last int) {
	b, rows := p.from.Bodies, p.filled.Bodies
	for i := first; i < last; i++ {
		row := &rows[i]
		row.Number = int64(b.ID(i))
		b.Pos[i].RoundTo(&row.Center)
		b.Vel[i].RoundTo(&row.Velocity)
		b.Spin[i].RoundTo(&row.Spin)
		row.Mass, row.Kind = float32(b.Mass(i).Mass), bridge.BodyKind(b.Kind[i])
	}
	if p.filled.Wanted.Details {
		p.fillDetails(p.filled.Details, first, last)
	}
}

// fillDetails fills in the data of bodies [first, last) that few readers ask for.
func (p *Publisher) fillDetails(rows []bridge.Detail, first, last int) {
	b := p.from.Bodies
	for i := first; i < last; i++ {
		material := b.Template(i).Shapes[0].Def.Material
		row := &rows[i]
		*row = bridge.Detail{Born: b.Born(i), Name: b.Name(i), Material: int32(material), Start: b.Start[i].Float32()}
		if !b.IsFixed(i) {
			b.Wrench[i].Force.RoundTo(&row.Force)
		}
		translation, rotation := b.Kinetic(i)
		row.Kinetic = float32(translation + rotation)
	}
}
