package collisions

import (
	"slices"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/parallel"
)

// part are the collisions of the contacts of one chunk.
type part struct {
	going
	ended []Collision // in the last step
	spare going       // memory for a step in which collisions begin or end
}

// going are collisions that go on.
type going struct {
	list    []Collision // in contact order, as they began
	effects []effects   // of these
	pairs   []uint8     // of the chunk, to which they belong
}

// put appends a collision of a pair.
func (g *going) put(pair uint8, c *Collision, e effects) {
	g.list, g.effects, g.pairs = append(g.list, *c), append(g.effects, e), append(g.pairs, pair)
}

// first makes it the first n of others.
func (g *going) first(n int, of *going) {
	g.list, g.effects = append(g.list[:0], of.list[:n]...), append(g.effects[:0], of.effects[:n]...)
	g.pairs = append(g.pairs[:0], of.pairs[:n]...)
}

// Work for a chunk and for a body [ns]; see parallel.Team.Run.
const (
	perChunk = 3000
	perBody  = 10
)

// follow adds a step to the collisions, and ends those that are over.
func (s *Sensor) follow(set *contact.Set) {
	s.average(set)
	if s.listing == set.Listing { // each pair is where it was
		set.Team.Run(len(set.Chunks), 1, perChunk, nil, func(_, first, last int) {
			for n := first; n < last; n++ {
				s.followChunk(set, set.Chunks[n], &s.parts[n])
			}
		})
	} else {
		s.followAnew(set)
	}
	for n := range s.parts {
		for i := range s.parts[n].ended {
			s.end(set, &s.parts[n].ended[i])
		}
	}
}

// followChunk adds a step to the collisions of a chunk whose pairs are those of the step before.
func (s *Sensor) followChunk(set *contact.Set, k *contact.Chunk, p *part) {
	last, at, to := set.Clock.Last, 0, &p.going // at is the next one of the step before
	p.ended = p.ended[:0]
	change := func() { // what was so far stays as it is
		if to == &p.going {
			p.spare.first(at, &p.going)
			to = &p.spare
		}
	}
	end := func() {
		change()
		p.ended = append(p.ended, p.list[at].with(&p.effects[at]))
		at++
	}
	n := 0 // collisions so far
	for i := range k.Contacts.N {
		pair := k.Contacts.PairOf(i)
		if n == 0 || to.pairs[n-1] != pair { // contacts of a pair follow each other
			for at < len(p.pairs) && p.pairs[at] < pair {
				end()
			}
			goesOn := at < len(p.pairs) && p.pairs[at] == pair
			if goesOn && k.List.Round() && k.Contacts.Fresh(i) { // two solids have one contact: it was another one
				end()
				goesOn = false
			}
			switch {
			case !goesOn:
				change()
				c := k.Contact(i)
				begun := s.first(set, &c, pairOf(set, &c), last)
				to.put(pair, &begun, effects{})
			case to == &p.going:
				at++
			default:
				to.put(pair, &p.list[at], p.effects[at])
				at++
			}
			n++
		}
		to.effects[n-1].add(s, k, i, last)
	}
	for at < len(p.pairs) {
		end()
	}
	if to == &p.spare {
		p.going, p.spare = p.spare, p.going
	}
}

// followAnew is follow after the neighbour lists were made anew: pairs are in other chunks.
func (s *Sensor) followAnew(set *contact.Set) {
	s.before, s.at = s.all(), nil
	for i := range s.before {
		s.before[i].seen = false
	}
	s.parts = s.parts[:min(len(s.parts), len(set.Chunks))]
	s.parts = append(s.parts, make([]part, len(set.Chunks)-len(s.parts))...)
	s.listing = set.Listing
	cursor, last := 0, set.Clock.Last
	for n, k := range set.Chunks {
		p := &s.parts[n]
		p.going.first(0, &p.going)
		p.ended = p.ended[:0]
		for i := range k.Contacts.N {
			number := k.Contacts.PairOf(i)
			if n := len(p.pairs); n == 0 || p.pairs[n-1] != number {
				c := k.Contact(i)
				pair, was := pairOf(set, &c), -1
				if !c.Fresh || !c.KindA.Solid() {
					was = s.find(pair, cursor)
				}
				if was < 0 {
					begun := s.first(set, &c, pair, last)
					p.put(number, &begun, effects{})
				} else {
					one := &s.before[was]
					cursor, one.seen = was+1, true
					p.put(number, one, one.effects())
				}
			}
			p.effects[len(p.effects)-1].add(s, k, i, last)
		}
	}
	for i := range s.before {
		if c := &s.before[i]; !c.seen {
			s.end(set, c)
		}
	}
	s.before = nil
}

// end tells that a collision is over, unless a body has left.
func (s *Sensor) end(set *contact.Set, c *Collision) {
	if c.whole && set.Bodies.Index(c.BodyA) >= 0 && set.Bodies.Index(c.BodyB) >= 0 && s.Ended != nil {
		c.Duration = set.Clock.Time - set.Clock.Last - c.Begin
		s.Ended(c)
	}
}

// all returns the collisions that go on, in contact order.
func (s *Sensor) all() (list []Collision) {
	if s.listing == 0 {
		list = s.before
	}
	for n := range s.parts {
		p := &s.parts[n]
		for i := range p.list {
			list = append(list, p.list[i].with(&p.effects[i]))
		}
	}
	return list
}

// average finds the means of the velocities of all bodies before and after the last step.
func (s *Sensor) average(set *contact.Set) {
	b := set.Bodies
	s.same = s.ordered == set.Listing && len(s.ids) == b.Len()
	s.mean = slices.Grow(s.mean[:0], b.Len())[:b.Len()]
	set.Team.Run(b.Len(), parallel.Chunk, perBody, nil, func(_, first, last int) {
		for i := int32(first); i < int32(last); i++ {
			s.mean[i] = s.motionOf(b, i).average(b, i)
		}
	})
}

// remember keeps how all bodies move. While lists are not made anew these keep their order.
func (s *Sensor) remember(set *contact.Set) {
	b := set.Bodies
	if s.placed = nil; s.ordered != set.Listing || len(s.ids) != b.Len() {
		s.ids, s.motion, s.ordered = s.ids[:0], s.motion[:0], set.Listing
		for i := range b.Pos {
			s.ids, s.motion = append(s.ids, b.ID(i)), append(s.motion, motionNow(b, i))
		}
		return
	}
	set.Team.Run(b.Len(), parallel.Chunk, perBody, nil, func(_, first, last int) {
		for i := first; i < last; i++ {
			s.motion[i] = motionNow(b, i)
		}
	})
}
