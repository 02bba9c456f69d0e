package wide

import (
	"fmt"
	"strings"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// Width is by what kernels are run.
type Width uint8

// The widths. Their bits are the same.
const (
	Scalar    Width = iota // not at all: scalar code does the work
	AVX2                   // a batch in two halves
	AVX512                 // a batch at once
	Evaluated              // the evaluator does what their text says, for tests
)

var widths = [...]string{"scalar", "avx2", "avx512", "evaluated"}

func (w Width) String() string { return widths[w] }

// inUse is the width in use: the widest that the processor has, if nothing else is said.
var inUse = widest()

// Choose makes kernels run by the width of a name; an empty one changes nothing. It is for the start of a
// program.
//
// Errors: there is no such width, or this processor does not have it.
func Choose(name string) error {
	if name == "" {
		return nil
	}
	for w := Scalar; w <= widest(); w++ {
		if w.String() == name {
			inUse = w
			return nil
		}
	}
	return fmt.Errorf("there are no kernels %q here (%s)", name, strings.Join(widths[:widest()+1], ", "))
}

// widest returns the widest that this processor, and its system, can run.
func widest() Width {
	x := &cpu.X86
	switch {
	case !assembled:
		return Scalar
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512CD && x.HasAVX512DQ && x.HasAVX512VL:
		return AVX512
	case x.HasAVX2 && x.HasBMI2 && x.HasPOPCNT:
		return AVX2
	}
	return Scalar
}

// InUse returns the width in use.
func InUse() Width { return inUse }

// InBatches reports whether kernels are in use, of any width.
func InBatches() bool { return inUse != Scalar }

// Use makes kernels run by a width, for tests, and returns what was used before. It returns false if this
// processor cannot do that.
func Use(w Width) (before Width, possible bool) {
	before = inUse
	if w == Evaluated && Evaluate == nil || w < Evaluated && w > widest() {
		return before, false
	}
	inUse = w
	return before, true
}

// Evaluate does what the text of the kernel of a number says; it is nil unless a test prepares it.
var Evaluate func(kernel uintptr, arguments unsafe.Pointer)

// evaluated is how run runs a kernel where there is no assembly. The evaluator keeps nothing, but the compiler
// cannot know that and would move arguments to the heap, also where assembly runs.
func evaluated(kernel uintptr, arguments unsafe.Pointer) {
	hidden := uintptr(arguments)
	Evaluate(kernel, *(*unsafe.Pointer)(unsafe.Pointer(&hidden)))
}
