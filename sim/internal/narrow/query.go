package narrow

import (
	"slices"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Query holds the inputs of a pair function other than the shapes, and its results. All pair functions
// have the form
//
//	func WallSphere(w *shape.Wall, s *shape.Sphere, q *Query) (gap float64)
//
// Such a function appends its contacts to q.Contacts: none, one or several, each in one point or spread
// along a shaft. It returns a lower bound of the distance between the shapes [m], which is not positive
// if they touch.
//
// A Query is also memory that is used again from pair to pair, so goroutines must not share one. The zero
// value is ready to use.
type Query struct {
	Contacts []LineContact

	Touched bool    // the pair had contacts in the step before
	Side    int     // to which the wall of a pair pushes, +1 or -1; chosen when contact begins, 0 without contact
	Watch   *Watch  // the triangles of the mesh of a pair that may touch
	Power   float64 // of the overlap with which the normal force grows [1]; 0 means 1

	Seen *Witness // records how the contacts come about; nil in the steps of a run

	points  []Touch // contacts with a mesh in points, before they become line contacts
	profile profile
}

// Reset removes the contacts of other pairs and returns the query.
func (q *Query) Reset() *Query {
	q.Contacts = q.Contacts[:0]
	return q
}

// point appends a contact in one point for the caller to fill in.
func (q *Query) point() *Touch {
	n := len(q.Contacts)
	q.Contacts = slices.Grow(q.Contacts, 1)[:n+1]
	c := &q.Contacts[n] // the caller sets its whole touch, so clearing that first would waste time
	c.Share, c.Arm = 1, vec.Vec3{}
	return &c.Touch
}

// addPoints appends contacts in points.
func (q *Query) addPoints(list []Touch) {
	for i := range list {
		q.Contacts = append(q.Contacts, LineContact{Touch: list[i], Share: 1})
	}
}

// chooseSide decides to which side a wall pushes, when contact begins. It returns the gap [m] if there is
// no contact, else 0. The wall keeps this side: a body pressed past the plane must come back the way it
// went.
func (q *Query) chooseSide(w *shape.Wall, c *shape.Capsule) (gap float64) {
	if !q.Touched {
		q.Side, gap = wallSide(w, c)
	}
	return gap
}
