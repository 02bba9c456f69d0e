package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// occlusion estimates how much of the sky bodies hide from each other. Every capsule is a
// few spheres; to a surface with normal n a sphere of radius r at distance d in direction u
// hides
//
//	(r/d)² max(n·u, 0) ≈ (r/d)² (1/4 + n·u/2)
//
// of the cosine-weighted sky (Quilez, "Sphere - occlusion"; the right side is the expansion of the
// left side to first order in spherical harmonics). The sum over the neighbours is one mean and one
// gradient at each end of a capsule, which the shader combines with the normal of the surface.
type occlusion struct {
	spheres []occluder
	next    []int32
	heads   []int32
	cell    float32
}

type occluder struct {
	x, y, z, radius float32
	body            int32
}

// reach is the distance, in radii of the smallest body, up to which a neighbour counts: at a distance of
// four of its radii a neighbour hides only a sixteenth, and the cost grows with the cube of the reach.
const reach = 4

// shade fills in the occluded sky of the instances of capsules in an order.
func (o *occlusion) shade(f *frame, list []capsuleInstance, order []depthOrder) {
	o.collect(f)
	for i := range list {
		c, in := &f.Capsules[order[i].index()], &list[i]
		in.shadeA = o.at(c.Center, c.Axis, -c.Half, c.Body)
		in.shadeB = in.shadeA
		if c.Half > 0 {
			in.shadeB = o.at(c.Center, c.Axis, c.Half, c.Body)
		}
	}
}

// collect bins the spheres of all capsules into hashed cells.
func (o *occlusion) collect(f *frame) {
	o.spheres, o.cell = o.spheres[:0], reach*f.Grain()
	for i := range f.Capsules {
		c := &f.Capsules[i]
		n := 1
		if c.Radius > 0 && c.Half > 0 {
			n = 1 + int(min(math.Ceil(float64(c.Half/c.Radius)), 4))
		}
		for k := 0; k < n; k++ {
			t := float32(0)
			if n > 1 {
				t = c.Half * (2*float32(k)/float32(n-1) - 1)
			}
			o.spheres = append(o.spheres, occluder{c.Center[0] + t*c.Axis[0], c.Center[1] + t*c.Axis[1],
				c.Center[2] + t*c.Axis[2], c.Radius, c.Body})
		}
	}
	size := 1
	for size < 2*len(o.spheres) {
		size *= 2
	}
	if cap(o.heads) < size {
		o.heads = make([]int32, size)
	}
	o.heads = o.heads[:size]
	for i := range o.heads {
		o.heads[i] = -1
	}
	o.next = o.next[:0]
	for i := range o.spheres {
		s := &o.spheres[i]
		h := o.hash(o.index(s.x), o.index(s.y), o.index(s.z))
		o.next = append(o.next, o.heads[h])
		o.heads[h] = int32(i)
	}
}

func (o *occlusion) index(x float32) int32 { return int32(math.Floor(float64(x / o.cell))) }

func (o *occlusion) hash(x, y, z int32) uint32 {
	h := uint32(x)*73856093 ^ uint32(y)*19349663 ^ uint32(z)*83492791
	return (h ^ h>>15) & uint32(len(o.heads)-1)
}

// at returns the mean and the gradient of the hidden part of the sky, summed over the neighbours, at the point
// center + along*axis. It leaves out the spheres of the body itself.
func (o *occlusion) at(center, axis [3]float32, along float32, body int32) [4]int8 {
	x, y, z := center[0]+along*axis[0], center[1]+along*axis[1], center[2]+along*axis[2]
	cx, cy, cz := o.index(x), o.index(y), o.index(z)
	limit := o.cell * o.cell
	var mean, gx, gy, gz float32
	var seen [27]uint32
	visited := 0
	for cell := 0; cell < 27; cell++ {
		h := o.hash(cx+int32(cell%3)-1, cy+int32(cell/3%3)-1, cz+int32(cell/9)-1)
		if contains(seen[:visited], h) {
			continue // another of the 27 cells has the same hash, and its list is counted already
		}
		seen[visited] = h
		visited++
		for i := o.heads[h]; i >= 0; i = o.next[i] {
			s := &o.spheres[i]
			dx, dy, dz := s.x-x, s.y-y, s.z-z
			d2 := dx*dx + dy*dy + dz*dz
			if s.body == body || d2 > limit || d2 == 0 {
				continue
			}
			d2 = max(d2, s.radius*s.radius)
			w := s.radius * s.radius / d2
			// The weight falls to zero at the reach, so that no shadow jumps; 1.35 makes up for the loss.
			w *= 1.35 * (1 - d2/limit)
			mean += 0.25 * w
			k := 0.5 * w / float32(math.Sqrt(float64(d2)))
			gx, gy, gz = gx+k*dx, gy+k*dy, gz+k*dz
		}
	}
	return [4]int8{snorm(mean), snorm(gx), snorm(gy), snorm(gz)}
}

func contains(list []uint32, x uint32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

func snorm(x float32) int8 { return int8(mgl32.Clamp(x, -1, 1) * 127) }
