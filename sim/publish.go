package sim

import (
	"math"
	"slices"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/parallel"
	"tumble/sim/shape"
)

// Fill copies the state into a snapshot, reusing its memory. What only the runner knows
// (scene, pacing) it leaves alone, and so it does with readings: Hash and Energy.
func (w *World) Fill(s *bridge.Snapshot) {
	s.Step, s.Time, s.Seed, s.Fault = w.clock.step, w.clock.time, w.seed, w.fault
	w.fillRows(s)
	w.fillWalls(s)
	w.fillMeshes(s)
	w.fillCylinders(s)
	w.fillInlets(s)
	w.fillOutlets(s)
	w.fillMaterials(s)
	w.fillPanels(s)
	s.Bounds = w.bounds(s.Capsules)
}

// fillTasks are the loops over rows of a snapshot.
type fillTasks struct{ bodies, spheres, capsules, contacts parallel.Task }

// shownChunk is a chunk of contacts in a snapshot.
type shownChunk struct {
	*chunkOfPairs
	before int // contacts of the chunks before it
}

// fillRows copies bodies, spheres, capsules and contacts, which workers share.
func (w *World) fillRows(s *bridge.Snapshot) {
	contacts := 0
	w.shown = w.shown[:0]
	for k := range w.listed {
		if s.Wanted.Contacts {
			w.shown = append(w.shown, shownChunk{k, contacts})
			contacts += k.contacts.n
		}
	}
	bodies, rounds := w.bodies.Len(), w.shapes.Rounds()
	s.Bodies = slices.Grow(s.Bodies[:0], bodies)[:bodies]
	s.Capsules = slices.Grow(s.Capsules[:0], rounds)[:rounds]
	s.Contacts = slices.Grow(s.Contacts[:0], contacts)[:contacts]
	w.filled = s
	w.team.Run(bodies, chunk, perBody, w.cuts.bodies, w.tasks.snapshot.bodies)
	w.team.Run(len(w.shapes.Spheres), chunk, perBody, w.cuts.bodies, w.tasks.snapshot.spheres)
	w.team.Run(len(w.shapes.Capsules), chunk, perBody, w.cuts.bodies, w.tasks.snapshot.capsules)
	w.team.Run(len(w.shown), 1, chunk*perBody, nil, w.tasks.snapshot.contacts)
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
}

func (w *World) fillSpheres(_, first, last int) {
	fillRounds(&w.bodies, w.filled.Capsules[first:last], w.shapes.Infos[shape.KindSphere][first:last])
}

func (w *World) fillCapsules(_, first, last int) {
	rows := w.filled.Capsules[len(w.shapes.Spheres):]
	fillRounds(&w.bodies, rows[first:last], w.shapes.Infos[shape.KindCapsule][first:last])
}

// fillRounds places spheres or capsules by the bodies' present poses: the shapes of the world
// are where the bodies were when the last step began.
func fillRounds(b *body.Set, rows []bridge.Capsule, infos []body.ShapeInfo) {
	for i := range infos {
		row, info := &rows[i], &infos[i]
		p, q := info.Part, &b.Ori[info.Body]
		b.CenterOf(info).RoundTo(&row.Center)
		q.Rotate(p.Axis).RoundTo(&row.Axis)
		q.Rotate(p.Side).RoundTo(&row.Side)
		row.Half, row.Radius, row.Body, row.Colors = float32(p.Shaft/2), float32(p.Radius), info.Body, p.Def.Colors
	}
}

func (w *World) fillWalls(s *bridge.Snapshot) {
	s.Walls = s.Walls[:0]
	for i := range w.shapes.Walls {
		wall, info := &w.shapes.Walls[i], &w.shapes.Infos[shape.KindWall][i]
		s.Walls = append(s.Walls, bridge.Wall{
			Axis: int32(wall.Axis), Sense: int32(wall.Sense), Position: float32(w.wallPosition(i)),
			Lo: [2]float32{float32(wall.Lo[0]), float32(wall.Lo[1])}, Hi: [2]float32{float32(wall.Hi[0]), float32(wall.Hi[1])},
			Body: info.Body, Color: info.Def.Colors[0],
		})
	}
}

func (w *World) fillCylinders(s *bridge.Snapshot) {
	s.Cylinders = s.Cylinders[:0]
	for i := range w.shapes.Cylinders {
		c, info := &w.shapes.Cylinders[i], &w.shapes.Infos[shape.KindCylinder][i]
		q := w.bodies.Ori[info.Body]
		s.Cylinders = append(s.Cylinders, bridge.Cylinder{
			Point: w.bodies.Pos[info.Body].Add(q.Rotate(info.Local)).Float32(),
			Axis:  q.Rotate(info.Axis).Float32(), Side: q.Rotate(info.Side).Float32(),
			Radius: float32(c.Radius), Half: float32(c.Drawn / 2), Inside: c.Hollow,
			Body: info.Body, Color: info.Def.Colors[0],
		})
	}
}

func (w *World) fillMeshes(s *bridge.Snapshot) {
	s.Meshes = s.Meshes[:0]
	for i := range w.shapes.Meshes {
		info := &w.shapes.Infos[shape.KindMesh][i]
		q := w.bodies.Ori[info.Body]
		s.Meshes = append(s.Meshes, bridge.Mesh{
			Geometry: w.shapes.Meshes[i].Geometry,
			Position: w.bodies.Pos[info.Body].Float32(),
			Rotation: [4]float32{float32(q.W), float32(q.X), float32(q.Y), float32(q.Z)},
			Body:     info.Body, Color: info.Def.Colors[0],
		})
	}
}

func (w *World) fillInlets(s *bridge.Snapshot) {
	s.Inlets = s.Inlets[:0]
	for i := range w.inlets {
		in := &w.inlets[i]
		v := &in.def.Volume
		s.Inlets = append(s.Inlets, bridge.Inlet{
			Name: in.def.Name, Makes: in.makes, Bodies: in.bodies, Mass: in.mass, MaxMass: in.def.MaxMass, Done: in.done, DoneAt: in.doneAt,
			Rate: in.rate.value, Position: v.Origin.Float32(), Axis: v.Axis.Float32(),
			Radius: float32(v.Radius), Height: float32(v.Height), Volume: v.record(),
		})
	}
}

func (w *World) fillOutlets(s *bridge.Snapshot) {
	s.Outlets = s.Outlets[:0]
	for i := range w.outlets {
		o := &w.outlets[i]
		v := &o.def.Volume
		s.Outlets = append(s.Outlets, bridge.Outlet{
			Name: o.def.Name, Bodies: o.bodies, Mass: o.mass, Rate: o.rate.value, Energy: o.energy, Keep: o.def.Keep,
			Done: o.done, DoneAt: o.doneAt,
			Position: v.Origin.Float32(), Axis: v.Axis.Float32(),
			Radius: float32(v.Radius), Height: float32(v.Height), Volume: v.record(),
		})
	}
}

// fillContacts does the contacts of some of the chunks in w.shown.
func (w *World) fillContacts(_, first, last int) {
	for _, k := range w.shown[first:last] {
		t := &k.contacts
		rows := w.filled.Contacts[k.before : k.before+t.n]
		for b := range t.blocks {
			c, n := &t.blocks[b], lesser(blockSize, len(rows))
			for i := range rows[:n] {
				row, l := &rows[i], i%blockSize
				c.point.at(l).RoundTo(&row.Point)
				c.normal.at(l).RoundTo(&row.Normal)
				c.shear.at(l).RoundTo(&row.Shear)
				row.NormalForce, row.Friction = float32(c.normalForce[l]), float32(t.springs[c.springs[l]].mu)
				row.A, row.B, row.Sliding = c.bodyA[l], c.bodyB[l], t.marks[b].sliding>>l&1 != 0
			}
			rows = rows[n:]
		}
	}
}

// maxNotices is how many of the latest notices a snapshot carries.
const maxNotices = 8

func (w *World) fillPanels(s *bridge.Snapshot) {
	p := &w.params
	s.Params = bridge.Params{
		Gravity: p.Gravity, Damping: p.Damping, TimeStep: w.clock.dt, TimeStepSafety: p.TimeStepSafety,
		FixedTimeStep: p.TimeStep > 0, CapsuleRule: p.CapsuleRule, Law: p.Law, Speed: s.Params.Speed,
	}
	candidates := 0
	for i := range w.lists {
		candidates += w.lists[i].count()
	}
	s.Stats.Bodies, s.Stats.Contacts, s.Stats.Candidates = w.bodies.Len(), w.count, candidates
	s.Stats.Rebuilds, s.Stats.MaxOverlapRatio = w.rebuilds, w.deepest
	s.Stats.Workers = w.team.Workers()
	from := len(w.notices) - maxNotices
	if from < 0 {
		from = 0
	}
	s.Notices = append(s.Notices[:0], w.notices[from:]...)
}

// fillMaterials gives each material the stiffness and critical time step of the smallest
// shape made of it.
func (w *World) fillMaterials(s *bridge.Snapshot) {
	s.Materials = s.Materials[:0]
	for i := range w.materials {
		s.Materials = append(s.Materials, bridge.Material{Name: w.materials[i].name, Law: w.materials[i].law, Radius: math.Inf(1)})
	}
	for _, infos := range [][]body.ShapeInfo{w.shapes.Infos[shape.KindSphere], w.shapes.Infos[shape.KindCapsule]} {
		for i := range infos {
			if m, r := &s.Materials[infos[i].Material], infos[i].Radius; r < m.Radius {
				m.Radius = r
			}
		}
	}
	for shape, r := range w.fresh {
		m := &s.Materials[shape.Material]
		m.Radius = lower(m.Radius, r)
	}
	for i := range s.Materials {
		m := &s.Materials[i]
		if math.IsInf(m.Radius, 1) {
			m.Radius = 0
			continue
		}
		m.NormalStiffness = w.nominalStiffness(m.Law, m.Radius)
		m.CriticalTimeStep = w.soundStep(m.Radius, i)
	}
}

// nominalStiffness returns the normal stiffness of two spheres of a material [N/m]; where it
// depends on the overlap, that for one of a hundredth of the radius.
func (w *World) nominalStiffness(m law.Material, radius float64) float64 {
	l, u := &law.Kinds[w.law], radius/100
	s := l.Mix(m, m, law.MixSurface(m, m), radius, radius)
	return l.Slope(s, u, l.Grade(s, u))
}
