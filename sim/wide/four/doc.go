// Package four is package wide with four lanes, for processors that have AVX2 but no
// AVX-512. It is imported under the name of that package, so that the source of a kernel is
// the same for both.
//
// What does not depend on the number of lanes, and the kernels themselves, are copied from
// the files of package wide and its users; see tumble/sim/wide/halve.
package four
