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

	before task // nil if there is nothing
	task   task
	items  int     // of the loop that is open
	size   int     // ... and how many make a piece
	shares []share // of the pieces, one for every two workers
	loop   int64   // counts loops

	panicked atomic.Pointer[Panic] // the first in the loop that is open
}

// division says where in a loop the part of each worker begins, from 0, and that the last ends at 1.
type division []float64

// of returns where in so many items the part of a worker begins.
func (d division) of(items, worker int) int { return int(d[worker]*float64(items) + 0.5) }

// helper is a goroutine that shares work. It looks at its state all the time, in a cache line of its own.
type helper struct {
	state  atomic.Int64 // the number of a loop, times four, and one of the following
	_      [56]byte
	parked atomic.Bool
	wake   chan struct{}
	_      [48]byte
}

const (
	finished = iota + 1 // or it came too late
	offered
	working
)

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
	t.runAfter(0, nil, n, size, nanoseconds, whose, do)
}

// runAfter is run where something comes before the pieces: for part i of so many, which is that of worker
// i, before(worker, i, i+1). That is two loops without waiting between them, so that whoever is
// late in the first is not waited for, but helped in the second.
func (t *team) runAfter(parts int, before task, n, size, nanoseconds int, whose division, do task) {
	if t.alone(n, size, nanoseconds) {
		for i := range parts {
			before(0, i, i+1)
		}
		for i := 0; i < n; i += size {
			do(0, i, lesser(i+size, n))
		}
		return
	}
	t.before, t.task, t.items, t.size = before, do, n, size
	pieces := (n + size - 1) / size
	for i := range t.shares {
		t.shares[i].open(pieces, 2*i, whose)
	}
	t.loop++
	offer := t.loop<<2 | offered
	for i := range t.helpers {
		h := &t.helpers[i]
		h.state.Store(offer)
		if h.parked.Load() && h.parked.CompareAndSwap(true, false) {
			h.wake <- struct{}{}
		}
	}
	t.guardedWork(0)
	for i := range t.helpers {
		// One that comes from now on finds nothing offered; those that have begun finish.
		if h := &t.helpers[i]; !h.state.CompareAndSwap(offer, t.loop<<2|finished) {
			for i := 0; h.state.Load() != t.loop<<2|finished; i++ {
				if i >= t.spins {
					runtime.Gosched()
				}
			}
		}
	}
	if p := t.panicked.Swap(nil); p != nil {
		panic(p)
	}
}

// help takes part in one loop after the other.
func (t *team) help(worker int) {
	h := &t.helpers[worker-1]
	for t.await(h) {
		if offer := h.state.Load(); offer&3 == offered && h.state.CompareAndSwap(offer, offer-offered+working) {
			t.guardedWork(worker)
			h.state.Store(offer - offered + finished)
		}
	}
}

// await returns true when there is a loop, false when the team ends.
func (t *team) await(h *helper) bool {
	for i := 0; i < t.spins; i++ {
		if h.state.Load()&3 == offered {
			return true
		}
	}
	h.parked.Store(true)
	// Whoever takes the mark away wakes the helper: run, or itself if a loop began since.
	if h.state.Load()&3 == offered && h.parked.CompareAndSwap(true, false) {
		return true
	}
	select {
	case <-h.wake:
		return true
	case <-t.quit:
		return false
	}
}

// guardedWork is work that keeps a panic for run: none may end a worker while others wait for it.
func (t *team) guardedWork(worker int) {
	defer func() {
		if p := recover(); p != nil {
			t.panicked.CompareAndSwap(nil, asPanic(p))
		}
	}()
	t.work(worker)
}

// work does the worker's own part, then what others have not come to.
func (t *team) work(worker int) {
	for i := range t.shares {
		at := (worker/2 + i) % len(t.shares)
		s := &t.shares[at]
		for p := s.take(worker); p.n > 0; p = s.take(worker) {
			t.prepare(&s[p.side], 2*at+p.side, worker)
			for ; p.n > 0; p.first, p.n = p.first+p.step, p.n-1 {
				t.task(worker, p.first*t.size, lesser((p.first+1)*t.size, t.items))
			}
		}
	}
}

// prepare does what comes before the pieces of a side, or waits for who is at it.
func (t *team) prepare(s *side, part, worker int) {
	const begun, done = 1, 2
	if t.before == nil || s.prepared.Load() == done {
		return
	}
	if s.prepared.CompareAndSwap(0, begun) {
		defer s.prepared.Store(done) // after a panic, too: others may be waiting
		t.before(worker, part, part+1)
		return
	}
	for i := 0; s.prepared.Load() != done; i++ {
		if i >= t.spins {
			runtime.Gosched()
		}
	}
}

func (t *team) close() { close(t.quit) }

func lesser(a, b int) int {
	if b < a {
		return b
	}
	return a
}
