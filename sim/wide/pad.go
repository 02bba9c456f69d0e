package wide

import "tumble/sim/vec"

// Padded returns v with room behind its end, so that a kernel may read the last vector as
// four numbers.
func Padded(v []vec.Vec3) []vec.Vec3 {
	if cap(v) > len(v) {
		return v
	}
	return append(v, vec.Vec3{})[:len(v)]
}
