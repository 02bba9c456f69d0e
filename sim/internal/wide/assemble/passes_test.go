package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
	"example.org/tumble/sim/internal/wide/kernel"
	"example.org/tumble/sim/internal/wide/widthtest"
)

// trial is the memory that random programs read and write.
type trial struct {
	In     [12]wide.Lane
	Same   [4]wide.Number
	Bodies wide.Index
	Table  wide.Records
	Out    [40]wide.Lane
	Packed *wide.Lane
	Set    wide.Set
	Pairs  wide.Set
}

// unpacked is the number in lanes into which nothing is packed.
const unpacked = 99

// newTrial returns arguments that depend on the seed alone.
func newTrial(seed uint64) (a *trial, table *[200]float64, packed *wide.Lane) {
	room := &[2]wide.Lane{} // the second half of a batch may write behind a lane
	r := rand.New(rand.NewPCG(seed, 7))
	a, table, packed = &trial{}, &[200]float64{}, &room[0]
	packed.Fill(unpacked)
	for i := range a.In {
		for l := range a.In[i] {
			a.In[i][l] = r.NormFloat64()
		}
	}
	for i := range a.Same {
		a.Same[i] = wide.Number(r.NormFloat64())
	}
	for i := range table {
		table[i] = r.NormFloat64()
	}
	for l := range a.Bodies {
		a.Bodies[l] = r.Int32N(20)
	}
	a.Table, a.Packed, a.Pairs = unsafe.Pointer(table), packed, wide.Set(r.IntN(256))
	return a, table, packed
}

// random writes a program of so many operations. Their operands are any earlier results: the more results
// there are, the more must be kept in registers and on the stack.
func random(r *rand.Rand, operations int) func(a *trial) {
	return func(a *trial) {
		var floats []ir.Float
		masks := []ir.Mask{ir.Of(&a.Pairs)}
		for i := range a.In {
			floats = append(floats, ir.Get(&a.In[i]))
		}
		for i := range a.Same {
			floats = append(floats, ir.Same(&a.Same[i]))
		}
		v := ir.VectorsOf(&a.Bodies, a.Table)
		floats = append(floats, v.X, v.Y, v.Z, ir.Number(0.5), ir.Number(0), ir.Number(math.Copysign(0, -1)))
		x := func() ir.Float { return floats[r.IntN(len(floats))] }
		m := func() ir.Mask { return masks[r.IntN(len(masks))] }
		for range operations {
			floats = append(floats, []func() ir.Float{
				func() ir.Float { return x().Add(x()) }, func() ir.Float { return x().Sub(x()) },
				func() ir.Float { return x().Mul(x()) }, func() ir.Float { return x().Div(x()) },
				func() ir.Float { return x().Max(x()) }, func() ir.Float { return x().Min(x()) },
				func() ir.Float { return x().Sqrt() },
				func() ir.Float { return x().Merge(x(), m()) }, func() ir.Float { return x().Masked(m()) },
			}[r.IntN(9)]())
			masks = append(masks, []func() ir.Mask{
				func() ir.Mask { return x().Less(x()) }, func() ir.Mask { return x().NotEqual(x()) },
				func() ir.Mask { return x().LessEqual(x()) }, func() ir.Mask { return x().Greater(x()) },
				func() ir.Mask { return m().And(m()) }, func() ir.Mask { return m().Or(m()) },
				func() ir.Mask { return m().Xor(m()) }, func() ir.Mask { return m().Without(m()) },
			}[r.IntN(8)]())
		}
		ir.SetTo(&a.Set, m())
		for i := range a.Out {
			ir.Keep(&a.Out[i], x())
		}
		ir.PackTo(a.Packed, x(), m())
	}
}

// Contract: the assembly for a processor does what the program says, whatever its operations are and
// however many results are kept: lowering, delayed loads, registers, spilling and constants change
// nothing.
func TestRandomProgramsRunAsTheyAreEvaluated(t *testing.T) {
	spilled := map[target]int{}
	for seed := range uint64(60) {
		program := ir.Record(random(rand.New(rand.NewPCG(seed, 1)), 5+int(seed)*3))
		for _, to := range []target{avx512, avx2} {
			want, _, wantPacked := newTrial(seed)
			widthtest.Evaluate(program, unsafe.Pointer(want))
			got, _, gotPacked := newTrial(seed)
			m := newMachine(t, to, program)
			m.run(unsafe.Pointer(got))
			if len(m.stack) > 1 {
				spilled[to]++
			}
			what := fmt.Sprintf("seed %d, %d lanes", seed, to)
			if got.Set != want.Set {
				t.Fatalf("%s: set %08b, want %08b", what, got.Set, want.Set)
			}
			for i := range want.Out {
				compareLanes(t, fmt.Sprintf("%s, result %d", what, i), &got.Out[i], &want.Out[i])
			}
			for l := range wantPacked {
				if wantPacked[l] == unpacked { // then any number may be there
					gotPacked[l] = unpacked
				}
			}
			compareLanes(t, what+", packed", gotPacked, wantPacked)
		}
	}
	if spilled[avx512] < 20 || spilled[avx2] < 30 {
		t.Errorf("only %v programs needed the stack", spilled)
	}
}

func compareLanes(t *testing.T, what string, got, want *wide.Lane) {
	t.Helper()
	for l := range want {
		if math.Float64bits(got[l]) != math.Float64bits(want[l]) && !(math.IsNaN(got[l]) && math.IsNaN(want[l])) {
			t.Fatalf("%s: lane %d is %g, want %g", what, l, got[l], want[l])
		}
	}
}

// Contract: a load is delayed until its number is needed, and becomes an operand, not an instruction of
// its own, if the number is needed once.
func TestLoadsWaitAndBecomeOperands(t *testing.T) {
	m := newMachine(t, avx512, ir.Record(func(a *trial) {
		x := ir.Get(&a.In[0])
		y := ir.Get(&a.In[1])
		ir.Keep(&a.Out[0], x.Add(y))
	}))
	if len(m.lines) != 4 { // load, add, store, return
		t.Errorf("%d instructions, want 4: %q", len(m.lines), m.lines)
	}
}

// Contract: all eight vectors without gaps come into lanes, and go back to where they came from.
func TestVectorsAreTransposedAndBack(t *testing.T) {
	type arguments struct{ From, To wide.Records }
	program := ir.Record(func(a *arguments) {
		v := ir.Together(a.From)
		ir.PutTogether(a.To, ir.Vec3{X: v.Z, Y: v.X, Z: v.Y})
	})
	for _, to := range []target{avx512, avx2} {
		var from, got [24]float64
		for i := range from {
			from[i] = float64(i)
		}
		a := &arguments{unsafe.Pointer(&from), unsafe.Pointer(&got)}
		newMachine(t, to, program).run(unsafe.Pointer(a))
		for i := range 8 {
			if got[3*i] != from[3*i+2] || got[3*i+1] != from[3*i] || got[3*i+2] != from[3*i+1] {
				t.Fatalf("%d lanes: vector %d is %v", to, i, got[3*i:3*i+3])
			}
		}
	}
}

// Contract: a text that stores over a number that a later operation needs is refused.
func TestOverwrittenOperandsAreRefused(t *testing.T) {
	program := ir.Record(func(a *trial) {
		x := ir.Get(&a.In[0])
		ir.Keep(&a.In[0], ir.Number(1))
		ir.Keep(&a.Out[0], x)
	})
	if err := lower(program, avx2).Check(); err == nil {
		t.Error("no error")
	}
}

// Contract: every kernel can be made for every processor.
func TestKernelsFitTheirProcessors(t *testing.T) {
	for _, k := range kernel.List() {
		for _, to := range []target{avx512, avx2} {
			if m := newMachine(t, to, k.Record()); len(m.stack) > 512 {
				t.Errorf("%s, %d lanes: %d bytes of the stack", k.Name, to, 8*len(m.stack))
			}
		}
	}
}
