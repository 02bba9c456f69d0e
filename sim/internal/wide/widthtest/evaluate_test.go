package widthtest

import (
	"math"
	"testing"
	"unsafe"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// trial is the memory that the programs of these tests read and write.
type trial struct {
	X, Y, Out wide.Lane
	Set       wide.Set
	Far       *wide.Lane
	Bodies    *wide.Index
	Records   wide.Records
	Packed    *wide.Lane
}

// Contract: each operation gives in each lane the result of Go, also with NaN and infinities.
func TestEvaluate(t *testing.T) {
	odd := wide.Lane{1, -2, 0, math.Copysign(0, -1), math.Inf(1), math.NaN(), 3, 1e300}
	y := wide.Lane{2, -2, math.Copysign(0, -1), 0, math.Inf(1), 1, math.NaN(), 1e300}
	for name, c := range map[string]struct {
		text func(x, y ir.Float) ir.Float
		want func(x, y float64) float64
	}{
		"sum":        {ir.Float.Add, func(x, y float64) float64 { return x + y }},
		"difference": {ir.Float.Sub, func(x, y float64) float64 { return x - y }},
		"product":    {ir.Float.Mul, func(x, y float64) float64 { return x * y }},
		"quotient":   {ir.Float.Div, func(x, y float64) float64 { return x / y }},
		"root":       {func(x, _ ir.Float) ir.Float { return x.Sqrt() }, func(x, _ float64) float64 { return math.Sqrt(x) }},
		"larger": {ir.Float.Max, func(x, y float64) float64 {
			if x > y {
				return x
			}
			return y
		}},
		"smaller": {ir.Float.Min, func(x, y float64) float64 {
			if x < y {
				return x
			}
			return y
		}},
		"less, merged": {func(x, y ir.Float) ir.Float { return x.Merge(y, x.Less(y)) }, func(x, y float64) float64 {
			if x < y {
				return x
			}
			return y
		}},
		"not equal, masked": {func(x, y ir.Float) ir.Float { return x.Masked(x.NotEqual(y)) }, func(x, y float64) float64 {
			if x != y {
				return x
			}
			return 0
		}},
	} {
		a := &trial{X: odd, Y: y}
		Evaluate(ir.Record(func(a *trial) { ir.Keep(&a.Out, c.text(ir.Get(&a.X), ir.Get(&a.Y))) }), unsafe.Pointer(a))
		for l, got := range a.Out {
			want := c.want(odd[l], y[l])
			if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s of %g and %g is %g, want %g", name, odd[l], y[l], got, want)
			}
		}
	}
}

// Contract: places behind pointers, in records that an index names and in packed lanes are found.
func TestEvaluateFindsPlaces(t *testing.T) {
	var far [16]float64
	records, packed, bodies := [30]float64{}, wide.Lane{}, wide.Index{9, 0, 3, 3, 1, 2, 8, 7}
	for i := range records {
		records[i] = float64(i)
	}
	far[8] = 5 // the second column
	a := &trial{Far: (*wide.Lane)(far[:]), Bodies: &bodies, Packed: &packed, Set: 0b10100001}
	a.Records = unsafe.Pointer(&records)
	Evaluate(ir.Record(func(a *trial) {
		v := ir.VectorsOf(a.Bodies, a.Records)
		ir.Keep(&a.Out, v.Y.Add(ir.Get(a.Far.Column(1))))
		ir.PackTo(a.Packed, v.X, ir.Of(&a.Set))
		ir.LeaveUnless(ir.Get(&a.X).Greater(ir.Number(0)))
		ir.Keep(&a.Y, ir.Number(1))
	}), unsafe.Pointer(a))
	if a.Out[0] != 28+5 || a.Out[6] != 25 {
		t.Errorf("numbers of records: %v", a.Out)
	}
	if packed != (wide.Lane{27, 6, 21}) {
		t.Errorf("packed: %v", packed)
	}
	if a.Y != (wide.Lane{}) {
		t.Error("the kernel did not end where no lane was true")
	}
}
