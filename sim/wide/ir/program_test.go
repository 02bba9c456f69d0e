package ir

import (
	"math"
	"testing"
	"unsafe"

	"example.org/tumble/sim/wide"
)

// trial is what the programs of these tests read and write.
type trial struct {
	X, Y, Out wide.Lane
	N         wide.Number
	Set, To   wide.Set
	Far       *wide.Lane
	Bodies    *wide.Index
	Records   wide.Records
	Packed    *wide.Lane
}

// Contract: value numbering finds the node that does the same; effects, and other operands, are never the
// same.
func TestAppendNumbersValues(t *testing.T) {
	p := Record(func(a *trial) {
		one, same, other := Get(&a.X).Add(Get(&a.Y)), Get(&a.X).Add(Get(&a.Y)), Get(&a.Y).Add(Get(&a.X))
		if one != same || one == other {
			t.Error("sums of the same operands are not one node, or of exchanged ones are")
		}
		if Number(0) == Number(math.Copysign(0, -1)) {
			t.Error("a negative zero is another one")
		}
		Keep(&a.Out, one)
		Keep(&a.Out, one)
	})
	if n := len(p.Nodes); n != 2+2+2+2 { // loads, sums, zeros, stores
		t.Errorf("%d nodes, want 8", n)
	}
}

// Contract: pruning keeps what has an effect, and what that needs, in order, with its uses.
func TestPruneKeepsWhatIsNeeded(t *testing.T) {
	p := Record(func(a *trial) {
		x := Get(&a.X)
		x.Mul(Get(&a.Y)).Sqrt()
		Keep(&a.Out, x.Add(x))
	})
	p.Prune()
	ops := []Op{Load, Add, Store}
	if len(p.Nodes) != len(ops) {
		t.Fatalf("%d nodes, want %d", len(p.Nodes), len(ops))
	}
	for i, n := range p.Nodes {
		if n.Op != ops[i] || n.Number != i {
			t.Errorf("node %d is number %d, operation %d, want %d", i, n.Number, n.Op, ops[i])
		}
	}
	load := p.Nodes[0]
	if load.Later(0) != 1 || load.Later(1) != math.MaxInt {
		t.Errorf("uses %v, want only those of node 1", load.Uses)
	}
}

// Contract: a text cannot use what is stored over, nor write a set twice.
func TestCheckRefuses(t *testing.T) {
	for name, text := range map[string]func(a *trial){
		"load after store": func(a *trial) {
			x := Get(&a.X)
			Keep(&a.X, Number(1))
			Keep(&a.Out, x)
		},
		"set written twice": func(a *trial) {
			SetTo(&a.To, Of(&a.Set))
			SetTo(&a.To, Get(&a.X).Less(Get(&a.Y)))
		},
	} {
		if Record(text).Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	fine := func(a *trial) { Keep(&a.X, Get(&a.X).Add(Get(&a.Y))) }
	if err := Record(fine).Check(); err != nil {
		t.Error(err)
	}
}

// Contract: a text cannot name memory that is not its kernel's.
func TestForeignMemoryIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("memory of another kernel was taken")
		}
	}()
	var other wide.Lane
	Record(func(a *trial) { Keep(&a.Out, Get(&other)) })
}

// Contract: each operation does in each lane what Go does, also with numbers that are none.
func TestEvaluate(t *testing.T) {
	odd := wide.Lane{1, -2, 0, math.Copysign(0, -1), math.Inf(1), math.NaN(), 3, 1e300}
	y := wide.Lane{2, -2, math.Copysign(0, -1), 0, math.Inf(1), 1, math.NaN(), 1e300}
	for name, c := range map[string]struct {
		text func(x, y Float) Float
		want func(x, y float64) float64
	}{
		"sum":        {Float.Add, func(x, y float64) float64 { return x + y }},
		"difference": {Float.Sub, func(x, y float64) float64 { return x - y }},
		"product":    {Float.Mul, func(x, y float64) float64 { return x * y }},
		"quotient":   {Float.Div, func(x, y float64) float64 { return x / y }},
		"root":       {func(x, _ Float) Float { return x.Sqrt() }, func(x, _ float64) float64 { return math.Sqrt(x) }},
		"larger": {Float.Max, func(x, y float64) float64 {
			if x > y {
				return x
			}
			return y
		}},
		"less, merged": {func(x, y Float) Float { return x.Merge(y, x.Less(y)) }, func(x, y float64) float64 {
			if x < y {
				return x
			}
			return y
		}},
		"not equal, masked": {func(x, y Float) Float { return x.Masked(x.NotEqual(y)) }, func(x, y float64) float64 {
			if x != y {
				return x
			}
			return 0
		}},
	} {
		a := &trial{X: odd, Y: y}
		Record(func(a *trial) { Keep(&a.Out, c.text(Get(&a.X), Get(&a.Y))) }).Evaluate(unsafe.Pointer(a))
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
	Record(func(a *trial) {
		v := VectorsOf(a.Bodies, a.Records)
		Keep(&a.Out, v.Y.Add(Get(a.Far.Column(1))))
		PackTo(a.Packed, v.X, Of(&a.Set))
		LeaveUnless(Get(&a.X).Greater(Number(0)))
		Keep(&a.Y, Number(1))
	}).Evaluate(unsafe.Pointer(a))
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
