//go:build !goexperiment.simd || !amd64

package wide

import "tumble/sim/vec"

// Lanes is how many records a kernel does at a time.
const Lanes = 0

// Available reports whether this processor has what the kernels need.
const Available = false

// Within reports whether all components of all vectors lie between -limit and limit.
func Within([]vec.Vec3, float64) bool { return false }
