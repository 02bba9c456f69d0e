package kernel_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
	"example.org/tumble/sim/internal/wide/kernel"
	"example.org/tumble/sim/internal/wide/widthtest"
)

// memory is the target of a pointer among the arguments of a kernel.
type memory [512]float64

// bodyCount is the number of records that an index or a row may name.
const bodyCount = 20

// number returns a number as kernels may meet it, now and then NaN or an infinity.
func number(r *rand.Rand) float64 {
	if r.IntN(40) == 0 {
		odd := []float64{0, math.Copysign(0, -1), 1, math.Inf(1), math.NaN(), 1e300, 1e-300}
		return odd[r.IntN(len(odd))]
	}
	return r.NormFloat64()
}

// fill fills an argument of any type with random contents, and returns the memory to which it points.
func fill(r *rand.Rand, v reflect.Value) (m *memory) {
	p := v.Addr().UnsafePointer()
	switch v.Interface().(type) {
	case wide.Set:
		v.SetUint(uint64(r.IntN(256)))
	case [wide.BoxesAtOnce / wide.Lanes]wide.Set: // the kernel writes them
	case wide.Number:
		v.SetFloat(number(r))
	case wide.Index:
		*(*wide.Index)(p) = index(r)
	case wide.Rows:
		*(*wide.Rows)(p) = rows(r)
	case wide.Lane:
		for l := range wide.Lanes {
			(*wide.Lane)(p)[l] = number(r)
		}
	case *wide.Index:
		m = &memory{}
		*(*wide.Index)(unsafe.Pointer(m)) = index(r)
	case *wide.Rows:
		m = &memory{}
		*(*wide.Rows)(unsafe.Pointer(m)) = rows(r)
	default: // other pointers
		m = &memory{}
		for i := range m {
			m[i] = number(r)
		}
	}
	if m != nil {
		*(*unsafe.Pointer)(p) = unsafe.Pointer(m)
	}
	return m
}

func index(r *rand.Rand) (x wide.Index) {
	for l := range x {
		x[l] = r.Int32N(bodyCount)
	}
	return x
}

func rows(r *rand.Rand) (x wide.Rows) {
	for l := range x {
		x[l] = uintptr(64 * r.IntN(bodyCount))
	}
	return x
}

// outcome holds the arguments of a kernel and the memory behind them after a run, by fields.
type outcome struct {
	arguments reflect.Value
	memory    map[string]*memory
}

// field is one of the arguments of a kernel, or of a struct among them.
type field struct {
	name   string
	index  []int
	offset uintptr
}

func fieldsOf(kind reflect.Type) (list []field) {
	for i := range kind.NumField() {
		f := kind.Field(i)
		if f.Type.Kind() != reflect.Struct {
			list = append(list, field{f.Name, f.Index, f.Offset})
			continue
		}
		for _, part := range fieldsOf(f.Type) {
			list = append(list, field{f.Name + "." + part.name, append([]int{i}, part.index...), f.Offset + part.offset})
		}
	}
	return list
}

// run runs a kernel at a width with arguments of the given type, which depend on the seed alone. It
// returns false if the processor does not have this width.
func run(w wide.Width, k int, kind reflect.Type, seed uint64) (o outcome, possible bool) {
	r := rand.New(rand.NewPCG(seed, uint64(k)))
	o = outcome{reflect.New(kind), map[string]*memory{}}
	for _, f := range fieldsOf(kind) {
		if m := fill(r, o.arguments.Elem().FieldByIndex(f.index)); m != nil {
			o.memory[f.name] = m
		}
	}
	before, possible := wide.Use(w)
	if possible {
		wide.Kernel[byte](k).Run((*byte)(o.arguments.UnsafePointer()), 0)
	}
	wide.Use(before)
	return o, possible
}

// numbers returns all numbers of a field, or of the memory behind it; they are compared by their bits.
func (o *outcome) numbers(f field) (list []float64) {
	if m := o.memory[f.name]; m != nil {
		return m[:]
	}
	switch x := o.arguments.Elem().FieldByIndex(f.index).Interface().(type) {
	case wide.Set:
		return []float64{float64(x)}
	case [wide.BoxesAtOnce / wide.Lanes]wide.Set:
		for _, set := range x {
			list = append(list, float64(set))
		}
		return list
	case wide.Number:
		return []float64{float64(x)}
	case wide.Lane:
		return x[:]
	}
	return nil
}

// counts reports whether the kernel must compute number i of a field.
func (o *outcome) counts(name string, i int, packed map[string]bool) bool {
	switch {
	case packed[name]: // any numbers follow the packed ones
		return i < bits.OnesCount64(o.arguments.Elem().FieldByName("Touching").Uint()) || i >= wide.Lanes*2
	case name == "Lost":
		return o.arguments.Elem().FieldByName("Slides").Uint()>>i&1 != 0
	}
	return true
}

// Contract: assembly, and the module for WebAssembly, give the evaluator's results in all lanes, to the
// last bit, also with NaN and infinities; and they write nowhere else.
func TestAssemblyDoesWhatTheTextSays(t *testing.T) {
	widthtest.Use(t, wide.Evaluated)
	for k, text := range kernel.List() {
		t.Run(text.Name, func(t *testing.T) { compareWidths(t, k, text) })
	}
}

func compareWidths(t *testing.T, k int, text kernel.Text) {
	packed := map[string]bool{}
	for _, n := range text.Record().Nodes {
		if n.Op == ir.Pack {
			packed[fieldAt(text.Arguments, n.At.Pointer)] = true
		}
	}
	for seed := range uint64(60) {
		want, _ := run(wide.Evaluated, k, text.Arguments, seed)
		for _, w := range widthtest.Vectors {
			if got, possible := run(w, k, text.Arguments, seed); possible {
				compare(t, fmt.Sprintf("seed %d, %v", seed, w), &want, &got, text.Arguments, packed)
			}
		}
	}
}

func compare(t *testing.T, what string, want, got *outcome, arguments reflect.Type, packed map[string]bool) {
	for _, f := range fieldsOf(arguments) {
		list := got.numbers(f)
		for l, x := range want.numbers(f) {
			y := list[l]
			same := math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
			if !same && want.counts(f.name, l, packed) {
				t.Fatalf("%s: number %d of %s is %g, want %g", what, l, f.name, y, x)
			}
		}
	}
}

func fieldAt(arguments reflect.Type, offset int) string {
	for _, f := range fieldsOf(arguments) {
		if int(f.offset) == offset {
			return f.name
		}
	}
	return ""
}

// Contract: every kernel that package wide can run has a text, under its number.
func TestEveryKernelHasAText(t *testing.T) {
	list := kernel.List()
	if len(list) != int(wide.Kernels) {
		t.Fatalf("%d texts, want one for each of %d kernels", len(list), wide.Kernels)
	}
	for k, name := range map[int]string{
		int(wide.LawKernel) + int(wide.LineContacts*wide.LawGeometry+wide.Damped): "lawLineDamped",
		int(wide.LawKernel) + int(wide.Central*wide.LawGeometry+wide.Resists):     "lawCentralResists",
		int(wide.LawKernel) + int(wide.Stiffens+wide.Resists):                     "lawStiffensResists",
		int(wide.SpringsKernel):                                                      "springs",
		int(wide.RadiiKernel):                                                        "radii",
		int(wide.SpheresKernel) + int(wide.WithoutPoints):                            "spheresWithoutPoints",
		int(wide.CapsulesKernel):                                                     "capsules",
		int(wide.CapsulesKernel) + int(wide.AllEnds):                                 "capsulesAllEnds",
		int(wide.LineContactsKernel):                                                 "lineContacts",
		int(wide.SumsKernel) + int(wide.LineContacts*wide.SumsGeometry):              "sumsLine",
		int(wide.SumsKernel) + int(wide.OverlapsKept*wide.SumsGeometry+wide.Couples): "sumsOverlapsKeptCouples",
		int(wide.SumsRadiiKernel):                                                    "sumsRadii",
		int(wide.MotionKernel) + int(wide.DampedMotion+wide.RoundMotion):             "motionDampedRound",
		int(wide.PlacingKernel) + int(wide.Apart):                                    "placingApart",
		int(wide.SquaresKernel):                                                      "squares",
		int(wide.AheadKernel):                                                        "ahead",
		int(wide.FetchShapesKernel):                                                  "fetchShapes",
		int(wide.FetchWrenchesKernel) + int(wide.WithoutPositions):                   "fetchWrenchesWithoutPositions",
		int(wide.LocalKernel):                                                        "local",
		int(wide.FacesKernel):                                                        "faces",
		int(wide.BoxesKernel):                                                        "boxes",
		int(wide.ContinuesKernel):                                                    "continues",
	} {
		if list[k].Name != name {
			t.Errorf("kernel %d is %s, want %s", k, list[k].Name, name)
		}
	}
}
