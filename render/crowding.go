package render

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// crowding estimates the hidden sky as occlusion does, but coarsely and in a twentieth of the time, for pictures
// that have to be fast and for any number of bodies. It spreads all spheres into a grid of cells and sums over
// cells in place of spheres. The share of the body itself is subtracted again.
type crowding struct {
	lo    mgl32.Vec3 // corner of the grid [m]
	cell  float32    // side of a cell [m]
	size  [3]int     // cells along each axis
	area  []float32  // for each cell, the sum over its spheres of radius squared over the volume of a cell [1/m]
	first []int32    // for each capsule, the first capsule in the unbroken run of its body in the list

	// What the grid holds, and what was found with it: pictures from all sides of bodies at rest need no other.
	capsules []bridge.Capsule
	extent   [2]mgl32.Vec3
	grain    float32
	shades   []crowdShade // of each capsule
}

// crowdShade is the occluded sky of a capsule at its ends, if that is known.
type crowdShade struct {
	a, b  [4]int8
	known bool
}

// Measures of the grid: the side of its cells [smallest radii], the number of cells allowed for each capsule, and
// the number of cells allowed in addition. If the grid would have more cells, the cells become larger.
const (
	crowdCell  = 2
	crowdCells = 16
	crowdLeast = 4096
)

// The part of the sky that is hidden per area, and the weight of a difference between neighbouring cells [cells].
// They are chosen so that at the surface of a half-space full of bodies half of the sky is hidden on average over
// all directions, and nothing for a normal that points outwards.
const (
	crowdMean  = 7.5
	crowdReach = 0.8
)

// shade fills in the occluded sky of the instances of capsules in an order.
func (o *crowding) shade(f *frame, list []capsuleInstance, order []depthOrder) {
	if !o.holds(f) {
		o.collect(f)
	}
	scale := crowdMean * o.grain
	inParts(len(list), func(first, last int) {
		for i := first; i < last; i++ {
			k, in := order[i].index(), &list[i]
			s := &o.shades[k]
			if !s.known {
				a := o.at(f.Capsules, k, -in.half, scale)
				*s = crowdShade{a, a, true}
				if in.half > 0 {
					s.b = o.at(f.Capsules, k, in.half, scale)
				}
			}
			in.shadeA, in.shadeB = s.a, s.b
		}
	})
}

// holds reports whether the grid has been laid round the scene as it is.
func (o *crowding) holds(f *frame) bool {
	extent := [2]mgl32.Vec3{f.light.lo, f.light.hi}
	return o.grain == f.Grain() && o.extent == extent && slices.Equal(o.capsules, f.Capsules)
}

// collect lays the grid round the scene and spreads all spheres into it.
func (o *crowding) collect(f *frame) {
	o.grain, o.extent = f.Grain(), [2]mgl32.Vec3{f.light.lo, f.light.hi}
	o.capsules = append(o.capsules[:0], f.Capsules...)
	o.shades = slices.Grow(o.shades[:0], len(f.Capsules))[:len(f.Capsules)]
	clear(o.shades)
	o.cell = crowdCell * o.grain
	extent := f.light.hi.Sub(f.light.lo)
	for most := crowdLeast + crowdCells*len(f.Capsules); ; o.cell *= 1.25 {
		count := 1.0
		for k := range o.size {
			// Two cells more at each end, because bodies outside the scene may hide the sky of bodies inside.
			cells := math.Ceil(float64(extent[k]/o.cell)) + 4
			o.size[k], count = int(min(cells, 1e6)), count*cells
		}
		if count <= float64(most) {
			break
		}
	}
	o.lo = f.light.lo.Sub(mgl32.Vec3{2, 2, 2}.Mul(o.cell))
	n := o.size[0] * o.size[1] * o.size[2]
	if cap(o.area) < n {
		o.area = make([]float32, n)
	}
	o.area = o.area[:n]
	clear(o.area)
	o.first = o.first[:0]
	volume := o.cell * o.cell * o.cell
	for i := range f.Capsules {
		c := &f.Capsules[i]
		first := int32(i)
		if i > 0 && f.Capsules[i-1].Body == c.Body {
			first = o.first[i-1]
		}
		o.first = append(o.first, first)
		eachSphere(c.Center, c.Axis, c.Half, c.Radius, func(x mgl32.Vec3) {
			s, ok := o.spread(x)
			if !ok {
				return
			}
			area := c.Radius * c.Radius / volume
			for k := range 8 {
				a, b, c := k&1, k>>1&1, k>>2
				o.area[o.index(s.cell[0]+a, s.cell[1]+b, s.cell[2]+c)] += area * s.part[0][a] * s.part[1][b] * s.part[2][c]
			}
		})
	}
}

// eachSphere calls do with the middle of each of the spheres that replace a capsule.
func eachSphere(center, axis [3]float32, half, radius float32, do func(mgl32.Vec3)) {
	n := 1
	if radius > 0 && half > 0 {
		n = 1 + int(min(math.Ceil(float64(half/radius)), 4))
	}
	for k := range n {
		t := float32(0)
		if n > 1 {
			t = half * (2*float32(k)/float32(n-1) - 1)
		}
		do(mgl32.Vec3{center[0] + t*axis[0], center[1] + t*axis[1], center[2] + t*axis[2]})
	}
}

func (o *crowding) index(x, y, z int) int { return (x*o.size[1]+y)*o.size[2] + z }

// place returns the index along an axis of the cell that a point is in, and the place in the cell, 0 to 1.
func (o *crowding) place(x float32, axis int) (cell int, in float32) {
	u := (x - o.lo[axis]) / o.cell
	cell = int(u)
	return cell, u - float32(cell)
}

// inside reports whether all the cells round a point are in the grid.
func (o *crowding) inside(x mgl32.Vec3) bool {
	for k := range x {
		u := (x[k] - o.lo[k]) / o.cell
		if !(u >= 1 && u < float32(o.size[k]-2)) {
			return false
		}
	}
	return true
}

// spreading holds the shares of a sphere in the two nearest cells along each axis.
type spreading struct {
	cell [3]int
	part [3][2]float32
}

func (o *crowding) spread(x mgl32.Vec3) (s spreading, ok bool) {
	if !o.inside(x) {
		return s, false
	}
	for k := range x {
		c, in := o.place(x[k]-0.5*o.cell, k)
		s.cell[k], s.part[k] = c, [2]float32{1 - in, in}
	}
	return s, true
}

// gathering holds the weights at a point of three cells along each axis, and the slopes of the weights [1/cell].
// The weights are a quadratic spline, so that no shade jumps as bodies move.
type gathering struct {
	cell        [3]int // the first of the three cells along each axis
	part, slope [3][3]float32
}

func (o *crowding) gather(x mgl32.Vec3) (g gathering) {
	for k := range x {
		c, in := o.place(x[k], k)
		d := in - 0.5
		g.cell[k] = c - 1
		g.part[k] = [3]float32{0.5 * (0.5 - d) * (0.5 - d), 0.75 - d*d, 0.5 * (0.5 + d) * (0.5 + d)}
		g.slope[k] = [3]float32{d - 0.5, -2 * d, d + 0.5}
	}
	return g
}

// own returns the share that one sphere has in the gathering: a factor for each axis, and the slope of each
// factor.
func (g *gathering) own(s *spreading) (part, slope mgl32.Vec3) {
	for k := range part {
		for i, share := range s.part[k] {
			if j := s.cell[k] + i - g.cell[k]; j >= 0 && j < 3 {
				part[k] += share * g.part[k][j]
				slope[k] += share * g.slope[k][j]
			}
		}
	}
	return part, slope
}

// at returns the mean and the gradient of the hidden part of the sky at the point of the i-th capsule that lies
// the distance along from its centre on its axis.
func (o *crowding) at(list []bridge.Capsule, i int, along, scale float32) [4]int8 {
	c := &list[i]
	x := mgl32.Vec3(c.Center).Add(mgl32.Vec3(c.Axis).Mul(along))
	if !o.inside(x) {
		return [4]int8{}
	}
	g := o.gather(x)
	var mean, gx, gy, gz float32
	for a := range 3 {
		for b := range 3 {
			row := o.area[o.index(g.cell[0]+a, g.cell[1]+b, g.cell[2]):][:3]
			sum := row[0]*g.part[2][0] + row[1]*g.part[2][1] + row[2]*g.part[2][2]
			mean += sum * g.part[0][a] * g.part[1][b]
			gx += sum * g.slope[0][a] * g.part[1][b]
			gy += sum * g.part[0][a] * g.slope[1][b]
			gz += (row[0]*g.slope[2][0] + row[1]*g.slope[2][1] + row[2]*g.slope[2][2]) * g.part[0][a] * g.part[1][b]
		}
	}
	volume := o.cell * o.cell * o.cell
	for j := int(o.first[i]); j < len(list) && o.first[j] == o.first[i]; j++ {
		p := &list[j]
		area := p.Radius * p.Radius / volume
		eachSphere(p.Center, p.Axis, p.Half, p.Radius, func(y mgl32.Vec3) {
			if s, ok := o.spread(y); ok {
				part, slope := g.own(&s)
				mean -= area * part[0] * part[1] * part[2]
				gx -= area * slope[0] * part[1] * part[2]
				gy -= area * part[0] * slope[1] * part[2]
				gz -= area * part[0] * part[1] * slope[2]
			}
		})
	}
	gradient := scale * crowdReach
	return [4]int8{snorm(scale * mean), snorm(gradient * gx), snorm(gradient * gy), snorm(gradient * gz)}
}
