package parallel

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// Contract: while a core is lent, however often, a team with a worker for every core does all its loops without its
// last helper, which takes part again once all are given back; a team that leaves a core free has all its helpers.
func TestLentCoreIsLeft(t *testing.T) {
	for _, workers := range []int{2, 3, 4} {
		full, others := newTeam(workers, workers), newTeam(workers, workers+1)
		run := func(team *Team) (last int32) {
			var done, byLast atomic.Int32
			team.InlineBelow = 0
			team.Run(100, 1, 1, nil, func(worker, first, end int) {
				runtime.Gosched()
				if done.Add(int32(end - first)); worker == workers-1 {
					byLast.Add(1)
				}
			})
			if done.Load() != 100 {
				t.Fatalf("%d workers: %d of 100 items were done", workers, done.Load())
			}
			return byLast.Load()
		}
		comes := func(team *Team) {
			for range 100000 {
				if run(team) > 0 {
					return
				}
			}
			t.Errorf("%d workers: the last one never takes part", workers)
		}
		comes(full)
		first, second := LendCore(), LendCore()
		for i := range 200 {
			if i == 100 {
				second.GiveBack()
			}
			if n := run(full); n > 0 || !full.Short() {
				t.Fatalf("%d workers, %d cores lent: the last one did %d pieces; short: %v", workers, 2-i/100, n, full.Short())
			}
		}
		comes(others)
		if others.Short() {
			t.Errorf("%d workers of %d cores: a helper gave way", workers, workers+1)
		}
		first.GiveBack()
		comes(full)
		for range 2000 { // lent in the middle of a loop
			var done, loan = atomic.Int32{}, make(chan Loan, 1)
			full.Run(50, 1, 1, nil, func(_, first, end int) {
				if done.Add(int32(end-first)) == 20 {
					loan <- LendCore()
				}
			})
			if (<-loan).GiveBack(); done.Load() != 50 {
				t.Fatalf("%d workers: %d of 50 items were done", workers, done.Load())
			}
		}
		full.Close()
		others.Close()
	}
}
