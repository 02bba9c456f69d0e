// Package wide runs vector kernels: the loops that take most of the time of a step, for a batch of eight
// contacts or bodies at a time. Processors with AVX-512 compute a batch at once, those with AVX2 in two
// halves; others run scalar code instead, and all give the same bits. See InUse.
//
// Each kernel is a struct of its arguments and a method that runs it. Its text is written once, in
// package kernel, as operations on eight lanes (package ir); command assemble translates it to assembly.
// README.md beside this file explains how to add an operation or a kernel.
//
// Records are stored body by body, as the rest of the program wants them, and are transposed in
// registers. Kernels also compute the lanes beyond the last record, so memory must be allocated for them
// (see Padded).
package wide

//go:generate go run example.org/tumble/sim/internal/wide/assemble
