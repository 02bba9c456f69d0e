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

// Contract: whoever comes when, and goes when, every piece of a share is taken once; each worker goes up its own side,
// then down the other one, and the share says where the cut would have been fair.
func TestSharesGiveEveryPieceOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var s share
		pieces := r.IntN(300)
		s.open(pieces, 0, randomDivision(r, 2))
		var first, last, done [2]int // what is left of each side, and how many pieces each worker has done
		for i := range s {
			first[i], last[i] = s[i].first, s[i].last
		}
		often, leaves := r.Float64(), r.Float64()*float64(r.IntN(2))
		for idle := [2]bool{}; !idle[0] || !idle[1]; {
			worker := 0
			if idle[0] || !idle[1] && r.Float64() < often {
				worker = 1
			}
			other, p := 1-worker, s.claim(worker)
			switch {
			case p.n > 0 && p.side == worker && p.first == first[worker] && p.first+p.n <= last[worker]:
				first[worker] += p.n
			case p.n == 1 && p.side == other && p.first == last[other]-1 && p.first >= first[other] &&
				first[worker] == last[worker]:
				last[other]--
			case p.n > 0:
				t.Fatalf("%d pieces: worker %d gets %+v, where [%d, %d) are left of its side, and [%d, %d)", pieces, worker, p,
					first[worker], last[worker], first[other], last[other])
			default:
				idle[worker] = true
				left := last[other] - first[other]
				if first[worker] < last[worker] || left > 1 ||
					left > 0 && (idle[other] || first[other] == s[other].first) {
					t.Fatalf("%d pieces: worker %d gets nothing, though [%d, %d) are left of its side, and [%d, %d)",
						pieces, worker, first[worker], last[worker], first[other], last[other])
				}
			}
			done[worker] += p.n
			idle[1] = idle[1] || p.n > 0 && worker == 1 && r.Float64() < leaves && s[1].leave()
		}
		if first != last {
			t.Fatalf("%d pieces: of both sides those from %d to %d are left", pieces, first, last)
		}
		if s.fairCut() != s[0].first+done[0] || done[0]+done[1] != pieces {
			t.Fatalf("%d pieces: %d would be fair, where the workers did %d", pieces, s.fairCut(), done)
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

// Contract: wherever cuts go in loops of any length, the parts of a division follow each other: every piece of each
// loop is in one part. (Once a cut that had been moved in a short loop came before the one beside it in a longer
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
					d.Move(worker, float64(shares[i].fairCut())/float64(pieces), r.Float64())
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
