package contact

import (
	"math"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Archive takes the contacts, pair by pair.
func (set *Set) Archive(a *archive.Archive) {
	set.Recentre()
	var lists []*List
	for i := range set.Lists {
		if l := &set.Lists[i]; a.Has(11) || l.KindB != shape.KindMesh { // in older states no mesh comes second
			lists = append(lists, l)
		}
	}
	n := len(lists)
	if archive.Integer(a, &n); n != len(lists) {
		a.Fail("there are %d lists of contacts, want %d", n, len(lists))
		return
	}
	for _, l := range lists {
		set.archiveList(a, l)
	}
}

func (set *Set) archiveList(a *archive.Archive, l *List) {
	n := a.Count(l.touching(), 8)
	if !a.Reading() {
		for p := range l.touchingPairs {
			p.archive(a)
		}
		return
	}
	var p, last touchingPair // p is read into again and again: many pairs need no more memory than one
	var before *touchingPair
	for i := 0; i < n && a.Good(); i++ {
		if p.archive(a); a.Good() {
			set.restoreContacts(a, l, &p, before)
		}
		last = touchingPair{a: p.a, b: p.b, moments: p.moments}
		before = &last
	}
}

// touchingPair is a pair that touches.
type touchingPair struct {
	a, b     int32
	side     int8
	contacts []Contact
	moments  Moments // of its contacts, if they are line contacts
}

func (p *touchingPair) archive(a *archive.Archive) {
	archive.Integer(a, &p.a)
	archive.Integer(a, &p.b)
	archive.Integer(a, &p.side)
	archive.List(a, &p.contacts, func(c *Contact) { c.archive(a) })
	archive.List(a, (*[]vec.Vec3)(&p.moments), a.Vector)
}

// touchingPairs calls yield for the pairs of the list that touch. Each lies in the same memory, until the next.
func (l *List) touchingPairs(yield func(*touchingPair) bool) {
	var p touchingPair
	for _, h := range l.Chunks {
		for i := range h.Pairs {
			first, n := h.ContactsOf(i)
			if n == 0 {
				continue
			}
			c := &h.Pairs[i]
			p = touchingPair{a: c.A, b: c.B, side: h.stateOf(i).Side, contacts: p.contacts[:0], moments: h.Moments.of(first, n)}
			for j := range n {
				p.contacts = append(p.contacts, h.Contact(first+j))
			}
			if !yield(&p) {
				return
			}
		}
	}
}

// touching returns how many pairs of the list touch.
func (l *List) touching() (n int) {
	for _, k := range l.Chunks {
		n += k.touching.count()
	}
	return n
}

// archive takes what a contact has of its own: its springs follow from its pair.
func (c *Contact) archive(a *archive.Archive) {
	a.Vectors(&c.Point, &c.Normal, &c.Force, &c.Couple)
	a.Numbers(&c.Overlap, &c.Drag)
	if !a.Has(18) { // what was the force is its tangential part
		var normal float64
		a.Numbers(&normal)
		c.Force = c.Force.AddScaled(-normal, c.Normal)
	}
	archive.Integer(a, &c.feature)
	a.Flag(&c.Fresh)
	a.Flag(&c.Sliding)
}

// restoreContacts puts the restored contacts of a pair where the next rebuild of the pairs looks for them, as if it
// were one of the pairs of before; before is the pair that was read before it, nil if it is the first.
func (set *Set) restoreContacts(a *archive.Archive, l *List, p, before *touchingPair) {
	if p.a < 0 || int(p.a) >= set.Shapes.Count(l.KindA) || p.b < 0 || int(p.b) >= set.Shapes.Count(l.KindB) ||
		before != nil && l.Place(p.a, p.b) <= l.Place(before.a, before.b) {
		a.Fail("a contact of %v %d and %v %d is out of order or range", l.KindA, p.a, l.KindB, p.b)
		return
	}
	if set.Shapes.Hollow(l.KindB, int(p.b)) {
		a.Fail("a %v touches mesh %d, which is not filled", l.KindA, p.b)
		return
	}
	infoA, infoB := set.Shapes.Info(l.KindA, p.a), set.Shapes.Info(l.KindB, p.b)
	bodyA, bodyB, kinds := infoA.Body, infoB.Body, set.Bodies.Kind
	if bodyA == bodyB || kinds[bodyA] != body.Dynamic && kinds[bodyB] != body.Dynamic ||
		len(p.contacts) == 0 || len(p.contacts) > math.MaxUint8 || p.side < -1 || p.side > 1 ||
		len(p.moments) != 0 && len(p.moments) != len(p.contacts) ||
		before != nil && (len(p.moments) == 0) != (len(before.moments) == 0) {
		a.Fail("bodies %d and %d cannot have %d contacts", bodyA, bodyB, len(p.contacts))
		return
	}
	state := set.newState(l)
	state.Side = p.side
	to := set.Open(&l.Chunks, l)
	to.put(&Pair{A: p.a, B: p.b}, state, true)
	for i := range p.contacts {
		to.restore(set, &p.contacts[i])
	}
	to.Moments = append(to.Moments, p.moments...)
	set.Count += len(p.contacts)
}

// restore appends a contact of the last pair.
func (k *Chunk) restore(set *Set, c *Contact) {
	i, pair := k.Contacts.N, len(k.Pairs)-1
	k.Contacts.Resize(i + 1)
	set.assign(k, i, pair)
	k.Contacts.Keep(i, c)
}

// CheckNumbers refuses contacts with numbers that no step could go on from.
func (set *Set) CheckNumbers(a *archive.Archive) {
	for i := range set.Lists {
		for _, h := range set.Lists[i].Chunks {
			for k := range h.Contacts.N {
				c := h.Contact(k)
				if !limit.Bounded(c.Point) || !limit.Bounded(c.Normal) || !limit.Bounded(c.Force) ||
					!limit.Bounded(c.Couple) || !set.possible(&c) || !(math.Abs(c.Drag) < limit.Lost) {
					a.Fail("a contact at %v m has an overlap of %g m and a force of %v N", c.Point, c.Overlap, c.Force)
					return
				}
			}
		}
	}
}

// Print returns the sum of the prints of its contacts: of what the next step needs to know of
// them. Of two shapes of one kind either may be the first: here it is the shape of the older body.
func (k *Chunk) Print(set *Set) (sum uint64) {
	var r archive.Record
	t := &k.Contacts
	infosA, infosB := set.Shapes.Infos[k.List.KindA], set.Shapes.Infos[k.List.KindB]
	for i := range t.N {
		b, l := t.Row(i)
		number := int(t.PairOf(i))
		pair := &k.Pairs[number]
		idA, idB := set.Bodies.ID(int(b.BodyA[l])), set.Bodies.ID(int(b.BodyB[l]))
		shapeA, shapeB := set.Bodies.Part(&infosA[pair.A]).Print, set.Bodies.Part(&infosB[pair.B]).Print
		normal, force, couple := b.normal.at(l), b.force.at(l), t.couple(i)
		if k.List.KindA == k.List.KindB && idA > idB {
			idA, idB, shapeA, shapeB = idB, idA, shapeB, shapeA
			normal, force, couple = normal.Neg(), force.Neg(), couple.Neg()
		}
		r.Words(0, uint64(idA), uint64(idB))
		r.Words(2, shapeA, shapeB)
		r.Words(4, uint64(uint32(t.feature(i)))<<8|uint64(uint8(k.stateOf(number).Side)), math.Float64bits(t.Overlap(i)))
		var point vec.Vec3
		if !t.central {
			point = b.points().at(l)
		}
		r.Vector(6, point)
		r.Vector(9, normal)
		r.Vector(12, force)
		words := 15
		if couple != (vec.Vec3{}) {
			r.Vector(15, couple)
			words = 18
		}
		sum += r.Sum(words)
	}
	return sum
}
