package glyph

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Projection maps places in the world to places on a picture.
type Projection struct {
	ViewProj      mgl32.Mat4 // global frame to clip space, y down
	Width, Height float32    // of the picture [px]
	Scale         float32    // scale of marks
}

// Measures of marks, as in line.frag and dot.frag: widths of rims [px] and their opacities, half the width of an
// arrow's head over its length, and the radius of a ring's hole over the radius of the ring.
const (
	arrowRim, arrowRimOpacity = 1.1, 0.6
	pointRim, pointRimOpacity = 0.9, 0.55
	headHalfWidth             = 0.45
	ringHole                  = 0.5
)

// rimColor is the colour of rims, as in frame.glsl.
var rimColor = Hex(0x121417)

// Flatten adds to parts the marks of the list that lie over everything, as flat parts that look the same on the
// picture, in the order in which they are drawn.
func (l *List) Flatten(parts []Part, p *Projection) []Part {
	for i := range l.Lines {
		parts = p.segment(parts, &l.Lines[i], RGBA{})
	}
	for i := range l.Arrows {
		parts = p.segment(parts, &l.Arrows[i], rimColor.Alpha(arrowRimOpacity))
	}
	for i := range l.Points {
		parts = p.point(parts, &l.Points[i])
	}
	return parts
}

// screen returns the place on the picture [px] of a place in clip space.
func (p *Projection) screen(q mgl32.Vec4) [2]float32 {
	return [2]float32{(q[0]/q[3] + 1) / 2 * p.Width, (q[1]/q[3] + 1) / 2 * p.Height}
}

// segment adds the part of a segment before the near plane.
func (p *Projection) segment(parts []Part, s *Segment, rim RGBA) []Part {
	from, to := p.ViewProj.Mul4x1(mgl32.Vec3(s.From).Vec4(1)), p.ViewProj.Mul4x1(mgl32.Vec3(s.To).Vec4(1))
	a, b := from[2]+from[3], to[2]+to[3]
	switch {
	case !(a >= 0 || b >= 0):
		return parts
	case a < 0:
		from = from.Add(to.Sub(from).Mul(a / (a - b)))
	case b < 0:
		to = to.Add(from.Sub(to).Mul(b / (b - a)))
	}
	ends := [4][2]float32{p.screen(from), p.screen(to)}
	length := float32(math.Hypot(float64(ends[1][0]-ends[0][0]), float64(ends[1][1]-ends[0][1])))
	width, c := s.Width*p.Scale, s.Color
	if width < 1 { // a line thinner than a pixel is drawn one pixel wide and fainter, as in line.vert
		width, c, rim = 1, fainter(c, width), fainter(rim, width)
	}
	rim = fainter(rim, float32(s.Color[3])/255)
	if !(length >= 1e-3) || c[3] == 0 {
		return parts
	}
	return append(parts, Part{Kind: KindArrow, Points: ends, Width: width, Head: min(s.Head*p.Scale, length), Color: c,
		Halo: rim, HaloWidth: arrowRim})
}

// point adds a point before the near plane.
func (p *Projection) point(parts []Part, m *Point) []Part {
	q := p.ViewProj.Mul4x1(mgl32.Vec3(m.At).Vec4(1))
	if !(q[2]+q[3] >= 0) || m.Color[3] == 0 {
		return parts
	}
	part := Part{Kind: KindCircle, Points: [4][2]float32{p.screen(q)}, Radius: m.Diameter / 2 * p.Scale, Color: m.Color,
		Halo: rimColor.Alpha(pointRimOpacity * float32(m.Color[3]) / 255), HaloWidth: pointRim}
	if m.Form == Ring {
		part.Width = (1 - ringHole) * part.Radius
	}
	return append(parts, part)
}

func fainter(c RGBA, part float32) RGBA { return c.Alpha(float32(c[3]) / 255 * part) }

// ArrowOutline returns the corners of an arrow, or of a line if the arrow has no head, in order round the shape.
func (p *Part) ArrowOutline() [][2]float32 {
	from, to := p.Points[0], p.Points[1]
	dx, dy := to[0]-from[0], to[1]-from[1]
	n := float32(math.Hypot(float64(dx), float64(dy)))
	dx, dy = dx/n, dy/n
	at := func(along, across float32) [2]float32 {
		return [2]float32{from[0] + along*dx - across*dy, from[1] + along*dy + across*dx}
	}
	half := p.Width / 2
	if p.Head == 0 {
		return [][2]float32{at(-half, -half), at(n+half, -half), at(n+half, half), at(-half, half)}
	}
	base, wing := n-p.Head, headHalfWidth*p.Head
	half = min(half, wing)
	return [][2]float32{at(-half, -half), at(base, -half), at(base, -wing), at(n, 0), at(base, wing), at(base, half),
		at(-half, half)}
}
