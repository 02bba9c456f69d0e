// Package wide holds vectors and quaternions of eight bodies or contacts at a time, for the
// loops in which the time of a step goes.
//
// A kernel written with them reads like the one for a single contact: the methods have the
// names and the order of operations of package vec, so that each lane gives the same bits
// as the plain kernel. Division and square root are exact on both sides, and products are
// never fused with sums.
//
// It needs a processor with AVX-512, where Available is true, and a build with
// GOEXPERIMENT=simd, which ./dev sets; without that there is nothing but Padded in it.
// Package four does the same with AVX2, four at a time; kernels for it are copied from those
// of this package. A kernel ends with Leave. Those in which most of the time goes are in package hot,
// and run as assembly that is made of their text.
//
// Records are kept body by body, as the rest of the program wants them, and are turned in
// registers: Rows takes numbers that lie together in eight records to one Float of eight
// lanes each, and back. Lanes beyond the last record repeat it: they store what it stores.
package wide

//go:generate go run tumble/sim/wide/halve -root ../..
//go:generate go run tumble/sim/wide/assemble -root ../..
