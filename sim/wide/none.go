//go:build !goexperiment.simd || !amd64

package wide

// Lanes is how many records a kernel does at a time.
const Lanes = 0

// Available reports whether this processor has what the kernels need.
const Available = false
