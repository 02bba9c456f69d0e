package sim

import (
	"math"
	"slices"

	"tumble/sim/bridge"
	"tumble/sim/law"
)

// Fill copies the state into a snapshot, reusing its memory. What only the runner knows
// (scene, pacing, hash) it leaves alone.
func (w *World) Fill(s *bridge.Snapshot) {
	s.Step, s.Time, s.Seed, s.Fault = w.clock.step, w.clock.time, w.seed, w.fault
	w.fillBodies(s)
	w.fillCapsules(s)
	w.fillWalls(s)
	w.fillMeshes(s)
	w.fillCylinders(s)
	w.fillInlets(s)
	w.fillOutlets(s)
	w.fillContacts(s)
	w.fillPanels(s)
	s.Bounds = w.bounds(s.Capsules)
}

func (w *World) fillBodies(s *bridge.Snapshot) {
	b := &w.bodies
	s.Bodies = slices.Grow(s.Bodies[:0], b.len())[:b.len()]
	for i := range s.Bodies {
		row := &s.Bodies[i]
		row.Number = int64(b.info[i].id)
		row.Center, row.Velocity, row.Spin = b.pos[i].Float32(), b.vel[i].Float32(), b.spin[i].Float32()
		row.Mass, row.Kind, row.ContactCount = float32(b.mass[i].mass), b.kind[i], 0
	}
	for k := range w.listed {
		for i := range k.contacts.n {
			c, l := k.contacts.row(i)
			s.Bodies[c.bodyA[l]].ContactCount++
			s.Bodies[c.bodyB[l]].ContactCount++
		}
	}
}

// fillCapsules places shapes by the bodies' present poses: the shapes of the world are
// where the bodies were when the last step began.
func (w *World) fillCapsules(s *bridge.Snapshot) {
	b, rounds := &w.bodies, w.shapes.rounds()
	s.Capsules = slices.Grow(s.Capsules[:0], rounds)[:rounds]
	fill := func(rows []bridge.Capsule, infos []shapeInfo) {
		for i := range infos {
			row, info := &rows[i], &infos[i]
			q := &b.ori[info.body]
			row.Center, row.Axis, row.Side = b.centerOf(info).Float32(), q.Rotate(info.axis).Float32(), q.Rotate(info.side).Float32()
			row.Half, row.Radius, row.Body, row.Colors = float32(info.shaft/2), float32(info.radius), info.body, info.def.Colors
		}
	}
	fill(s.Capsules, w.shapes.sphereInfo)
	fill(s.Capsules[len(w.shapes.spheres):], w.shapes.capsuleInfo)
}

func (w *World) fillWalls(s *bridge.Snapshot) {
	s.Walls = s.Walls[:0]
	for i := range w.shapes.walls {
		wall, info := &w.shapes.walls[i], &w.shapes.wallInfo[i]
		s.Walls = append(s.Walls, bridge.Wall{
			Axis: int32(wall.Axis), Sense: int32(wall.Sense), Position: float32(w.wallPosition(i)),
			Lo: [2]float32{float32(wall.lo[0]), float32(wall.lo[1])}, Hi: [2]float32{float32(wall.hi[0]), float32(wall.hi[1])},
			Body: info.body, Color: info.def.Colors[0],
		})
	}
}

func (w *World) fillCylinders(s *bridge.Snapshot) {
	s.Cylinders = s.Cylinders[:0]
	for i := range w.shapes.cylinders {
		c, info := &w.shapes.cylinders[i], &w.shapes.cylinderInfo[i]
		q := w.bodies.ori[info.body]
		s.Cylinders = append(s.Cylinders, bridge.Cylinder{
			Point: w.bodies.pos[info.body].Add(q.Rotate(info.local)).Float32(),
			Axis:  q.Rotate(info.axis).Float32(), Side: q.Rotate(info.side).Float32(),
			Radius: float32(c.Radius), Half: float32(c.drawn / 2), Inside: c.Hollow,
			Body: info.body, Color: info.def.Colors[0],
		})
	}
}

func (w *World) fillMeshes(s *bridge.Snapshot) {
	s.Meshes = s.Meshes[:0]
	for i := range w.shapes.meshes {
		info := &w.shapes.meshInfo[i]
		q := w.bodies.ori[info.body]
		s.Meshes = append(s.Meshes, bridge.Mesh{
			Geometry: w.shapes.meshes[i].geometry,
			Position: w.bodies.pos[info.body].Float32(),
			Rotation: [4]float32{float32(q.W), float32(q.X), float32(q.Y), float32(q.Z)},
			Body:     info.body, Color: info.def.Colors[0],
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
			Name: o.def.Name, Bodies: o.bodies, Mass: o.mass, Rate: o.rate.value, Energy: o.energy, Keep: o.def.Keep, Done: o.done,
			Position: v.Origin.Float32(), Axis: v.Axis.Float32(),
			Radius: float32(v.Radius), Height: float32(v.Height), Volume: v.record(),
		})
	}
}

func (w *World) fillContacts(s *bridge.Snapshot) {
	s.Contacts = s.Contacts[:0]
	if !s.Wanted.Contacts {
		return
	}
	s.Contacts = slices.Grow(s.Contacts, w.stats.contacts)
	for k := range w.listed {
		for i := range k.contacts.n {
			c, l := k.contacts.row(i)
			s.Contacts = append(s.Contacts, bridge.Contact{
				Point: c.point.at(l).Float32(), Normal: c.normal.at(l).Float32(), Shear: c.shear.at(l).Float32(),
				Overlap: float32(c.overlap[l]), NormalForce: float32(c.normalForce[l]), Friction: float32(k.contacts.springs[c.springs[l]].mu),
				A: c.bodyA[l], B: c.bodyB[l], Sliding: c.sliding>>l&1 != 0,
			})
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
	s.Materials = s.Materials[:0]
	for i := range w.materials {
		s.Materials = append(s.Materials, w.materialState(i))
	}
	candidates := 0
	for i := range w.lists {
		candidates += w.lists[i].count()
	}
	s.Stats.Bodies, s.Stats.Contacts, s.Stats.Candidates = w.bodies.len(), w.stats.contacts, candidates
	s.Stats.Rebuilds, s.Stats.MaxOverlapRatio = w.stats.rebuilds, w.stats.maxOverlapRatio
	s.Stats.Workers = w.team.workers
	s.Energy = w.Energy()
	from := len(w.notices) - maxNotices
	if from < 0 {
		from = 0
	}
	s.Notices = append(s.Notices[:0], w.notices[from:]...)
}

// materialState returns a material with the stiffness and critical time step it gives the
// smallest shape made of it.
func (w *World) materialState(i int) bridge.Material {
	m := bridge.Material{Name: w.materials[i].name, Law: w.materials[i].law}
	radius := math.Inf(1)
	for _, infos := range [][]shapeInfo{w.shapes.sphereInfo, w.shapes.capsuleInfo} {
		for k := range infos {
			if int(infos[k].material) == i {
				radius = math.Min(radius, infos[k].radius)
			}
		}
	}
	for s, r := range w.fresh {
		if s.Material == i {
			radius = math.Min(radius, r)
		}
	}
	if !math.IsInf(radius, 1) {
		m.Radius = radius
		m.NormalStiffness = w.nominalStiffness(m.Law, radius)
		m.CriticalTimeStep = w.soundStep(radius, i)
	}
	return m
}

// nominalStiffness returns the normal stiffness of two spheres of a material [N/m]; where it
// depends on the overlap, that for one of a hundredth of the radius.
func (w *World) nominalStiffness(m law.Material, radius float64) float64 {
	return law.Kinds[w.law].Mix(m, m, radius, radius).Kn * w.law.Grade(radius/100) * w.law.Tangent()
}
