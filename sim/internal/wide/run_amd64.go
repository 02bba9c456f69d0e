package wide

import "unsafe"

// assembled says that there is assembly of the kernels for this kind of processor.
const assembled = true

// run runs the kernel with a number at the width in use: it jumps to one of the functions below, or to
// the evaluator.
//
//go:noescape
func run(kernel uintptr, arguments unsafe.Pointer)

//go:noescape
func runAVX512(kernel uintptr, arguments unsafe.Pointer)

//go:noescape
func runAVX2(kernel uintptr, arguments unsafe.Pointer)
