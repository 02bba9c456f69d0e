// Package hot holds the kernels of package tumble/sim/wide/hot for four contacts or bodies at a
// time, in assembly for processors with AVX2.
package hot
