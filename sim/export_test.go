package sim

import "testing"

// What tests outside of the package need of its inside.

// Widths names the kernels that the program has: "scalar", which is the plain ones, and the vector kernels.
func Widths() []string {
	names := []string{"scalar"}
	for i := range vectorKernels {
		names = append(names, vectorKernels[i].name)
	}
	return names
}

// UseWidth lets the engine use the kernels of a name until the test ends, and skips the test where this
// processor cannot run them.
func UseWidth(t testing.TB, name string) {
	var k *laneKernels
	for i := range vectorKernels {
		if vectorKernels[i].name == name {
			k = &vectorKernels[i]
		}
	}
	use(t, k)
}

// ShareAll lets workers share every loop that has more than one piece.
func (w *World) ShareAll() { w.team.InlineBelow = 0 }
