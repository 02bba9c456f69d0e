// Package hot holds the vector kernels in which most of the time of a step goes, for eight contacts
// or bodies at a time. Each is a struct of its arguments and a method that says what is done with
// them; Run does it, in assembly for processors with AVX-512. Command assemble makes that of the
// text of these methods, because the Go compiler uses half of the registers that these processors
// have, and the stack for the rest: kernels that it compiles take up to twice as long. Package
// four/hot is the same for four at a time, with AVX2. Like package wide, both need a build with
// GOEXPERIMENT=simd.
//
// A kernel gives in each lane the bits of the plain kernel that its text names. It branches on
// nothing but wide.Any, and then only to return. To add one, write a struct and its method here, a Run
// in run.go, its names in assemble/hot/list.go and in the list of halve, and go generate ./sim/wide.
package hot
