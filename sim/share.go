package sim

import "sync/atomic"

// share is the part of a loop's pieces that two workers do. One begins at its first, the other at
// its last, and they meet at the cut or, where one of them is late, beyond it. So each does the
// same in every step but for few, and what it needs is still in the cache of its core.
type share [2]side

// side is what one of the two has to do, pieces [first, last), and how much of it is done. It fills a
// cache line, which goes to the other core only when that one helps: to ask there for every piece
// took longer than some pieces do.
type side struct {
	first, last int
	taken       atomic.Uint64 // how many the worker took itself and, 32 bits higher, the other
	_           [40]byte
}

// open makes it the part of a worker and the next of a loop of so many pieces.
func (s *share) open(pieces, worker int, whose division) {
	workers := len(whose) - 1
	first, cut := whose.of(pieces, worker), whose.of(pieces, worker+1)
	s[0].open(first, cut)
	s[1].open(cut, whose.of(pieces, lesser(worker+2, workers)))
}

func (s *side) open(first, last int) {
	s.first, s.last = first, last
	s.taken.Store(0)
}

// split returns how many pieces the worker took itself, and how many the other did.
func split(taken uint64) (own, helped int) { return int(uint32(taken)), int(taken >> 32) }

// take returns how many pieces were taken like this one before it: by the worker itself, or by the
// other. It is -1 if none is left.
func (s *side) take(help bool) int {
	for {
		taken := s.taken.Load()
		own, helped := split(taken)
		if own+helped >= s.last-s.first {
			return -1
		}
		if help && s.taken.CompareAndSwap(taken, taken+1<<32) {
			return helped
		}
		if !help && s.taken.CompareAndSwap(taken, taken+1) {
			return own
		}
	}
}

// take returns the next piece for a worker, -1 if none is left. Workers of even number go up from the
// first, others down from the last.
func (s *share) take(worker int) int {
	own, other := &s[worker%2], &s[1-worker%2]
	up := worker%2 == 0
	if n := own.take(false); n >= 0 {
		if up {
			return own.first + n
		}
		return own.last - 1 - n
	}
	n := other.take(true)
	switch {
	case n < 0:
		return -1
	case up:
		return other.first + n
	}
	return other.last - 1 - n
}

// met returns the first piece that was not taken from the front, when all were taken.
func (s *share) met() int {
	_, before := split(s[0].taken.Load())
	_, behind := split(s[1].taken.Load())
	return s[0].last - before + behind
}
