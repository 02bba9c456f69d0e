// Package hot holds the vector kernels in which most of the time of a step goes, for eight contacts
// or bodies at a time. Each is a struct of its arguments and a method that says what is done with
// them; Run does it, in assembly for processors with AVX-512. Command assemble makes that of the
// text of these methods, because the Go compiler knows only half of the registers that these
// processors have: kernels that it compiles take twice as long. Package four/hot has copies of the
// text for four at a time. Like package wide, it needs a build with GOEXPERIMENT=simd.
//
// A kernel gives in each lane the bits of the plain kernel that its text names. It branches on
// nothing but wide.Any, and then only to return.
package hot
