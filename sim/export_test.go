package sim

import (
	"testing"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
)

// What tests outside of the package need of its inside.

var widths = append([]wide.Width{wide.Scalar}, widthtest.Vectors...)

// Widths names the kernels that the program has.
func Widths() (names []string) {
	for _, w := range widths {
		names = append(names, w.String())
	}
	return names
}

// UseWidth lets the engine use the kernels of a name until the test ends, and skips the test where this
// processor cannot run them.
func UseWidth(t testing.TB, name string) {
	for _, w := range widths {
		if w.String() == name {
			widthtest.Use(t, w)
		}
	}
}

// ShareAll lets workers share every loop that has more than one piece.
func (w *World) ShareAll() { w.contacts.Team.InlineBelow = 0 }
