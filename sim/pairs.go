package sim

import (
	"tumble/sim/law"
	"tumble/sim/narrow"
	"tumble/sim/shape"
)

// This file joins the pure functions of package narrow to the shapes of the world: one
// function per cell of the pair matrix (see CapsuleRules).

// found are the contacts that finders have found.
type found = []narrow.Distributed

// finder appends the contacts of one candidate pair to out and returns them with a lower bound
// of the distance between the shapes' surfaces [m], which counts only if they do not touch.
// There may be none, one or several; a contact in one point has Share 1 and no Turn.
type finder func(w *contactSet, c *candidate, space *workspace, out found) (found, float64)

// onePoint appends a contact in one point, for a kernel of package narrow to fill.
func onePoint(out found) (found, *narrow.Touch) {
	out = append(out, narrow.Distributed{Share: 1})
	return out, &out[len(out)-1].Touch
}

// unlessApart takes the last contact back if the gap says that there is none.
func unlessApart(out []narrow.Distributed, gap float64) ([]narrow.Distributed, float64) {
	if gap > 0 {
		return out[:len(out)-1], gap
	}
	return out, 0
}

// ifPressed takes the last contact back unless the shapes overlap: a line contact of shapes that
// only touch has no length.
func ifPressed(out []narrow.Distributed, gap float64) ([]narrow.Distributed, float64) {
	if gap >= 0 {
		return out[:len(out)-1], gap
	}
	return out, 0
}

func sphereSphere(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchSpheres(&w.shapes.Spheres[c.a], w.sphere(c.b, &space.grown), t))
}

func sphereCapsule(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	out, t := onePoint(out)
	var gap float64
	*t, gap = narrow.SphereCapsule(w.shapes.Spheres[c.a], *w.capsule(c.b, &space.grown))
	return unlessApart(out, gap)
}

// sphereCapsuleIntegral takes the sphere as a capsule without shaft, so that a shaft may
// shrink to nothing without a jump.
func sphereCapsuleIntegral(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	sphere := w.shapes.Spheres[c.a].Hull()
	out = append(out, narrow.Distributed{})
	return ifPressed(out, narrow.SpreadCapsules(&sphere, w.capsule(c.b, &space.grown), &out[len(out)-1]))
}

func capsuleCapsule(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchCapsules(&w.shapes.Capsules[c.a], w.capsule(c.b, &space.grown), t))
}

func capsuleCapsuleIntegral(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	out = append(out, narrow.Distributed{})
	return ifPressed(out, narrow.SpreadCapsules(&w.shapes.Capsules[c.a], w.capsule(c.b, &space.grown), &out[len(out)-1]))
}

func wallSphere(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	wall, s := &w.shapes.Walls[c.a].Wall, w.sphere(c.b, &space.grown)
	if gap := c.chooseSide(wall, &shape.Capsule{Center: s.Center, Radius: s.Radius}); gap > 0 {
		return out, gap
	}
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchWallSphere(wall, s, int(c.side), t))
}

func wallCapsule(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	wall, r := &w.shapes.Walls[c.a].Wall, w.capsule(c.b, &space.grown)
	if gap := c.chooseSide(wall, r); gap > 0 {
		return out, gap
	}
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchWallCapsule(wall, r, int(c.side), t))
}

func wallCapsuleIntegral(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	wall, r := &w.shapes.Walls[c.a].Wall, w.capsule(c.b, &space.grown)
	if gap := c.chooseSide(wall, r); gap > 0 {
		return out, gap
	}
	out = append(out, narrow.Distributed{})
	return ifPressed(out, narrow.SpreadWallCapsule(wall, r, int(c.side), &out[len(out)-1]))
}

// chooseSide decides as a contact begins to which side a wall pushes. The wall keeps pushing
// there: a body pressed past the plane must come back the way it went. If they do not touch,
// it returns their distance.
func (c *candidate) chooseSide(wall *shape.Wall, r *shape.Capsule) (gap float64) {
	if c.count > 0 {
		return 0
	}
	side, gap := narrow.WallSide(wall, r)
	c.side = int8(side)
	return gap
}

func cylinderSphere(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	out, t := onePoint(out)
	var gap float64
	*t, gap = narrow.CylinderSphere(w.shapes.Cylinders[c.a].Cylinder, *w.sphere(c.b, &space.grown))
	return unlessApart(out, gap)
}

func cylinderCapsule(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	points, gap := narrow.CylinderCapsule(w.shapes.Cylinders[c.a].Cylinder, *w.capsule(c.b, &space.grown), space.points[:0])
	return space.inPoints(points, out), gap
}

func cylinderCapsuleIntegral(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	space.profile.Tangent = law.Kinds[w.law].Power
	return narrow.CylinderCapsuleIntegral(w.shapes.Cylinders[c.a].Cylinder, *w.capsule(c.b, &space.grown), &space.profile, out)
}

func meshSphere(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	return w.findOnMesh(c, w.sphere(c.b, &space.grown).Hull(), meshPoints, space, out)
}

func meshCapsule(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	return w.findOnMesh(c, *w.capsule(c.b, &space.grown), meshPoints, space, out)
}

func meshCapsuleIntegral(w *contactSet, c *candidate, space *workspace, out found) (found, float64) {
	space.profile.Tangent = law.Kinds[w.law].Power
	return w.findOnMesh(c, *w.capsule(c.b, &space.grown), meshIntegral, space, out)
}

// onMesh is a finder for a capsule in the mesh's frame.
type onMesh func(v *meshView, s *narrow.Surface, r shape.Capsule, space *workspace, out found) (found, float64)

func meshPoints(v *meshView, s *narrow.Surface, r shape.Capsule, space *workspace, out found) (found, float64) {
	points, gap := v.MeshCapsule(s, r, space.points[:0])
	return space.inPoints(points, out), gap
}

func meshIntegral(v *meshView, s *narrow.Surface, r shape.Capsule, space *workspace, out found) (found, float64) {
	return v.MeshCapsuleIntegral(s, r, &space.profile, out)
}

// findOnMesh works in the mesh's frame, where nothing but the capsule moves.
func (w *contactSet) findOnMesh(c *candidate, r shape.Capsule, find onMesh, space *workspace, out found) (found, float64) {
	m, v := &w.shapes.Meshes[c.a], &w.views[c.view]
	r = m.ToLocal(r)
	unseen := v.see(m, &r, w.clock.step, c.count > 0)
	if len(v.Triangles) == 0 {
		return out, unseen
	}
	first := len(out)
	out, gap := find(v, m.Surface, r, space, out)
	for i := range out[first:] {
		d := &out[first+i]
		d.Point = m.Pos.Add(m.Ori.Rotate(d.Point))
		d.Normal, d.Turn = m.Ori.Rotate(d.Normal), m.Ori.Rotate(d.Turn)
	}
	return out, lower(gap, unseen)
}

// inPoints appends contacts in points, and keeps the memory that they are in.
func (s *workspace) inPoints(points []narrow.Touch, out found) found {
	s.points = points
	for i := range points {
		out = append(out, narrow.Distributed{Touch: points[i], Share: 1})
	}
	return out
}
