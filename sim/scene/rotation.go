package scene

import (
	"fmt"
	"math"

	"example.org/tumble/sim/vec"
)

// quat returns the rotation, Identity if r is nil.
//
// Errors: not exactly one of axis and quaternion, an axis of zero length, a quaternion whose length is not 1.
func (r *Rotation) quat() (vec.Quat, error) {
	switch {
	case r == nil:
		return vec.Identity, nil
	case (r.Axis == nil || r.Degrees == nil) == (r.Quaternion == nil):
		return vec.Identity, fmt.Errorf("must have either axis and degrees or quaternion")
	case r.Quaternion != nil:
		q := r.Quaternion
		// Printed with six digits a unit quaternion is off by some 1e-6.
		if n := math.Hypot(math.Hypot(q[0], q[1]), math.Hypot(q[2], q[3])); !(math.Abs(n-1) < 1e-4) {
			return vec.Identity, fmt.Errorf("quaternion [w, x, y, z] must have length 1, got %g", n)
		}
		return vec.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}.Unit(), nil
	}
	return r.turn()
}

// turn returns the rotation about an axis.
func (r *Rotation) turn() (vec.Quat, error) {
	if r.Axis.Vec().Unit() == (vec.Vec3{}) {
		return vec.Identity, fmt.Errorf("axis must not be zero")
	}
	return vec.FromAxisAngle(r.Axis.Vec(), *r.Degrees*math.Pi/180), nil
}
