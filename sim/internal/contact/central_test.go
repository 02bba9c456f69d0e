package contact_test

import (
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/vec"
)

// Contract: contacts between spheres act in the middle of the overlap, on the line through both centres, whether the
// spheres are all bodies of their own or some are parts of clumps, which come and go: then contacts keep their points,
// and no longer know them from the radii. Neither changes a force, an overlap or a point but by rounding, and what
// follows is the same but for that.
func TestContactsOfSpheresWithAndWithoutClumps(t *testing.T) {
	widthtest.Each(t, func(t *testing.T) {
		alone, beside := newHeap(t, 1, rough), newHeap(t, 1, rough)
		clump := body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.01},
			{Kind: shape.KindSphere, Radius: 0.01, Position: vec.New(0.01, 0, 0)}}, Position: vec.New(5, 5, 5)}
		for _, h := range []*heap{alone, beside} {
			h.random(t, 200)
		}
		compare := func(when string) {
			t.Helper()
			want, got := alone.all(), beside.all()
			if len(want) != len(got) || len(want) < 100 {
				t.Fatalf("%s: %d contacts beside a clump, %d without", when, len(got), len(want))
			}
			for i := range want {
				a, b := &want[i], &got[i]
				if math.Abs(a.Overlap-b.Overlap) > 1e-12*a.Overlap || a.Point.Sub(b.Point).Norm() > 1e-12 ||
					a.Force.Sub(b.Force).Norm() > 1e-9*a.Force.Norm() || a.Normal != b.Normal {
					t.Fatalf("%s, contact %d: %+v beside a clump, %+v without", when, i, b, a)
				}
				if a.KindA != shape.KindSphere || a.KindB != shape.KindSphere {
					continue
				}
				at := alone.bodies.Pos[a.BodyA].AddScaled(0.01-a.Overlap/2, a.Normal)
				if a.Point.Sub(at).Norm() > 1e-12 {
					t.Fatalf("%s, contact %d is at %v, want %v", when, i, a.Point, at)
				}
			}
		}
		step := func() {
			for _, h := range []*heap{alone, beside} {
				for i := range h.bodies.Pos {
					h.bodies.Pos[i] = h.bodies.Pos[i].AddScaled(h.clock.Dt, h.bodies.Vel[i])
				}
				h.search.Stale = true
				h.set.ForgetGaps() // as nobody has added up travels
				h.update(t)
				h.clock.Step-- // as if it had been read before bodies moved
			}
		}
		step()
		compare("at first")
		id := beside.bodies.Len()
		beside.add(t, clump)
		beside.set.Recentre()
		compare("as the clump has come")
		begun := 0
		for range 30 {
			step()
			compare("beside the clump")
			for _, c := range alone.all() {
				if c.Fresh {
					begun++
				}
			}
		}
		if begun == 0 {
			t.Fatal("no contact began beside the clump")
		}
		leaves := body.Renumbering{Bodies: make([]int32, beside.bodies.Len())}
		leaves.Bodies[id] = -1
		leaves.PutLast()
		beside.bodies.Renumber(&leaves)
		beside.shapes.Renumber(&leaves)
		beside.set.Renumber(&leaves)
		beside.set.Recentre()
		compare("as the clump has left")
		for range 3 {
			step()
			compare("without the clump")
		}
	})
}
