package sim

import "sync/atomic"

// share is the part of a loop's pieces that two workers do. One begins at its first, the other at
// its last, and they meet at the cut or, where one of them is late, beyond it. So each does the
// same in every step but for few, and what it needs is still in the cache of its core.
type share struct {
	first, cut, last int           // pieces [first, last)
	taken            atomic.Uint64 // how many from the front and, 32 bits higher, from the back
	_                [32]byte      // each in a cache line of its own
}

// portion is which part of the pieces before the cut a worker takes at a time: to ask for each of
// them would take as long as to fetch something from the other core.
const portion = 16

// open makes it the part of a worker and the next of a loop of so many pieces.
func (s *share) open(pieces, worker int, whose division) {
	workers := len(whose) - 1
	s.first = whose.of(pieces, worker)
	s.cut = whose.of(pieces, worker+1)
	s.last = whose.of(pieces, lesser(worker+2, workers))
	s.taken.Store(0)
}

// split returns how many pieces were taken from the front and the back, and how many are left.
func (s *share) split(taken uint64) (front, back, left int) {
	front, back = int(uint32(taken)), int(taken>>32)
	return front, back, s.last - s.first - front - back
}

// done reports whether all pieces were taken.
func (s *share) done() bool {
	_, _, left := s.split(s.taken.Load())
	return left <= 0
}

// met returns the first piece that was not taken from the front, when all were taken.
func (s *share) met() int {
	front, _, _ := s.split(s.taken.Load())
	return lesser(s.first+front, s.last)
}

// take returns the next pieces [first, last), which may be none: workers of even number take them
// from the front, others from the back.
func (s *share) take(worker int) (first, last int) {
	front, back, _ := s.split(s.taken.Load())
	own := s.cut - s.first - front
	if worker%2 == 1 {
		own = s.last - back - s.cut
	}
	n := max(own/portion, 1)
	if worker%2 == 0 {
		front, _, left := s.split(s.taken.Add(uint64(n)))
		first = s.first + front - n
		return first, first + n + lesser(left, 0) // less what the other was quicker to take
	}
	_, back, left := s.split(s.taken.Add(uint64(n) << 32))
	last = s.last - back + n
	return last - n - lesser(left, 0), last
}
