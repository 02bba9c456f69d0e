package tally

import (
	"math"
	"math/bits"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// losses tells in which regions contacts lose energy. A contact is near its bodies: where one of these is far from the
// surface of a region, it is in the region, or is not, until the neighbour lists are made anew, or a region that moves
// with a body has gone some way. Only contacts near a surface are looked at.
//
// Contacts tell where they are in some steps only, see contact.Set.Sampled. What all of them lost since the last of
// these is shared out among the regions as in the next one, so that regions that share out the space add up to the
// ledger, step by step.
type losses struct {
	pending float64 // what contacts lost and is not yet shared out [J]

	listing int64         // of contact.Set, for which this holds; 0: none
	since   int64         // epoch of travel for which sides hold
	places  []bulk.Placed // the regions where they are now; empty of one that does not ask for losses
	moving  bool          // some of them move with a body
	was     []bulk.Way    // those that move, when bodies were last looked at
	leeway  float64       // how far these may go from there before bodies are looked at again [m]
	farther float64       // how far apart bodies with a contact may be [m]
	sides   []sides       // of each body
}

// sides is where the contacts of a body are: a bit for each region.
type sides struct {
	in    contact.SumSet // in the region
	edge  contact.SumSet // not known
	until float64        // travel of the body up to which that holds [m]
}

const _ = -uint(bridge.MostRegions - contact.MostSums) // or there are not enough sums

// Place finds where regions are before contacts lose energy in a step.
func (s *Sensors) Place() {
	if !s.powered {
		return
	}
	s.place()
	if !s.set.Sampled() {
		return
	}
	if s.listing != s.set.Listing || s.moving && s.swung() > s.leeway {
		s.findSides()
		s.set.GroupLosses(s.sumsOf)
	}
}

// addLosses adds what contacts in the regions lost in this step.
func (s *Sensors) addLosses() {
	all := s.set.LostInAll()
	s.pending += all
	known := s.set.Sampled() && all > 0
	for i := range s.regions {
		r := &s.regions[i]
		lost, torn := s.set.Lost(i)
		if known {
			r.share = lost / all
		}
		r.now = r.share*all + torn
		r.lost += torn
	}
	if known {
		s.shareOut()
	}
}

// shareOut adds to each region its share of what contacts lost.
func (s *Sensors) shareOut() {
	for i := range s.regions {
		s.regions[i].lost += s.pending * s.regions[i].share
	}
	s.pending = 0
}

// place finds where the regions are. Most stay where they are.
func (s *Sensors) place() {
	first := s.places == nil
	if first {
		s.places, s.was = make([]bulk.Placed, len(s.regions)), make([]bulk.Way, len(s.regions))
	}
	for i := range s.regions {
		if r := &s.regions[i]; r.Power && (first || r.Body != "") {
			s.places[i] = bulk.Place(r.Region, s.set)
			s.moving = s.moving || r.Body != ""
		}
	}
}

// swung returns how far points of the regions are from where they were when bodies were last looked at, at most [m].
func (s *Sensors) swung() (most float64) {
	for i := range s.regions {
		if r := &s.regions[i]; r.Power && r.Body != "" {
			now := bulk.Leave(s.places[i], s.set)
			most = max(most, now.Swing(&s.was[i]))
		}
	}
	return most
}

// findSides finds in which regions the contacts of each body are until the neighbour lists are made anew.
func (s *Sensors) findSides() {
	b := s.set.Bodies
	if known := s.epochNow(); known != s.since || len(s.sides) != b.Len() || s.moving {
		s.sides = append(s.sides[:0], make([]sides, b.Len())...)
		for i := range s.sides {
			s.sides[i].until = math.Inf(-1)
		}
		s.since = known
	}
	s.listing, s.farther = s.set.Listing, s.set.Farthest()
	if s.moving {
		for i := range s.places {
			s.was[i] = bulk.Leave(s.places[i], s.set)
		}
		s.leeway = s.set.Shapes.SmallestRadius() / 2
	}
	near := s.set.Shapes.LargestRadius() + s.farther
	s.set.Team.Run(b.Len(), parallel.Chunk, perBody*(1+len(s.regions)), nil, func(_, first, last int) {
		for i := first; i < last; i++ {
			if !(b.Limit(int32(i)) < s.sides[i].until) {
				s.sides[i] = s.sidesOf(i, b.Mass(i).Reach+near)
			}
		}
	})
}

// sidesOf finds in which regions contacts of a body are that are no farther from its centre than reach [m].
func (s *Sensors) sidesOf(i int, reach float64) sides {
	b := s.set.Bodies
	to := sides{until: math.Inf(1)}
	for k := range s.places {
		if !s.regions[k].Power {
			continue
		}
		inside, room := s.room(k, b.Pos[i])
		if free := room - reach; free > b.Margin(int32(i)) {
			to.until = min(to.until, b.Travel[i]+free)
			if inside {
				to.in |= 1 << k
			}
		} else {
			to.edge, to.until = to.edge|1<<k, b.Limit(int32(i))
		}
	}
	return to
}

// room reports whether a point is in region k, and how far it is from the surface, at least, until bodies are looked at
// again [m].
func (s *Sensors) room(k int, at vec.Vec3) (inside bool, room float64) {
	if inside, room = s.places[k].Room(at); s.regions[k].Body != "" {
		room -= s.leeway
	}
	return inside, rounded * room
}

// within returns in which of some regions a point is.
func (s *Sensors) within(some contact.SumSet, p vec.Vec3) (in contact.SumSet) {
	for ; some != 0; some &= some - 1 {
		i := bits.TrailingZeros16(uint16(some))
		held := contact.SumSet(0)
		if s.places[i].Within(p) { // no branch: it could not be guessed
			held = 1
		}
		in |= held << i
	}
	return in
}

// sumsOf returns in which regions contacts of a pair are until bodies are looked at again, and in which they may be.
func (s *Sensors) sumsOf(k *contact.Chunk, p *contact.Pair) (in, edge contact.SumSet) {
	bodyA, bodyB := s.set.BodiesOf(k.List, p)
	b := &s.sides[bodyB]
	if in, edge = b.in, b.edge; edge == 0 || !k.List.Round() {
		return in, edge
	}
	a := &s.sides[bodyA]
	in, edge = in|a.in&edge, edge&a.edge
	if kinds := [2]shape.Kind{k.List.KindA, k.List.KindB}; edge == 0 || !capsules(kinds) {
		return in, edge
	}
	first, second := s.set.Shapes.Hull(k.List.KindA, int(p.A)), s.set.Shapes.Hull(k.List.KindB, int(p.B))
	margin := s.set.Bodies.Margin
	at, radius := narrow.Whereabouts(&first, &second, margin(bodyA), margin(bodyB), s.farther)
	for some := edge; some != 0; some &= some - 1 {
		i := bits.TrailingZeros16(uint16(some))
		if inside, room := s.room(i, at); room > radius {
			if edge &^= 1 << i; inside {
				in |= 1 << i
			}
		}
	}
	return in, edge
}

// capsules reports whether shapes of some kinds are their own hulls.
func capsules(kinds [2]shape.Kind) bool {
	for _, kind := range kinds {
		if kind != shape.KindSphere && kind != shape.KindCapsule {
			return false
		}
	}
	return true
}
