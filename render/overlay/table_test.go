package overlay

import (
	"math/bits"
	"testing"

	"example.org/tumble/render/view"
)

// TestChoices: overlays that a person can switch have one bit each, in the order of the menu, a name and words.
func TestChoices(t *testing.T) {
	last := view.Overlay(0)
	for _, o := range Choices() {
		if bits.OnesCount32(uint32(o.Bit)) != 1 || o.Bit <= last || o.Name == "" || o.Label == "" {
			t.Errorf("the row of %q is not complete, or has the bit of another", o.Name)
		}
		last = o.Bit
	}
}

// TestWanted: snapshots must hold what overlays need and quantities ask for.
func TestWanted(t *testing.T) {
	for i := range view.Quantities {
		v := view.View{ColorBy: view.ColorBy(i)}
		if got := Wanted(&v); got != v.Quantity().Asks {
			t.Errorf("%s wants %+v", v.Quantity().Name, got)
		}
	}
	for _, o := range Choices() {
		v := view.View{Overlays: o.Bit}
		if got := Wanted(&v); got.Contacts != o.Needs.Contacts {
			t.Errorf("%s wants contacts: %v", o.Name, got.Contacts)
		}
	}
}
