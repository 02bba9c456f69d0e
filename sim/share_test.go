package sim

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"tumble/sim/bridge"
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
		for idle := [2]bool{}; !idle[0] || !idle[1]; {
			worker := 0
			if idle[0] || !idle[1] && r.Float64() < often {
				worker = 1
			}
			switch p := s.take(worker); {
			case p.n > 0 && (p.first != next[worker] || p.step != 1-2*worker):
				t.Fatalf("%d pieces: worker %d gets %+v, want %d", pieces, worker, p, next[worker])
			case p.n > 0 && (min(p.first, p.first+p.step*(p.n-1)) < s[p.side].first || max(p.first, p.first+p.step*(p.n-1)) >= s[p.side].last):
				t.Fatalf("%d pieces: worker %d gets %+v, which are not all of that side, [%d, %d)", pieces, worker, p, s[p.side].first, s[p.side].last)
			case p.n > 0:
				next[worker] += p.n * p.step
			default:
				idle[worker] = true
				if left := next[1] - next[0] + 1; left > 1 || left > 0 && (idle[1-worker] || next[1-worker] == [2]int{0, pieces - 1}[1-worker]) {
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

// Contract: what comes before a loop is done once for each part of it that has pieces, and before them,
// for any number of workers and any division.
func TestLoopsPrepareEachPartOnce(t *testing.T) {
	const begun, done = 1, 2
	r := rand.New(rand.NewPCG(5, 6))
	for _, workers := range []int{1, 2, 3, 4, 7} {
		team := newTeam(workers)
		team.inlineBelow = 0
		for range 400 {
			n, size := r.IntN(2000), 1+r.IntN(40)
			d, pieces := randomDivision(r, workers), (n+size-1)/size
			parts, early := make([]atomic.Int32, workers), atomic.Int32{}
			team.runAfter(workers, func(_, part, _ int) {
				if !parts[part].CompareAndSwap(0, begun) {
					early.Add(1)
				}
				runtime.Gosched()
				parts[part].Store(done)
			}, n, size, 1, d, func(_, first, _ int) {
				part := 0
				for d.of(pieces, part+1) <= first/size {
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
				if d.of(pieces, i) < d.of(pieces, i+1) && parts[i].Load() != done {
					t.Fatalf("%d workers, %d items: part %d was left out", workers, n, i)
				}
			}
		}
		team.close()
	}
}

// Contract: what no step asks for, the force and torque on walls that stay where they are, is there for
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
		want, turning := w.ContactForce(b.ID)
		got, turned := vec3(b.Force[:]), vec3(b.Torque[:])
		// They add up the same in another order.
		if got.Sub(want).Norm() > 1e-12*want.Norm() || turned.Sub(turning).Norm() > 1e-12*(turning.Norm()+want.Norm()) {
			t.Errorf("body %q: force %v, torque %v, of its contacts %v, %v", b.Name, got, turned, want, turning)
		}
		if want != (vec.Vec3{}) {
			loaded++
		}
	}
	if loaded == 0 {
		t.Fatal("nothing lies on anything that is still")
	}
}

// Contract: what contacts put on bodies of the other span, and only that, is sent in the order of the
// contacts, with the same bits by kernels of every width.
func TestForcesAcrossTheCutAreSent(t *testing.T) {
	for _, rule := range CapsuleRules {
		w := pile(t, 1, 5, 200)
		w.Apply(bridge.SetCapsuleRule{Rule: rule.Name})
		for w.NumContacts() < 300 {
			w.Step()
		}
		for range 20 {
			w.Step()
		}
		half := int32(w.NumBodies() / 2)
		for _, own := range []span{{0, half}, {half, int32(w.NumBodies())}} {
			all := 0
			for _, k := range w.chunks {
				want := 0
				for i := range k.contacts.n {
					for n, c := 0, k.contact(i); n < 2; n++ {
						if j := [2]int32{c.bodyA, c.bodyB}[n]; !own.has(j) && (n == 1 || !k.still) {
							want++
						}
					}
				}
				k.sent = nil
				plain := slices.Clone(w.sendEach(k, own))
				if len(plain) != want {
					t.Fatalf("%s: a chunk sends %d forces, want %d", rule.Name, len(plain), want)
				}
				all += want
				eachWidth(t, func(t *testing.T) {
					lanes := inLanes.send(w, k, own)
					for i := range plain {
						if a, b := plain[i], lanes[i]; len(lanes) != want || a.body != b.body || a.shape != b.shape || !sameBits(a.force, b.force) || !sameBits(a.torque, b.torque) {
							t.Fatalf("%s: force %d of %d is sent as %+v, by the plain kernel as %+v", rule.Name, i, len(lanes), b, a)
						}
					}
				})
			}
			if all < 20 {
				t.Errorf("%s: only %d forces are sent", rule.Name, all)
			}
		}
	}
}

// sameBits compares also the signs of zeros.
func sameBits(a, b vec.Vec3) bool {
	return math.Float64bits(a.X) == math.Float64bits(b.X) && math.Float64bits(a.Y) == math.Float64bits(b.Y) && math.Float64bits(a.Z) == math.Float64bits(b.Z)
}
