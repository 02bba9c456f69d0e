// Package kernel is the text of the vector kernels: the operations of package ir on a batch of eight.
// Command assemble translates it to assembly of package wide, which programs run; only this command and
// tests import the package.
//
// In each lane a kernel gives the bits of the scalar kernel that it names: the same operations in the
// same order, no product fused with a sum, division and square root exact. It has no loops over data and
// no branches except ir.LeaveUnless. README.md beside package wide explains how to add a kernel or an
// operation.
package kernel

import (
	"reflect"
	"slices"

	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// Text is a kernel with its name. The order of List gives it its number in package wide.
type Text struct {
	Name      string
	Arguments reflect.Type
	Record    func() *ir.Program
}

// texts returns the variants of a kernel for all sets of options; each option in a set adds its word to the
// name of the kernel.
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

// byGeometry is texts for several geometries of contacts, each with its word in the name but the first.
func byGeometry[T any](name string, do func(a *T, options wide.Options), words []string,
	options ...string) (list []Text) {
	for geometry, word := range append([]string{""}, words...) {
		list = append(list, texts(name+word, func(a *T, set wide.Options) {
			do(a, wide.Options(geometry)<<len(options)+set)
		}, options...)...)
	}
	return list
}

// List returns all kernels; the index of each is its number.
func List() []Text {
	return slices.Concat(
		byGeometry("law", law, []string{"Line", "Central"}, "Stiffens", "Damped", "Resists"),
		texts("springs", springs),
		texts("radii", func(f *wide.Law, _ wide.Options) { radii(&f.Radii, f.Table, &f.Rows) }),
		texts("spheres", spheres, "WithoutPoints"),
		texts("capsules", capsules, "AllEnds"),
		texts("lineContacts", lineContacts),
		byGeometry("sums", sums, []string{"Line", "Central", "OverlapsKept"}, "Couples"),
		texts("sumsRadii", func(s *wide.Sums, _ wide.Options) { radii(&s.Radii, s.Table, &s.Rows) }),
		texts("motion", motion, "Damped", "Round"),
		texts("placing", placing, "Apart"),
		texts("squares", squares),
		texts("ahead", ahead),
		texts("fetchShapes", fetchShapes),
		texts("fetchWrenches", fetchWrenches, "WithoutPositions"),
		texts("local", local),
		texts("faces", faces),
		texts("fetchTwists", fetchTwists, "WithoutPositions"),
		texts("heat", heat, "Softened", "Viscous", "Rolling"),
		texts("spheresOnWalls", spheresOnWalls),
		texts("capsulesOnWalls", capsulesOnWalls),
		texts("boxes", boxes),
		texts("continues", continues),
	)
}
