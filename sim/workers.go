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

	task task
	n    int
	size int          // items taken at a time
	next atomic.Int64 // first item nobody has taken
	busy atomic.Int64 // helpers that have not finished
}

// newTeam starts workers-1 helpers; the caller of run is worker 0.
func newTeam(workers int) *team {
	if workers < 1 {
		workers = 1
	}
	t := &team{workers: workers, inlineBelow: inlineBelow, wake: make(chan struct{}, workers), quit: make(chan struct{})}
	for i := 1; i < workers; i++ {
		go t.help(i)
	}
	return t
}

// run calls the task for all of [0, n), in pieces of at most size items, and returns when
// all are done. Work says how many simple items the whole is worth.
func (t *team) run(n, size, work int, do task) {
	if t.workers == 1 || work < t.inlineBelow {
		for i := 0; i < n; i += size {
			do(0, i, lesser(i+size, n))
		}
		return
	}
	t.task, t.n, t.size = do, n, size
	t.next.Store(0)
	t.busy.Store(int64(t.workers - 1))
	for i := 1; i < t.workers; i++ {
		t.wake <- struct{}{}
	}
	t.work(0)
	for t.busy.Load() > 0 {
		runtime.Gosched()
	}
}

func (t *team) help(worker int) {
	for {
		select {
		case <-t.wake:
			t.work(worker)
			t.busy.Add(-1)
		case <-t.quit:
			return
		}
	}
}

func (t *team) work(worker int) {
	for {
		first := int(t.next.Add(int64(t.size))) - t.size
		if first >= t.n {
			return
		}
		t.task(worker, first, lesser(first+t.size, t.n))
	}
}

func (t *team) close() { close(t.quit) }

func lesser(a, b int) int {
	if b < a {
		return b
	}
	return a
}
