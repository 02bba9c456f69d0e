package wide

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// Width is the number of lanes that kernels compute at once, or another way to run them.
type Width uint8

// The widths. All give the same bits.
const (
	Scalar    Width = iota // no kernels: scalar code does the work
	AVX2                   // a batch in two halves
	AVX512                 // a batch at once
	SIMD128                // a batch in four turns, within WebAssembly
	Evaluated              // the evaluator runs the text of kernels, for tests
)

var widths = [...]string{"scalar", "avx2", "avx512", "simd128", "evaluated"}

func (w Width) String() string { return widths[w] }

// possible are the widths of this processor, or of the browser: that without kernels first, the widest one last.
var possible = append([]Width{Scalar}, assembled()...)

// inUse is the width in use: the widest that is possible, unless another one is chosen.
var inUse = possible[len(possible)-1]

// Choose sets the width by its name; an empty name changes nothing. Call it at the start of a program.
//
// Errors: there is no such width, or this processor does not have it.
func Choose(name string) error {
	if name == "" {
		return nil
	}
	var names []string
	for _, w := range possible {
		if w.String() == name {
			inUse = w
			return nil
		}
		names = append(names, w.String())
	}
	return fmt.Errorf("there are no kernels %q here (%s)", name, strings.Join(names, ", "))
}

// InUse returns the width in use.
func InUse() Width { return inUse }

// InBatches reports whether kernels are in use, at any width.
func InBatches() bool { return inUse != Scalar }

// Use sets the width, for tests, and returns the width before. It returns false if this processor does
// not have it.
func Use(w Width) (before Width, usable bool) {
	before, usable = inUse, slices.Contains(possible, w) || w == Evaluated && Evaluate != nil
	if usable {
		inUse = w
	}
	return before, usable
}

// Evaluate runs the text of the kernel with a number; it is nil unless a test sets it.
var Evaluate func(kernel uintptr, arguments unsafe.Pointer)

// evaluated is run without assembly. The evaluator keeps no pointer to the arguments, but the compiler
// cannot know that and would move arguments to the heap, also where assembly runs.
func evaluated(kernel uintptr, arguments unsafe.Pointer) {
	hidden := uintptr(arguments)
	Evaluate(kernel, *(*unsafe.Pointer)(unsafe.Pointer(&hidden)))
}
