// Package collisions follows pairs of shapes from their first touch until they part: how fast they met, how long they
// touched, and what energy they lost.
package collisions

import (
	"sync"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Collision is what two shapes did while they touched, in one or several contacts.
type Collision struct {
	Pair
	MaterialA, MaterialB int // of the shapes

	Begin, Duration float64 // moment of the first touch [s], and from it until they had parted [s]
	Normal          float64 // speed at which they approached at the first touch, along the normal [m/s]
	Tangential      float64 // ... and slid over each other [m/s]
	Overlap         float64 // the largest [m]
	Force           float64 // the largest normal force [N]

	// What contact forces took from the motion of the bodies and did not give back, along the normal, and by tangential
	// forces and couples [J].
	LostNormal, LostTangential float64

	whole bool // the first touch was seen
	seen  bool // they touched in the last step, while lists are made anew
}

// Pair names two shapes, by their bodies and their numbers in these.
type Pair struct {
	BodyA, BodyB   body.ID
	ShapeA, ShapeB int32
}

// Lost returns the energy that was lost in all [J].
func (c *Collision) Lost() float64 { return c.LostNormal + c.LostTangential }

// Sensor follows the collisions of a world, which it only reads. It must observe the world before the first step and
// after each: after a gap it begins anew. The zero value is ready for use.
type Sensor struct {
	Ended func(*Collision) // is called for each that ends, in the order of the step before

	step    int64 // of the last observation
	begun   bool
	listing int64  // of contact.Set then; 0: unknown
	parts   []part // the collisions that go on, of each chunk
	before  []Collision
	at      map[Pair]int // where they are in before; nil: not yet known

	// Of all bodies at the last observation.
	ids     []body.ID // in their order then
	ordered int64     // listing of contact.Set in which they have this order; 0: unknown
	same    bool      // ... which is that of the step that is observed, and all were there
	motion  []motion
	mean    []motion        // in the last step, of all bodies in their present order: with the means of its velocities
	placed  map[body.ID]int // where they are in this order; nil: not yet known
	finding sync.Mutex      // of placed
}

// motion is where a body was, and how it moved in the half step before.
type motion struct {
	there     bool
	pos       vec.Vec3
	vel, spin vec.Vec3
}

// Observe reads the contacts of the last step. Their forces acted over it at the mean of the velocities before and
// after. Collisions that were going on when the sensor or the world began are not counted, nor those that ended
// because a body left.
func (s *Sensor) Observe(set *contact.Set) {
	clock := set.Clock
	if !s.begun || clock.Step != s.step+1 {
		s.parts, s.before, s.listing, s.ordered = s.parts[:0], nil, 0, 0
	} else {
		s.follow(set)
	}
	s.remember(set)
	s.begun, s.step = true, clock.Step
}

// find returns where a pair was in the step before, most often at the cursor; -1 if it did not touch.
func (s *Sensor) find(pair Pair, cursor int) int {
	const near = 4 // pairs that may have parted since
	for i := cursor; i < min(cursor+near, len(s.before)); i++ {
		if s.before[i].Pair == pair {
			return i
		}
	}
	if s.at == nil {
		s.at = make(map[Pair]int, len(s.before))
		for i := range s.before {
			s.at[s.before[i].Pair] = i
		}
	}
	if i, there := s.at[pair]; there {
		return i
	}
	return -1
}

// first returns a collision that begins with a contact, in a step of a length [s].
func (s *Sensor) first(set *contact.Set, c *contact.Contact, pair Pair, last float64) Collision {
	a, b := s.motionOf(set.Bodies, c.BodyA), s.motionOf(set.Bodies, c.BodyB)
	relative := a.velocityAt(c.Point).Sub(b.velocityAt(c.Point))
	closing := relative.Dot(c.Normal)
	return Collision{
		Pair: pair, MaterialA: materialOf(set, c.KindA, c.A), MaterialB: materialOf(set, c.KindB, c.B),
		Begin: set.Clock.Time - last, Normal: closing, Tangential: relative.AddScaled(-closing, c.Normal).Norm(),
		whole: c.Fresh && set.Clock.Step > 1, // what touches from the beginning has not met
	}
}

// effects are the numbers of a collision that change in each step. They lie beside the others, which do not.
type effects struct{ lostNormal, lostTangential, overlap, force float64 }

// effects returns those of a collision.
func (c *Collision) effects() effects {
	return effects{c.LostNormal, c.LostTangential, c.Overlap, c.Force}
}

// with returns a collision with other effects.
func (c Collision) with(e *effects) Collision {
	c.LostNormal, c.LostTangential, c.Overlap, c.Force = e.lostNormal, e.lostTangential, e.overlap, e.force
	return c
}

// add adds what contact i of a chunk did in a step of a length [s].
func (e *effects) add(s *Sensor, k *contact.Chunk, i int, last float64) {
	c, l := k.Contacts.Row(i)
	point, force := k.Point(i), c.NormalForce(l)
	first, second := &s.mean[c.BodyA[l]], &s.mean[c.BodyB[l]]
	relative := first.vel.Add(first.spin.Cross(point.Sub(first.pos)))
	relative = relative.Sub(second.vel.Add(second.spin.Cross(point.Sub(second.pos))))
	e.lostNormal += last * force * relative.Dot(c.Normal(l))
	e.lostTangential -= last * (c.Tangential(l).Dot(relative) + k.Torque(i).Dot(first.spin.Sub(second.spin)))
	if overlap := k.Contacts.Overlap(i); overlap > e.overlap {
		e.overlap = overlap
	}
	if force > e.force {
		e.force = force
	}
}

// motionOf returns how a body moved before the last step; of a new one, how it moves now.
func (s *Sensor) motionOf(b *body.Set, i int32) *motion {
	if s.same { // as most often
		return &s.motion[i]
	}
	if k := s.placeOf(b.ID(int(i)), int(i)); k >= 0 && s.motion[k].there {
		return &s.motion[k]
	}
	now := motionNow(b, int(i))
	return &now
}

// placeOf returns where a body was in the order of the last observation, most often where it is now; -1 if it was not
// there.
func (s *Sensor) placeOf(id body.ID, now int) int {
	if now < len(s.ids) && s.ids[now] == id {
		return now
	}
	s.finding.Lock()
	defer s.finding.Unlock()
	if s.placed == nil {
		s.placed = make(map[body.ID]int, len(s.ids))
		for k := range s.ids {
			s.placed[s.ids[k]] = k
		}
	}
	if k, there := s.placed[id]; there {
		return k
	}
	return -1
}

func motionNow(b *body.Set, i int) motion { return motion{true, b.Pos[i], b.Vel[i], b.Spin[i]} }

// average returns the motion with the mean of the velocities before and after the last step.
func (m *motion) average(b *body.Set, i int32) motion {
	return motion{true, m.pos, m.vel.Add(b.Vel[i]).Scale(0.5), m.spin.Add(b.Spin[i]).Scale(0.5)}
}

func (m *motion) velocityAt(p vec.Vec3) vec.Vec3 { return m.vel.Add(m.spin.Cross(p.Sub(m.pos))) }

func pairOf(set *contact.Set, c *contact.Contact) Pair {
	b := set.Bodies
	return Pair{b.ID(int(c.BodyA)), b.ID(int(c.BodyB)), set.Shapes.Info(c.KindA, c.A).Part,
		set.Shapes.Info(c.KindB, c.B).Part}
}

func materialOf(set *contact.Set, kind shape.Kind, i int32) int {
	return set.Shapes.Part(kind, i).Def.Material
}
