package collisions

import (
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/parallel"
)

// part are the collisions of the contacts of one chunk.
type part struct {
	now   []Collision // in contact order
	pairs []uint8     // of the chunk, to which they belong
	ended []Collision // in the last step

	// Memory for the lists of a step in which collisions begin or end.
	spare      []Collision
	sparePairs []uint8
}

// Work for a chunk and for a body [ns]; see parallel.Team.Run.
const (
	perChunk = 3000
	perBody  = 10
)

// follow adds a step to the collisions, and ends those that are over.
func (s *Sensor) follow(set *contact.Set) {
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
	var c contact.Contact
	last, at, list, pairs := set.Clock.Last, 0, p.now, p.pairs // at is the next one of the step before
	p.ended = p.ended[:0]
	same := true // list is p.now, else p.spare
	change := func() {
		if same {
			same, list, pairs = false, append(p.spare[:0], p.now[:at]...), append(p.sparePairs[:0], p.pairs[:at]...)
		}
	}
	end := func() {
		change()
		p.ended = append(p.ended, p.now[at])
		at++
	}
	n := 0 // collisions so far
	for i := range k.Contacts.N {
		pair := k.Contacts.PairOf(i)
		torque := k.ReadWithTorque(i, &c)
		if n == 0 || pairs[n-1] != pair { // contacts of a pair follow each other
			for at < len(p.pairs) && p.pairs[at] < pair {
				end()
			}
			goesOn := at < len(p.pairs) && p.pairs[at] == pair
			if goesOn && c.Fresh && c.KindA.Solid() { // two solids have one contact: it was another one
				end()
				goesOn = false
			}
			switch {
			case !goesOn:
				change()
				list, pairs = append(list, s.first(set, &c, pairOf(set, &c), last)), append(pairs, pair)
			case same:
				at++
			default:
				list, pairs, at = append(list, p.now[at]), append(pairs, pair), at+1
			}
			n++
		}
		list[n-1].add(s, set.Bodies, &c, torque, last)
	}
	for at < len(p.pairs) {
		end()
	}
	if !same {
		p.now, p.pairs, p.spare, p.sparePairs = list, pairs, p.now, p.pairs
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
	var c contact.Contact
	cursor, last := 0, set.Clock.Last
	for k, chunk := range set.Chunks {
		p := &s.parts[k]
		p.now, p.pairs, p.ended = p.now[:0], p.pairs[:0], p.ended[:0]
		for i := range chunk.Contacts.N {
			number := chunk.Contacts.PairOf(i)
			torque := chunk.ReadWithTorque(i, &c)
			if n := len(p.pairs); n == 0 || p.pairs[n-1] != number {
				pair, was := pairOf(set, &c), -1
				if !c.Fresh || !c.KindA.Solid() {
					was = s.find(pair, cursor)
				}
				p.pairs = append(p.pairs, number)
				if was < 0 {
					p.now = append(p.now, s.first(set, &c, pair, last))
				} else {
					cursor, s.before[was].seen = was+1, true
					p.now = append(p.now, s.before[was])
				}
			}
			p.now[len(p.now)-1].add(s, set.Bodies, &c, torque, last)
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
		list = append(list, s.parts[n].now...)
	}
	return list
}

// remember keeps how all bodies move. While lists are not made anew these keep their order.
func (s *Sensor) remember(set *contact.Set) {
	b := set.Bodies
	if s.placed = nil; s.ordered != set.Listing || len(s.ids) != b.Len() {
		s.ids, s.motion, s.ordered = s.ids[:0], s.motion[:0], set.Listing
		for i := range b.Pos {
			s.ids, s.motion = append(s.ids, b.Info[i].ID), append(s.motion, motionNow(b, i))
		}
		return
	}
	set.Team.Run(b.Len(), parallel.Chunk, perBody, nil, func(_, first, last int) {
		for i := first; i < last; i++ {
			s.motion[i] = motionNow(b, i)
		}
	})
}
