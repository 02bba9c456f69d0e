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
	prepared    atomic.Int32  // whether what comes before the pieces is done; see team.prepare
	_           [36]byte
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
	s.prepared.Store(0)
}

// split returns how many pieces the worker took itself, and how many the other did.
func split(taken uint64) (own, helped int) { return int(uint32(taken)), int(taken >> 32) }

// portion is which part of what is left to it a worker takes at a time: to ask for every piece takes
// a while even where the answer lies next to the core.
const portion = 4

// take returns how many pieces were taken like those before them: by the worker itself, or by the
// other; and how many it gives. That is 0 when none is left for it.
func (s *side) take(help bool) (before, n int) {
	for {
		taken := s.taken.Load()
		own, helped := split(taken)
		left := s.last - s.first - own - helped
		switch {
		case left <= 0, help && left == 1 && own > 0: // the last is left to who is at work there
			return 0, 0
		case help:
			if s.taken.CompareAndSwap(taken, taken+1<<32) {
				return helped, 1
			}
		default:
			if n = max(left/portion, 1); s.taken.CompareAndSwap(taken, taken+uint64(n)) {
				return own, n
			}
		}
	}
}

// pieces are n of one side of a share, from the first on upward or, with step -1, downward.
type pieces struct{ side, first, step, n int }

// take returns the next ones for a worker, none if none is left for it. Workers of even number go up from the
// first of all, others down from the last.
func (s *share) take(worker int) (p pieces) {
	p.side = worker % 2
	before, n := s[p.side].take(false)
	if n == 0 {
		p.side = 1 - p.side
		before, n = s[p.side].take(true)
	}
	p.first, p.step, p.n = s[p.side].first+before, 1, n
	if worker%2 == 1 {
		p.first, p.step = s[p.side].last-1-before, -1
	}
	return p
}

// met returns the first piece that was not taken from the front, when all were taken.
func (s *share) met() int {
	_, before := split(s[0].taken.Load())
	_, behind := split(s[1].taken.Load())
	return s[0].last - before + behind
}
