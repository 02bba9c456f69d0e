package mesh

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Approach tries the pairs of triangles of two meshes that may be nearest to one another, i of t and j of o. place
// brings a point of o's frame to that of t, without stretching; try returns the distance of a pair [m]. Pairs
// whose boxes are farther apart than the nearest pair that was tried are left out.
func (t *Tree) Approach(o *Tree, place func(vec.Vec3) vec.Vec3, try func(i, j int32) float64) {
	if len(t.nodes) == 0 || len(o.nodes) == 0 {
		return
	}
	a := approach{t: t, o: o, try: try, least: math.Inf(1), corner: place(vec.Vec3{})}
	for k, axis := range [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ} {
		a.axes[k] = place(axis).Sub(a.corner)
	}
	a.nodes(0, 0, a.apart(&t.nodes[0].box, &o.nodes[0].box))
}

// approach is a search for the nearest pair of triangles.
type approach struct {
	t, o   *Tree
	try    func(i, j int32) float64
	least  float64 // distance of the nearest pair so far [m]
	corner vec.Vec3
	axes   [3]vec.Vec3 // of o's frame, in that of t
}

// apart returns a lower bound of the distance between what is in a box of t and in one of o [m].
func (a *approach) apart(b, c *vec.Box) float64 {
	middle, half := c.Center(), c.Size().Scale(0.5)
	at, reach := a.corner, vec.Vec3{}
	for k, axis := range a.axes {
		at = at.AddScaled(middle.Component(k), axis)
		reach = reach.AddScaled(half.Component(k), axis.Max(axis.Scale(-1)))
	}
	return b.Lo.Sub(at.Add(reach)).Max(at.Sub(reach).Sub(b.Hi)).Max(vec.Vec3{}).Norm()
}

// nodes searches two nodes whose boxes are so far apart: the children of the larger, the nearer one first.
func (a *approach) nodes(i, j int32, apart float64) {
	if apart >= a.least {
		return
	}
	n, m := &a.t.nodes[i], &a.o.nodes[j]
	if n.count > 0 && m.count > 0 {
		a.leaves(n, m)
		return
	}
	type pair struct {
		i, j  int32
		apart float64
	}
	var two [2]pair
	split := m.count > 0 || n.count == 0 && n.box.Size().Norm2() >= m.box.Size().Norm2()
	for k := range two {
		p := pair{i: i, j: j}
		if split {
			p.i = n.first + int32(k)
		} else {
			p.j = m.first + int32(k)
		}
		p.apart = a.apart(&a.t.nodes[p.i].box, &a.o.nodes[p.j].box)
		two[k] = p
	}
	if two[1].apart < two[0].apart {
		two[0], two[1] = two[1], two[0]
	}
	for _, p := range two {
		a.nodes(p.i, p.j, p.apart)
	}
}

// leaves tries the triangles of two leaves.
func (a *approach) leaves(n, m *node) {
	for i := n.first; i < n.first+n.count; i++ {
		for j := m.first; j < m.first+m.count; j++ {
			if a.apart(&a.t.boxes[i], &a.o.boxes[j]) < a.least {
				a.least = min(a.least, a.try(a.t.order[i], a.o.order[j]))
			}
		}
	}
}
