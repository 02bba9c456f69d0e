package parallel

import (
	"runtime"
	"slices"
	"sync/atomic"
)

// Task does the items [first, last) of a loop, as the worker of that number, counted from 0.
type Task func(worker, first, last int)

// Chunk is the usual number of items in a piece of a loop. It is the same for any number of workers, so that
// results cannot depend on that.
const Chunk = 128

const (
	// inlineBelow is the work [ns] that the calling goroutine does alone: for less, waking and
	// waiting cost more than they save (pill bottle, two workers: 45 % more CPU time and nothing
	// gained with 6 µs).
	inlineBelow = 40000
	// spins is how often a helper looks for more work before it parks: some 100 µs, longer than
	// the time between two stages of a step. Waking a parked one takes as long.
	spins = 200000
)

// Team shares loops over independent items between goroutines. An item writes only its own data, so the result is
// the same for any number of workers. Only one goroutine may call the methods of a team.
//
// Nobody waits for a helper that has not begun: where the operating system gives its core to
// something else, the other workers do its part.
type Team struct {
	InlineBelow int // work [ns] that the caller does alone; 0 shares all loops, which is for tests

	workers int
	spins   int
	even    Division
	helpers []helper
	quit    chan struct{}

	before Task // task before the pieces; nil if there is none
	task   Task
	items  int     // items of the open loop
	size   int     // items of a piece
	shares []share // of the pieces, one for every two workers
	loop   int64   // counts loops
	short  bool    // a helper was not offered the last one

	panicked atomic.Pointer[Panic] // first panic in the open loop
}

// Division holds where in a loop the part of each worker begins, as a fraction from 0 on, and after them 1, the
// end of the last part. The fractions do not descend; a worker whose part is empty can only help others.
type Division []float64

// Of returns where the part of a worker begins in a loop of this many items.
func (d Division) Of(items, worker int) int { return int(d[worker]*float64(items) + 0.5) }

// Move moves where the part of a worker begins by a fraction, pace, of the way to another place, but not past where
// the parts beside it begin. The place may be beyond one of them by the rounding of Of: a division that descended would
// give pieces of a loop of another length to two workers.
func (d Division) Move(worker int, place, pace float64) {
	d[worker] = min(max(d[worker]+pace*(place-d[worker]), d[worker-1]), d[worker+1])
}

// helper is a goroutine that does a share of the work. It polls its state, which lies in a
// cache line of its own.
type helper struct {
	state  atomic.Int64 // the number of a loop, times four, and one of the states below
	_      [56]byte
	parked atomic.Bool
	last   bool // of a team that has a worker for every core; see LendCore
	wake   chan struct{}
	_      [48]byte
}

// The states of a helper in a loop.
const (
	finished = iota + 1 // or it came too late
	offered
	working
)

// New starts a team of this many workers, at least 1: the caller of Run and helpers. Close ends them.
func New(workers int) *Team { return newTeam(workers, cores) }

// cores is how many the program may use: the processors of Go at its start, as a window later adds one.
var cores = runtime.GOMAXPROCS(0)

func newTeam(workers, cores int) *Team {
	workers = max(workers, 1)
	t := &Team{InlineBelow: inlineBelow, workers: workers, spins: spins, quit: make(chan struct{})}
	if workers > min(runtime.GOMAXPROCS(0), cores) {
		t.spins = 0 // spinning would keep other workers from running
	}
	for i := range workers + 1 {
		t.even = append(t.even, float64(i)/float64(workers))
	}
	t.helpers, t.shares = make([]helper, workers-1), make([]share, (workers+1)/2)
	for i := range t.helpers {
		t.helpers[i].wake = make(chan struct{}, 1)
		t.helpers[i].last = i+2 == workers && workers >= cores
		go t.help(i + 1)
	}
	return t
}

// Close ends the helpers. The team must not be used afterwards.
func (t *Team) Close() { close(t.quit) }

// Workers returns how many workers there are.
func (t *Team) Workers() int { return t.workers }

// Even returns the division that gives all workers the same number of items. It is a copy.
func (t *Team) Even() Division { return slices.Clone(t.even) }

// Alone reports whether one worker does a loop of n items, which take about the given nanoseconds each, in pieces
// of at most size items.
func (t *Team) Alone(n, size, nanoseconds int) bool {
	return t.workers == 1 || n <= size || n*nanoseconds < t.InlineBelow
}

// Run calls the task for all of [0, n), in pieces of at most size items, and returns when all are done. An item
// takes about the given nanoseconds. whose divides the items among the workers; nil gives all the same number.
func (t *Team) Run(n, size, nanoseconds int, whose Division, do Task) {
	t.RunAfter(0, nil, n, size, nanoseconds, whose, do)
}

// RunAfter is Run with a task before the pieces: before(worker, i, i+1) is called once for each part i, which is
// the part of worker i, and before any piece of that part; a part without pieces may be left out. These are two
// loops without waiting between them: a worker that is late in the first is helped in the second.
func (t *Team) RunAfter(parts int, before Task, n, size, nanoseconds int, whose Division, do Task) {
	if t.Alone(n, size, nanoseconds) {
		for i := range parts {
			before(0, i, i+1)
		}
		for i := 0; i < n; i += size {
			do(0, i, min(i+size, n))
		}
		return
	}
	if whose == nil {
		whose = t.even
	}
	t.before, t.task, t.items, t.size = before, do, n, size
	for i := range t.shares {
		t.shares[i].open(t.pieces(), 2*i, whose)
	}
	t.loop++
	t.offer()
	t.guardedWork(0)
	t.withdraw()
	if p := t.panicked.Swap(nil); p != nil {
		panic(p)
	}
}

// Short reports whether a helper had to give way in the last loop that was not done alone; see LendCore.
func (t *Team) Short() bool { return t.short }

// FairCut returns where in the last loop that was not done alone the part of a worker of odd number would have begun if
// it and the worker before it had not had to help each other, as a fraction of all pieces.
func (t *Team) FairCut(worker int) float64 {
	return float64(t.shares[worker/2].fairCut()) / float64(t.pieces())
}

// pieces returns how many pieces the loop has that is open, or was last.
func (t *Team) pieces() int { return (t.items + t.size - 1) / t.size }

// offer marks the loop as open for the helpers, and wakes those that are parked. A helper that gives way is left out.
func (t *Team) offer() {
	t.short = false
	for i := range t.helpers {
		h := &t.helpers[i]
		if h.givesWay() {
			t.short = true
			h.state.Store(t.loop<<2 | finished)
			continue
		}
		h.state.Store(t.loop<<2 | offered)
		if h.parked.Load() && h.parked.CompareAndSwap(true, false) {
			h.wake <- struct{}{}
		}
	}
}

// withdraw closes the loop: a helper that comes from now on finds nothing offered, those that have
// begun are waited for.
func (t *Team) withdraw() {
	for i := range t.helpers {
		h := &t.helpers[i]
		if h.state.CompareAndSwap(t.loop<<2|offered, t.loop<<2|finished) {
			continue
		}
		for i := 0; h.state.Load() != t.loop<<2|finished; i++ {
			if i >= t.spins {
				runtime.Gosched()
			}
		}
	}
}

// help takes part in one loop after the other.
func (t *Team) help(worker int) {
	h := &t.helpers[worker-1]
	h.begin()
	defer h.end()
	for t.await(h) {
		if offer := h.state.Load(); offer&3 == offered && h.state.CompareAndSwap(offer, offer-offered+working) {
			t.guardedWork(worker)
			h.state.Store(offer - offered + finished)
		}
	}
}

// await returns true when there is a loop, false when the team ends.
func (t *Team) await(h *helper) bool {
	for i := 0; i < t.spins && !h.givesWay(); i++ {
		if h.state.Load()&3 == offered {
			return true
		}
	}
	h.end()
	defer h.begin()
	h.parked.Store(true)
	// Whoever clears the mark wakes the helper: offer does, or the helper itself if a loop has begun since.
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

// begin gives a helper a thread of its own, so that it stays on one core; end takes it back. A helper that has parked
// needs none: worlds that nobody steps have no threads.
func (h *helper) begin() {
	runtime.LockOSThread()
	if h.last {
		active.Add(1)
	}
}

func (h *helper) end() {
	runtime.UnlockOSThread()
	if h.last {
		active.Add(-1)
	}
}

// guardedWork is work that keeps a panic for Run: none may end a worker while others wait for it.
func (t *Team) guardedWork(worker int) {
	defer func() {
		if p := recover(); p != nil {
			t.panicked.CompareAndSwap(nil, Recovered(p))
		}
	}()
	t.work(worker)
}

// work does the pieces of the worker's own side, then pieces that other workers have not taken. A helper that must
// leave its core leaves pieces to others.
func (t *Team) work(worker int) {
	for i := range t.shares {
		at := (worker/2 + i) % len(t.shares)
		s := &t.shares[at]
		for p := s.claim(worker); p.n > 0; p = s.claim(worker) {
			t.prepare(&s[p.side], 2*at+p.side, worker)
			for ; p.n > 0; p.first, p.n = p.first+1, p.n-1 {
				t.task(worker, p.first*t.size, min((p.first+1)*t.size, t.items))
			}
			if worker > 0 && t.helpers[worker-1].givesWay() && (i > 0 || s[worker%2].leave()) {
				return
			}
		}
	}
}

// prepare runs the task before the pieces of a side, or waits for the worker that is running it.
func (t *Team) prepare(s *side, part, worker int) {
	const started, done = 1, 2
	if t.before == nil || s.prepared.Load() == done {
		return
	}
	if s.prepared.CompareAndSwap(0, started) {
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
