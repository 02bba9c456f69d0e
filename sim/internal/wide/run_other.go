//go:build !amd64

package wide

import "unsafe"

const assembled = false

func run(kernel uintptr, arguments unsafe.Pointer) { evaluated(kernel, arguments) }
