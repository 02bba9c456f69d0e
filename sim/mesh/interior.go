package mesh

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// Interior is the space that a closed mesh encloses. It does not change, and is safe for concurrent use.
//
// A point is inside if a line from it along z crosses the surface an odd number of times. Which triangles a line
// crosses is decided by exact signs, and a line through an edge or a vertex counts as one that lies beside it by less
// than any number (Edelsbrunner and Mücke, ACM Trans. Graph. 9 (1990) 66), so that no crossing is lost or counted
// twice. Where on the line it crosses is rounded: only points within 1e-15 of the size of the mesh from the surface may
// be taken for the other side.
type Interior struct {
	mesh   *Mesh
	tree   *Tree
	box    vec.Box
	volume float64
	lines  [3]lattice // for lines along each axis
}

// lattice lists, for lines along an axis, the triangles that those through a cell may cross. Its cells divide the box
// of the mesh across the axis.
type lattice struct {
	axis, u, v int
	n          [2]int
	scale      [2]float64 // cells per length [1/m]
	ends       []int32    // of each cell in list
	list       []int32    // triangles
}

// NewInterior returns the interior of a mesh, which it keeps.
//
// Errors: the mesh is not closed, or its triangles do not face the same way.
func NewInterior(m *Mesh) (*Interior, error) {
	switch r := m.Inspect(); {
	case r.Triangles == 0:
		return nil, errors.New("there is no mesh")
	case r.OpenEdges > 0:
		return nil, fmt.Errorf("the mesh is not closed: %d of its %d edges have one triangle", r.OpenEdges, r.Edges)
	case !r.Closed:
		return nil, fmt.Errorf("the mesh encloses no space: %d of its %d edges have more than two triangles",
			r.NonManifoldEdges, r.Edges)
	case r.FlippedEdges > 0:
		return nil, fmt.Errorf("the triangles of the mesh do not all face outward: those of %d of its %d edges disagree",
			r.FlippedEdges, r.Edges)
	case r.Volume == 0:
		return nil, errors.New("the mesh encloses no space")
	default:
		n := &Interior{mesh: m, tree: NewTree(m), box: r.Box, volume: math.Abs(r.Volume)}
		for axis := range n.lines {
			n.lines[axis] = newLattice(m, r.Box, axis)
		}
		return n, nil
	}
}

// newLattice makes about as many cells as there are triangles, up to a limit, about as wide as high.
func newLattice(m *Mesh, box vec.Box, axis int) lattice {
	l := lattice{axis: axis, u: (axis + 1) % 3, v: (axis + 2) % 3}
	size := box.Hi.Sub(box.Lo)
	width, height := size.Component(l.u), size.Component(l.v)
	const mostCells = 1 << 14 // long triangles lie in many
	most := min(float64(len(m.Triangles)), mostCells)
	across := min(max(math.Sqrt(most*width/height), 1), most)
	l.n = [2]int{int(across), int(max(most/across, 1))}
	l.scale = [2]float64{float64(l.n[0]) / width, float64(l.n[1]) / height}
	l.ends = make([]int32, l.n[0]*l.n[1])
	each := func(do func(cell int, triangle int32)) {
		for i := range m.Triangles {
			a, b, c := m.Corners(int32(i))
			low, high := l.cell(box, a.Min(b).Min(c)), l.cell(box, a.Max(b).Max(c))
			for row := low[1]; row <= high[1]; row++ {
				for column := low[0]; column <= high[0]; column++ {
					do(row*l.n[0]+column, int32(i))
				}
			}
		}
	}
	each(func(cell int, _ int32) { l.ends[cell]++ })
	for i := 1; i < len(l.ends); i++ {
		l.ends[i] += l.ends[i-1]
	}
	l.list = make([]int32, l.ends[len(l.ends)-1])
	at := slices.Clone(l.ends)
	each(func(cell int, triangle int32) {
		at[cell]--
		l.list[at[cell]] = triangle
	})
	return l
}

// cell returns the column and row of a point; beyond the box those of its side.
func (l *lattice) cell(box vec.Box, p vec.Vec3) (at [2]int) {
	for k, axis := range [2]int{l.u, l.v} {
		x := (p.Component(axis) - box.Lo.Component(axis)) * l.scale[k]
		at[k] = int(max(0, min(x, float64(l.n[k]-1))))
	}
	return at
}

// crossings appends where the line through a point along an axis crosses the surface: coordinates on this axis, in no
// order [m].
func (n *Interior) crossings(axis int, p vec.Vec3, to []float64) []float64 {
	l := &n.lines[axis]
	x, y := p.Component(l.u), p.Component(l.v)
	if lo, hi := n.box.Lo, n.box.Hi; !(x >= lo.Component(l.u) && x <= hi.Component(l.u) && y >= lo.Component(l.v) &&
		y <= hi.Component(l.v)) {
		return to
	}
	at := l.cell(n.box, p)
	cell := at[1]*l.n[0] + at[0]
	first := int32(0)
	if cell > 0 {
		first = l.ends[cell-1]
	}
	for _, i := range l.list[first:l.ends[cell]] {
		var corners [3][2]float64
		var height, weight [3]float64
		a, b, c := n.mesh.Corners(i)
		for k, q := range [3]vec.Vec3{a, b, c} {
			corners[k], height[k] = [2]float64{q.Component(l.u), q.Component(l.v)}, q.Component(axis)
		}
		left, sum := 0, 0.0
		for k := range 3 { // the weight of a corner is the triangle of the point with the side across
			side, size := sideOf(corners[(k+1)%3], corners[(k+2)%3], [2]float64{x, y})
			left += side
			weight[k], sum = size, sum+size
		}
		if left != 3 && left != -3 {
			continue
		}
		z := (weight[0]*height[0] + weight[1]*height[1] + weight[2]*height[2]) / sum
		if low, high := min(height[0], height[1], height[2]), max(height[0], height[1], height[2]); !(z >= low) {
			z = low
		} else if z > high {
			z = high
		}
		to = append(to, z)
	}
	return to
}

// sideOf returns on which side of the line from a to b a point p of a plane lies, 1 left and -1 right, exactly; and
// twice the area of their triangle. A point on the line is taken for one that is moved by ε and ε² along both axes; 0
// if a is b.
func sideOf(a, b, p [2]float64) (side int, area float64) {
	left, right := (a[0]-p[0])*(b[1]-p[1]), (a[1]-p[1])*(b[0]-p[0])
	area = left - right
	const rounding = 3.3306690738754716e-16 // (3 + 16 ε) ε of J. R. Shewchuk, Discrete Comput. Geom. 18 (1997) 305
	if off := rounding * (math.Abs(left) + math.Abs(right)); area > off || area < -off {
		return sign(area), area
	}
	if side = exactSide(a, b, p); side == 0 {
		if side = sign(a[1] - b[1]); side == 0 {
			side = sign(b[0] - a[0])
		}
	}
	return side, area
}

// sign returns 1, 0 or -1.
func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// Holds reports whether a point is inside.
func (n *Interior) Holds(p vec.Vec3) bool {
	if z := p.Z; !(z >= n.box.Lo.Z && z <= n.box.Hi.Z) {
		return false
	}
	var room [8]float64
	above := 0
	for _, z := range n.crossings(2, p, room[:0]) {
		if z > p.Z {
			above++
		}
	}
	return above%2 == 1
}

// Depth returns how far a point is from the surface [m], negative outside.
func (n *Interior) Depth(p vec.Vec3) float64 {
	_, _, distance := n.tree.Nearest(p)
	if n.Holds(p) {
		return distance
	}
	return -distance
}

// Across returns the axis to which the surface is most nearly perpendicular where it is nearest to a point.
func (n *Interior) Across(p vec.Vec3) (axis int) {
	i, _, _ := n.tree.Nearest(p)
	a, b, c := n.mesh.Corners(i)
	normal := b.Sub(a).Cross(c.Sub(a))
	for k := 1; k < 3; k++ {
		if math.Abs(normal.Component(k)) > math.Abs(normal.Component(axis)) {
			axis = k
		}
	}
	return axis
}

// Length returns how much of the line through a point along an axis, from one coordinate on it to another one, is
// inside [m].
func (n *Interior) Length(axis int, p vec.Vec3, from, to float64) (length float64) {
	var room [8]float64
	list := n.crossings(axis, p, room[:0])
	slices.Sort(list)
	for k := 0; k+1 < len(list); k += 2 {
		length += max(0, min(list[k+1], to)-max(list[k], from))
	}
	return length
}

// Volume returns the volume of the interior, by Gauss's theorem [m³].
func (n *Interior) Volume() float64 { return n.volume }

// Bounds returns the corners of the box round the interior [m].
func (n *Interior) Bounds() (low, high vec.Vec3) { return n.box.Lo, n.box.Hi }

// Middle returns the centre of the box round the interior [m].
func (n *Interior) Middle() vec.Vec3 { return n.box.Center() }

// Lowest returns the coordinate along a unit vector from which on the interior lies [m].
func (n *Interior) Lowest(up vec.Vec3) float64 {
	least := math.Inf(1)
	for _, v := range n.mesh.Vertices {
		least = min(least, v.Dot(up))
	}
	return least
}

// Axis returns that an interior has no axis.
func (n *Interior) Axis() (axis vec.Vec3, has bool) { return axis, false }
