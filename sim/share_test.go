package sim

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"tumble/sim/vec"
)

// randomDivision returns one between so many workers, in which some may have nothing.
func randomDivision(r *rand.Rand, workers int) division {
	d := division{0, 1}
	for len(d) <= workers {
		d = append(d, float64(r.IntN(5))/4*r.Float64())
	}
	slices.Sort(d)
	return d
}

// Contract: whoever comes when, every piece of a share is taken once; each worker goes from its end of
// the share to the other, and both meet where the share says.
func TestSharesGiveEveryPieceOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var s share
		pieces := r.IntN(300)
		s.open(pieces, 0, randomDivision(r, 2))
		next, often := [2]int{0, pieces - 1}, r.Float64()
		for left := 2; left > 0; {
			worker := 0
			if r.Float64() < often {
				worker = 1
			}
			switch piece := s.take(worker); {
			case piece >= 0 && piece != next[worker]:
				t.Fatalf("%d pieces: worker %d gets %d, want %d", pieces, worker, piece, next[worker])
			case piece >= 0:
				next[worker] += 1 - 2*worker
			case next[0] != next[1]+1:
				t.Fatalf("%d pieces: nothing is left after %d from the front and %d from the back", pieces, next[0], pieces-1-next[1])
			default:
				left--
			}
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
		team := newTeam(workers)
		team.inlineBelow = 0
		for range 400 {
			n := r.IntN(2000)
			done := make([]atomic.Int32, n)
			team.run(n, 1+r.IntN(40), 1, randomDivision(r, workers), func(_, first, last int) {
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
		team.close()
	}
}

// Contract: what no step asks for, the force on walls that stay where they are, is there for
// those who do, and is the force of their contacts.
func TestStateHasForcesOnStillBodies(t *testing.T) {
	w := pile(t, 2, 11, 80)
	for w.Time() < 0.3 {
		w.Step()
	}
	loaded := 0
	for _, b := range w.State().Bodies {
		if !w.bodies.still(w.bodies.index(b.ID)) {
			continue
		}
		want, _ := w.ContactForce(b.ID)
		got := vec.New(b.Force[0], b.Force[1], b.Force[2])
		// They add up the same in another order.
		if got.Sub(want).Norm() > 1e-12*want.Norm() {
			t.Errorf("body %q: force %v, of its contacts %v", b.Name, got, want)
		}
		if want != (vec.Vec3{}) {
			loaded++
		}
	}
	if loaded == 0 {
		t.Fatal("nothing lies on anything that is still")
	}
}
