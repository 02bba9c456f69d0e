//go:build !goexperiment.simd || !amd64

package sim

var vectorKernels []laneKernels
