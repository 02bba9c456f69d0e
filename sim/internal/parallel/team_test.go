package parallel

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// randomDivision returns one between so many workers, in which some may have nothing.
func randomDivision(r *rand.Rand, workers int) Division {
	d := Division{0, 1}
	for len(d) <= workers {
		d = append(d, float64(r.IntN(5))/4*r.Float64())
	}
	slices.Sort(d)
	return d
}

// Contract: whoever comes when, and goes when, every piece of a share is taken once; each worker goes from its end of
// the share to the other, and both meet where the share says.
func TestSharesGiveEveryPieceOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var s share
		pieces := r.IntN(300)
		s.open(pieces, 0, randomDivision(r, 2))
		next, often, leaves := [2]int{0, pieces - 1}, r.Float64(), r.Float64()*float64(r.IntN(2))
		for idle := [2]bool{}; !idle[0] || !idle[1]; {
			worker := 0
			if idle[0] || !idle[1] && r.Float64() < often {
				worker = 1
			}
			switch p := s.claim(worker); {
			case p.n > 0 && (p.first != next[worker] || p.step != 1-2*worker):
				t.Fatalf("%d pieces: worker %d gets %+v, want %d", pieces, worker, p, next[worker])
			case p.n > 0 && (min(p.first, p.first+p.step*(p.n-1)) < s[p.side].first ||
				max(p.first, p.first+p.step*(p.n-1)) >= s[p.side].last):
				t.Fatalf("%d pieces: worker %d gets %+v, which are not all of that side, [%d, %d)", pieces, worker, p,
					s[p.side].first, s[p.side].last)
			case p.n > 0:
				next[worker] += p.n * p.step
				idle[1] = idle[1] || worker == 1 && r.Float64() < leaves && s[1].leave()
			default:
				idle[worker] = true
				if left := next[1] - next[0] + 1; left > 1 || left > 0 &&
					(idle[1-worker] || next[1-worker] == [2]int{0, pieces - 1}[1-worker]) {
					t.Fatalf("%d pieces: worker %d gets nothing, though %d are left", pieces, worker, left)
				}
			}
		}
		if next[0] != next[1]+1 {
			t.Fatalf("%d pieces: %d were taken from the front and %d from the back", pieces, next[0], pieces-1-next[1])
		}
		if s.met() != next[0] {
			t.Fatalf("%d pieces: they met at %d, want %d", pieces, s.met(), next[0])
		}
	}
}

// Contract: a loop does every item once for any number of workers and any division, also where
// no helper comes in time.
func TestLoopsDoEveryItemOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, workers := range []int{1, 2, 3, 4, 7} {
		team := New(workers)
		team.InlineBelow = 0
		for range 400 {
			n := r.IntN(2000)
			done := make([]atomic.Int32, n)
			team.Run(n, 1+r.IntN(40), 1, randomDivision(r, workers), func(_, first, last int) {
				for i := first; i < last; i++ {
					done[i].Add(1)
				}
			})
			for i := range done {
				if k := done[i].Load(); k != 1 {
					t.Fatalf("%d workers, %d items: item %d was done %d times", workers, n, i, k)
				}
			}
		}
		team.Close()
	}
}

// Contract: what comes before a loop is done once for each part of it that has pieces, and before them,
// for any number of workers and any division.
func TestLoopsPrepareEachPartOnce(t *testing.T) {
	const started, done = 1, 2
	r := rand.New(rand.NewPCG(5, 6))
	for _, workers := range []int{1, 2, 3, 4, 7} {
		team := New(workers)
		team.InlineBelow = 0
		for range 400 {
			n, size := r.IntN(2000), 1+r.IntN(40)
			d, pieces := randomDivision(r, workers), (n+size-1)/size
			parts, early := make([]atomic.Int32, workers), atomic.Int32{}
			team.RunAfter(workers, func(_, part, _ int) {
				if !parts[part].CompareAndSwap(0, started) {
					early.Add(1)
				}
				runtime.Gosched()
				parts[part].Store(done)
			}, n, size, 1, d, func(_, first, _ int) {
				part := 0
				for d.Of(pieces, part+1) <= first/size {
					part++
				}
				if parts[part].Load() != done {
					early.Add(1)
				}
			})
			if early.Load() > 0 {
				t.Fatalf("%d workers, %d items: %d parts or pieces come too early or again", workers, n, early.Load())
			}
			for i := range parts {
				if d.Of(pieces, i) < d.Of(pieces, i+1) && parts[i].Load() != done {
					t.Fatalf("%d workers, %d items: part %d was left out", workers, n, i)
				}
			}
		}
		team.Close()
	}
}

// Contract: a panic in one worker comes out of Run when all others are done, and the next loop is as
// any other.
func TestPanicOfWorkerComesOutOfRun(t *testing.T) {
	for _, workers := range []int{1, 2, 3} {
		team := New(workers)
		team.InlineBelow = 0
		for round := range 200 {
			bad, at := round*7%1000, round%2 == 0
			got := func() (p any) {
				defer func() { p = recover() }()
				team.RunAfter(workers, func(_, part, _ int) {
					if at && part == round%workers {
						panic("before")
					}
				}, 1000, 8, 1, nil, func(_, first, last int) {
					if !at && first <= bad && bad < last {
						panic("task")
					}
				})
				return nil
			}()
			if got == nil {
				t.Fatalf("%d workers, round %d: no panic came out", workers, round)
			}
			var done atomic.Int32
			team.Run(1000, 8, 1, nil, func(_, first, last int) { done.Add(int32(last - first)) })
			if done.Load() != 1000 {
				t.Fatalf("%d workers: %d of 1000 items were done after a panic", workers, done.Load())
			}
		}
		team.Close()
	}
}

// Contract: wherever workers meet in loops of any length, the parts of a division follow each other: every piece of
// each loop is in one part. (Once a cut that had been moved in a short loop came before the one beside it in a longer
// loop: with four workers or more, two of them got the same piece.)
func TestMovedDivisionsDoNotDescend(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	moved := 0
	for range 300 {
		workers := 2 + r.IntN(15)
		d := Division{0}
		for len(d) <= workers {
			d = append(d, float64(len(d))/float64(workers))
		}
		for range 200 {
			pieces, shares := 1+r.IntN(40), make([]share, (workers+1)/2)
			next := 0
			for i := range shares {
				s := &shares[i]
				s.open(pieces, 2*i, d)
				for k := range s {
					if s[k].first != next || s[k].last < next {
						t.Fatalf("%v: side %d of %d pieces is [%d, %d), want one from %d on", d, 2*i+k, pieces, s[k].first, s[k].last,
							next)
					}
					next = s[k].last
				}
				for often := r.Float64(); ; { // two workers take what there is, one of them more often
					worker := 0
					if r.Float64() < often {
						worker = 1
					}
					if s.claim(worker).n == 0 && s.claim(1-worker).n == 0 {
						break
					}
				}
			}
			if next != pieces {
				t.Fatalf("%v: %d of %d pieces are in a part", d, next, pieces)
			}
			for i := range shares {
				if worker := 2*i + 1; worker < workers {
					before := d[worker]
					d.Move(worker, float64(shares[i].met())/float64(pieces), r.Float64())
					if d[worker] != before {
						moved++
					}
				}
			}
		}
	}
	if moved < 10000 {
		t.Errorf("cuts were moved %d times: the test sees nothing", moved)
	}
}
