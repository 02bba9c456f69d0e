package wide

import (
	"fmt"
	"strings"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// Width is the number of lanes that kernels compute at once, or another way to run them.
type Width uint8

// The widths. All give the same bits.
const (
	Scalar    Width = iota // no kernels: scalar code does the work
	AVX2                   // a batch in two halves
	AVX512                 // a batch at once
	Evaluated              // the evaluator runs the text of kernels, for tests
)

var widths = [...]string{"scalar", "avx2", "avx512", "evaluated"}

func (w Width) String() string { return widths[w] }

// inUse is the width in use: the widest of the processor, unless another one is chosen.
var inUse = widest()

// Choose sets the width by its name; an empty name changes nothing. Call it at the start of a program.
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

// widest returns the widest width that this processor and its operating system can run.
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

// InBatches reports whether kernels are in use, at any width.
func InBatches() bool { return inUse != Scalar }

// Use sets the width, for tests, and returns the width before. It returns false if this processor does
// not have it.
func Use(w Width) (before Width, possible bool) {
	before = inUse
	if w == Evaluated && Evaluate == nil || w < Evaluated && w > widest() {
		return before, false
	}
	inUse = w
	return before, true
}

// Evaluate runs the text of the kernel with a number; it is nil unless a test sets it.
var Evaluate func(kernel uintptr, arguments unsafe.Pointer)

// evaluated is run without assembly. The evaluator keeps no pointer to the arguments, but the compiler
// cannot know that and would move arguments to the heap, also where assembly runs.
func evaluated(kernel uintptr, arguments unsafe.Pointer) {
	hidden := uintptr(arguments)
	Evaluate(kernel, *(*unsafe.Pointer)(unsafe.Pointer(&hidden)))
}
