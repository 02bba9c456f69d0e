package sim

import "tumble/sim/shape"

// placeShapes moves every shape to where its body is.
func (w *World) placeShapes() {
	s, b := &w.shapes, &w.bodies
	w.team.Run(len(s.Spheres), chunk, perBody, w.cuts.bodies, w.tasks.spheres)
	w.team.Run(len(s.Capsules), chunk, perBody, w.cuts.bodies, w.tasks.capsules)
	for i := range s.Meshes {
		body := s.Infos[shape.KindMesh][i].Body
		s.Meshes[i].Pos, s.Meshes[i].Ori = b.Pos[body], b.Ori[body]
	}
	for i := range s.Walls {
		s.Walls[i].Position = w.wallPosition(i)
	}
	w.placeCylinders()
}

// wallPosition returns where the plane of a wall is now, along its axis [m].
func (w *World) wallPosition(i int) float64 {
	wall := &w.shapes.Walls[i]
	return w.bodies.Pos[w.shapes.Infos[shape.KindWall][i].Body].Component(wall.Axis) + wall.Local
}

// placeCylinders moves the cylinders to where their bodies are. A cylinder that turns
// about its own axis stays the same; one whose axis turns sweeps through far places fast,
// and the span bounds how fast: that counts as travel of its body.
func (w *World) placeCylinders() {
	s, b := &w.shapes, &w.bodies
	for i := range s.Cylinders {
		info, c := &s.Infos[shape.KindCylinder][i], &s.Cylinders[i]
		old := c.Axis
		q := b.Ori[info.Body]
		c.Point, c.Axis = b.Pos[info.Body].Add(q.Rotate(info.Local)), q.Rotate(info.Axis)
		c.Swept = c.Axis.Sub(old).Norm() * c.Span
		w.carry(int(info.Body), c.Swept)
	}
}

func (w *World) placeSpheres(_, first, last int) {
	for i := first; i < last; i++ {
		w.shapes.Spheres[i].Center = w.bodies.CenterOf(&w.shapes.Infos[shape.KindSphere][i])
	}
}

func (w *World) placeCapsules(_, first, last int) {
	if inLanes != nil {
		inLanes.place(w, first, last)
		return
	}
	w.placeEachCapsule(first, last)
}

func (w *World) placeEachCapsule(first, last int) {
	b := &w.bodies
	for i := first; i < last; i++ {
		info, c := &w.shapes.Infos[shape.KindCapsule][i], &w.shapes.Capsules[i]
		c.Center, c.Axis = b.CenterOf(info), b.Ori[info.Body].Rotate(info.Axis)
	}
}
