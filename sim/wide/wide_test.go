//go:build goexperiment.simd && amd64

package wide

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"tumble/sim/vec"
)

func need(t *testing.T) {
	if !Available {
		t.Skip("this processor has no AVX-512")
	}
}

func vectors(r *rand.Rand) (v [Lanes]vec.Vec3) {
	for i := range v {
		v[i] = vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
	}
	return v
}

// Every operation gives in each lane the bits that package vec gives.
func TestLanesAgreeWithPackageVec(t *testing.T) {
	need(t)
	r := rand.New(rand.NewPCG(1, 2))
	a, b := vectors(r), vectors(r)
	var f, one Lane
	one.Fill(1)
	var qs [Lanes]vec.Quat
	for i := range f {
		f[i], qs[i] = r.NormFloat64(), vec.FromRotationVector(vectors(r)[0])
	}
	wa, wb := Load3(&a), Load3(&b)
	var rows Rows
	for i := range rows {
		rows[i] = uintptr(i) * unsafe.Sizeof(qs[0])
	}
	w, x, y, z := Load(unsafe.Pointer(&qs), unsafe.Sizeof(qs[0]))
	q := Quat{w, x, y, z}
	var zero Float
	check := func(name string, got Vec3, want func(i int) vec.Vec3) {
		t.Helper()
		var out [Lanes]vec.Vec3
		Store3(&out, got)
		for i := range out {
			if out[i] != want(i) {
				t.Errorf("%s, lane %d: %v, want %v", name, i, out[i], want(i))
			}
		}
	}
	check("load and store", wa, func(i int) vec.Vec3 { return a[i] })
	check("add", wa.Add(wb), func(i int) vec.Vec3 { return a[i].Add(b[i]) })
	check("sub", wa.Sub(wb), func(i int) vec.Vec3 { return a[i].Sub(b[i]) })
	check("mul", wa.Mul(wb), func(i int) vec.Vec3 { return a[i].Mul(b[i]) })
	check("scale", wa.Scale(f.Load()), func(i int) vec.Vec3 { return a[i].Scale(f[i]) })
	check("add scaled", wa.AddScaled(f.Load(), wb), func(i int) vec.Vec3 { return a[i].AddScaled(f[i], b[i]) })
	check("sub scaled", wa.SubScaled(f.Load(), wb), func(i int) vec.Vec3 { return a[i].AddScaled(-f[i], b[i]) })
	check("cross", wa.Cross(wb), func(i int) vec.Vec3 { return a[i].Cross(b[i]) })
	check("dot", wa.Scale(wa.Dot(wb)), func(i int) vec.Vec3 { return a[i].Scale(a[i].Dot(b[i])) })
	check("merge", wa.Merge(wb, Bits(0x35)), func(i int) vec.Vec3 {
		if 0x35>>i&1 != 0 {
			return a[i]
		}
		return b[i]
	})
	check("rotate", q.Rotate(wa), func(i int) vec.Vec3 { return qs[i].Rotate(a[i]) })
	check("unrotate", q.Conj(zero).Rotate(wa), func(i int) vec.Vec3 { return qs[i].Unrotate(a[i]) })

	was := qs
	p := q.Mul(Quat{y, w, z, x}).AddScaled(f.Load(), q).Unit(one.Load())
	KeepQuats(unsafe.Pointer(&qs), p)
	for i, q := range was {
		want := q.Mul(vec.Quat{W: q.Y, X: q.W, Y: q.Z, Z: q.X}).AddScaled(f[i], q).Unit()
		if qs[i] != want {
			t.Errorf("quaternion %d: %v, want %v", i, qs[i], want)
		}
	}
	many := append(slices.Clip(a[:]), vec.Vec3{}, vec.Vec3{})[:Lanes]
	var at Index
	copy(at[:], []int32{3, 1, 0, 1, 5, 4, 2, 6})
	check("gather", at.Vec3(Vectors(many)), func(i int) vec.Vec3 { return a[at[i]] })
	Leave()
}

func TestAbove(t *testing.T) {
	need(t)
	for n := range 40 {
		v, limits := make([]float64, n), make([]float64, n)
		for i := range v {
			v[i], limits[i] = float64(i), float64(i)
		}
		if Above(v, limits) {
			t.Errorf("%d numbers are above themselves", n)
		}
		for i := range v {
			limits[i] -= 0.5
			if !Above(v, limits) {
				t.Errorf("number %d of %d is not above its limit", i, n)
			}
			limits[i] += 0.5
		}
	}
}

func TestPacked(t *testing.T) {
	need(t)
	for lanes := range 1 << Lanes {
		var x Lane
		var want []float64
		for l := range x {
			if x[l] = float64(l + 1); lanes>>l&1 != 0 {
				want = append(want, x[l])
			}
		}
		x.Keep(Packed(x.Load(), uint8(lanes)))
		Leave()
		if !slices.Equal(x[:len(want)], want) {
			t.Errorf("lanes %b: %v, want %v", lanes, x, want)
		}
	}
}

func TestRowsOfSix(t *testing.T) {
	need(t)
	var columns [6]Lane
	for i := range columns {
		for l := range Lanes {
			columns[i][l] = float64(10*l + i + 1)
		}
	}
	var rows [Lanes][8]float64
	StoreRows(&rows, columns[0].Load(), columns[1].Load(), columns[2].Load(), columns[3].Load(), columns[4].Load(), columns[5].Load())
	Leave()
	for l := range rows {
		x := float64(10 * l)
		if want := [8]float64{x + 1, x + 2, x + 3, x + 4, x + 5, x + 6}; rows[l] != want {
			t.Errorf("row %d: %v, want %v", l, rows[l], want)
		}
	}
	sum, rest := rows[1], rows[1]
	AddRow(&sum, &rows[2])
	SubRow(&rest, &rows[2])
	Leave()
	for i := range sum {
		if sum[i] != rows[1][i]+rows[2][i] || rest[i] != rows[1][i]-rows[2][i] {
			t.Errorf("number %d: sum %g and difference %g of %g and %g", i, sum[i], rest[i], rows[1][i], rows[2][i])
		}
	}
}

func TestSquares(t *testing.T) {
	need(t)
	for n := range 5 * 4 * Lanes {
		v, want := make([]float64, n), 0.
		for i := range v {
			v[i] = float64(i%7 - 3)
			want += v[i] * v[i]
		}
		if got := Squares(v); got != want { // small whole numbers: exact in any order
			t.Errorf("%d numbers: %g, want %g", n, got, want)
		}
		for i := range v {
			was := v[i]
			for _, x := range []float64{1e100, math.NaN(), math.Inf(-1)} {
				if v[i] = x; Squares(v) < 1e200 {
					t.Errorf("%g at %d of %d is not seen", x, i, n)
				}
			}
			v[i] = was
		}
	}
}

func TestBitsOfMasks(t *testing.T) {
	need(t)
	for b := range All + 1 {
		if got := Bits(uint8(b)).ToBits(); got != uint8(b) {
			t.Errorf("a mask made of bits %b has bits %b", b, got)
		}
	}
	Leave()
}

func TestMost(t *testing.T) {
	need(t)
	for i := range Lanes {
		l := Splat(-2)
		l[i] = -1
		l.Keep(Most(l.Load()))
		Leave()
		if l != Splat(-1) {
			t.Errorf("the largest number in lane %d gives %v", i, l)
		}
	}
}

func TestSame32(t *testing.T) {
	need(t)
	var x, want Lane32
	for k := range x {
		x[k] = float32(k)
	}
	for k := range all32 {
		for l := range want {
			want[l] = x[k]
		}
		got := Same32(x.Load(), k)
		same := uint32(got.LessEqual(want.Load()).ToBits() & got.GreaterEqual(want.Load()).ToBits())
		Leave()
		if same != All32 {
			t.Errorf("lane %d: the same in lanes %b", k, same)
		}
	}
}
