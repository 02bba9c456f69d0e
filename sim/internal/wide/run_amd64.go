package wide

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// assembled returns the widths for which there is assembly that this processor and its operating system can run.
func assembled() (list []Width) {
	x := &cpu.X86
	if x.HasAVX2 && x.HasBMI2 && x.HasPOPCNT {
		list = append(list, AVX2)
	}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512CD && x.HasAVX512DQ && x.HasAVX512VL {
		list = append(list, AVX512)
	}
	return list
}

// run runs the kernel with a number at the width in use: it jumps to one of the functions below, or to
// the evaluator.
//
//go:noescape
func run(kernel uintptr, arguments unsafe.Pointer)

//go:noescape
func runAVX512(kernel uintptr, arguments unsafe.Pointer)

//go:noescape
func runAVX2(kernel uintptr, arguments unsafe.Pointer)
