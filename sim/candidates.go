package sim

import (
	"math"

	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// candidate is a pair of shapes that may touch before the next rebuild. Of the two
// shapes the kind of a comes first in the pair matrix.
type candidate struct {
	until        float64 // the pair cannot touch before both bodies' travels add up to this [m]
	bodyA, bodyB int32
	a, b         int32  // indices in the slices of their kinds
	view         int32  // in World.views, if a is a mesh
	contact      uint16 // its contacts in those of its chunk ...
	count        uint8  // ... and their number; 0: none
	side         int8   // to which a wall pushes since the contact began: -1 or +1
}

// pairList holds the candidates of one pair of kinds, sorted by a, then b, and their
// contacts.
type pairList struct {
	kindA, kindB shape.Kind
	kernel       kernel
	pairs        []candidate
	chunks       []chunkOfPairs // of chunk candidates each
}

// The skin is the margin around each shape within which candidates are looked for. A
// body's margin is how far it goes in skinSteps steps at its present speed, but at least
// skinLeast and at most skinMost times the smallest radius: bodies at rest have few
// candidates, fast ones do not force a rebuild every other step.
const (
	skinSteps = 40
	skinLeast = 0.06
	skinMost  = 1.0
)

// updateCandidates rebuilds the candidate lists when a body has used up its margin or
// bodies were added.
func (w *World) updateCandidates() {
	b := &w.bodies
	for i := 0; i < len(b.travel) && !w.stale; i++ {
		w.stale = b.travel[i]-b.marked[i] > b.margin[i]
	}
	if !w.stale {
		return
	}
	w.stale = false
	w.stats.rebuilds++
	w.setMargins()
	w.swapLists()
	w.findRoundPairs()
	for i := range w.lists {
		switch w.lists[i].kindA {
		case shape.KindWall:
			w.findWallPairs(&w.lists[i])
		case shape.KindMesh:
			w.findMeshPairs(&w.lists[i])
		case shape.KindCylinder:
			w.findCylinderPairs(&w.lists[i])
		}
	}
	w.cutLists()
}

func (w *World) setMargins() {
	b := &w.bodies
	r := w.smallestRadius()
	for i := range w.shapes.cylinders {
		w.shapes.cylinders[i].span = 0
	}
	for i := range b.travel {
		b.marked[i] = b.travel[i]
		b.margin[i] = 0
		if b.kind[i] != bridge.Static || b.rate[i] > 0 {
			b.margin[i] = vec.Clamp(skinSteps*b.rate[i], skinLeast*r, skinMost*r)
		}
	}
}

// smallestRadius returns the smallest radius of any sphere or capsule [m], 0 if there is
// none.
func (w *World) smallestRadius() float64 {
	var r float64
	for i := range w.shapes.spheres {
		if s := w.shapes.spheres[i].Radius; r == 0 || s < r {
			r = s
		}
	}
	for i := range w.shapes.capsules {
		if s := w.shapes.capsules[i].Radius; r == 0 || s < r {
			r = s
		}
	}
	return r
}

// swapLists empties the lists and keeps the old ones aside for carryOver.
func (w *World) swapLists() {
	for i := range w.lists {
		l, s := &w.lists[i], &w.spare[i]
		l.pairs, s.pairs = s.pairs[:0], l.pairs
		l.chunks, s.chunks = s.chunks[:0], l.chunks
	}
}

// findRoundPairs finds the pairs among spheres and capsules.
func (w *World) findRoundPairs() {
	s, b := &w.shapes, &w.bodies
	w.boxes = w.boxes[:0]
	for i := range s.spheres {
		w.boxes = append(w.boxes, s.spheres[i].Bounds().Grow(b.margin[s.sphereInfo[i].body]))
	}
	for i := range s.capsules {
		w.boxes = append(w.boxes, s.capsules[i].Bounds().Grow(b.margin[s.capsuleInfo[i].body]))
	}
	w.grid.Build(w.boxes)
	spheres := int32(len(s.spheres))
	var later []int32
	later = w.later
	for i := int32(0); i < int32(len(w.boxes)); i++ {
		later = w.grid.Later(i, later[:0])
		kindA, a := shape.KindSphere, i
		if i >= spheres {
			kindA, a = shape.KindCapsule, i-spheres
		}
		for _, j := range later {
			kindB, k := shape.KindSphere, j
			if j >= spheres {
				kindB, k = shape.KindCapsule, j-spheres
			}
			w.addCandidate(w.list(kindA, kindB), candidate{a: a, b: k})
		}
	}
	w.later = later
}

// addCandidate keeps a pair unless its shapes can never act on each other.
func (w *World) addCandidate(l *pairList, c candidate) {
	if l == nil {
		return
	}
	a, b := w.shapes.info(l.kindA, c.a).body, w.shapes.info(l.kindB, c.b).body
	c.bodyA, c.bodyB = a, b
	if a == b || w.bodies.kind[a] != bridge.Dynamic && w.bodies.kind[b] != bridge.Dynamic {
		return
	}
	l.pairs = append(l.pairs, c)
}

// round returns a sphere or capsule as a capsule.
func (s *shapes) round(kind shape.Kind, i int) shape.Capsule {
	if kind == shape.KindSphere {
		return shape.Capsule{Center: s.spheres[i].Center, Axis: vec.AxisX, Radius: s.spheres[i].Radius}
	}
	return s.capsules[i]
}

// count returns how many shapes of a kind there are.
func (s *shapes) count(kind shape.Kind) int {
	switch kind {
	case shape.KindWall:
		return len(s.walls)
	case shape.KindMesh:
		return len(s.meshes)
	case shape.KindCylinder:
		return len(s.cylinders)
	case shape.KindSphere:
		return len(s.spheres)
	case shape.KindCapsule:
		return len(s.capsules)
	}
	return 0
}

// findWallPairs keeps what comes near the plane. A one-sided wall keeps also what is
// behind it: the kernel knows whether it was in contact before.
func (w *World) findWallPairs(l *pairList) {
	s, b := &w.shapes, &w.bodies
	for i := range s.walls {
		wall := &s.walls[i]
		for k := 0; k < s.count(l.kindB); k++ {
			c := s.round(l.kindB, k)
			near := c.Radius + b.margin[s.info(l.kindB, int32(k)).body] + b.margin[s.wallInfo[i].body]
			lo, hi := c.Center.Component(wall.Axis)-wall.Position, c.Half*c.Axis.Component(wall.Axis)
			if hi < 0 {
				hi = -hi
			}
			lo, hi = lo-hi, lo+hi
			if wall.Sense <= 0 && hi >= -near && (wall.Sense < 0 || lo <= near) ||
				wall.Sense > 0 && lo <= near {
				w.addCandidate(l, candidate{a: int32(i), b: int32(k)})
			}
		}
	}
}

// findCylinderPairs keeps what comes near the surface of each cylinder, and what is in its
// material, however deep.
func (w *World) findCylinderPairs(l *pairList) {
	s, b := &w.shapes, &w.bodies
	for i := range s.cylinders {
		c := &s.cylinders[i]
		for k := 0; k < s.count(l.kindB); k++ {
			r := s.round(l.kindB, k)
			from := r.Center.Sub(c.Point)
			along := from.Dot(c.Axis)
			distance := from.AddScaled(-along, c.Axis).Norm() - c.Radius
			if c.Hollow {
				distance = -distance
			}
			near := r.Half + r.Radius + b.margin[s.info(l.kindB, int32(k)).body] + b.margin[s.cylinderInfo[i].body]
			c.span = math.Max(c.span, from.Norm()+near)
			if distance <= near {
				w.addCandidate(l, candidate{a: int32(i), b: int32(k)})
			}
		}
	}
}

// findMeshPairs keeps what comes near the box of a mesh, in the mesh's own frame. Which
// triangles are near is found when it is asked for; see meshView.
func (w *World) findMeshPairs(l *pairList) {
	s, b := &w.shapes, &w.bodies
	for i := range s.meshes {
		m := &s.meshes[i]
		all := m.tree.Bounds().Grow(m.surface.Half + b.margin[s.meshInfo[i].body])
		for k := 0; k < s.count(l.kindB); k++ {
			c := m.toLocal(s.round(l.kindB, k))
			if c.Bounds().Grow(b.margin[s.info(l.kindB, int32(k)).body]).Overlaps(all) {
				w.addCandidate(l, candidate{a: int32(i), b: int32(k)})
			}
		}
	}
}

// contacts returns those of a pair, from its chunk.
func (c *candidate) contacts(k *chunkOfPairs) []contact {
	return k.contacts[c.contact : int(c.contact)+int(c.count)]
}

// before reports whether c comes before d in a list.
func (c *candidate) before(d *candidate) bool { return c.a < d.a || c.a == d.a && c.b < d.b }

// cutLists divides the new lists into chunks and hands what is known of a pair over to
// them, with its contacts. Both lists are sorted.
func (w *World) cutLists() {
	w.chunks = w.chunks[:0]
	for i := range w.lists {
		l := &w.lists[i]
		for len(l.chunks)*chunk < len(l.pairs) {
			l.chunks = append(l.chunks, chunkOfPairs{})
		}
		l.chunks = l.chunks[:(len(l.pairs)+chunk-1)/chunk]
		for k := range l.chunks {
			l.chunks[k] = chunkOfPairs{list: l, first: int32(k * chunk), last: int32(lesser(k*chunk+chunk, len(l.pairs)))}
			w.chunks = append(w.chunks, &l.chunks[k])
		}
		w.carryOver(l, &w.spare[i])
	}
}

func (w *World) carryOver(l, old *pairList) {
	k, h := 0, 0 // pair and chunk of the old list
	for i := range l.pairs {
		c := &l.pairs[i]
		for k < len(old.pairs) && old.pairs[k].before(c) {
			w.dropView(l, &old.pairs[k])
			k++
		}
		if k == len(old.pairs) || c.before(&old.pairs[k]) {
			if l.kindA == shape.KindMesh {
				c.view = w.newView()
			}
			continue
		}
		o := &old.pairs[k]
		k++
		c.until, c.view, c.count, c.side = o.until, o.view, o.count, o.side
		if o.count == 0 {
			continue
		}
		for int(old.chunks[h].last) < k {
			w.giveBack(&old.chunks[h])
			h++
		}
		to := &l.chunks[i/chunk]
		if n := len(w.free); n > 0 && to.contacts == nil {
			to.contacts, w.free = w.free[n-1], w.free[:n-1]
		}
		c.contact = uint16(len(to.contacts))
		to.contacts = append(to.contacts, o.contacts(&old.chunks[h])...)
	}
	for ; k < len(old.pairs); k++ {
		w.dropView(l, &old.pairs[k])
	}
	for ; h < len(old.chunks); h++ {
		w.giveBack(&old.chunks[h])
	}
}

// giveBack frees the memory of an old chunk's contacts: new chunks take it, so that there
// is never much more than one copy of all contacts.
func (w *World) giveBack(k *chunkOfPairs) {
	if k.contacts != nil {
		w.free = append(w.free, k.contacts[:0])
		k.contacts = nil
	}
}
