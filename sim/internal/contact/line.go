package contact

import (
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/vec"
)

// Line is how a contact is spread along a shaft; see narrow.LineContact.
type Line struct {
	share float64  // force over the force of two spheres with this overlap [1]
	Arm   vec.Vec3 // couple on the second body over the same force [m]
}

// InOnePoint is a contact in one point.
var InOnePoint = Line{share: 1}

// leastShare is the least share that counts in inertia.
const leastShare = 0.1

// inertia returns by how much heavier the overlap is than the bodies: its speed is share
// times theirs. What a couple moves is not counted, so it is limited.
func (s *Line) inertia() float64 {
	if s.share < leastShare {
		return 1 / (leastShare * leastShare)
	}
	return 1 / (s.share * s.share)
}

// lineTable keeps how the touches of a chunk of pairs are spread along shafts, beside their touchTable. It is
// empty if they do not.
type lineTable struct {
	share []float64
	arm   vectors
}

// Resize makes it hold n of them; see touchTable.resize.
func (t *lineTable) Resize(n int) {
	t.share = sized(t.share, n)
	t.arm.resize(n)
}

func (t *lineTable) Len() int { return len(t.share) }

// At returns how touch i is spread.
func (t *lineTable) At(i int) Line { return Line{t.share[i], t.arm.at(i)} }

// Put makes that what a kernel has found.
func (t *lineTable) Put(i int, d *narrow.LineContact) {
	t.share[i] = d.Share
	t.arm.put(i, d.Arm)
}

// Moments holds the couples on a [N·m] that the contacts of a chunk have as line contacts
// along shafts; it is empty if they do not. They are no history: each step finds them anew.
type Moments []vec.Vec3

// Resize returns n of them, with any numbers. Vector kernels may read and write as many as a
// block of contacts has, where the last one is.
func (t Moments) Resize(n int) Moments {
	if n == 0 || n+BlockSize <= cap(t) {
		return t[:n]
	}
	return make(Moments, n, n+n/4+BlockSize)
}

// of returns those of n contacts from number first on, none if they are no line contacts.
func (t Moments) of(first, n int) Moments {
	if len(t) == 0 {
		return nil
	}
	return t[first : first+n]
}

// LineContacts calls yield for all contacts of the last step that are line contacts, with their couples on
// a, in contact order.
func (set *Set) LineContacts(yield func(*Contact, vec.Vec3) bool) {
	for k := range set.Listed {
		for i, moment := range k.Moments {
			k.Read(i, &set.seen)
			if !yield(&set.seen, moment) {
				return
			}
		}
	}
}
