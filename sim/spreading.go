package sim

import (
	"tumble/sim/narrow"
	"tumble/sim/vec"
)

// spread is how a contact spreads; see narrow.Distributed.
type spread struct {
	share float64  // force over that of two spheres with this overlap [1]
	turn  vec.Vec3 // couple on the second body over the same force [m]
}

// inOnePoint is a contact that does not spread.
var inOnePoint = spread{share: 1}

// leastShare is the least share that counts in inertia.
const leastShare = 0.1

// inertia returns by how much heavier the overlap is than the bodies: its speed is share
// times theirs. What a couple moves is not counted, so it is limited.
func (s *spread) inertia() float64 {
	if s.share < leastShare {
		return 1 / (leastShare * leastShare)
	}
	return 1 / (s.share * s.share)
}

// spreadTable keeps how the touches of a chunk of pairs spread, beside their touchTable. It is
// empty if they do not.
type spreadTable struct {
	share []float64
	turn  vectors
}

// resize makes it hold n of them; see touchTable.resize.
func (t *spreadTable) resize(n int) {
	t.share = sized(t.share, n)
	t.turn.resize(n)
}

func (t *spreadTable) len() int { return len(t.share) }

// at returns how touch i spreads.
func (t *spreadTable) at(i int) spread { return spread{t.share[i], t.turn.at(i)} }

// put makes that what a kernel has found.
func (t *spreadTable) put(i int, d *narrow.Distributed) {
	t.share[i] = d.Share
	t.turn.put(i, d.Turn)
}

// turns holds the couples on a [N·m] that the contacts of a chunk have because they spread
// along shafts; it is empty if they do not. They are no history: each step finds them anew.
type turns []vec.Vec3

// resize returns n of them, with any numbers. Vector kernels may read and write as many as a
// block of contacts has, where the last one is.
func (t turns) resize(n int) turns {
	if n == 0 || n+blockSize <= cap(t) {
		return t[:n]
	}
	return make(turns, n, n+n/4+blockSize)
}

// turn returns a torque that contact i puts on a body, with its couple.
func (k *chunkOfPairs) turn(i int, torque vec.Vec3) vec.Vec3 {
	if len(k.turns) == 0 {
		return torque
	}
	return torque.Add(k.turns[i])
}

// turns returns those of a pair's contacts, from its chunk, none if they do not spread.
func (c *candidate) turns(k *chunkOfPairs) turns {
	if c.count == 0 || len(k.turns) == 0 {
		return nil
	}
	return k.turns[c.contact : int(c.contact)+int(c.count)]
}

// turning calls yield for all contacts of the last step that spread, with their couples on
// a, in contact order.
func (w *contactSet) turning(yield func(*contact, vec.Vec3) bool) {
	for k := range w.listed {
		for i, turn := range k.turns {
			k.read(i, &w.seen)
			if !yield(&w.seen, turn) {
				return
			}
		}
	}
}
