package mesh

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Approach searches for the nearest triangles of two meshes. It calls try for pairs of a triangle i of t and a
// triangle j of o; try returns the distance of the pair [m]. Pairs whose boxes are farther apart than the nearest
// pair so far are left out. place transforms a point from the frame of o to the frame of t, without stretching.
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
	axes   [3]vec.Vec3 // axes of the frame of o, in the frame of t
}

// apart returns a lower bound of the distance between triangles in a box b of t and triangles in a box c of o [m].
func (a *approach) apart(b, c *vec.Box) float64 {
	middle, half := c.Center(), c.Size().Scale(0.5)
	at, reach := a.corner, vec.Vec3{}
	for k, axis := range a.axes {
		at = at.AddScaled(middle.Component(k), axis)
		reach = reach.AddScaled(half.Component(k), axis.Max(axis.Scale(-1)))
	}
	return b.Lo.Sub(at.Add(reach)).Max(at.Sub(reach).Sub(b.Hi)).Max(vec.Vec3{}).Norm()
}

// nodes searches a pair of nodes whose boxes are apart by the given distance [m]. It divides the larger node and
// takes the nearer child first, so that a short distance is known early.
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
