package neighbour

import (
	"math"
	"slices"
	"sync"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// The skin is the margin around each shape within which pairs are looked for. A
// body's margin is how far it goes in skinSteps steps at its present speed, but at least
// skinLeast and at most skinMost times the smallest radius: bodies at rest have few
// pairs, fast ones do not force a rebuild every other step. Those that flew away from
// all others, so that a wide margin gives them no pairs, may have one up to half of the
// way back; see loosenStrays.
const (
	skinSteps = 80
	skinLeast = 0.06
	skinMost  = 1.0
)

// skin is how far the skins of a search reach, and for how long what is known of places holds.
type skin struct {
	within      float64    // how far apart contacts act [m]
	rebuilding  sync.Mutex // of what the workers of a rebuild share: the spans of cylinders
	travelEpoch int64      // how often bodies came, left or were sorted, or their travel began anew, before a rebuild
}

// Update rebuilds the neighbour lists if they no longer hold.
//
// Errors: too many pairs; the lists are then empty.
func (search *Search) Update() error {
	if !search.Stale && !search.Exhausted.Load() {
		return nil
	}
	if search.Stale {
		search.travelEpoch++
	}
	search.Stale = false
	search.Exhausted.Store(false)
	search.Rebuilds++
	search.forgetWays()
	search.within = search.contacts.Farthest()
	search.setMargins()
	return search.rebuildLists()
}

// TravelEpoch returns the number of the epoch in which the travel of bodies is measured, -1 if bodies have come, left
// or been sorted since the neighbour lists were made. Within an epoch, differences of travel bound how far bodies have
// gone.
func (search *Search) TravelEpoch() int64 {
	if search.Stale {
		return -1
	}
	return search.travelEpoch
}

// farTravelled is the way, in smallest radii, from which travel begins anew at 0: a sum that grows
// for ever gets too coarse for what slow bodies go in a step, and for gaps, which pairs keep in single precision.
const farTravelled = 1e5

// forgetWays sets the travel of all bodies to 0 if some have gone far. Gaps of pairs, which are
// known by travel, are then measured anew.
func (search *Search) forgetWays() {
	b, most := search.contacts.Bodies, farTravelled*search.contacts.Shapes.SmallestRadius()
	if b.Len() == 0 || slices.Max(b.Travel) <= most {
		return
	}
	clear(b.Travel)
	search.travelEpoch++
	search.contacts.ForgetGaps()
}

// Carry books the way of a body that is moved by something else than forces [m].
func (search *Search) Carry(i int, way float64) {
	b := search.contacts.Bodies
	if b.Travel[i] += way; b.BeyondMargin(i, i+1) {
		search.Exhausted.Store(true)
	}
}

// CarryCylinders books the ways of cylinders. One that turns about its own axis stays the same; one whose
// axis turns sweeps through far places fast, and the span bounds how fast: that counts as travel of its body.
func (search *Search) CarryCylinders() {
	s := search.contacts.Shapes
	for i := range s.Cylinders {
		search.Carry(int(s.Infos[shape.KindCylinder][i].Body), s.Cylinders[i].Swept)
	}
}

func (search *Search) setMargins() {
	b := search.contacts.Bodies
	r := search.contacts.Shapes.SmallestRadius()
	search.strays.fast = search.strays.fast[:0]
	for i := range b.Travel {
		margin := 0.0
		if way := search.contacts.Clock.Last * b.Pace(i); b.Kind[i] != body.Static || way > 0 {
			margin = vec.Clamp(skinSteps*way, skinLeast*r, skinMost*r)
			if skinSteps*way > skinMost*r && b.Kind[i] == body.Dynamic {
				search.strays.fast = append(search.strays.fast, fastBody{int32(i), way})
			}
		}
		b.SetMargin(int32(i), margin)
	}
	for i := range search.contacts.Shapes.Cylinders {
		c := &search.contacts.Shapes.Cylinders[i]
		at := search.contacts.Shapes.Infos[shape.KindCylinder][i].Body
		b.SetMargin(at, b.Margin(at)+vec.Clamp(skinSteps*c.Swept, 0, skinMost*r))
		c.Span = 0
	}
	search.loosenStrays(skinMost * r)
}

// margin returns the margin of a body in the search: how far it may go until the next rebuild, and half
// of how far apart contacts act [m].
func (search *Search) margin(i int32) float64 {
	return search.contacts.Bodies.Margin(i) + search.within/2
}

// boxOf returns the box round solid number i, with its margin.
func (search *Search) boxOf(i int) vec.Box {
	kind, k := search.contacts.Shapes.Solid(int32(i))
	return search.contacts.Shapes.BoundsOfSolid(kind, k).Grow(search.margin(search.contacts.Shapes.Infos[kind][k].Body))
}

// findWallPairs keeps what of the shapes [first, last) comes near the plane. A one-sided wall keeps
// also what is behind it: the kernel knows whether it was in contact before.
func (search *Search) findWallPairs(p *partRebuild, first, last int) {
	s, kindB := search.contacts.Shapes, p.list.KindB
	for i := range s.Walls {
		wall := &s.Walls[i]
		for k := first; k < last; k++ {
			if s.Hollow(kindB, k) {
				continue
			}
			c := s.Hull(kindB, k)
			near := c.Radius + search.margin(s.Info(kindB, int32(k)).Body) + search.margin(s.Infos[shape.KindWall][i].Body)
			lo, hi := c.Center.Component(wall.Axis)-wall.Position, c.Half*c.Axis.Component(wall.Axis)
			if hi < 0 {
				hi = -hi
			}
			lo, hi = lo-hi, lo+hi
			if wall.Sense <= 0 && hi >= -near && (wall.Sense < 0 || lo <= near) ||
				wall.Sense > 0 && lo <= near {
				search.offer(p, int32(i), int32(k), s.Infos[shape.KindWall][i].Body, s.Info(kindB, int32(k)).Body)
			}
		}
	}
}

// findCylinderPairs keeps what of the shapes [first, last) comes near each cylinder,
// and what is in its material, however deep.
func (search *Search) findCylinderPairs(p *partRebuild, first, last int) {
	s, kindB := search.contacts.Shapes, p.list.KindB
	for i := range s.Cylinders {
		c, span := &s.Cylinders[i], 0.0
		for k := first; k < last; k++ {
			if s.Hollow(kindB, k) {
				continue
			}
			r := s.Hull(kindB, k)
			from := r.Center.Sub(c.Point)
			along := from.Dot(c.Axis)
			distance := from.AddScaled(-along, c.Axis).Norm() - c.Radius
			if c.Hollow {
				distance = -distance
			}
			near := r.Half + r.Radius + search.margin(s.Info(kindB, int32(k)).Body) +
				search.margin(s.Infos[shape.KindCylinder][i].Body)
			span = math.Max(span, from.Norm()+near)
			if distance <= near {
				search.offer(p, int32(i), int32(k), s.Infos[shape.KindCylinder][i].Body, s.Info(kindB, int32(k)).Body)
			}
		}
		search.rebuilding.Lock()
		c.Span = math.Max(c.Span, span)
		search.rebuilding.Unlock()
	}
}

// findMeshPairs keeps what of the shapes [first, last) comes near the box of a mesh, in the mesh's
// own frame. Which triangles are near is found when it is asked for; see view.
func (search *Search) findMeshPairs(p *partRebuild, first, last int) {
	s, kindB := search.contacts.Shapes, p.list.KindB
	for i := range s.Meshes {
		m := &s.Meshes[i]
		all := m.Tree.Bounds().Grow(m.Surface.Half + search.margin(s.Infos[shape.KindMesh][i].Body))
		for k := first; k < last; k++ {
			c := m.ToLocal(s.Hull(kindB, k))
			if c.Bounds().Grow(search.margin(s.Info(kindB, int32(k)).Body)).Overlaps(all) {
				search.offer(p, int32(i), int32(k), s.Infos[shape.KindMesh][i].Body, s.Info(kindB, int32(k)).Body)
			}
		}
	}
}
