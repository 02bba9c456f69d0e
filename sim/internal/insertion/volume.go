package insertion

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// VolumeKind is a kind of region in which bodies appear or from which they are taken.
type VolumeKind uint8

// The kinds of volume: a cylinder with ends, a box of any orientation, all that lies behind a plane.
const (
	VolumeCylinder VolumeKind = iota
	VolumeBox
	VolumeHalfSpace
)

// Volume is a region of space in which bodies appear or from which they are taken. Which
// fields count depends on Kind.
type Volume struct {
	Kind        VolumeKind
	Origin      vec.Vec3 // middle of the first end face, centre of the box, or a point of the plane [m]
	Axis        vec.Vec3 // of the cylinder, from Origin; normal of the plane, which points out of the half-space
	Radius      float64  // of the cylinder [m]
	Height      float64  // of the cylinder [m]
	Half        vec.Vec3 // half edges of the box [m]
	Orientation vec.Quat // of the box; zero value: Identity
}

// Checked returns the volume with unit directions.
//
// Errors: a size that is not positive, a direction of no length.
func (v Volume) Checked() (Volume, error) {
	err := cmp.Or(limit.Length.CheckVector("place", v.Origin), limit.Plain.CheckVector("axis", v.Axis),
		limit.Length.CheckVector("size", v.Half), limit.Length.Check("size", v.Radius, v.Height))
	if err != nil {
		return v, err
	}
	v.Axis, v.Orientation = v.Axis.Unit(), v.Orientation.Unit()
	switch {
	case v.Kind != VolumeBox && v.Axis == (vec.Vec3{}):
		return v, fmt.Errorf("axis must not be zero")
	case v.Kind == VolumeCylinder && !(v.Radius > 0 && v.Height > 0):
		return v, fmt.Errorf("radius and height must be > 0 m, got %g and %g", v.Radius, v.Height)
	case v.Kind == VolumeBox && !(v.Half.X > 0 && v.Half.Y > 0 && v.Half.Z > 0):
		return v, fmt.Errorf("size must be > 0 m along each edge, got %g, %g, %g", 2*v.Half.X, 2*v.Half.Y, 2*v.Half.Z)
	case v.Kind > VolumeHalfSpace:
		return v, fmt.Errorf("unknown kind of volume %d", v.Kind)
	}
	return v, nil
}

// Contains reports whether p lies in the volume; its surface counts.
func (v *Volume) Contains(p vec.Vec3) bool {
	c := p.Sub(v.Origin)
	switch v.Kind {
	case VolumeCylinder:
		h := c.Dot(v.Axis)
		return h >= 0 && h <= v.Height && c.Norm2()-h*h <= v.Radius*v.Radius
	case VolumeBox:
		c = v.Orientation.Unrotate(c)
		return math.Abs(c.X) <= v.Half.X && math.Abs(c.Y) <= v.Half.Y && math.Abs(c.Z) <= v.Half.Z
	}
	return c.Dot(v.Axis) <= 0
}

// outward returns the number of the corner (see vec.Box.Corner) that points away from the axis of a
// cylinder, or from the centre of another volume, at p.
func (v *Volume) outward(p vec.Vec3) (k int) {
	c := p.Sub(v.Origin)
	if v.Kind == VolumeCylinder {
		c = c.AddScaled(-c.Dot(v.Axis), v.Axis)
	}
	for axis := 0; axis < 3; axis++ {
		if c.Component(axis) > 0 {
			k |= 1 << axis
		}
	}
	return k
}

// depth returns how far a place is inside a cylinder or box, less than 0 if it is outside [m].
func (v *Volume) depth(p vec.Vec3) float64 {
	c := p.Sub(v.Origin)
	if v.Kind == VolumeBox {
		c = v.Orientation.Unrotate(c)
		return min(v.Half.X-math.Abs(c.X), v.Half.Y-math.Abs(c.Y), v.Half.Z-math.Abs(c.Z))
	}
	h := c.Dot(v.Axis)
	return min(h, v.Height-h, v.Radius-c.AddScaled(-h, v.Axis).Norm())
}

// spots draws places in a volume. It is not for a half-space, which has no end.
type spots struct {
	*Volume
	x, y vec.Vec3 // unit vectors across the axis of a cylinder
}

// spots returns the spots of v.
func (v *Volume) spots() spots {
	x := v.Axis.Perpendicular()
	return spots{v, x, v.Axis.Cross(x)}
}

// draws is how many numbers draw takes from the stream.
const draws = 3

// draw returns a random place at least padding [m] away from the surface, in coordinates of the volume: those along
// the edges of a box; in a cylinder turns about the axis, and the distance from it and the height along it [m]. In
// a cylinder the angle is uniform, and so is the distance from the axis, which puts more bodies near the axis than
// an even spread would; so does the inlet of Woo. In a box the place is uniform.
func (v *spots) draw(r *rand.PCG, padding float64) (spot vec.Vec3) {
	if v.Kind == VolumeBox {
		at := func(half float64) float64 { return (2*uniform(r) - 1) * math.Max(half-padding, 0) }
		spot.X = at(v.Half.X)
		spot.Y = at(v.Half.Y)
		spot.Z = at(v.Half.Z)
		return spot
	}
	spot.X = uniform(r)
	spot.Y = uniform(r) * (v.Radius - padding)
	spot.Z = padding + uniform(r)*(v.Height-2*padding)
	return spot
}

// uniform is Float64 of rand.Rand without a call through an interface.
func uniform(r *rand.PCG) float64 { return float64(r.Uint64()<<11>>11) / (1 << 53) }

// place returns the global position of a place that draw returned [m].
func (v *spots) place(spot vec.Vec3) vec.Vec3 {
	if v.Kind == VolumeBox {
		return v.Origin.Add(v.Orientation.Rotate(spot))
	}
	sin, cos := math.Sincos(2 * math.Pi * spot.X)
	return v.at(spot, sin, cos)
}

// nearly is place, except for rounding errors, which are much smaller than coverSlack.
func (v *spots) nearly(spot vec.Vec3) vec.Vec3 {
	if v.Kind == VolumeBox {
		return v.place(spot)
	}
	sin, cos := quickSincos(spot.X)
	return v.at(spot, sin, cos)
}

func (v *spots) at(spot vec.Vec3, sin, cos float64) vec.Vec3 {
	return v.Origin.AddScaled(spot.Z, v.Axis).AddScaled(spot.Y*cos, v.x).AddScaled(spot.Y*sin, v.y)
}

// directions are the sine and cosine of every 256th of a turn.
var directions = func() (list [257]struct{ sin, cos float64 }) {
	for i := range list {
		list[i].sin, list[i].cos = math.Sincos(2 * math.Pi * float64(i) / 256)
	}
	return list
}()

// quickSincos returns the sine and cosine of a number of turns in [0, 1], with errors below 1e-13: it turns the
// nearest of the directions by the rest of the angle.
func quickSincos(turns float64) (sin, cos float64) {
	i := int(turns*256 + 0.5)
	d, x := &directions[i], (turns-float64(i)/256)*(2*math.Pi)
	xx := x * x
	s, c := x*(1-xx/6*(1-xx/20)), 1-xx/2*(1-xx/12)
	return d.sin*c + d.cos*s, d.cos*c - d.sin*s
}

// Bounds returns an axis-aligned box that holds a cylinder or a box.
func (v *Volume) Bounds() vec.Box {
	b := vec.EmptyBox()
	if v.Kind == VolumeBox {
		for k := 0; k < 8; k++ {
			c := vec.Box{Lo: v.Half.Neg(), Hi: v.Half}.Corner(k)
			b = b.Include(v.Origin.Add(v.Orientation.Rotate(c)))
		}
		return b
	}
	// A disc of radius r across the axis u reaches r √(1 - uᵢ²) along axis i.
	lean := v.Axis.Mul(v.Axis)
	across := func(lean float64) float64 { return math.Sqrt(math.Max(1-lean, 0)) }
	e := vec.New(across(lean.X), across(lean.Y), across(lean.Z)).Scale(v.Radius)
	for _, end := range [2]vec.Vec3{v.Origin, v.Origin.AddScaled(v.Height, v.Axis)} {
		b = b.Include(end.Sub(e)).Include(end.Add(e))
	}
	return b
}

// Extent returns where a volume, or the space outside it, begins and ends along an axis [m].
func (v *Volume) Extent(axis int, outside bool) (lo, hi float64) {
	inf := math.Inf(1)
	if v.Kind != VolumeHalfSpace {
		if outside {
			return -inf, inf
		}
		b := v.Bounds()
		return b.Lo.Component(axis), b.Hi.Component(axis)
	}
	at, out := v.Origin.Component(axis), v.Axis.Component(axis) // which is -1, 0 or 1 for a plane across the axis
	if outside {
		out = -out
	}
	switch out {
	case 1:
		return -inf, at
	case -1:
		return at, inf
	}
	return -inf, inf
}
