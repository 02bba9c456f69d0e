package sim

import (
	"math"
	"slices"

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
// contacts, in chunks that a rebuild fills but for the last.
type pairList struct {
	kindA, kindB shape.Kind
	kernel       kernel
	spread       spreading // nil if its contacts do not spread along shafts
	chunks       []*chunkOfPairs

	// During a rebuild: the pair that is offered, the chunks of before, and the one of them and
	// the pair in it up to which they have been taken over.
	offered           candidate
	old               []*chunkOfPairs
	oldChunk, oldPair int
}

// candidates calls yield for all of them.
func (l *pairList) candidates(yield func(*candidate) bool) {
	for k := range l.chunks {
		for i := range l.chunks[k].pairs {
			if !yield(&l.chunks[k].pairs[i]) {
				return
			}
		}
	}
}

// count returns how many candidates there are.
func (l *pairList) count() (n int) {
	for k := range l.chunks {
		n += len(l.chunks[k].pairs)
	}
	return n
}

// round reports whether both kinds are round: one radius about a point or a segment.
func (l *pairList) round() bool { return l.kindA == shape.KindSphere || l.kindA == shape.KindCapsule }

// The skin is the margin around each shape within which candidates are looked for. A
// body's margin is how far it goes in skinSteps steps at its present speed, but at least
// skinLeast and at most skinMost times the smallest radius: bodies at rest have few
// candidates, fast ones do not force a rebuild every other step.
const (
	skinSteps = 80
	skinLeast = 0.06
	skinMost  = 1.0
)

// updateCandidates rebuilds the candidate lists when a body has used up its margin, or
// bodies were added or sorted.
func (w *World) updateCandidates() {
	w.sortBodies()
	if !w.stale && !w.bodies.farGone() {
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
	w.closeLists()
}

// farGone reports whether a body has used up its margin.
func (b *bodies) farGone() bool {
	if inLanes != nil {
		return inLanes.above(b.travel, b.limit)
	}
	for i, limit := range b.limit {
		if b.travel[i] > limit {
			return true
		}
	}
	return false
}

func (w *World) setMargins() {
	b := &w.bodies
	r := w.smallestRadius()
	for i := range b.travel {
		b.limit[i] = b.travel[i]
		if way := w.clock.last * b.pace(i); b.kind[i] != bridge.Static || way > 0 {
			b.limit[i] += vec.Clamp(skinSteps*way, skinLeast*r, skinMost*r)
		}
	}
	for i := range w.shapes.cylinders {
		c := &w.shapes.cylinders[i]
		b.limit[w.shapes.cylinderInfo[i].body] += vec.Clamp(skinSteps*c.swept, 0, skinMost*r)
		c.span = 0
	}
}

// pace returns how fast any point of a body can move [m/s].
func (b *bodies) pace(i int) float64 { return b.vel[i].Norm() + b.spin[i].Norm()*b.mass[i].reach }

// margin returns how far a body may still go until the next rebuild [m].
func (b *bodies) margin(i int32) float64 { return b.limit[i] - b.travel[i] }

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

// swapLists empties the lists and keeps the old ones aside.
func (w *World) swapLists() {
	for i := range w.lists {
		l := &w.lists[i]
		l.chunks, l.old = l.old[:0], l.chunks
		l.oldChunk, l.oldPair = 0, 0
	}
}

// searched is how many boxes are searched before their pairs are offered: enough to
// share between workers, and little memory.
const searched = 32 * chunk

// boxOf returns the box round a sphere or, counted on from the spheres, a capsule, with its
// margin.
func (w *World) boxOf(i int) vec.Box {
	s := &w.shapes
	if i < len(s.spheres) {
		return s.spheres[i].Bounds().Grow(w.bodies.margin(s.sphereInfo[i].body))
	}
	i -= len(s.spheres)
	return s.capsules[i].Bounds().Grow(w.bodies.margin(s.capsuleInfo[i].body))
}

// findRoundPairs finds the pairs among spheres and capsules.
func (w *World) findRoundPairs() {
	boxes := w.shapes.rounds()
	w.grid.Build(boxes, w.boxOf)
	if w.found == nil {
		w.found = make([]neighbours, searched/chunk)
	}
	for w.searchFrom = 0; w.searchFrom < boxes; w.searchFrom += searched {
		n := lesser(searched, boxes-w.searchFrom)
		w.team.run(n, chunk, 400, w.team.evenly, w.tasks.search)
		for i := 0; i < n; i += chunk {
			w.offerRound(w.searchFrom+i, &w.found[i/chunk])
		}
	}
}

// neighbours are the later boxes that overlap those of one chunk.
type neighbours struct {
	list []int32
	ends [chunk]int32 // of the neighbours of each box in list
}

// searchChunk finds the neighbours of boxes [first, last), counted from searchFrom.
func (w *World) searchChunk(_, first, last int) {
	f := &w.found[first/chunk]
	f.list = f.list[:0]
	for i := first; i < last; i++ {
		f.list = w.grid.Later(int32(w.searchFrom+i), f.list)
		f.ends[i-first] = int32(len(f.list))
	}
}

// offerRound offers the pairs of the boxes from number first on.
func (w *World) offerRound(first int, f *neighbours) {
	s := &w.shapes
	spheres := int32(len(s.spheres))
	var begin int32
	for i := 0; i < chunk && first+i < s.rounds(); i++ {
		a, end := int32(first+i), f.ends[i]
		kindA, infoA := shape.KindSphere, s.sphereInfo
		if a >= spheres {
			kindA, infoA, a = shape.KindCapsule, s.capsuleInfo, a-spheres
		}
		for _, b := range f.list[begin:end] {
			if b < spheres {
				w.offer(w.list(kindA, shape.KindSphere), a, b, infoA[a].body, s.sphereInfo[b].body)
			} else {
				w.offer(w.list(kindA, shape.KindCapsule), a, b-spheres, infoA[a].body, s.capsuleInfo[b-spheres].body)
			}
		}
		begin = end
	}
}

// offer makes a pair of shapes a candidate unless they can never act on each other, or,
// for round ones, not before the next rebuild. Pairs are offered in the order of the
// list; what was known of the pair, and its contacts, go with it.
func (w *World) offer(l *pairList, a, b, bodyA, bodyB int32) {
	k := &w.bodies
	if l == nil || bodyA == bodyB || k.kind[bodyA] != bridge.Dynamic && k.kind[bodyB] != bridge.Dynamic {
		return
	}
	c := &l.offered
	*c = candidate{a: a, b: b, bodyA: bodyA, bodyB: bodyB}
	from, o := w.recall(l, c)
	if o != nil {
		c.until, c.view, c.contact, c.count, c.side = o.until, o.view, o.contact, o.count, o.side
	} else if l.kindA == shape.KindMesh {
		c.view = w.newView()
	}
	if c.count == 0 && l.round() && w.stayApart(l, c, k.margin(bodyA)+k.margin(bodyB)) {
		return
	}
	w.open(l).takeOver(from, c)
}

// takeOver appends a candidate with the contacts that it has in the chunk it comes from.
func (k *chunkOfPairs) takeOver(from *chunkOfPairs, c *candidate) {
	k.bodiesA.include(c.bodyA)
	k.bodiesB.include(c.bodyB)
	n := k.contacts.n
	for i := range int(c.count) {
		k.add(from, int(c.contact)+i)
	}
	k.pairs = append(k.pairs, *c)
	k.pairs[len(k.pairs)-1].contact = uint16(n)
}

// open returns the last chunk of a list, a fresh one if that is full.
func (w *World) open(l *pairList) *chunkOfPairs {
	n := len(l.chunks)
	if n == 0 || len(l.chunks[n-1].pairs) == chunk {
		l.chunks = append(l.chunks, w.takeChunk(l))
		n++
	}
	return l.chunks[n-1]
}

// stayApart measures a pair that does not touch and reports whether it will not until one
// of the bodies has used up its margin.
func (w *World) stayApart(l *pairList, c *candidate, margin float64) bool {
	moved := w.bodies.travel[c.bodyA] + w.bodies.travel[c.bodyB]
	if c.until-moved > margin {
		return true
	}
	touches, gap := l.kernel(w, c, w.spaces[0].found[:0])
	w.spaces[0].found = touches[:0]
	if len(touches) > 0 {
		c.until = 0
		return false
	}
	c.until = moved + gap
	return gap > margin
}

// recall goes to the place of c in the old list and returns it, with its chunk, if it was
// there. It gives back the chunks that it passes: what it returns lasts until the next call.
func (w *World) recall(l *pairList, c *candidate) (*chunkOfPairs, *candidate) {
	for l.oldChunk < len(l.old) {
		k := l.old[l.oldChunk]
		for l.oldPair < len(k.pairs) {
			o := &k.pairs[l.oldPair]
			if c.before(o) {
				return nil, nil
			}
			l.oldPair++
			if !o.before(c) {
				return k, o
			}
			w.dropView(l, o)
		}
		w.free = append(w.free, k)
		l.oldChunk, l.oldPair = l.oldChunk+1, 0
	}
	return nil, nil
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
			near := c.Radius + b.margin(s.info(l.kindB, int32(k)).body) + b.margin(s.wallInfo[i].body)
			lo, hi := c.Center.Component(wall.Axis)-wall.Position, c.Half*c.Axis.Component(wall.Axis)
			if hi < 0 {
				hi = -hi
			}
			lo, hi = lo-hi, lo+hi
			if wall.Sense <= 0 && hi >= -near && (wall.Sense < 0 || lo <= near) ||
				wall.Sense > 0 && lo <= near {
				w.offer(l, int32(i), int32(k), s.wallInfo[i].body, s.info(l.kindB, int32(k)).body)
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
			near := r.Half + r.Radius + b.margin(s.info(l.kindB, int32(k)).body) + b.margin(s.cylinderInfo[i].body)
			c.span = math.Max(c.span, from.Norm()+near)
			if distance <= near {
				w.offer(l, int32(i), int32(k), s.cylinderInfo[i].body, s.info(l.kindB, int32(k)).body)
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
		all := m.tree.Bounds().Grow(m.surface.Half + b.margin(s.meshInfo[i].body))
		for k := 0; k < s.count(l.kindB); k++ {
			c := m.toLocal(s.round(l.kindB, k))
			if c.Bounds().Grow(b.margin(s.info(l.kindB, int32(k)).body)).Overlaps(all) {
				w.offer(l, int32(i), int32(k), s.meshInfo[i].body, s.info(l.kindB, int32(k)).body)
			}
		}
	}
}

// before reports whether c comes before d in a list.
func (c *candidate) before(d *candidate) bool { return c.a < d.a || c.a == d.a && c.b < d.b }

// closeLists ends a rebuild: what is left of the old lists is gone.
func (w *World) closeLists() {
	w.chunks = w.chunks[:0]
	for i := range w.lists {
		l := &w.lists[i]
		w.chunks = append(w.chunks, l.chunks...)
		for ; l.oldChunk < len(l.old); l.oldChunk, l.oldPair = l.oldChunk+1, 0 {
			k := l.old[l.oldChunk]
			for i := range k.pairs[l.oldPair:] {
				w.dropView(l, &k.pairs[l.oldPair+i])
			}
			w.free = append(w.free, k)
		}
	}
	for i, k := range w.chunks {
		k.number, k.blocks = i, k.contacts.blocks
	}
	w.outcomes = slices.Grow(w.outcomes[:0], len(w.chunks))[:len(w.chunks)]
	w.cuts.settle(w)
}

// takeChunk returns an empty chunk for a list. It has the memory of one that a rebuild has
// passed, so that there is never much more than one copy of all candidates and contacts.
func (w *World) takeChunk(l *pairList) *chunkOfPairs {
	n := len(w.free)
	if n == 0 {
		return &chunkOfPairs{list: l, pairs: make([]candidate, 0, chunk)}
	}
	k := w.free[n-1]
	w.free = w.free[:n-1]
	k.contacts.clear()
	*k = chunkOfPairs{list: l, pairs: k.pairs[:0], contacts: k.contacts, turns: k.turns[:0], sent: k.sent[:0]}
	return k
}
