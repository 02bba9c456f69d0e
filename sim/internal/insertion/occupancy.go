package insertion

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// occupancy holds the shapes that are in the way in the volume of an inlet: the shapes with a mass, as capsules
// that hold them, sorted into cells of a grid.
//
// In an inlet that stays full, little changes from one activation to the next. The collected shapes are kept until
// a body has gone farther than the slack: cells list all shapes that may have come, marks of covered cells stand
// only for shapes that are surely still there, and if a box is nearer to another than the way, the present box is
// looked up.
type occupancy struct {
	box   vec.Box
	size  float64 // edge of a cell [m]
	n     [3]int  // cells along each axis
	heads []int32 // first link of each cell, -1 for none
	links []link
	items []occupant
	cover cover
	watch narrow.Watch // of the triangles near a trial
	query narrow.Query

	slack       float64   // how far bodies may go before all shapes are collected anew [m]
	way         float64   // the farthest that a body has gone since then [m]
	travelEpoch int64     // Site.TravelEpoch when the shapes were collected
	travel      []float64 // the travel of each body at that time [m]
	held        bool      // the shapes collected before still held at the last activation
	rounds      int       // number of activations at which they held
	stale       bool      // shapes have not been moved to the poses of their bodies at this activation

	openings openings
}

// occupant is a shape with a mass, as it was when it was collected.
type occupant struct {
	box   vec.Box
	hull  shape.Capsule
	kind  shape.Kind
	index int32 // index among its kind; -1 for a fresh body, which is where it was put
}

type link struct{ item, next int32 }

// waySlack is added to the way of bodies, as a share of the slack: travel is a sum in floating point, in which the
// short steps of slow bodies may be lost.
const waySlack = 1e-3

// cellsAcross limits the number of cells along an axis: 32³ heads fit into a cache.
const cellsAcross = 32

// reset empties the grid and lays it over a box, with cells not much smaller than edge [m].
func (o *occupancy) reset(box vec.Box, edge float64) {
	o.box = box
	side := box.Size()
	o.size = math.Max(edge, math.Max(side.X, math.Max(side.Y, side.Z))/cellsAcross)
	cells := 1
	for i := range o.n {
		o.n[i] = int(side.Component(i)/o.size) + 1
		cells *= o.n[i]
	}
	o.heads = o.heads[:0]
	for range cells {
		o.heads = append(o.heads, -1)
	}
	o.links, o.items = o.links[:0], o.items[:0]
	o.cover.clear()
	o.openings.forget()
}

// lasts measures how far bodies have gone since the shapes were collected, and reports whether that is at most a
// slack [m], so that shapes which were collected with this slack still show what is in the way.
func (o *occupancy) lasts(s *Site, slack float64) bool {
	if now := s.TravelEpoch(); now < 0 || now != o.travelEpoch || len(o.travel) != s.Bodies.Len() {
		return false
	}
	o.way = 0
	for i, was := range o.travel {
		if way := s.Bodies.Travel[i] - was; way > o.way {
			o.way = way
		}
	}
	o.way += waySlack * slack
	return o.way <= slack
}

// span returns the first and last cell along axis i that a box reaches into.
func (o *occupancy) span(b vec.Box, i int) (first, last int) {
	at := func(x float64) int {
		return int(vec.Clamp((x-o.box.Lo.Component(i))/o.size, 0, float64(o.n[i]-1)))
	}
	return at(b.Lo.Component(i)), at(b.Hi.Component(i))
}

// add adds a shape with its box, if it may reach into the grid before the shapes are collected anew. The index is
// that of an occupant.
func (o *occupancy) add(box vec.Box, hull shape.Capsule, kind shape.Kind, index int32) {
	reach := box.Grow(o.slack)
	if !reach.Overlaps(o.box) {
		return
	}
	item := int32(len(o.items))
	o.items = append(o.items, occupant{box, hull, kind, index})
	if o.cover.core > 0 {
		o.cover.mark(box.Grow(-o.slack))
	}
	x0, x1 := o.span(reach, 0)
	y0, y1 := o.span(reach, 1)
	z0, z1 := o.span(reach, 2)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				head := &o.heads[(z*o.n[1]+y)*o.n[0]+x]
				o.links = append(o.links, link{item, *head})
				*head = int32(len(o.links) - 1)
			}
		}
	}
}

// taken reports whether a box that lies in the grid overlaps the box of an item or, if the
// answer is to be exact, whether the capsule in the box overlaps the item.
func (o *occupancy) taken(s *body.Shapes, box vec.Box, hull shape.Capsule, exact bool) bool {
	x0, x1 := o.span(box, 0)
	y0, y1 := o.span(box, 1)
	z0, z1 := o.span(box, 2)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				for k := o.heads[(z*o.n[1]+y)*o.n[0]+x]; k >= 0; k = o.links[k].next {
					item := &o.items[o.links[k].item]
					if !o.overlaps(s, box, item) {
						continue
					}
					if !exact {
						return true
					}
					if narrow.CapsuleCapsule(&item.hull, &hull, o.query.Reset()) <= 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

// overlaps reports whether a box overlaps the present box of an item.
func (o *occupancy) overlaps(s *body.Shapes, box vec.Box, item *occupant) bool {
	if o.way == 0 || item.index < 0 {
		return box.Overlaps(item.box)
	}
	return box.Overlaps(item.box.Grow(o.way)) &&
		(box.Overlaps(item.box.Grow(-o.way)) || box.Overlaps(s.BoundsOfSolid(item.kind, item.index)))
}

// covers reports whether it is clear at once that a body with its centroid at p, about
// which it has a ball of radius core [m] inside a shape, would meet the box of an item.
func (o *occupancy) covers(p vec.Vec3, core float64) bool {
	c := &o.cover
	if !(core > 0) {
		return false
	}
	if c.core == 0 || core < c.inner {
		o.mark(core)
	}
	return c.has(p)
}

// mark marks the covered cells for bodies with a core.
func (o *occupancy) mark(core float64) {
	o.cover.reset(o.box, core)
	o.openings.forget()
	for i := range o.items {
		o.cover.mark(o.items[i].box.Grow(-o.slack))
	}
}

// collect lists all shapes with a mass that reach into a volume, or may do so before they have gone farther than
// the slack [m].
func (o *occupancy) collect(s *Site, volume *Volume, edge, slack float64) {
	o.slack, o.way, o.rounds, o.stale = slack, 0, 0, false
	o.travelEpoch, o.travel = s.TravelEpoch(), append(o.travel[:0], s.Bodies.Travel...)
	o.reset(volume.Bounds(), edge)
	for _, kind := range shape.Solids {
		for i := range s.Shapes.Count(kind) {
			o.add(s.Shapes.BoundsOfSolid(kind, int32(i)), s.Shapes.Hull(kind, i), kind, int32(i))
		}
	}
}

// blocked reports whether a shape in a box overlaps any other shape, by their boxes or exactly.
func (o *occupancy) blocked(s *body.Shapes, box vec.Box, hull shape.Capsule, exact bool) bool {
	if o.taken(s, box, hull, exact) {
		return true
	}
	for i := range s.Walls {
		wall := &s.Walls[i]
		lo, hi := box.Lo.Component(wall.Axis), box.Hi.Component(wall.Axis) // the capsule has exactly these ends, too
		if lo <= wall.Position && wall.Position <= hi {
			return true
		}
	}
	for i := range s.Cylinders {
		if narrow.CylinderCapsule(&s.Cylinders[i].Cylinder, &hull, o.query.Reset()) <= 0 {
			return true
		}
	}
	for i := range s.Meshes {
		if o.meshBlocks(&s.Meshes[i], box, hull, exact) {
			return true
		}
	}
	return false
}

// meshBlocks reports whether the box of any triangle, in the mesh's frame, reaches into the
// box of the global frame, or exactly whether any triangle touches the capsule.
func (o *occupancy) meshBlocks(m *body.PlacedMesh, b vec.Box, hull shape.Capsule, exact bool) bool {
	c, h := m.Ori.Unrotate(b.Center().Sub(m.Pos)), b.Size().Scale(0.5)
	r := m.Ori.Mat()
	local := vec.Vec3{
		X: math.Abs(r.A.X)*h.X + math.Abs(r.A.Y)*h.Y + math.Abs(r.A.Z)*h.Z,
		Y: math.Abs(r.B.X)*h.X + math.Abs(r.B.Y)*h.Y + math.Abs(r.B.Z)*h.Z,
		Z: math.Abs(r.C.X)*h.X + math.Abs(r.C.Y)*h.Y + math.Abs(r.C.Z)*h.Z,
	}
	box := vec.Box{Lo: c.Sub(local), Hi: c.Add(local)}.Grow(m.Surface.Half)
	if !box.Overlaps(m.Tree.Bounds()) {
		return false
	}
	near := &o.watch
	near.Triangles = m.Tree.Query(box, near.Triangles[:0])
	if len(near.Triangles) == 0 || !exact {
		return len(near.Triangles) > 0
	}
	o.query.Watch, hull = near, m.ToLocal(hull)
	narrow.MeshCapsule(m.Surface, &hull, o.query.Reset())
	return len(o.query.Contacts) > 0
}
