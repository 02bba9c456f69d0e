// Package kernel is the text of the vector kernels: what each does with a batch of eight, in operations
// of package ir. Command assemble makes it assembly of package wide, which programs run; only that
// command and tests import this package.
//
// A kernel gives in each lane the bits of the scalar kernel that it names: the same operations in the
// same order, no product fused with a sum, division and square root exact. It has no loops over data
// and no branches but ir.LeaveUnless. How to add one, or an operation, says README.md beside package
// wide.
package kernel

import (
	"reflect"
	"slices"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// Text is a kernel by its name, in the order of the numbers of package wide.
type Text struct {
	Name      string
	Arguments reflect.Type
	Record    func() *ir.Program
}

// texts returns those of a kernel for all sets of options, each with what it adds to the name.
func texts[T any](name string, do func(a *T, options wide.Options), options ...string) (list []Text) {
	for set := range wide.Options(1 << len(options)) {
		full := name
		for i, option := range options {
			if set>>i&1 != 0 {
				full += option
			}
		}
		list = append(list, Text{full, reflect.TypeFor[T](), func() *ir.Program {
			return ir.Record(func(a *T) { do(a, set) })
		}})
	}
	return list
}

// List returns all kernels; the place of one is its number.
func List() []Text {
	return slices.Concat(
		texts("friction", friction, "Line"),
		texts("prepare", prepare, "Line", "Stiffens", "Damped"),
		texts("springs", springs),
		texts("spheres", spheres),
		texts("capsules", capsules),
		texts("lineContacts", lineContacts),
		texts("sums", sums, "Line"),
		texts("motion", motion, "Damped", "Round"),
		texts("placing", placing, "Apart"),
		texts("squares", squares),
	)
}
