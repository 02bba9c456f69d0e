package sim

import (
	"math"

	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/shape"
	"tumble/sim/vec"
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
	s.Bounds = w.bounds()
}

func (w *World) fillBodies(s *bridge.Snapshot) {
	b := &w.bodies
	s.Bodies = s.Bodies[:0]
	for i := range b.pos {
		s.Bodies = append(s.Bodies, bridge.Body{
			Center: b.pos[i].Float32(), Velocity: b.vel[i].Float32(), Spin: b.spin[i].Float32(),
			Mass: float32(b.mass[i].mass), Kind: b.kind[i],
		})
	}
	for i := range w.lists {
		for _, k := range w.lists[i].chunks {
			for j := range k.contacts.n {
				c, l := k.contacts.row(j)
				s.Bodies[c.bodyA[l]].ContactCount++
				s.Bodies[c.bodyB[l]].ContactCount++
			}
		}
	}
}

// fillCapsules places shapes by the bodies' present poses: the shapes of the world are
// where the bodies were when the last step began.
func (w *World) fillCapsules(s *bridge.Snapshot) {
	s.Capsules = s.Capsules[:0]
	add := func(info *shapeInfo, half float64) {
		q := w.bodies.ori[info.body]
		s.Capsules = append(s.Capsules, bridge.Capsule{
			Center: w.bodies.pos[info.body].Add(q.Rotate(info.local)).Float32(),
			Axis:   q.Rotate(info.axis).Float32(), Side: q.Rotate(info.side).Float32(),
			Half: float32(half), Radius: float32(info.radius), Body: info.body, Colors: info.def.Colors,
		})
	}
	for i := range w.shapes.spheres {
		add(&w.shapes.sphereInfo[i], 0)
	}
	for i := range w.shapes.capsules {
		add(&w.shapes.capsuleInfo[i], w.shapes.capsules[i].Half)
	}
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
	for c := range w.touching {
		s.Contacts = append(s.Contacts, bridge.Contact{
			Point: c.point.Float32(), Normal: c.normal.Float32(), Overlap: float32(c.overlap),
			NormalForce: float32(c.normalForce), Shear: c.shear.Float32(), A: c.bodyA, B: c.bodyB, Sliding: c.sliding, Friction: float32(c.mu),
		})
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

// bounds returns what there is to look at. Core leaves out bodies farther than three
// standard deviations from the mean, so that one runaway does not shrink the rest.
func (w *World) bounds() bridge.Bounds {
	if w.clock.step == 0 {
		w.placeShapes() // no step has done it yet
	}
	b := &w.bodies
	var mean, square vec.Vec3
	n := 0.0
	for i := range b.pos {
		if b.kind[i] == bridge.Dynamic && b.pos[i].IsFinite() {
			mean, square = mean.Add(b.pos[i]), square.Add(b.pos[i].Mul(b.pos[i]))
			n++
		}
	}
	mean, square = mean.Scale(1/math.Max(n, 1)), square.Scale(1/math.Max(n, 1))
	spread := math.Sqrt(math.Max(square.Sub(mean.Mul(mean)).Dot(vec.New(1, 1, 1)), 0))

	all, core := vec.EmptyBox(), vec.EmptyBox()
	for _, kind := range []shape.Kind{shape.KindSphere, shape.KindCapsule} {
		for i := 0; i < w.shapes.count(kind); i++ {
			c := w.shapes.round(kind, i)
			if !c.Center.IsFinite() {
				continue
			}
			box, near := c.Bounds(), 3*spread+c.Radius+c.Half
			all = all.Union(box)
			if c.Center.Sub(mean).Norm2() <= near*near {
				core = core.Union(box)
			}
		}
	}
	for i := range w.shapes.meshes {
		m := &w.shapes.meshes[i]
		body := w.shapes.meshInfo[i].body
		box := vec.EmptyBox()
		local := m.tree.Bounds()
		for k := 0; k < 8; k++ {
			box = box.Include(b.pos[body].Add(b.ori[body].Rotate(corner(local, k))))
		}
		all, core = all.Union(box), core.Union(box)
	}
	for i := range w.shapes.cylinders {
		box := w.cylinderBox(i)
		all, core = all.Union(box), core.Union(box)
	}
	if core.IsEmpty() {
		core = all
	}
	for i := range w.shapes.walls {
		all = all.Union(w.wallBox(i))
	}
	if core.IsEmpty() {
		core = all
	}
	return bridge.Bounds{
		All:   [2][3]float32{all.Lo.Float32(), all.Hi.Float32()},
		Core:  [2][3]float32{core.Lo.Float32(), core.Hi.Float32()},
		Grain: float32(w.smallestRadius()),
	}
}

// corner returns corner k, of 0 to 7, of a box.
func corner(b vec.Box, k int) vec.Vec3 {
	c := b.Lo
	if k&1 != 0 {
		c.X = b.Hi.X
	}
	if k&2 != 0 {
		c.Y = b.Hi.Y
	}
	if k&4 != 0 {
		c.Z = b.Hi.Z
	}
	return c
}

// wallBox returns the drawn rectangle of a wall, empty if it has none.
func (w *World) wallBox(i int) vec.Box {
	wall := &w.shapes.walls[i]
	if !(wall.hi[0] > wall.lo[0]) {
		return vec.EmptyBox()
	}
	u, v := (wall.Axis+1)%3, (wall.Axis+2)%3
	p := vec.Vec3{}.WithComponent(wall.Axis, w.wallPosition(i))
	return vec.Box{
		Lo: p.WithComponent(u, wall.lo[0]).WithComponent(v, wall.lo[1]),
		Hi: p.WithComponent(u, wall.hi[0]).WithComponent(v, wall.hi[1]),
	}
}

// cylinderBox returns the box of the drawn part of a cylinder, empty if it has none.
func (w *World) cylinderBox(i int) vec.Box {
	c, info := &w.shapes.cylinders[i], &w.shapes.cylinderInfo[i]
	if c.drawn == 0 {
		return vec.EmptyBox()
	}
	q := w.bodies.ori[info.body]
	axis := q.Rotate(info.axis)
	v := Volume{Axis: axis, Radius: c.Radius, Height: c.drawn}
	v.Origin = w.bodies.pos[info.body].Add(q.Rotate(info.local)).AddScaled(-c.drawn/2, axis)
	return v.bounds()
}
