//go:build goexperiment.simd && amd64

package hot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"tumble/sim/vec"
	"tumble/sim/wide"
)

// kernelCase is a kernel with arguments, and all that it may change.
type kernelCase struct {
	text, assembly func()
	numbers        [][]float64
	sets           []*wide.Set
}

const (
	bodies = 20
	column = 8 // numbers of a column
)

// number returns one as kernels may meet them, now and then none that is sound.
func number(r *rand.Rand) float64 {
	if r.IntN(40) == 0 {
		odd := []float64{0, math.Copysign(0, -1), 1, math.Inf(1), math.NaN(), 1e300, 1e-300}
		return odd[r.IntN(len(odd))]
	}
	return r.NormFloat64()
}

func numbers(r *rand.Rand, n int) []float64 {
	v := make([]float64, n+wide.Lanes)
	for i := range v {
		v[i] = number(r)
	}
	return v
}

func lane(v []float64, i int) *wide.Lane { return (*wide.Lane)(v[i : i+wide.Lanes]) }

func records(v []float64) wide.Records { return unsafe.Pointer(unsafe.SliceData(v)) }

func index(r *rand.Rand) *wide.Index {
	var x wide.Index
	for i := range x {
		x[i] = r.Int32N(bodies)
	}
	return &x
}

func frictionCase(r *rand.Rand) kernelCase {
	block, touches, contacts := numbers(r, 11*column), numbers(r, 7*wide.Lanes), numbers(r, 3*3*bodies)
	touch := func(k int) *wide.Lane { return lane(touches, k*wide.Lanes) }
	f := &Friction{
		Contact: lane(block, 0), Next: lane(block, 0),
		PointX: touch(0), PointY: touch(1), PointZ: touch(2),
		NormalX: touch(3), NormalY: touch(4), NormalZ: touch(5),
		Overlap: touch(6),
		BodyA:   index(r), BodyB: index(r),
		Pos: records(contacts), Vel: records(contacts[3*bodies:]), Spin: records(contacts[6*bodies:]),
		Kn: wide.Lane(numbers(r, 0)), Kt: wide.Lane(numbers(r, 0)), Mu: wide.Lane(numbers(r, 0)),
		Part: wide.Ones, Share: wide.Lane(numbers(r, 0)), Drag: wide.Lane(numbers(r, 0)),
	}
	f.Step.Set(r.Float64())
	f.Half.Set(r.Float64())
	f.Nearly.Set(r.NormFloat64())
	return kernelCase{f.apply, f.Run, [][]float64{block, f.Lost[:]}, []*wide.Set{&f.GoesOn, &f.Acts, &f.Slides}}
}

// touchesCase has shapes near each other, some of them parallel, in line or without shaft.
func touchesCase(r *rand.Rand, run func(*Touches), text func(*Touches), size int) kernelCase {
	shapes, found, gaps := numbers(r, bodies*size), numbers(r, 7*wide.Lanes), numbers(r, 0)
	axis := vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
	for i := range bodies {
		s := shapes[i*size : (i+1)*size]
		if size == 8 {
			if r.IntN(4) > 0 {
				axis = vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
			}
			s[3], s[4], s[5], s[6] = axis.X, axis.Y, axis.Z, max(0, r.NormFloat64())
		}
		s[size-1] = r.Float64()
	}
	var rows [2]wide.Rows
	for k := range rows {
		for l := range rows[k] {
			rows[k][l] = uintptr(8 * size * r.IntN(bodies))
		}
	}
	at := func(k int) *wide.Lane { return lane(found, k*wide.Lanes) }
	t := &Touches{
		A: records(shapes), B: records(shapes), RowsA: &rows[0], RowsB: &rows[1], Next: lane(gaps, 0), Gap: lane(gaps, 0),
		PointX: at(0), PointY: at(1), PointZ: at(2), NormalX: at(3), NormalY: at(4), NormalZ: at(5), Overlap: at(6),
		Pairs: wide.Set(r.IntN(256)),
	}
	t.Coincident.Set(1e-3)
	t.Parallel.Set(1e-25)
	t.Cancelled.Set(1e-2)
	return kernelCase{func() { text(t) }, func() { run(t) }, [][]float64{found, gaps}, []*wide.Set{&t.Touching, &t.Careful}}
}

func sumsCase(r *rand.Rand, spread bool) kernelCase {
	wrenches, block := numbers(r, 8*bodies), numbers(r, 11*column)
	s := &Sums{
		Contact: lane(block, 0), Next: lane(block, 0), BodyA: index(r), BodyB: index(r), OntoA: index(r), OntoB: index(r),
		Pos: records(numbers(r, 3*bodies)), Turns: records(numbers(r, 3*wide.Lanes)), Wrench: records(wrenches),
	}
	return kernelCase{func() { s.add(spread) }, func() { s.Run(spread) }, [][]float64{wrenches}, nil}
}

func motionCase(r *rand.Rand, damped, round bool) kernelCase {
	tally, travel := numbers(r, 10*column), numbers(r, 0)
	var v [4][]float64
	for k := range v {
		v[k] = numbers(r, 3*wide.Lanes)
	}
	quats := numbers(r, 4*wide.Lanes)
	m := &Motion{
		Pos: records(v[0]), Vel: records(v[1]), Spin: records(v[2]), AngMom: records(v[3]), Ori: records(quats),
		Wrench: records(numbers(r, 8*wide.Lanes)), Travel: lane(travel, 0), Tally: lane(tally, 0),
		Mass: wide.Lane(numbers(r, 0)), Inverse: wide.Lane(numbers(r, 0)), Reach: wide.Lane(numbers(r, 0)),
		InvX: wide.Lane(numbers(r, 0)), InvY: wide.Lane(numbers(r, 0)), InvZ: wide.Lane(numbers(r, 0)),
		Round: wide.Set(r.IntN(256)),
	}
	for _, n := range []*wide.Number{&m.Step, &m.Half, &m.Quarter, &m.Less, &m.More, &m.GravityX, &m.GravityY, &m.GravityZ} {
		n.Set(r.Float64())
	}
	return kernelCase{func() { m.move(damped, round) }, func() { m.Run(damped, round) }, [][]float64{tally, travel, v[0], v[1], v[2], v[3], quats}, nil}
}

// Contract: the assembly of a kernel does what its text says, to the last bit, also with numbers
// that are none.
func TestAssemblyDoesWhatTheTextSays(t *testing.T) {
	if !wide.Available {
		t.Skip("this processor lacks what these vector kernels need")
	}
	cases := map[string]func(*rand.Rand) kernelCase{
		"friction":                     frictionCase,
		"spheres":                      func(r *rand.Rand) kernelCase { return touchesCase(r, (*Touches).RunSpheres, (*Touches).spheres, 4) },
		"capsules":                     func(r *rand.Rand) kernelCase { return touchesCase(r, (*Touches).RunCapsules, (*Touches).capsules, 8) },
		"sums":                         func(r *rand.Rand) kernelCase { return sumsCase(r, false) },
		"sums of contacts that spread": func(r *rand.Rand) kernelCase { return sumsCase(r, true) },
	}
	for k := range 4 {
		damped, round := k&1 != 0, k&2 != 0
		cases[fmt.Sprintf("motion, damped %v, round %v", damped, round)] = func(r *rand.Rand) kernelCase { return motionCase(r, damped, round) }
	}
	for name, build := range cases {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(3000) {
				want, got := build(rand.New(rand.NewPCG(seed, 1))), build(rand.New(rand.NewPCG(seed, 1)))
				want.text()
				wide.Leave()
				got.assembly()
				for i := range want.sets {
					if *want.sets[i] != *got.sets[i] {
						t.Fatalf("seed %d: set %d is %08b, want %08b", seed, i, *got.sets[i], *want.sets[i])
					}
				}
				for i, list := range want.numbers {
					for l, x := range list {
						if y := got.numbers[i][l]; math.Float64bits(x) != math.Float64bits(y) && !(math.IsNaN(x) && math.IsNaN(y)) {
							t.Fatalf("seed %d: number %d of %d is %g, want %g", seed, l, i, y, x)
						}
					}
				}
			}
		})
	}
}
