package sim

import (
	"testing"
	"unsafe"
)

//go:noinline
func stackPlace() uintptr {
	var here [2]uint64
	return uintptr(unsafe.Pointer(&here)) % stackLine
}

// below calls f from some frames farther down the stack.
//
//go:noinline
func below(frames int, f func()) int {
	var pad [2]int
	for i := range pad {
		pad[i] = frames + i
	}
	if frames == 0 {
		f()
	} else {
		pad[1] += below(frames-1, f)
	}
	return pad[0] + pad[1]
}

// Contract: tasks have their stack at the same place of a cache line whoever calls, on which
// the time that vector kernels take depends.
func TestTasksBeginWithACacheLine(t *testing.T) {
	direct, placed := map[uintptr]bool{}, map[uintptr]bool{}
	do := task(func(_, _, _ int) { placed[stackPlace()] = true })
	for frames := range 16 {
		below(frames, func() {
			direct[stackPlace()] = true
			do.aligned(0, 0, 1, stackMoves)
		})
	}
	if len(direct) < 2 {
		t.Fatal("all callers have their stack at the same place: the test sees nothing")
	}
	if len(placed) != 1 {
		t.Errorf("tasks begin at %d places of a line, want 1: %v", len(placed), placed)
	}
}
