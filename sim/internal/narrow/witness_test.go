package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// randomCapsule returns a capsule in a cube of the given half edge; some are parallel to an axis, some
// are spheres.
func randomCapsule(r *rand.Rand, edge float64) shape.Capsule {
	c := shape.Capsule{Center: random(r, edge), Axis: random(r, 1).Unit(), Half: 0.6 * r.Float64()}
	c.Radius = 0.1 + 0.3*r.Float64()
	switch r.IntN(6) {
	case 0:
		c.Axis = [...]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[r.IntN(3)]
	case 1: // nearly flat
		c.Axis = c.Axis.WithComponent(2, 1e-6*r.Float64()).Unit()
	case 2:
		c.Half = 0
	}
	return c
}

// Contract: a witness does not change the contacts, and the mean of its places, weighted with their
// weights, is the point of the contact: for all pairs and both rules.
func TestWitness(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	ground := band(8, 0.25, 0.08, 0.02, func(p vec.Vec3) float64 { return 0.15 * math.Sin(3*p.X) * math.Cos(2*p.Y) })
	flat := band(8, 0.25, 0, 0, func(vec.Vec3) float64 { return 0 })
	edge := wedge(-1.2)
	branches, outcomes := map[Branch]int{}, map[Outcome]int{}
	const cases = 12
	for n := range 40000 {
		a, b := randomCapsule(r, 0.4), randomCapsule(r, 0.4)
		wall := shape.Wall{Axis: r.IntN(3), Position: 0.2 * r.Float64()}
		tube := shape.Cylinder{Point: random(r, 0.3), Axis: random(r, 1).Unit(), Radius: 0.2 + r.Float64(), Hollow: n%20 < 10}
		inside, block := tube, randomBlock(r)
		inside.Hollow = true
		s := [...]*Surface{ground, flat, edge}[r.IntN(3)]
		s.Seams = []Seams{SeamsMerged, SeamsSmoothed, SeamsRaw}[r.IntN(3)]
		var w Witness
		find := func(seen *Witness) []LineContact {
			q := Query{Seen: seen, Watch: &Watch{Triangles: all(s)}}
			switch n % cases {
			case 0, 1:
				CapsuleCapsule(&a, &b, &q)
			case 2, 3:
				CapsuleCapsuleIntegral(&a, &b, &q)
			case 4:
				WallCapsule(&wall, &b, &q)
			case 5:
				WallCapsuleIntegral(&wall, &b, &q)
			case 6:
				CylinderCapsule(&tube, &b, &q)
			case 7:
				CylinderCapsuleIntegral(&tube, &b, &q)
			case 8:
				MeshCapsule(s, &b, &q)
			case 9:
				MeshCapsuleIntegral(s, &b, &q)
			case 10:
				WallMesh(&wall, &block, &q)
			case 11:
				CylinderMesh(&inside, &block, &q)
			}
			return q.Contacts
		}
		got, want := find(&w), find(nil)
		if len(got) != len(want) || len(got) != len(w.Ways) {
			t.Fatalf("case %d of %d: %d contacts, without a witness %d, which saw %d", n, n%cases, len(got), len(want),
				len(w.Ways))
		}
		for k := range got {
			if got[k] != want[k] {
				t.Fatalf("case %d of %d: %+v, without a witness %+v", n, n%cases, got[k], want[k])
			}
			branches[w.Ways[k].Branch]++
			sum, mean := 0., vec.Vec3{}
			for _, p := range w.Places {
				if p.Of == k {
					sum, mean = sum+p.Weight, mean.AddScaled(p.Weight, p.Point)
				}
			}
			if off := mean.Sub(got[k].Point).Norm(); !(off <= 1e-9) || !(math.Abs(sum-1) <= 1e-12) {
				t.Fatalf("case %d of %d: mean %v with weights %g, contact at %v, off by %g: %+v", n, n%cases, mean, sum,
					got[k].Point, off, w)
			}
		}
		for _, p := range w.Places {
			outcomes[p.Outcome]++
			if p.Of < 0 && p.Weight != 0 {
				t.Fatalf("case %d of %d: a place of no contact weighs: %+v", n, n%cases, p)
			}
		}
	}
	for b := range Branch(numBranch) {
		if branches[b] < 10 || b.String() == "" {
			t.Errorf("branch %d (%v) ran %d times", b, b, branches[b])
		}
	}
	for f := range Outcome(numOutcome) {
		if f != OfOtherContact && outcomes[f] < 1 {
			t.Errorf("fate %d (%v) was met %d times", f, f, outcomes[f])
		}
	}
}
