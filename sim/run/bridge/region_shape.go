package bridge

import (
	"math"

	"example.org/tumble/sim/vec"
)

// chord says where a line through a point is in a region; see Region.Chords.
type chord func(p vec.Vec3) (first, last float64)

// Chords returns where lines along a unit vector are in the region, for any point of a line: from one coordinate along
// it to another, from this point [m]. The first is not less than the second if the line misses the region.
func (r *Region) Chords(along vec.Vec3) func(p vec.Vec3) (first, last float64) {
	return regionKinds[r.Kind].chords(r, along)
}

// Ball returns the part of a ball that lies in the region, 0 to 1: exactly, but for 1e-4 in round faces of cylinders.
func (r *Region) Ball(center vec.Vec3, radius float64) float64 {
	return regionKinds[r.Kind].ball(r, center, radius)
}

// Face is a flat face of a region.
type Face struct {
	Inward vec.Vec3 // unit normal
	Offset float64  // coordinate along the normal, from which on points are inward [m]
}

// Depth returns how far inward of the plane of the face a point is [m].
func (f *Face) Depth(p vec.Vec3) float64 { return f.Inward.Dot(p) - f.Offset }

// Faces returns the flat faces of the region, and the function that says how far inside of its round face a point is
// [m], nil if it has none. The least of all depths is Depth, and each is concave: no point between two others is less
// deep than both.
func (r *Region) Faces() (flat []Face, round func(p vec.Vec3) float64) {
	return regionKinds[r.Kind].faces(r)
}

// slab returns where a coordinate p, which grows along a line by 1/slowness, is between two values.
func slab(p, slowness, low, high float64) (first, last float64) {
	if math.IsInf(slowness, 0) {
		if p < low || p > high {
			return 0, 0
		}
		return math.Inf(-1), math.Inf(1)
	}
	if first, last = (low-p)*slowness, (high-p)*slowness; first > last {
		return last, first
	}
	return first, last
}

func facesOfBox(r *Region) (flat []Face, _ func(p vec.Vec3) float64) {
	for axis := range 3 {
		way := vec.Axis(axis)
		flat = append(flat, Face{way, r.Low.Component(axis)}, Face{way.Neg(), -r.High.Component(axis)})
	}
	return flat, nil
}

// depthInSphere is Depth in a spherical region.
func depthInSphere(r *Region, p vec.Vec3) float64 { return r.Radius - p.Sub(r.Low).Norm() }

func facesOfSphere(r *Region) (_ []Face, round func(p vec.Vec3) float64) {
	return nil, func(p vec.Vec3) float64 { return depthInSphere(r, p) }
}

func facesOfCylinder(r *Region) (flat []Face, round func(p vec.Vec3) float64) {
	axis := r.High.Sub(r.Low).Unit()
	return []Face{{axis, r.Low.Dot(axis)}, {axis.Neg(), -r.High.Dot(axis)}}, func(p vec.Vec3) float64 {
		return r.Radius - p.Sub(r.Low).Cross(axis).Norm()
	}
}

func chordsOfBox(r *Region, along vec.Vec3) chord {
	x, y, z := 1/along.X, 1/along.Y, 1/along.Z
	return func(p vec.Vec3) (first, last float64) {
		a, b := slab(p.X, x, r.Low.X, r.High.X)
		c, d := slab(p.Y, y, r.Low.Y, r.High.Y)
		e, f := slab(p.Z, z, r.Low.Z, r.High.Z)
		return max(a, c, e), min(b, d, f)
	}
}

func chordsOfSphere(r *Region, along vec.Vec3) chord {
	return func(p vec.Vec3) (first, last float64) {
		q := p.Sub(r.Low)
		middle := -q.Dot(along)
		half := math.Sqrt(max(r.Radius*r.Radius-q.Norm2()+middle*middle, 0))
		return middle - half, middle + half
	}
}

func chordsOfCylinder(r *Region, along vec.Vec3) chord {
	axis := r.High.Sub(r.Low)
	length := axis.Norm()
	axis = axis.Scale(1 / length)
	rate := along.Dot(axis)
	across := along.AddScaled(-rate, axis)
	steep, slowness := across.Norm2(), 1/rate
	return func(p vec.Vec3) (first, last float64) {
		q := p.Sub(r.Low)
		z := q.Dot(axis)
		a, b := slab(z, slowness, 0, length)
		off := q.Norm2() - z*z - r.Radius*r.Radius
		if steep < 1e-24 { // the line is along the axis
			if off > 0 {
				return 0, 0
			}
			return a, b
		}
		middle := -q.Dot(across) / steep
		square := middle*middle - off/steep
		if !(square > 0) {
			return 0, 0
		}
		half := math.Sqrt(square)
		if first := middle - half; first > a {
			a = first
		}
		if last := middle + half; last < b {
			b = last
		}
		return a, b
	}
}

// ballInSphere returns the part of a ball in a spherical region: two caps.
func ballInSphere(r *Region, center vec.Vec3, radius float64) float64 {
	d := center.Sub(r.Low).Norm()
	switch {
	case d >= r.Radius+radius:
		return 0
	case d <= r.Radius-radius:
		return 1
	case d <= radius-r.Radius:
		return math.Pow(r.Radius/radius, 3)
	}
	sum, difference := r.Radius+radius, r.Radius-radius
	return (sum - d) * (sum - d) * (d*d + 2*d*sum - 3*difference*difference) / (16 * d * radius * radius * radius)
}

// ballInCylinder returns the part of a ball in a cylinder: between its ends, discs across its axis that are cut by a
// circle.
func ballInCylinder(r *Region, center vec.Vec3, radius float64) float64 {
	axis := r.High.Sub(r.Low)
	length := axis.Norm()
	q := center.Sub(r.Low)
	z := q.Dot(axis) / length
	from, to := max(-z/radius, -1), min((length-z)/radius, 1) // of the ball between the ends, in radii
	if from >= to {
		return 0
	}
	off, edge := q.AddScaled(-z/length, axis).Norm()/radius, r.Radius/radius
	whole := func(from, to float64) float64 { return BallBeyond(from) - BallBeyond(to) }
	// Nearer to its middle than this its discs reach across the circle, farther they are inside or outside.
	cut := math.Sqrt(max(1-(edge-off)*(edge-off), 0))
	volume := 0.0
	if off < edge {
		low, high := min(to, max(from, -cut)), max(from, min(to, cut))
		volume = whole(from, low) + whole(high, to)
	}
	if from, to = max(from, -cut), min(to, cut); from < to {
		a, b := math.Asin(from), math.Asin(to)
		for _, g := range gauss8 {
			for _, x := range [2]float64{-g[0], g[0]} {
				cos := math.Cos((a+b)/2 + x*(b-a)/2) // radius of the disc
				volume += g[1] * (b - a) / 2 * cos * lens(cos, edge, off)
			}
		}
	}
	return max(0, min(volume/(4*math.Pi/3), 1))
}

// gauss8 are the positive nodes and the weights of Gauss's rule of eight points on -1 to 1.
var gauss8 = [4][2]float64{{0.1834346424956498, 0.3626837833783620}, {0.5255324099163290, 0.3137066458778873},
	{0.7966664774136267, 0.2223810344533745}, {0.9602898564975363, 0.1012285362903763}}

// lens returns the area that two discs share whose centres are a distance apart.
func lens(a, b, apart float64) float64 {
	switch {
	case apart >= a+b:
		return 0
	case apart <= math.Abs(a-b):
		return math.Pi * min(a, b) * min(a, b)
	}
	x, y := (apart*apart+a*a-b*b)/(2*apart), (apart*apart+b*b-a*a)/(2*apart) // of the chord from the centres
	return a*a*math.Acos(max(-1, min(x/a, 1))) + b*b*math.Acos(max(-1, min(y/b, 1))) -
		apart*math.Sqrt(max(a*a-x*x, 0))
}

// ballInBox returns the part of a ball in a box: all, less what is beyond each face, plus what is beyond each two
// and was subtracted twice, less what is beyond each three.
func ballInBox(r *Region, center vec.Vec3, radius float64) float64 {
	low, high := r.Low.Sub(center), r.High.Sub(center)
	var out [3][2]float64 // how far each face is from the centre, outward, in radii
	for k := range 3 {
		out[k] = [2]float64{-low.Component(k) / radius, high.Component(k) / radius}
	}
	v := 4 * math.Pi / 3
	for i, x := range out[0] {
		v -= BallBeyond(x)
		for _, y := range out[1] {
			v += beyond2(x, y)
			for _, z := range out[2] {
				v -= beyond3(x, y, z)
			}
		}
		for _, z := range out[2] {
			v += beyond2(x, z)
		}
		v -= BallBeyond(out[1][i]) + BallBeyond(out[2][i])
		for _, z := range out[2] {
			v += beyond2(out[1][i], z)
		}
	}
	return max(0, min(v/(4*math.Pi/3), 1))
}

// BallBeyond returns the volume of the unit ball beyond a distance from its centre along an axis.
func BallBeyond(a float64) float64 {
	switch {
	case a >= 1:
		return 0
	case a <= -1:
		return 4 * math.Pi / 3
	}
	return math.Pi / 3 * (1 - a) * (1 - a) * (2 + a)
}

// beyond2 is BallBeyond distances along two axes, beyond3 along three. By Gauss's theorem it is a third of the area of
// the round face, less a third of each flat one times its distance; by that of Gauss and Bonnet the area of the round
// one follows from its angles and arcs.
func beyond2(a, b float64) float64 {
	switch {
	case a >= 1 || b >= 1:
		return 0
	case a < 0:
		return BallBeyond(b) - beyond2(-a, b)
	case b < 0:
		return BallBeyond(a) - beyond2(a, -b)
	case a*a+b*b >= 1:
		return 0
	}
	v := 2*math.Pi - 2*outer(a, b)
	for _, f := range [2][2]float64{{a, b}, {b, a}} {
		d, e := f[0], f[1]
		half := math.Acos(e / math.Sqrt(1-d*d)) // of the arc
		v -= d * 2 * half                       // bend of the arc
		v -= d * ((1-d*d)*half - e*math.Sqrt(1-d*d-e*e))
	}
	return v / 3
}

func beyond3(a, b, c float64) float64 {
	switch {
	case a >= 1 || b >= 1 || c >= 1:
		return 0
	case a < 0:
		return beyond2(b, c) - beyond3(-a, b, c)
	case b < 0:
		return beyond2(a, c) - beyond3(a, -b, c)
	case c < 0:
		return beyond2(a, b) - beyond3(a, b, -c)
	case a*a+b*b+c*c >= 1:
		return 0
	}
	v := 2*math.Pi - outer(a, b) - outer(b, c) - outer(c, a)
	for _, f := range [3][3]float64{{a, b, c}, {b, c, a}, {c, a, b}} {
		d, e, g := f[0], f[1], f[2]
		radius := math.Sqrt(1 - d*d)
		arc := math.Acos(e/radius) - math.Asin(g/radius)
		v -= d * arc
		v -= d / 2 * (radius*radius*arc - e*(math.Sqrt(radius*radius-e*e)-g) - g*(math.Sqrt(radius*radius-g*g)-e))
	}
	return v / 3
}

// outer returns by what angle the edge of the round face turns where two flat ones meet it.
func outer(a, b float64) float64 { return math.Acos(-a * b / math.Sqrt((1-a*a)*(1-b*b))) }
