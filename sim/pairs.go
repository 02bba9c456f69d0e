package sim

import (
	"tumble/sim/narrow"
	"tumble/sim/shape"
)

// This file joins the pure functions of package narrow to the typed slices of the world:
// one kernel per cell of the pair matrix (see CapsuleRules).

// keepOne appends the touch of a pair that has at most one.
func keepOne(t narrow.Touch, gap float64, out []narrow.Touch) ([]narrow.Touch, float64) {
	if gap > 0 {
		return out, gap
	}
	return append(out, t), 0
}

// lastIfTouching takes the last touch back unless the gap says that it is one.
func lastIfTouching(out []narrow.Touch, gap float64) ([]narrow.Touch, float64) {
	if gap > 0 {
		return out[:len(out)-1], gap
	}
	return out, 0
}

func sphereSphere(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	out = append(out, narrow.Touch{})
	gap := narrow.TouchSpheres(&w.shapes.Spheres[c.a], &w.shapes.Spheres[c.b], &out[len(out)-1])
	return lastIfTouching(out, gap)
}

func sphereCapsule(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	t, gap := narrow.SphereCapsule(w.shapes.Spheres[c.a], w.shapes.Capsules[c.b])
	return keepOne(t, gap, out)
}

func capsuleCapsule(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	out = append(out, narrow.Touch{})
	gap := narrow.TouchCapsules(&w.shapes.Capsules[c.a], &w.shapes.Capsules[c.b], &out[len(out)-1])
	return lastIfTouching(out, gap)
}

func wallSphere(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	wall, s := &w.shapes.Walls[c.a].Wall, &w.shapes.Spheres[c.b]
	if c.count == 0 {
		if gap := c.chooseSide(wall, &shape.Capsule{Center: s.Center, Radius: s.Radius}); gap > 0 {
			return out, gap
		}
	}
	out = append(out, narrow.Touch{})
	gap := narrow.TouchWallSphere(wall, s, int(c.side), &out[len(out)-1])
	return lastIfTouching(out, gap)
}

func wallCapsule(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	wall, r := &w.shapes.Walls[c.a].Wall, &w.shapes.Capsules[c.b]
	if c.count == 0 {
		if gap := c.chooseSide(wall, r); gap > 0 {
			return out, gap
		}
	}
	out = append(out, narrow.Touch{})
	gap := narrow.TouchWallCapsule(wall, r, int(c.side), &out[len(out)-1])
	return lastIfTouching(out, gap)
}

// chooseSide decides as a contact begins to which side a wall pushes. The wall keeps pushing
// there: a body pressed past the plane must come back the way it went. If they do not touch,
// it returns their distance.
func (c *candidate) chooseSide(wall *shape.Wall, r *shape.Capsule) (gap float64) {
	side, gap := narrow.WallSide(wall, r)
	c.side = int8(side)
	return gap
}

func cylinderSphere(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	t, gap := narrow.CylinderSphere(w.shapes.Cylinders[c.a].Cylinder, w.shapes.Spheres[c.b])
	return keepOne(t, gap, out)
}

func cylinderCapsule(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	return narrow.CylinderCapsule(w.shapes.Cylinders[c.a].Cylinder, w.shapes.Capsules[c.b], out)
}

func meshSphere(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	return meshRound(w, c, w.shapes.Round(shape.KindSphere, int(c.b)), out)
}

func meshCapsule(w *contactSet, c *candidate, out []narrow.Touch) ([]narrow.Touch, float64) {
	return meshRound(w, c, w.shapes.Capsules[c.b], out)
}
