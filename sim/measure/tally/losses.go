package tally

import (
	"math"
	"math/bits"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// losses tells in which regions contacts lose energy. A contact is near its bodies: where one of these is far from the
// surface of a region, it is in the region, or is not, until the neighbour lists are made anew. Then the contacts add
// up themselves what they lose. Those near a surface, and all of them if a region moves with a body, are looked at in
// each step.
type losses struct {
	listing int64         // of contact.Set, for which this holds; 0: none
	since   int64         // epoch of travel for which sides hold
	places  []bulk.Placed // the regions where they are now; empty of one that does not ask for losses
	moving  bool          // some of them move with a body
	was     []bulk.Way    // the regions when bodies were last looked at
	leeway  float64       // how far those that move may go from there before bodies are looked at again [m]
	sides   []sides       // of each body
}

// sides is where the contacts of a body are: a bit for each region.
type sides struct {
	in    contact.SumSet // in the region
	edge  contact.SumSet // not known
	until float64        // travel of the body up to which that holds [m]
}

const _ = -uint(bridge.MostRegions - contact.MostSums) // or there are not enough sums

// perChunk is the work for a chunk of contacts when they are grouped [ns]; see parallel.Team.Run.
const perChunk = 500

// Place finds where regions are before contacts lose energy in a step.
func (s *Sensors) Place() {
	if !s.powered {
		return
	}
	s.place()
	if fresh := s.listing != s.set.Listing; fresh || s.moving && s.swung() > s.leeway {
		if s.findSides(); fresh && !s.moving {
			s.group()
		}
	}
}

// addLosses adds what contacts in the regions lost in this step.
func (s *Sensors) addLosses() {
	for i := range s.regions {
		lost := s.set.Lost(i)
		s.regions[i].now = lost.Value()
		s.regions[i].lost += s.regions[i].now
	}
}

// place finds where the regions are.
func (s *Sensors) place() {
	s.places, s.moving = s.places[:0], false
	for i := range s.regions {
		var at bulk.Placed
		if r := &s.regions[i]; r.Power {
			at = bulk.Place(r.Region, s.set)
			s.moving = s.moving || r.Body != ""
		}
		s.places = append(s.places, at)
	}
}

// swung returns how far points of the regions are from where they were when bodies were last looked at, at most [m].
func (s *Sensors) swung() (most float64) {
	for i := range s.places {
		if s.regions[i].Power {
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
	s.listing, s.was, s.leeway = s.set.Listing, s.was[:0], 0
	for i := range s.places {
		s.was = append(s.was, bulk.Leave(s.places[i], s.set))
	}
	if s.moving {
		s.leeway = s.set.Shapes.SmallestRadius() / 2
	}
	near := s.set.Shapes.LargestRadius() + s.set.Farthest()
	s.set.Team.Run(b.Len(), parallel.Chunk, perBody*(1+len(s.regions)), nil, func(_, first, last int) {
		for i := first; i < last; i++ {
			if !(b.Limit[i] < s.sides[i].until) {
				s.sides[i] = s.sidesOf(i, b.Mass[i].Reach+near)
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
		inside, room := s.places[k].Room(b.Pos[i])
		if free := rounded*room - reach - s.leeway; free > b.Limit[i]-b.Travel[i] {
			to.until = min(to.until, b.Travel[i]+free)
			if inside {
				to.in |= 1 << k
			}
		} else {
			to.edge, to.until = to.edge|1<<k, b.Limit[i]
		}
	}
	return to
}

// tell adds what contacts of a chunk lost that are not in groups to the sums of their regions.
func (s *Sensors) tell(k *contact.Chunk, told *contact.Told, to *contact.Sums) {
	for _, one := range told.Losses {
		i := int(one.Contact)
		at := &s.sides[k.Contacts.Second(i)]
		in := at.in
		if at.edge != 0 {
			in |= s.within(at.edge, k.Contacts.PointOf(i))
		}
		for ; in != 0; in &= in - 1 {
			to[bits.TrailingZeros16(uint16(in))].Add(one.Heat)
		}
	}
	for _, gone := range told.Gone {
		for in := s.within(1<<len(s.places)-1, gone.Point); in != 0; in &= in - 1 {
			to[bits.TrailingZeros16(uint16(in))].Add(gone.Heat)
		}
	}
}

// within returns in which of some regions a point is.
func (s *Sensors) within(some contact.SumSet, p vec.Vec3) (in contact.SumSet) {
	for ; some != 0; some &= some - 1 {
		if k := bits.TrailingZeros16(uint16(some)); s.places[k].Within(p) {
			in |= 1 << k
		}
	}
	return in
}

// group tells pairs to which regions they add what their contacts lose until the neighbour lists are made anew.
func (s *Sensors) group() {
	s.set.Team.Run(len(s.set.Chunks), 1, perChunk, nil, func(_, first, last int) {
		for _, k := range s.set.Chunks[first:last] {
			k.Ungroup()
			for i := range k.Pairs {
				k.Group(s.regionsOf(k, &k.Pairs[i]))
			}
		}
	})
}

// regionsOf returns in which regions contacts of a pair are until the neighbour lists are made anew, if that is known.
func (s *Sensors) regionsOf(k *contact.Chunk, p *contact.Pair) (in contact.SumSet, known bool) {
	bodyA, bodyB := s.set.BodiesOf(k.List, p)
	b := &s.sides[bodyB]
	in, edge := b.in, b.edge
	if edge == 0 {
		return in, true
	}
	if k.List.Round() {
		a := &s.sides[bodyA]
		in, edge = in|a.in&edge, edge&a.edge
	}
	if k.List.KindA != shape.KindSphere || k.List.KindB != shape.KindSphere {
		return in, edge == 0
	}
	margin := s.set.Bodies.Margin
	at, moves := s.betweenBalls(p, margin(bodyA), margin(bodyB))
	for some := edge; some != 0; some &= some - 1 {
		i := bits.TrailingZeros16(uint16(some))
		inside, room := s.places[i].Room(at)
		if rounded*room <= moves {
			return 0, false
		}
		if inside {
			in |= 1 << i
		}
	}
	return in, true
}

// betweenBalls returns where the contact of two spheres is, and how far from there it may go while the bodies go no
// farther than they may [m]. The point divides the way between the centres, as the radii do but for a part of the
// overlap.
func (s *Sensors) betweenBalls(p *contact.Pair, first, second float64) (at vec.Vec3, moves float64) {
	balls := s.set.Shapes.Spheres
	one, other := &balls[p.A], &balls[p.B]
	way := other.Center.Sub(one.Center)
	both := one.Radius + other.Radius
	deepest := math.Abs(both-way.Norm()) + first + second
	return one.Center.AddScaled(one.Radius/both, way), max(first, second) + deepest/2
}
