package contact

import (
	"tumble/sim/law"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// This file joins the pure functions of package narrow to the shapes of the world: one
// function per cell of the pair matrix (see CapsuleRules).

// found are the contacts that finders have found.
type found = []narrow.LineContact

// finder appends the contacts of one candidate pair to out and returns them with a lower bound
// of the distance between the shapes' surfaces [m], which counts only if they do not touch.
// There may be none, one or several; a contact in one point has Share 1 and no Arm.
type finder func(w *Set, c *Pair, space *Workspace, out found) (found, float64)

// onePoint appends a contact in one point, for a kernel of package narrow to fill.
func onePoint(out found) (found, *narrow.Touch) {
	out = append(out, narrow.LineContact{Share: 1})
	return out, &out[len(out)-1].Touch
}

// unlessApart takes the last contact back if the gap says that there is none.
func unlessApart(out []narrow.LineContact, gap float64) ([]narrow.LineContact, float64) {
	if gap > 0 {
		return out[:len(out)-1], gap
	}
	return out, 0
}

// ifPressed takes the last contact back unless the shapes overlap: a line contact of shapes that
// only touch has no length.
func ifPressed(out []narrow.LineContact, gap float64) ([]narrow.LineContact, float64) {
	if gap >= 0 {
		return out[:len(out)-1], gap
	}
	return out, 0
}

func sphereSphere(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchSpheres(&set.Shapes.Spheres[c.A], set.sphere(c.B, &space.grown), t))
}

func sphereCapsule(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	out, t := onePoint(out)
	var gap float64
	*t, gap = narrow.SphereCapsule(set.Shapes.Spheres[c.A], *set.capsule(c.B, &space.grown))
	return unlessApart(out, gap)
}

// sphereCapsuleIntegral takes the sphere as a capsule without shaft, so that a shaft may
// shrink to nothing without a jump.
func sphereCapsuleIntegral(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	sphere := set.Shapes.Spheres[c.A].Hull()
	out = append(out, narrow.LineContact{})
	return ifPressed(out, narrow.SpreadCapsules(&sphere, set.capsule(c.B, &space.grown), &out[len(out)-1]))
}

func capsuleCapsule(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchCapsules(&set.Shapes.Capsules[c.A], set.capsule(c.B, &space.grown), t))
}

func capsuleCapsuleIntegral(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	out = append(out, narrow.LineContact{})
	return ifPressed(out, narrow.SpreadCapsules(&set.Shapes.Capsules[c.A], set.capsule(c.B, &space.grown),
		&out[len(out)-1]))
}

func wallSphere(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	wall, s := &set.Shapes.Walls[c.A].Wall, set.sphere(c.B, &space.grown)
	if gap := c.chooseSide(wall, &shape.Capsule{Center: s.Center, Radius: s.Radius}); gap > 0 {
		return out, gap
	}
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchWallSphere(wall, s, int(c.Side), t))
}

func wallCapsule(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	wall, r := &set.Shapes.Walls[c.A].Wall, set.capsule(c.B, &space.grown)
	if gap := c.chooseSide(wall, r); gap > 0 {
		return out, gap
	}
	out, t := onePoint(out)
	return unlessApart(out, narrow.TouchWallCapsule(wall, r, int(c.Side), t))
}

func wallCapsuleIntegral(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	wall, r := &set.Shapes.Walls[c.A].Wall, set.capsule(c.B, &space.grown)
	if gap := c.chooseSide(wall, r); gap > 0 {
		return out, gap
	}
	out = append(out, narrow.LineContact{})
	return ifPressed(out, narrow.SpreadWallCapsule(wall, r, int(c.Side), &out[len(out)-1]))
}

// chooseSide decides as a contact begins to which side a wall pushes. The wall keeps pushing
// there: a body pressed past the plane must come back the way it went. If they do not touch,
// it returns their distance.
func (c *Pair) chooseSide(wall *shape.Wall, r *shape.Capsule) (gap float64) {
	if c.Count > 0 {
		return 0
	}
	side, gap := narrow.WallSide(wall, r)
	c.Side = int8(side)
	return gap
}

func cylinderSphere(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	out, t := onePoint(out)
	var gap float64
	*t, gap = narrow.CylinderSphere(set.Shapes.Cylinders[c.A].Cylinder, *set.sphere(c.B, &space.grown))
	return unlessApart(out, gap)
}

func cylinderCapsule(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	points, gap := narrow.CylinderCapsule(set.Shapes.Cylinders[c.A].Cylinder, *set.capsule(c.B, &space.grown),
		space.points[:0])
	return space.inPoints(points, out), gap
}

func cylinderCapsuleIntegral(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	space.profile.Tangent = law.Kinds[set.Law].Power
	return narrow.CylinderCapsuleIntegral(set.Shapes.Cylinders[c.A].Cylinder, *set.capsule(c.B, &space.grown),
		&space.profile, out)
}

func meshSphere(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	return set.findOnMesh(c, set.sphere(c.B, &space.grown).Hull(), meshPoints, space, out)
}

func meshCapsule(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	return set.findOnMesh(c, *set.capsule(c.B, &space.grown), meshPoints, space, out)
}

func meshCapsuleIntegral(set *Set, c *Pair, space *Workspace, out found) (found, float64) {
	space.profile.Tangent = law.Kinds[set.Law].Power
	return set.findOnMesh(c, *set.capsule(c.B, &space.grown), meshIntegral, space, out)
}

// onMesh is a finder for a capsule in the mesh's frame.
type onMesh func(v *view, s *narrow.Surface, r shape.Capsule, space *Workspace, out found) (found, float64)

func meshPoints(v *view, s *narrow.Surface, r shape.Capsule, space *Workspace, out found) (found, float64) {
	points, gap := v.MeshCapsule(s, r, space.points[:0])
	return space.inPoints(points, out), gap
}

func meshIntegral(v *view, s *narrow.Surface, r shape.Capsule, space *Workspace, out found) (found, float64) {
	return v.MeshCapsuleIntegral(s, r, &space.profile, out)
}

// findOnMesh works in the mesh's frame, where nothing but the capsule moves.
func (set *Set) findOnMesh(c *Pair, r shape.Capsule, find onMesh, space *Workspace, out found) (found, float64) {
	m, v := &set.Shapes.Meshes[c.A], &set.views[c.View]
	r = m.ToLocal(r)
	unseen := v.see(m, &r, set.Clock.Step, c.Count > 0)
	if len(v.Triangles) == 0 {
		return out, unseen
	}
	first := len(out)
	out, gap := find(v, m.Surface, r, space, out)
	for i := range out[first:] {
		d := &out[first+i]
		d.Point = m.Pos.Add(m.Ori.Rotate(d.Point))
		d.Normal, d.Arm = m.Ori.Rotate(d.Normal), m.Ori.Rotate(d.Arm)
	}
	return out, vec.Lower(gap, unseen)
}

// inPoints appends contacts in points, and keeps the memory that they are in.
func (s *Workspace) inPoints(points []narrow.Touch, out found) found {
	s.points = points
	for i := range points {
		out = append(out, narrow.LineContact{Touch: points[i], Share: 1})
	}
	return out
}
