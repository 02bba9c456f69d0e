package sim

import (
	"runtime"
	"sync/atomic"
)

// task is the part of a loop that one worker does: items [first, last). Workers are
// numbered from 0.
type task func(worker, first, last int)

// chunk is how many items a worker takes at a time. It is fixed, whatever the number of
// workers, so that results cannot depend on it.
const chunk = 128

const (
	// inlineBelow is the work [ns] that the calling goroutine does alone: for less,
	// waking and waiting cost more than they save (pill bottle, two workers: 45 % more CPU
	// time and nothing gained with 6 µs).
	inlineBelow = 40000
	// spins is how often a helper looks for more work before it parks: some 100 µs, longer
	// than what lies between two stages of a step. Waking a parked one takes as long.
	spins = 200000
	// perBody is the work [ns] per body or capsule that all short loops over them count with,
	// though some take less: from the same size on a step is shared as a whole. A loop that one
	// core does alone takes half as long again if another has just written what it reads.
	perBody = 100
	// perChunk is the same per chunk of pairs.
	perChunk = chunk * 25
)

// team shares loops over independent items between goroutines. Each item writes only
// what belongs to it, so the result is the same for any number of workers.
//
// Nobody waits for a helper that has not begun: where the machine gives the other core to
// something else, the caller does the work alone.
type team struct {
	workers     int
	inlineBelow int
	spins       int
	evenly      division
	helpers     []helper
	quit        chan struct{}

	task   task
	items  int          // of the loop that is open
	size   int          // ... and how many make a piece
	shares []share      // of the pieces, one for every two workers
	open   atomic.Bool  // there is work; the fields above hold still
	_      [64]byte     // helpers look at the next all the time: each in a cache line of its own
	epoch  atomic.Int64 // counts loops
	_      [56]byte
	active atomic.Int64 // helpers that look at the work or do it
	_      [56]byte
}

// division says where in a loop the part of each worker begins, from 0, and that the last ends at 1.
type division []float64

// of returns where in so many items the part of a worker begins.
func (d division) of(items, worker int) int { return int(d[worker]*float64(items) + 0.5) }

// helper is a goroutine that shares work.
type helper struct {
	parked atomic.Bool
	wake   chan struct{}
}

// newTeam starts workers-1 helpers; the caller of run is worker 0.
func newTeam(workers int) *team {
	if workers < 1 {
		workers = 1
	}
	t := &team{workers: workers, inlineBelow: inlineBelow, spins: spins, quit: make(chan struct{})}
	if workers > runtime.GOMAXPROCS(0) {
		t.spins = 0 // spinning would keep others from working
	}
	for i := range workers + 1 {
		t.evenly = append(t.evenly, float64(i)/float64(workers))
	}
	t.helpers, t.shares = make([]helper, workers-1), make([]share, (workers+1)/2)
	for i := range t.helpers {
		t.helpers[i].wake = make(chan struct{}, 1)
		go t.help(i + 1)
	}
	return t
}

// alone reports whether one worker does a loop of n items, which take so many nanoseconds each,
// in pieces of at most size items.
func (t *team) alone(n, size, nanoseconds int) bool {
	return t.workers == 1 || n <= size || n*nanoseconds < t.inlineBelow
}

// run calls the task for all of [0, n), in pieces of at most size items, and returns when
// all are done. An item takes about so many nanoseconds. The division says which items are whose.
func (t *team) run(n, size, nanoseconds int, whose division, do task) {
	if t.alone(n, size, nanoseconds) {
		for i := 0; i < n; i += size {
			do(0, i, lesser(i+size, n))
		}
		return
	}
	t.task, t.items, t.size = do, n, size
	pieces := (n + size - 1) / size
	for i := range t.shares {
		t.shares[i].open(pieces, 2*i, whose)
	}
	t.open.Store(true)
	t.epoch.Add(1)
	for i := range t.helpers {
		if h := &t.helpers[i]; h.parked.CompareAndSwap(true, false) {
			h.wake <- struct{}{}
		}
	}
	t.work(0)
	// A helper that comes from now on finds the door closed; those inside finish.
	t.open.Store(false)
	for i := 0; t.active.Load() > 0; i++ {
		if i >= t.spins {
			runtime.Gosched()
		}
	}
}

// help takes part in one loop after the other.
func (t *team) help(worker int) {
	var seen int64
	for t.await(&t.helpers[worker-1], seen) {
		seen = t.epoch.Load()
		t.active.Add(1)
		if t.open.Load() {
			t.work(worker)
		}
		t.active.Add(-1)
	}
}

// await returns true when there was a loop since the one seen, false when the team ends.
func (t *team) await(h *helper, seen int64) bool {
	for i := 0; i < t.spins; i++ {
		if t.epoch.Load() != seen {
			return true
		}
	}
	h.parked.Store(true)
	// Whoever takes the mark away wakes the helper: run, or itself if a loop began since.
	if t.epoch.Load() != seen && h.parked.CompareAndSwap(true, false) {
		return true
	}
	select {
	case <-h.wake:
		return true
	case <-t.quit:
		return false
	}
}

// work does the worker's own part, then what others have not come to.
func (t *team) work(worker int) {
	for i := range t.shares {
		for s := &t.shares[(worker/2+i)%len(t.shares)]; !s.done(); {
			t.take(s, worker)
		}
	}
}

// take does the next pieces of a share, each farther from where the worker began.
func (t *team) take(s *share, worker int) {
	first, last := s.take(worker)
	for i := first; i < last; i++ {
		piece := i
		if worker%2 == 1 {
			piece = last - 1 - (i - first)
		}
		t.task(worker, piece*t.size, lesser((piece+1)*t.size, t.items))
	}
}

func (t *team) close() { close(t.quit) }

func lesser(a, b int) int {
	if b < a {
		return b
	}
	return a
}
