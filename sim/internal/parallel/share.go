package parallel

import "sync/atomic"

// share is the part of a loop's pieces that two workers do, the first one those before the cut, the other those behind
// it. Both go up, as processors fetch ahead only what lies in this direction; where one of them is late, the other does
// the last of its pieces. So each does nearly the same pieces in every step, and the data it needs are still in the
// cache of its core.
type share [2]side

// side holds the pieces [first, last) of one of the two workers, and how many of them are taken. It
// fills a cache line, which moves to the other core only when that one helps: asking there for every
// piece takes longer than some pieces do.
type side struct {
	first, last int
	taken       atomic.Uint64 // pieces that the worker took itself and, 32 bits higher, that the other took
	prepared    atomic.Int32  // state of the task before the pieces; see Team.prepare
	gone        atomic.Bool   // the worker has left; see leave
	_           [32]byte
}

// open sets the share of a worker and the next one in a loop of this many pieces.
func (s *share) open(pieces, worker int, whose Division) {
	workers := len(whose) - 1
	first, cut := whose.Of(pieces, worker), whose.Of(pieces, worker+1)
	s[0].open(first, cut)
	s[1].open(cut, whose.Of(pieces, min(worker+2, workers)))
}

func (s *side) open(first, last int) {
	s.first, s.last = first, last
	s.taken.Store(0)
	s.prepared.Store(0)
	s.gone.Store(false)
}

// leave lets the worker of a side go before all its pieces are taken. It reports false where one is left: the other
// worker may have gone already, as it leaves the last piece to the one that is here.
func (s *side) leave() bool {
	s.gone.Store(true)
	own, helped := split(s.taken.Load())
	return s.last-s.first-own-helped != 1
}

// split returns how many pieces the worker took itself, and how many the other one took.
func split(taken uint64) (own, helped int) { return int(uint32(taken)), int(taken >> 32) }

// portion is the fraction, 1/portion, of its remaining pieces that a worker takes at a time: asking
// for every single piece costs time even where the counter lies in the cache of the core.
const portion = 4

// claim gives n pieces to the worker of this side or, if help is set, to the other worker; before is how many
// pieces the same worker took from this side earlier. n is 0 when none is left to take.
func (s *side) claim(help bool) (before, n int) {
	for {
		taken := s.taken.Load()
		own, helped := split(taken)
		left := s.last - s.first - own - helped
		switch {
		case left <= 0, help && left == 1 && own > 0 && !s.gone.Load(): // the last is left to the worker that is here
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

// pieces are n pieces of one side of a share, from the first on.
type pieces struct{ side, first, n int }

// claim returns the next pieces for a worker, n = 0 if none is left for it: its own side from the first piece on up,
// then the other side from the last one down.
func (s *share) claim(worker int) (p pieces) {
	p.side = worker % 2
	before, n := s[p.side].claim(false)
	p.first, p.n = s[p.side].first+before, n
	if n == 0 {
		p.side = 1 - p.side
		before, p.n = s[p.side].claim(true)
		p.first = s[p.side].last - 1 - before
	}
	return p
}

// fairCut returns where the cut would have been between as many pieces as each of the two has done, once all are taken.
func (s *share) fairCut() int {
	_, before := split(s[0].taken.Load())
	_, behind := split(s[1].taken.Load())
	return s[0].last - before + behind
}
