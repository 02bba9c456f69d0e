package body

import (
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// ShapeInfo is the data that shapes of all kinds have.
type ShapeInfo struct {
	Body int32 // index into bodies
	Part int32 // number among the shapes of the body's template; see Set.Part
}

// Shapes holds every shape in the global frame, one slice per kind, with the data that place it. Within a kind the
// shapes are in the order of their bodies; indices change only when bodies are removed or sorted.
type Shapes struct {
	Walls     []PlacedWall
	Meshes    []PlacedMesh
	Cylinders []PlacedCylinder
	Spheres   []shape.Sphere
	Capsules  []shape.Capsule

	Infos [len(shape.Kinds)][]ShapeInfo // data of each shape of a kind
	alike [len(shape.Kinds)]alike       // what all of them have in common

	triangles int // of all meshes
	interiors interiors

	bodies *Set
	team   *parallel.Team
	place  [len(shape.Kinds)]parallel.Task // the loops over the kinds with a mass
}

// Add appends the shapes of a template, as shapes of the body with the index body.
func (s *Shapes) Add(body int32, t *Template) {
	for k := range t.Shapes {
		p := &t.Shapes[k]
		kind := p.Def.Kind
		s.Infos[kind] = added(s.Infos[kind], ShapeInfo{Body: body, Part: int32(k)})
		s.alike[kind].include(s.Infos[kind], p)
		kinds[kind].add(s, p, t)
	}
}

// Expect makes room for n more spheres or capsules.
func (s *Shapes) Expect(n int, kind shape.Kind) {
	s.Infos[kind] = expected(s.Infos[kind], n)
	if kind == shape.KindSphere {
		s.Spheres = expected(s.Spheres, n)
	} else {
		s.Capsules = expected(s.Capsules, n)
	}
}

// Count returns how many shapes of a kind there are.
func (s *Shapes) Count(kind shape.Kind) int { return len(s.Infos[kind]) }

// Info returns the data of a shape.
func (s *Shapes) Info(kind shape.Kind, index int32) *ShapeInfo { return &s.Infos[kind][index] }

// Part returns what a shape is in the template of its body.
func (s *Shapes) Part(kind shape.Kind, index int32) *Part {
	return s.bodies.Part(&s.Infos[kind][index])
}

// alike is what all shapes of a kind have in common, so that nobody need look it up.
type alike struct {
	offset  int32 // by how much the index of its body is higher than that of a shape,
	inOrder bool  // ... if that is the same for all
	centred bool  // the centre of each is that of its body
}

// include takes in the last of some shapes, of which it is told the part.
func (a *alike) include(infos []ShapeInfo, part *Part) {
	i, last := len(infos)-1, &infos[len(infos)-1]
	if i == 0 {
		*a = alike{offset: last.Body, inOrder: true, centred: true}
	}
	a.inOrder = a.inOrder && last.Body == a.offset+int32(i)
	a.centred = a.centred && part.Local == (vec.Vec3{})
}

// compare finds anew what all shapes of a kind have in common.
func (s *Shapes) compare(kind shape.Kind) {
	s.alike[kind] = alike{}
	for i := range s.Infos[kind] {
		s.alike[kind].include(s.Infos[kind][:i+1], s.Part(kind, int32(i)))
	}
}

// Offset returns by how much the index of its body is higher than that of a shape of a kind, if that is the same for
// all of them: then nobody need look it up.
func (s *Shapes) Offset(kind shape.Kind) (by int32, same bool) {
	return s.alike[kind].offset, s.alike[kind].inOrder
}

// centers returns the positions of the bodies of shapes [first, last) of a kind, if these are the centres of the shapes
// and come one after the other.
func (s *Shapes) centers(kind shape.Kind, b *Set, first, last int) (pos []vec.Vec3, ok bool) {
	a := &s.alike[kind]
	if !a.inOrder || !a.centred {
		return nil, false
	}
	return b.Pos[first+int(a.offset) : last+int(a.offset)], true
}

// Centred reports whether the centre of each shape of a kind is that of its body.
func (s *Shapes) Centred(kind shape.Kind) bool { return s.alike[kind].centred }

// SolidsBefore returns how many shapes with a mass come before those of a kind. They are counted kind
// by kind, as shape.Solids lists them.
func (s *Shapes) SolidsBefore(kind shape.Kind) (n int) {
	for _, k := range shape.Solids {
		if k < kind {
			n += len(s.Infos[k])
		}
	}
	return n
}

// Solids returns how many shapes have a mass.
func (s *Shapes) Solids() int { return s.SolidsBefore(shape.Kind(len(kinds))) }

// Solid returns the kind of shape i of those with a mass, and its index among the shapes of that kind.
func (s *Shapes) Solid(i int32) (shape.Kind, int32) {
	for _, kind := range shape.Solids {
		n := int32(len(s.Infos[kind]))
		if i < n {
			return kind, i
		}
		i -= n
	}
	panic("body: no such solid")
}

// BodyOfSolid returns the body of shape i of those with a mass.
func (s *Shapes) BodyOfSolid(i int) int32 {
	kind, k := s.Solid(int32(i))
	return s.Infos[kind][k].Body
}

// BoundsOfSolid returns the smallest box round a shape that has a mass [m].
func (s *Shapes) BoundsOfSolid(kind shape.Kind, i int32) vec.Box {
	switch kind { // without a call through an interface for the kinds of which there are many shapes
	case shape.KindSphere:
		return s.Spheres[i].Bounds()
	case shape.KindCapsule:
		return s.Capsules[i].Bounds()
	}
	return kinds[kind].placed(s, int(i)).Bounds()
}

// Hull returns a capsule that holds a shape with a mass; spheres and capsules are their own hulls.
func (s *Shapes) Hull(kind shape.Kind, i int) shape.Capsule {
	switch kind {
	case shape.KindSphere:
		return s.Spheres[i].Hull()
	case shape.KindCapsule:
		return s.Capsules[i]
	case shape.KindMesh:
		return s.Meshes[i].ball()
	}
	return kinds[kind].placed(s, i).Hull()
}

// LargestRadius returns the largest radius of any shape that has a mass [m], 0 if there is none.
func (s *Shapes) LargestRadius() (r float64) {
	for _, kind := range shape.Solids {
		for i := range s.Infos[kind] {
			r = max(r, s.Part(kind, int32(i)).Radius)
		}
	}
	for i := range s.FilledMeshes {
		r = max(r, s.Meshes[i].Radius)
	}
	return r
}

// SmallestRadius returns the smallest radius of any sphere or capsule [m]. Where there is none, a filled mesh counts as
// a ball of its volume; 0 if nothing has a mass.
func (s *Shapes) SmallestRadius() (r float64) {
	for _, kind := range shape.Solids {
		for i := range s.Infos[kind] {
			if x := s.Part(kind, int32(i)).Radius; r == 0 || x < r {
				r = x
			}
		}
	}
	if r > 0 {
		return r
	}
	for i := range s.FilledMeshes {
		if x := s.Meshes[i].Ball; r == 0 || x < r {
			r = x
		}
	}
	return r
}

// PerBody is the work [ns] per body or capsule that all short loops over them assume, though some take less: so
// all loops of a step are shared from the same number of bodies on. A loop that one core does alone takes half as
// long again if another core has just written the data that it reads.
const PerBody = 100

// Bind sets the bodies of the shapes, and the team that shares the work of placing them. It is called before any
// PlaceAll.
func (s *Shapes) Bind(b *Set, team *parallel.Team) {
	s.bodies, s.team = b, team
	for _, kind := range shape.Solids {
		s.place[kind] = func(_, first, last int) { s.Place(kind, b, first, last) }
	}
}

// PlaceAll moves every shape to the pose of its body; whose divides the work among the workers.
func (s *Shapes) PlaceAll(whose parallel.Division) {
	for _, kind := range shape.Solids {
		s.team.Run(s.Count(kind), parallel.Chunk, PerBody, whose, s.place[kind])
	}
	s.PlaceFixed(s.bodies)
}

// Place moves shapes [first, last) of a kind to the poses of their bodies.
func (s *Shapes) Place(kind shape.Kind, b *Set, first, last int) {
	kinds[kind].place(s, b, first, last)
}

// PlaceFixed moves the shapes that have no mass to the poses of their bodies.
func (s *Shapes) PlaceFixed(b *Set) {
	for kind := range kinds {
		if !shape.Kind(kind).Solid() {
			kinds[kind].place(s, b, 0, len(s.Infos[kind]))
		}
	}
}

// Bounds returns the box round a shape at the present pose of its body [m]; for a shape without end, the box round
// the part that is drawn, empty if nothing is drawn. Bounds is not for spheres and capsules.
func (s *Shapes) Bounds(kind shape.Kind, b *Set, i int) vec.Box {
	if kind.Solid() {
		info := &s.Infos[kind][i]
		c := b.Part(info).Hull(b.Ori[info.Body])
		c.Center = c.Center.Add(b.Pos[info.Body])
		return c.Bounds()
	}
	return kinds[kind].bounds(s, b, i)
}

// Frame returns the box round all shapes but spheres and capsules, at the present poses of their bodies, and the
// box round those shapes that a picture must show: not walls, and not shapes with a mass that are farther than
// most from the middle [m].
func (s *Shapes) Frame(b *Set, middle vec.Vec3, most float64) (all, core vec.Box) {
	all, core = vec.EmptyBox(), vec.EmptyBox()
	for k := range kinds {
		kind := shape.Kind(k)
		if kinds[kind].hull {
			continue
		}
		for i := range s.Infos[kind] {
			box := s.Bounds(kind, b, i)
			all = all.Union(box)
			if !kinds[kind].behind && !(kind.Solid() && box.Distance(middle) > most) {
				core = core.Union(box)
			}
		}
	}
	return all, core
}

// Geometry returns the triangles that show a shape, in the frame of its body; nil for spheres, capsules and shapes
// without end.
func (s *Shapes) Geometry(kind shape.Kind, i int) *mesh.Geometry {
	if geometry := kinds[kind].geometry; geometry != nil {
		return geometry(s, i)
	}
	return s.Part(kind, int32(i)).outline
}
