// Package wide runs vector kernels: loops in which the time of a step goes, for a batch of eight contacts or
// bodies at a time. Processors with AVX-512 do a batch at once, those with AVX2 in two halves; others run
// scalar code instead, and all give the same bits. See InUse.
//
// Each kernel is a struct of its arguments and a method that runs it. What it does is written once, in
// package kernel, as operations on eight lanes (package ir); command assemble makes assembly of that. How
// to add an operation or a kernel stands in README.md beside this file.
//
// Records are kept body by body, as the rest of the program wants them, and are transposed in registers.
// Lanes beyond the last record are computed, too: memory must be there for them (see Padded).
package wide

//go:generate go run example.org/tumble/sim/internal/wide/assemble
