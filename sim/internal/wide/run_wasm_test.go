package wide

import (
	"testing"
	"unsafe"
)

// Contract: a module that the browser cannot compile is refused, so that scalar code runs; one that it can is in use.
func TestUnknownModuleIsRefused(t *testing.T) {
	strange := module[:len(module)-1] + "\xff"
	if load(unsafe.Pointer(unsafe.StringData(strange)), uint32(len(strange))) != 0 {
		t.Error("it was not refused")
	}
	if InUse() != SIMD128 {
		t.Errorf("the kernels in use are %v", InUse())
	}
}
