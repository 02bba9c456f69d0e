package bridge

// Thing names what a person points at: a body, one of its shapes, a triangle of its mesh, or a
// contact. It is made of numbers that hold for good, so that it means the same in every snapshot;
// indices into the slices of a snapshot do not. Things are compared with ==.
type Thing struct {
	Kind     ThingKind
	Body     int64 // number of the body; of a contact, of its body A
	Shape    int32 // number of the shape in that body
	Triangle int32 // of the shape, if that is a mesh; else 0

	// Of a contact only: body B with its shape, and which of the contacts between the two shapes, in
	// contact order from 0.
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
