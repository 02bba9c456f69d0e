package wide

import "unsafe"

// assembled says that there is assembly of the kernels for this kind of processor.
const assembled = true

// runAVX512 and runAVX2 run the kernel of a number.
//
//go:noescape
func runAVX512(kernel uintptr, arguments unsafe.Pointer)

//go:noescape
func runAVX2(kernel uintptr, arguments unsafe.Pointer)
