package collisions

import (
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
)

// Archive takes the collisions that go on and what was counted, so that a run that goes on from a saved state has the
// numbers of one that was never stopped. The bodies were read before.
func (c *Counter) Archive(a *archive.Archive, set *contact.Set) {
	follows := c.Follows()
	if a.Flag(&follows); !follows {
		return
	}
	if a.Reading() {
		c.begin(0)
	}
	a.Number(&c.since)
	for i := range c.spectra {
		c.spectra[i].archive(a, set)
	}
	c.sensor.archive(a, set)
}

func (s *Spectra) archive(a *archive.Archive, set *contact.Set) {
	lowest, highest := Numbers[s.By].lowest()-1, 400*perDecade // above the largest number
	archive.List(a, &s.keys, func(k *binKey) {
		archiveMaterials(a, set, &k.a, &k.b)
		if archive.Integer(a, &k.decade); k.a > k.b || k.decade < lowest || k.decade > highest {
			a.Fail("collisions have no bin %d of materials %d and %d", k.decade, k.a, k.b)
		}
	})
	if a.Reading() {
		if !slices.IsSortedFunc(s.keys, binKey.compare) {
			a.Fail("the bins of collisions are not in order")
		}
		s.bins = nil
		for _, key := range s.keys {
			s.bins = append(s.bins, s.binOf(key))
		}
	}
	for i := range s.bins {
		b := &s.bins[i]
		archive.Integer(a, &b.Count)
		a.Numbers(&b.Normal, &b.Tangential, &b.MaxNormal, &b.MaxTangential, &b.LostNormal, &b.LostTangential, &b.Duration)
	}
}

// archiveMaterials takes the numbers of two materials.
func archiveMaterials(a *archive.Archive, set *contact.Set, numbers ...*int) {
	for _, n := range numbers {
		if archive.Integer(a, n); *n < 0 || *n >= len(set.Materials) {
			a.Fail("a collision is of material %d, of %d", *n, len(set.Materials))
		}
	}
}

// moved is a body that an edit has moved since the last observation, with its motion then; one that was not there has
// none.
type moved struct {
	id body.ID
	motion
}

func (s *Sensor) archive(a *archive.Archive, set *contact.Set) {
	going := s.all()
	archive.List(a, &going, func(c *Collision) {
		archive.Integer(a, &c.BodyA)
		archive.Integer(a, &c.ShapeA)
		archive.Integer(a, &c.BodyB)
		archive.Integer(a, &c.ShapeB)
		archiveMaterials(a, set, &c.MaterialA, &c.MaterialB)
		a.Numbers(&c.Begin, &c.Normal, &c.Tangential, &c.Overlap, &c.Force, &c.LostNormal, &c.LostTangential)
		a.Flag(&c.whole)
	})
	var list []moved // the others are as bodies are now
	if !a.Reading() {
		list = s.movedSince(set.Bodies)
	}
	archive.List(a, &list, func(m *moved) {
		archive.Integer(a, &m.id)
		a.Flag(&m.there)
		a.Vectors(&m.pos, &m.vel, &m.spin)
	})
	if !a.Good() || !a.Reading() {
		return
	}
	s.begun, s.step, s.before = true, set.Clock.Step, going
	s.remember(set)
	s.ordered = 0 // some may not have been there
	for i := range list {
		m := &list[i]
		k := set.Bodies.Index(m.id)
		if k < 0 {
			a.Fail("there is no body %d, which has moved", m.id)
			return
		}
		s.motion[k] = m.motion
	}
}

// movedSince returns the bodies that edits have moved or made since the last observation.
func (s *Sensor) movedSince(b *body.Set) (list []moved) {
	for i := range b.Len() {
		was := motion{}
		if k := s.placeOf(b.ID(i), i); k >= 0 {
			was = s.motion[k]
		}
		if was != motionNow(b, i) {
			list = append(list, moved{b.ID(i), was})
		}
	}
	return list
}
