//go:build !amd64

package wide

import "unsafe"

const assembled = false

func runAVX512(uintptr, unsafe.Pointer) {}
func runAVX2(uintptr, unsafe.Pointer)   {}
