package sim

import (
	"math"
	"slices"

	"tumble/sim/body"
	"tumble/sim/bridge"
	"tumble/sim/shape"
	"tumble/sim/vec"
	"tumble/sim/wide"
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

// pairList holds the candidates of one pair of kinds, in the order of their places, and their
// contacts, in chunks.
type pairList struct {
	kindA, kindB shape.Kind
	cell
	chunks []*chunkOfPairs

	// During a rebuild: the chunks of before, and the parts of the list that follow them.
	old   []*chunkOfPairs
	parts []succession
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

// place returns where a pair of shapes comes in the list: sorted by a, then b, but by the stretches
// of b first if a is not round.
func (l *pairList) place(a, b int32) uint64 {
	if l.round() {
		return uint64(a)<<32 | uint64(b)
	}
	return (uint64(b/stretch)<<32|uint64(a))*stretch + uint64(b%stretch)
}

// count returns how many candidates there are.
func (l *pairList) count() (n int) {
	for k := range l.chunks {
		n += len(l.chunks[k].pairs)
	}
	return n
}

// round reports whether shapes of both kinds have a mass.
func (l *pairList) round() bool { return l.kindA.Solid() }

// The skin is the margin around each shape within which candidates are looked for. A
// body's margin is how far it goes in skinSteps steps at its present speed, but at least
// skinLeast and at most skinMost times the smallest radius: bodies at rest have few
// candidates, fast ones do not force a rebuild every other step. Those that flew away from
// all others, so that a wide margin gives them no candidates, may have one up to half of the
// way back; see loosenStrays.
const (
	skinSteps = 80
	skinLeast = 0.06
	skinMost  = 1.0
)

// updateCandidates rebuilds the candidate lists when a body has used up its margin, or
// bodies were added or sorted.
func (w *World) updateCandidates() {
	w.sortBodies()
	if err := w.neighbourSearch.update(); err != nil {
		w.log.Stop("%v", err)
	}
}

// update rebuilds the candidate lists if they no longer hold.
//
// Errors: too many pairs; the lists are then empty.
func (w *neighbourSearch) update() error {
	if !w.stale && !w.gone.Load() {
		return nil
	}
	w.stale = false
	w.gone.Store(false)
	w.rebuilds++
	w.forgetWays()
	w.within = w.farthest()
	w.setMargins()
	return w.rebuildLists()
}

// farTravelled is the way, in smallest radii, from which travel begins anew at 0: a sum that grows
// for ever gets too coarse for what slow bodies go in a step.
const farTravelled = 1e6

// forgetWays sets the travel of all bodies to 0 if some have gone far. Gaps of candidates, which are
// known by travel, are then measured anew.
func (w *neighbourSearch) forgetWays() {
	b, most := w.bodies, farTravelled*w.shapes.SmallestRadius()
	if b.Len() == 0 || slices.Max(b.Travel) <= most {
		return
	}
	clear(b.Travel)
	w.forgetGaps()
}

// forgetGaps lets the gaps of all candidates be measured anew, and those to the triangles of meshes.
func (w *neighbourSearch) forgetGaps() {
	for k := range w.listed {
		for i := range k.pairs {
			k.pairs[i].until = 0
		}
	}
	for i := range w.views {
		w.views[i].forget()
	}
}

// farGone reports whether one of the bodies [first, last) has used up its margin.
func farGone(b *body.Set, first, last int) bool {
	return wide.AnyAbove(b.Travel[first:last], b.Limit[first:last])
}

// carry books the way of a body that is moved by something else than forces [m].
func (w *neighbourSearch) carry(i int, way float64) {
	b := w.bodies
	if b.Travel[i] += way; farGone(b, i, i+1) {
		w.gone.Store(true)
	}
}

func (w *neighbourSearch) setMargins() {
	b := w.bodies
	r := w.shapes.SmallestRadius()
	w.strays.reset()
	for i := range b.Travel {
		b.Limit[i] = b.Travel[i]
		if way := w.clock.last * b.Pace(i); b.Kind[i] != bridge.Static || way > 0 {
			b.Limit[i] += vec.Clamp(skinSteps*way, skinLeast*r, skinMost*r)
			if skinSteps*way > skinMost*r && b.Kind[i] == bridge.Dynamic {
				w.strays.fast = append(w.strays.fast, fastBody{int32(i), way})
			}
		}
	}
	for i := range w.shapes.Cylinders {
		c := &w.shapes.Cylinders[i]
		b.Limit[w.shapes.Infos[shape.KindCylinder][i].Body] += vec.Clamp(skinSteps*c.Swept, 0, skinMost*r)
		c.Span = 0
	}
	w.loosenStrays(skinMost * r)
}

// margin returns the margin of a body in the search: how far it may go until the next rebuild, and half
// of how far apart contacts act [m].
func (w *neighbourSearch) margin(i int32) float64 { return w.bodies.Margin(i) + w.within/2 }

// boxOf returns the box round solid number i, with its margin.
func (w *neighbourSearch) boxOf(i int) vec.Box {
	kind, k := w.shapes.Solid(int32(i))
	return w.shapes.BoundsOfSolid(kind, k).Grow(w.margin(w.shapes.Infos[kind][k].Body))
}

// findWallPairs keeps what of the shapes [first, last) comes near the plane. A one-sided wall keeps
// also what is behind it: the kernel knows whether it was in contact before.
func (w *neighbourSearch) findWallPairs(p *succession, first, last int) {
	s, kindB := w.shapes, p.list.kindB
	for i := range s.Walls {
		wall := &s.Walls[i]
		for k := first; k < last; k++ {
			c := s.Hull(kindB, k)
			near := c.Radius + w.margin(s.Info(kindB, int32(k)).Body) + w.margin(s.Infos[shape.KindWall][i].Body)
			lo, hi := c.Center.Component(wall.Axis)-wall.Position, c.Half*c.Axis.Component(wall.Axis)
			if hi < 0 {
				hi = -hi
			}
			lo, hi = lo-hi, lo+hi
			if wall.Sense <= 0 && hi >= -near && (wall.Sense < 0 || lo <= near) ||
				wall.Sense > 0 && lo <= near {
				w.offer(p, int32(i), int32(k), s.Infos[shape.KindWall][i].Body, s.Info(kindB, int32(k)).Body)
			}
		}
	}
}

// findCylinderPairs keeps what of the shapes [first, last) comes near the surface of each cylinder,
// and what is in its material, however deep.
func (w *neighbourSearch) findCylinderPairs(p *succession, first, last int) {
	s, kindB := w.shapes, p.list.kindB
	for i := range s.Cylinders {
		c, span := &s.Cylinders[i], 0.0
		for k := first; k < last; k++ {
			r := s.Hull(kindB, k)
			from := r.Center.Sub(c.Point)
			along := from.Dot(c.Axis)
			distance := from.AddScaled(-along, c.Axis).Norm() - c.Radius
			if c.Hollow {
				distance = -distance
			}
			near := r.Half + r.Radius + w.margin(s.Info(kindB, int32(k)).Body) + w.margin(s.Infos[shape.KindCylinder][i].Body)
			span = math.Max(span, from.Norm()+near)
			if distance <= near {
				w.offer(p, int32(i), int32(k), s.Infos[shape.KindCylinder][i].Body, s.Info(kindB, int32(k)).Body)
			}
		}
		w.rebuilding.Lock()
		c.Span = math.Max(c.Span, span)
		w.rebuilding.Unlock()
	}
}

// findMeshPairs keeps what of the shapes [first, last) comes near the box of a mesh, in the mesh's
// own frame. Which triangles are near is found when it is asked for; see meshView.
func (w *neighbourSearch) findMeshPairs(p *succession, first, last int) {
	s, kindB := w.shapes, p.list.kindB
	for i := range s.Meshes {
		m := &s.Meshes[i]
		all := m.Tree.Bounds().Grow(m.Surface.Half + w.margin(s.Infos[shape.KindMesh][i].Body))
		for k := first; k < last; k++ {
			c := m.ToLocal(s.Hull(kindB, k))
			if c.Bounds().Grow(w.margin(s.Info(kindB, int32(k)).Body)).Overlaps(all) {
				w.offer(p, int32(i), int32(k), s.Infos[shape.KindMesh][i].Body, s.Info(kindB, int32(k)).Body)
			}
		}
	}
}
