// Code generated from sim/narrow/spread_wide_test.go by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package narrow

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"tumble/sim/shape"
	"tumble/sim/vec"
	wide "tumble/sim/wide/four"
)

// spreadInLanesFour returns what the vector kernel finds of four pairs, lane by lane.
func spreadInLanesFour(a, b []shape.Capsule, rows *wide.Rows) (found [wide.Lanes]Distributed, gaps [wide.Lanes]float64, careful uint8) {
	point, normal, turn, overlap, share, gap, careful := SpreadCapsulesFour(a, b, rows, rows)
	var overlaps, shares, g wide.Lane
	var points, normals, turns [wide.Lanes]vec.Vec3
	overlaps.Keep(overlap)
	shares.Keep(share)
	g.Keep(gap)
	wide.Store3(&points, point)
	wide.Store3(&normals, normal)
	wide.Store3(&turns, turn)
	wide.Leave()
	for i := range found {
		found[i] = Distributed{Touch: Touch{Point: points[i], Normal: normals[i], Overlap: overlaps[i]}, Share: shares[i], Turn: turns[i]}
	}
	return found, g, careful
}

// bitsFour are those of all numbers of a contact, which tell negative zeros from others.
func bitsFour(d *Distributed) (bits [11]uint64) {
	for i, x := range [...]float64{d.Point.X, d.Point.Y, d.Point.Z, d.Normal.X, d.Normal.Y, d.Normal.Z, d.Overlap, d.Share, d.Turn.X, d.Turn.Y, d.Turn.Z} {
		bits[i] = math.Float64bits(x)
	}
	return bits
}

func TestSpreadSameBitsFour(t *testing.T) {
	if !wide.Available {
		t.Skip("this processor has no AVX2")
	}
	r := rand.New(rand.NewPCG(1, 2))
	var touched, apart, left int
	for range 15000 {
		a, b := awkwardFour(r), awkwardFour(r)
		var rows wide.Rows
		for i := range a {
			rows[i] = uintptr(i) * unsafe.Sizeof(a[0])
		}
		found, gaps, careful := spreadInLanesFour(a[:], b[:], &rows)
		for i := range found {
			var want Distributed
			gap := SpreadCapsules(&a[i], &b[i], &want)
			if gaps[i] != gap {
				t.Fatalf("gap %g, want %g, of\n%+v\n%+v", gaps[i], gap, a[i], b[i])
			}
			switch {
			case gap >= 0:
				apart++
			case careful>>i&1 != 0:
				left++
			case bitsFour(&found[i]) != bitsFour(&want):
				t.Fatalf("%+v, want %+v, of\n%+v\n%+v", found[i], want, a[i], b[i])
			default:
				touched++
			}
		}
	}
	if t.Logf("%d touch, %d apart, %d left to the plain kernel", touched, apart, left); touched < 5000 || apart < 10000 || left < 1000 {
		t.Errorf("only %d touch, %d apart, %d left", touched, apart, left)
	}
}

// BenchmarkKernelSpreadFour measures one call for four pairs that touch, as in a heap.
func BenchmarkKernelSpreadFour(b *testing.B) {
	if !wide.Available {
		b.Skip("this processor has no AVX2")
	}
	r := rand.New(rand.NewPCG(3, 1))
	var rows wide.Rows
	for i := range rows {
		rows[i] = uintptr(i) * unsafe.Sizeof(shape.Capsule{})
	}
	var first, second [32][wide.Lanes + 1]shape.Capsule // kernels may read behind the last
	for k := range first {
		for i := 0; i < wide.Lanes; {
			p := shape.Capsule{Center: random(r, 1), Axis: random(r, 1).Unit(), Half: 1, Radius: 1}
			q := shape.Capsule{Center: p.Center.Add(random(r, 2)), Axis: random(r, 1).Unit(), Half: 1, Radius: 1}
			if _, gap := CapsuleCapsule(p, q); gap < 0 && gap > -0.02 {
				first[k][i], second[k][i] = p, q
				i++
			}
		}
	}
	for i := 0; b.Loop(); i++ {
		_, _, _, _, _, _, careful := SpreadCapsulesFour(first[i%32][:], second[i%32][:], &rows, &rows)
		wide.Leave()
		sink += float64(careful)
	}
}
