package mesh

import (
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// Bounds returns the box of the whole mesh, empty for an empty mesh.
func (t *Tree) Bounds() vec.Box {
	if len(t.nodes) == 0 {
		return vec.EmptyBox()
	}
	return t.nodes[0].box
}

// Query appends to out the triangles whose boxes share a point with box, in ascending
// order, and returns the extended slice. It allocates only if out has no room.
func (t *Tree) Query(box vec.Box, out []int32) []int32 {
	if len(t.nodes) == 0 || !t.nodes[0].box.Overlaps(box) {
		return out
	}
	begin := len(out)
	var stack [stackSize]int32
	depth, i := 0, int32(0)
	for {
		n := &t.nodes[i]
		if n.count > 0 {
			for k := n.first; k < n.first+n.count; k++ {
				if t.boxes[k].Overlaps(box) {
					out = append(out, t.order[k])
				}
			}
		} else {
			left := t.nodes[n.first].box.Overlaps(box)
			right := t.nodes[n.first+1].box.Overlaps(box)
			if left {
				if right {
					stack[depth] = n.first + 1
					depth++
				}
				i = n.first
				continue
			}
			if right {
				i = n.first + 1
				continue
			}
		}
		if depth == 0 {
			break
		}
		depth--
		i = stack[depth]
	}
	ascend(out[begin:])
	return out
}

// ascend sorts a list. Short lists, which are most, are sorted by insertion.
func ascend(list []int32) {
	const short = 24
	if len(list) > short {
		slices.Sort(list)
		return
	}
	for i := 1; i < len(list); i++ {
		x, j := list[i], i
		for ; j > 0 && list[j-1] > x; j-- {
			list[j] = list[j-1]
		}
		list[j] = x
	}
}

// Nearest returns the point of the surface closest to p, the triangle that it lies on
// (the lowest of several) and the distance [m]. An empty mesh gives -1 and +Inf.
func (t *Tree) Nearest(p vec.Vec3) (triangle int32, point vec.Vec3, distance float64) {
	triangle, best := -1, math.Inf(1)
	if len(t.nodes) == 0 {
		return triangle, vec.Vec3{}, best
	}
	type entry struct {
		node     int32
		distance float64 // squared distance from p to the node's box
	}
	var stack [stackSize]entry
	stack[0] = entry{0, distance2(t.nodes[0].box, p)}
	for depth := 1; depth > 0; {
		depth--
		if stack[depth].distance > best {
			continue
		}
		n := &t.nodes[stack[depth].node]
		for k := n.first; k < n.first+n.count; k++ {
			a, b, c := t.mesh.Corners(t.order[k])
			q := nearestOnTriangle(p, a, b, c)
			d := q.Sub(p).Norm2()
			if d < best || d == best && t.order[k] < triangle {
				triangle, point, best = t.order[k], q, d
			}
		}
		if n.count > 0 {
			continue
		}
		near := entry{n.first, distance2(t.nodes[n.first].box, p)}
		far := entry{n.first + 1, distance2(t.nodes[n.first+1].box, p)}
		if far.distance < near.distance {
			near, far = far, near
		}
		stack[depth], stack[depth+1] = far, near
		depth += 2
	}
	return triangle, point, math.Sqrt(best)
}

// NearestAlong returns the triangle closest to p. Of those that are farther by no more than a reach [m] it is the one
// whose normal is closest to a direction or against it, the lowest of several. Memory is used for the list of these. An
// empty mesh gives -1.
func (t *Tree) NearestAlong(p, direction vec.Vec3, reach float64, memory *[]int32) (triangle int32) {
	const rounding = 1e-9
	triangle, _, distance := t.Nearest(p)
	if triangle < 0 {
		return triangle
	}
	box := t.Bounds()
	distance += max(reach, rounding*box.Hi.Sub(box.Lo).Norm())
	*memory = t.Query(vec.Box{Lo: p, Hi: p}.Grow(distance), (*memory)[:0])
	best := -1.0
	for _, i := range *memory {
		a, b, c := t.mesh.Corners(i)
		if nearestOnTriangle(p, a, b, c).Sub(p).Norm() > distance {
			continue
		}
		along := math.Abs(b.Sub(a).Cross(c.Sub(a)).Unit().Dot(direction))
		if along > best+rounding {
			triangle, best = i, along
		}
	}
	return triangle
}

// distance2 returns the squared distance from p to a box, 0 inside.
func distance2(b vec.Box, p vec.Vec3) float64 {
	return p.Max(b.Lo).Min(b.Hi).Sub(p).Norm2()
}

// nearestOnTriangle returns the point of the triangle abc closest to p, by the region of
// the plane that p projects into (Ericson, Real-Time Collision Detection, 5.1.5).
func nearestOnTriangle(p, a, b, c vec.Vec3) vec.Vec3 {
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return a
	}
	bp := p.Sub(b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return b
	}
	cp := p.Sub(c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return c
	}
	if area := d1*d4 - d3*d2; area <= 0 && d1 >= 0 && d3 <= 0 {
		return a.AddScaled(d1/(d1-d3), ab)
	}
	if area := d5*d2 - d1*d6; area <= 0 && d2 >= 0 && d6 <= 0 {
		return a.AddScaled(d2/(d2-d6), ac)
	}
	if area := d3*d6 - d5*d4; area <= 0 && d4 >= d3 && d5 >= d6 {
		return b.AddScaled((d4-d3)/((d4-d3)+(d5-d6)), c.Sub(b))
	}
	va, vb, vc := d3*d6-d5*d4, d5*d2-d1*d6, d1*d4-d3*d2
	f := 1 / (va + vb + vc)
	return a.AddScaled(vb*f, ab).AddScaled(vc*f, ac)
}
