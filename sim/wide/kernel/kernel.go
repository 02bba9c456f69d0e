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
	"sync"
	"unsafe"

	"example.org/tumble/sim/wide"
	"example.org/tumble/sim/wide/ir"
)

// Text is a kernel by its name, in the order of the numbers of package wide.
type Text struct {
	Name      string
	Arguments reflect.Type
	Record    func() *ir.Program
}

// text returns that of a function of a kernel's arguments.
func text[T any](name string, do func(*T)) Text {
	return Text{name, reflect.TypeFor[T](), func() *ir.Program { return ir.Record(do) }}
}

// variant is an option of a kernel, with what it adds to the name.
type variant struct {
	option wide.Kernel
	name   string
}

// variants returns those of a kernel for all sets of options.
func variants[T any](name string, options []variant, do func(a *T, options wide.Kernel)) (list []Text) {
	for set := range wide.Kernel(1 << len(options)) {
		full := name
		for _, v := range options {
			if set&v.option != 0 {
				full += v.name
			}
		}
		list = append(list, text(full, func(a *T) { do(a, set) }))
	}
	return list
}

// List returns all kernels; the place of one is its number.
func List() (list []Text) {
	ofLines := variant{wide.LineContacts, "Line"}
	list = append(list, variants("friction", []variant{ofLines}, func(f *wide.Friction, o wide.Kernel) {
		friction(f, o&wide.LineContacts != 0)
	})...)
	laws := []variant{ofLines, {wide.Stiffens, "Stiffens"}, {wide.Damped, "Damped"}}
	list = append(list, variants("prepare", laws, func(p *wide.Prepare, o wide.Kernel) {
		prepare(p, o&wide.Stiffens != 0, o&wide.Damped != 0, o&wide.LineContacts != 0)
	})...)
	list = append(list, text("springs", springs))
	list = append(list, text("spheres", spheres), text("capsules", capsules), text("lineContacts", lineContacts))
	list = append(list, variants("sums", []variant{ofLines}, func(s *wide.Sums, o wide.Kernel) {
		sums(s, o&wide.LineContacts != 0)
	})...)
	moving := []variant{{wide.DampedMotion, "Damped"}, {wide.RoundMotion, "Round"}}
	list = append(list, variants("motion", moving, func(m *wide.Motion, o wide.Kernel) {
		motion(m, o&wide.DampedMotion != 0, o&wide.RoundMotion != 0)
	})...)
	list = append(list, variants("placing", []variant{{wide.Apart, "Apart"}}, func(p *wide.Placing, o wide.Kernel) {
		placing(p, o&wide.Apart != 0)
	})...)
	return append(list, text("squares", squares), text("above", above), text("boxes", boxes))
}

// programs are those of all kernels, recorded when the evaluator is first used.
var programs = sync.OnceValue(func() (all []*ir.Program) {
	for _, t := range List() {
		all = append(all, t.Record())
	}
	return all
})

// PrepareEvaluator makes wide.Evaluated a width that can be used: kernels are then evaluated, on any processor,
// a hundred times slower.
func PrepareEvaluator() {
	wide.Evaluate = func(k wide.Kernel, arguments unsafe.Pointer) { programs()[k].Evaluate(arguments) }
}
