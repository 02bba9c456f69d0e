package sim

import (
	"runtime"
	"sync/atomic"
)

// chunk is how many items a worker takes at a time. It is fixed, whatever the number of
// workers, so that results cannot depend on it.
const chunk = 64

// inlineBelow is how many items are done by the calling goroutine alone: for less work
// than this, waking another one costs more than it saves.
const inlineBelow = 1024

// team shares loops over independent items between goroutines. Each item writes only
// what belongs to it, so the result is the same for any number of workers.
type team struct {
	workers     int
	inlineBelow int
	wake        chan struct{}
	quit        chan struct{}

	task func(first, last int)
	n    int
	next atomic.Int64 // first item nobody has taken
	busy atomic.Int64 // helpers that have not finished
}

// newTeam starts workers-1 helpers; the caller of run is the other worker.
func newTeam(workers int) *team {
	if workers < 1 {
		workers = 1
	}
	t := &team{workers: workers, inlineBelow: inlineBelow, wake: make(chan struct{}, workers), quit: make(chan struct{})}
	for i := 1; i < workers; i++ {
		go t.help()
	}
	return t
}

// run calls task for all of [0, n), in pieces of at most chunk items, and returns when
// all are done.
func (t *team) run(n int, task func(first, last int)) {
	if t.workers == 1 || n < t.inlineBelow {
		for i := 0; i < n; i += chunk {
			task(i, lesser(i+chunk, n))
		}
		return
	}
	t.task, t.n = task, n
	t.next.Store(0)
	t.busy.Store(int64(t.workers - 1))
	for i := 1; i < t.workers; i++ {
		t.wake <- struct{}{}
	}
	t.work()
	for t.busy.Load() > 0 {
		runtime.Gosched()
	}
}

func (t *team) help() {
	for {
		select {
		case <-t.wake:
			t.work()
			t.busy.Add(-1)
		case <-t.quit:
			return
		}
	}
}

func (t *team) work() {
	for {
		first := int(t.next.Add(chunk)) - chunk
		if first >= t.n {
			return
		}
		t.task(first, lesser(first+chunk, t.n))
	}
}

func (t *team) close() { close(t.quit) }

func lesser(a, b int) int {
	if b < a {
		return b
	}
	return a
}
