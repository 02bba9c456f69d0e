package bridge

// Thing names something that a person points at: a body, one of its shapes, a triangle of its mesh, or a
// contact. It consists of numbers that never change, so it means the same thing in every snapshot, which
// indices into the slices of a snapshot do not. Things are compared with ==.
type Thing struct {
	Kind     ThingKind
	Body     int64 // number of the body; for a contact, of its body A
	Shape    int32 // number of the shape in that body
	Triangle int32 // of the shape, if it is a mesh, -1 for its cut faces; else 0

	// For a contact only: body B with its shape, and the index among the contacts between the two shapes,
	// in contact order from 0.
	Other      int64
	OtherShape int32
	Nth        int32
}

// ThingKind is a kind of thing.
type ThingKind uint8

// The kinds of things. A wall is a body with one shape; a triangle belongs to a body with a mesh.
const (
	NoThing ThingKind = iota
	ThingBody
	ThingContact
)

// ContactThing names a contact of the snapshot, given its index.
func (s *Snapshot) ContactThing(i int) Thing { return s.NameContact(&s.Contacts[i]) }

// NameContact names one of the contacts of the snapshot.
func (s *Snapshot) NameContact(c *Contact) Thing {
	return Thing{Kind: ThingContact, Body: s.number(c.A), Shape: c.ShapeA, Other: s.number(c.B), OtherShape: c.ShapeB,
		Nth: c.Nth}
}

// BodyThing names a shape of a body, given the body's index; it returns Thing{} for an index out of
// range.
func (s *Snapshot) BodyThing(body, shape, triangle int32) Thing {
	if body < 0 || int(body) >= len(s.Bodies) {
		return Thing{}
	}
	return Thing{Kind: ThingBody, Body: s.number(body), Shape: shape, Triangle: triangle}
}

// FindContact returns the index of a contact, or -1 if the snapshot does not have it.
func (s *Snapshot) FindContact(t Thing) int {
	if t.Kind != ThingContact {
		return -1
	}
	for i := range s.Contacts {
		if c := &s.Contacts[i]; c.Nth == t.Nth && c.ShapeA == t.Shape && c.ShapeB == t.OtherShape && s.ContactThing(i) == t {
			return i
		}
	}
	return -1
}

// FindBody returns the index of the body with a number, or -1 if the snapshot does not have it.
func (s *Snapshot) FindBody(number int64) int {
	if number >= 0 && number < int64(len(s.Bodies)) && s.Bodies[number].Number == number {
		return int(number) // as long as no body was removed or sorted
	}
	for i := range s.Bodies {
		if s.Bodies[i].Number == number {
			return i
		}
	}
	return -1
}

// number returns the number of the body at an index, or -1 if the index is out of range.
func (s *Snapshot) number(body int32) int64 {
	if body < 0 || int(body) >= len(s.Bodies) {
		return -1
	}
	return s.Bodies[body].Number
}
