package wide

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

// assembled returns the widths for which there is assembly that this processor and its operating system can run.
func assembled() (list []Width) {
	if cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI2, cpuid.POPCNT) {
		list = append(list, AVX2)
	}
	if cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512CD, cpuid.AVX512DQ, cpuid.AVX512VL) {
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
