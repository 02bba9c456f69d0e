package view

// Cut is a plane that cuts bodies and meshes open: the parts beyond the plane are not drawn. The zero
// value cuts nothing.
type Cut struct {
	Normal [3]float32 // unit vector toward the parts that are cut away
	Offset float32    // position of the plane along the normal [m]
}

// CutAlong returns the cut across an axis, 0 to 2, at a position on the axis [m]. It cuts the parts on
// the positive side of this position away, or those on the negative side.
func CutAlong(axis int, positive bool, position float32) Cut {
	sign := float32(-1)
	if positive {
		sign = 1
	}
	c := Cut{Offset: sign * position}
	c.Normal[axis] = sign
	return c
}

// On reports whether the plane cuts.
func (c Cut) On() bool { return c != Cut{} }

// Beyond returns the distance of a point beyond the plane [m]. It is negative for a point that stays; if
// the plane does not cut, it is negative for all points.
func (c Cut) Beyond(p [3]float32) float32 {
	if !c.On() {
		return -1
	}
	return p[0]*c.Normal[0] + p[1]*c.Normal[1] + p[2]*c.Normal[2] - c.Offset
}

// Cutting reports whether any plane cuts.
func (v *View) Cutting() bool { return v.Cuts != [3]Cut{} }

// CutAway reports whether a point lies more than a distance [m] beyond any plane.
func (v *View) CutAway(p [3]float32, by float32) bool {
	for _, c := range v.Cuts {
		if c.On() && c.Beyond(p) > by {
			return true
		}
	}
	return false
}
