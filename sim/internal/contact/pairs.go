package contact

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// This file gives the functions of package narrow, one for each pair of shapes, the shapes of the world;
// rules.go has the table of them.

// finder asks the function of a pair of shapes, which appends to space.query.Contacts; see narrow.Query.
type finder func(set *Set, c *Pair, space *Workspace) (gap float64)

// pair makes a finder of a function of package narrow; first and second look up its shapes.
func pair[A, B any](first func(*body.Shapes, int32) *A, second func(*body.Shapes, int32, *growth) *B,
	find func(*A, *B, *narrow.Query) float64) finder {
	return func(set *Set, c *Pair, space *Workspace) float64 {
		return find(first(set.Shapes, c.A), second(set.Shapes, c.B, &space.grown), &space.query)
	}
}

// sight is how a mesh sees the second shape of the pair that is looked at.
type sight struct {
	view  int32         // its number in those of the set
	local shape.Capsule // in the mesh's frame
}

// onMesh makes a finder of a function that works in the mesh's frame, where nothing but the other shape
// moves; second looks up the hull of that.
func onMesh(second func(*body.Shapes, int32, *growth) *shape.Capsule,
	find func(*narrow.Surface, *shape.Capsule, *narrow.Query) float64) finder {
	return func(set *Set, c *Pair, space *Workspace) float64 {
		m, v, local := &set.Shapes.Meshes[c.A], &set.views[space.sight.view], &space.sight.local
		*local = m.ToLocal(*second(set.Shapes, c.B, &space.grown))
		v.moveTo(local, v.wayTo(local))
		return set.findOnMesh(c, space, local, find)
	}
}

// findOnMesh finds the contacts of a pair with a view, whose second shape is local in the frame of the mesh, where the
// view knows it to be.
func (set *Set) findOnMesh(c *Pair, space *Workspace, local *shape.Capsule,
	find func(*narrow.Surface, *shape.Capsule, *narrow.Query) float64) (gap float64) {
	m, v, q := &set.Shapes.Meshes[c.A], &set.views[space.sight.view], &space.query
	unseen := v.renew(m, local, set.Clock.Step, q.Touched)
	if len(v.Triangles) == 0 {
		return unseen
	}
	first := len(q.Contacts)
	q.Watch = &v.Watch
	gap = find(m.Surface, local, q)
	for i := range q.Contacts[first:] {
		d := &q.Contacts[first+i]
		d.Point = m.Pos.Add(m.Ori.Rotate(d.Point))
		d.Normal, d.Arm = m.Ori.Rotate(d.Normal), m.Ori.Rotate(d.Arm)
	}
	return vec.Lower(gap, unseen)
}

// The first shape of a pair.
func wall(s *body.Shapes, i int32) *shape.Wall         { return &s.Walls[i].Wall }
func cylinder(s *body.Shapes, i int32) *shape.Cylinder { return &s.Cylinders[i].Cylinder }
func sphere(s *body.Shapes, i int32) *shape.Sphere     { return &s.Spheres[i] }
func capsule(s *body.Shapes, i int32) *shape.Capsule   { return &s.Capsules[i] }

// growth is the second shape of a pair while its contacts are looked for, grown by how far apart bodies
// are whose contacts act [m]. The memory is for the grown shape.
type growth struct {
	by         float64
	sphere     shape.Sphere
	capsule    shape.Capsule
	polyhedron narrow.Polyhedron
}

func grownSphere(s *body.Shapes, i int32, g *growth) *shape.Sphere {
	if g.by == 0 {
		return &s.Spheres[i]
	}
	g.sphere = s.Spheres[i]
	g.sphere.Radius += g.by
	return &g.sphere
}

func grownCapsule(s *body.Shapes, i int32, g *growth) *shape.Capsule {
	if g.by == 0 {
		return &s.Capsules[i]
	}
	g.capsule = s.Capsules[i]
	g.capsule.Radius += g.by
	return &g.capsule
}

// grownHull is grownSphere as a capsule without shaft.
func grownHull(s *body.Shapes, i int32, g *growth) *shape.Capsule {
	g.capsule = grownSphere(s, i, g).Hull()
	return &g.capsule
}

func grownMesh(s *body.Shapes, i int32, g *growth) *narrow.Polyhedron {
	m := &s.Meshes[i]
	g.polyhedron = narrow.Polyhedron{Corners: m.Corners, Reach: m.Far, Half: m.Surface.Half + g.by, Pos: m.Pos, Ori: m.Ori}
	return &g.polyhedron
}

// ask prepares a workspace for pair functions, which have found nothing yet, and know of no contact.
func (set *Set) ask(space *Workspace) *narrow.Query {
	q := space.query.Reset()
	q.Power, q.Touched, q.Side = law.Kinds[set.Law].Power, false, 0
	return q
}

// lookAt tells pair functions what is known of a pair.
func (s *Workspace) lookAt(k *Chunk, pair int) {
	m := k.stateOf(pair)
	s.sight.view, s.query.Touched, s.query.Side = m.view, k.Touches(pair), int(m.Side)
}

// keepSide remembers to which side the wall of the pair that was looked at pushes.
func (s *Workspace) keepSide(k *Chunk, pair int) {
	if len(k.States) > 0 {
		k.States[pair].Side = int8(s.query.Side)
	}
}
