package view

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Camera orbits about a pivot, z up. Angles are in degrees.
type Camera struct {
	Pivot     mgl32.Vec3 // the point that the camera looks at [m]
	Distance  float32    // from the eye to the pivot [m]
	Azimuth   float32    // of the eye as seen from the pivot, about z, 0 = +x
	Elevation float32    // of the eye above the horizon, -90 to 90
	Roll      float32    // rotation about the viewing direction
	Fov       float32    // vertical angle of view
	Ortho     bool       // orthographic, with the same framing at the pivot

	// Shift is the place of the pivot in the picture: right and up from the middle, in halves of the picture's
	// height. If it is not 0, the picture is a part of a larger picture, away from its middle.
	Shift [2]float32 `json:"-"`
}

// Back returns the unit vector from the pivot to the eye.
func (c Camera) Back() mgl32.Vec3 {
	sa, ca := math.Sincos(rad(c.Azimuth))
	se, ce := math.Sincos(rad(c.Elevation))
	return mgl32.Vec3{float32(ce * ca), float32(ce * sa), float32(se)}
}

// Right returns the unit vector to the right of the picture.
func (c Camera) Right() mgl32.Vec3 {
	r, _ := c.rightUp()
	return r
}

// Up returns the unit vector to the top of the picture.
func (c Camera) Up() mgl32.Vec3 {
	_, u := c.rightUp()
	return u
}

// rightUp returns Right and Up. It computes Right from the azimuth and not as a cross product with z, which would
// vanish if the camera looks along z.
func (c Camera) rightUp() (right, up mgl32.Vec3) {
	sa, ca := math.Sincos(rad(c.Azimuth))
	r := mgl32.Vec3{float32(-sa), float32(ca), 0}
	u := c.Back().Cross(r)
	sr, cr := math.Sincos(rad(c.Roll))
	return r.Mul(float32(cr)).Add(u.Mul(float32(sr))), u.Mul(float32(cr)).Sub(r.Mul(float32(sr)))
}

// Eye returns the position of the eye [m].
func (c Camera) Eye() mgl32.Vec3 { return c.Pivot.Add(c.Back().Mul(c.Distance)) }

// ViewMatrix transforms from the global frame to the frame of the eye (x right, y up, -z forward).
func (c Camera) ViewMatrix() mgl32.Mat4 {
	r, u := c.rightUp()
	b, e := c.Back(), c.Eye()
	return mgl32.Mat4{
		r[0], u[0], b[0], 0,
		r[1], u[1], b[1], 0,
		r[2], u[2], b[2], 0,
		-r.Dot(e), -u.Dot(e), -b.Dot(e), 1,
	}
}

// Clip returns the distances of the near and far planes [m].
func (c Camera) Clip() (near, far float32) {
	if c.Ortho {
		return -20 * c.Distance, 40 * c.Distance
	}
	return c.Distance * 0.02, c.Distance * 40
}

// ProjectionMatrix transforms from the eye's frame to clip space; aspect is width over
// height.
func (c Camera) ProjectionMatrix(aspect float32) mgl32.Mat4 {
	near, far := c.Clip()
	if c.Ortho {
		h := c.HalfHeight()
		m := mgl32.Ortho(-h*aspect, h*aspect, -h, h, near, far)
		m[12], m[13] = m[12]+c.Shift[0]/aspect, m[13]+c.Shift[1]
		return m
	}
	m := mgl32.Perspective(float32(rad(c.Fov)), aspect, near, far)
	m[8], m[9] = m[8]-c.Shift[0]/aspect, m[9]-c.Shift[1]
	return m
}

// HalfHeight returns half the height of the visible part of the plane through the pivot [m].
func (c Camera) HalfHeight() float32 {
	return c.Distance * float32(math.Tan(rad(c.Fov)/2))
}

// Ray returns the origin and unit direction of the ray through a point of the picture;
// x and y go from -1 to 1, right and up.
func (c Camera) Ray(x, y, aspect float32) (origin, direction mgl32.Vec3) {
	r, u := c.rightUp()
	h := c.HalfHeight()
	off := r.Mul((x*aspect - c.Shift[0]) * h).Add(u.Mul((y - c.Shift[1]) * h))
	if c.Ortho {
		return c.Eye().Add(off), c.Back().Mul(-1)
	}
	return c.Eye(), off.Sub(c.Back().Mul(c.Distance)).Normalize()
}

// Orbit turns the camera about its pivot by a drag of (dx, dy) pixels.
func (c *Camera) Orbit(dx, dy float32) {
	const degreesPerPixel = 0.35
	c.Azimuth = wrap(c.Azimuth - dx*degreesPerPixel)
	c.Elevation = clamp(c.Elevation+dy*degreesPerPixel, -90, 90)
}

// Pan moves the camera so that points at the pivot's depth follow a drag of (dx, dy) pixels,
// y down, in a picture of the given height in pixels.
func (c *Camera) Pan(dx, dy, height float32) {
	r, u := c.rightUp()
	f := 2 * c.HalfHeight() / height
	c.Pivot = c.Pivot.Sub(r.Mul(dx * f)).Add(u.Mul(dy * f))
}

// AtPivot returns the point at the pivot's depth that the picture shows at (x, y), from -1 to 1.
func (c Camera) AtPivot(x, y, aspect float32) mgl32.Vec3 {
	r, u := c.rightUp()
	h := c.HalfHeight()
	return c.Pivot.Add(r.Mul((x*aspect - c.Shift[0]) * h)).Add(u.Mul((y - c.Shift[1]) * h))
}

// Part returns the camera of a part of this camera's picture: share is the height of the part over the height of
// the whole; right and up are the place of the pivot from the middle of the part, in halves of the part's height.
func (c Camera) Part(share, right, up float32) Camera {
	if share != 1 {
		c.Fov = float32(2 * math.Atan(math.Tan(rad(c.Fov)/2)*float64(share)) * 180 / math.Pi)
	}
	c.Shift = [2]float32{right, up}
	return c
}

// Frame puts the pivot in the middle of the box, and the eye in its present direction at the least
// distance at which the whole box is in the picture, with a margin of 5 %.
func (c *Camera) Frame(lo, hi [3]float32, aspect float32) {
	l, h := mgl32.Vec3(lo), mgl32.Vec3(hi)
	c.Pivot = l.Add(h).Mul(0.5)
	if !(h.Sub(l).Len() > 0) {
		h, l = c.Pivot.Add(mgl32.Vec3{0.1, 0.1, 0.1}), c.Pivot.Sub(mgl32.Vec3{0.1, 0.1, 0.1})
	}
	right, up := c.rightUp()
	back, tan := c.Back(), float32(math.Tan(rad(c.Fov)/2))
	c.Distance = 0
	for k := 0; k < 8; k++ {
		p := l
		for axis := 0; axis < 3; axis++ {
			if k>>axis&1 != 0 {
				p[axis] = h[axis]
			}
		}
		d := p.Sub(c.Pivot)
		z := d.Dot(back)
		if c.Ortho {
			z = 0
		}
		x, y := abs(d.Dot(right))/(tan*aspect), abs(d.Dot(up))/tan
		c.Distance = max(c.Distance, 1.05*(z+max(x, y)))
	}
}

// Look turns the camera to look along an axis, 0 to 2; side is the side of the pivot that the eye is
// on, +1 or -1.
func (c *Camera) Look(axis int, side float32) {
	c.Roll = 0
	switch axis {
	case 0:
		c.Azimuth, c.Elevation = 0, 0
		if side < 0 {
			c.Azimuth = 180
		}
	case 1:
		c.Azimuth, c.Elevation = 90*side, 0
	default:
		c.Azimuth, c.Elevation = -90, 90*side
	}
}

func rad(deg float32) float64 { return float64(deg) * math.Pi / 180 }

func wrap(deg float32) float32 {
	return float32(math.Mod(float64(deg)+540, 360)) - 180
}

func clamp(x, lo, hi float32) float32 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
