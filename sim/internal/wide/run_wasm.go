package wide

import (
	_ "embed"
	"unsafe"
)

// module is the kernels for WebAssembly, which work on the memory of this program. Whatever runs the program
// instantiates them: see kernels.js.
//
//go:embed simd128.wasm
var module string

// assembled returns SIMD128 where the browser knows its instructions.
func assembled() []Width {
	if load(unsafe.Pointer(unsafe.StringData(module)), uint32(len(module))) == 0 {
		return nil
	}
	return []Width{SIMD128}
}

func run(kernel uintptr, arguments unsafe.Pointer) {
	if inUse == SIMD128 {
		runSIMD128(uint32(kernel), arguments)
		return
	}
	evaluated(kernel, arguments)
}

//go:wasmimport kernels load
//go:noescape
func load(module unsafe.Pointer, size uint32) uint32

//go:wasmimport kernels run
//go:noescape
func runSIMD128(kernel uint32, arguments unsafe.Pointer)
