package woo

import (
	"math"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// facet is the data that only a Facet has: the nodes at its corners.
type facet struct {
	nodes     [3]*object
	halfThick float64
}

func (f *facet) list() *list { return &list{[]value{f.nodes[0], f.nodes[1], f.nodes[2]}} }

// corner reads a corner of a facet: a point, or a node that facets can share.
var corner converter = func(in *interp, what string, v value) value {
	if o, ok := v.(*object); ok && o.class == nodeClass {
		return o
	}
	node := nodeClass.object(in)
	node.vals["pos"] = in.vector(what, v)
	return node
}

// facetParameters are the parameters that facets take besides their corners, in the order of
// Woo.
func facetParameters() []parameter {
	return []parameter{
		{"fakeVel", orNone(only(vec.Vec3{}, "surfaces move with their body; a wall or cylinder with vel or angVel does "+
			"what a belt does")), none{}},
		{"halfThick", notNegative, 0.0},
		{"fixed", only(true, "facets do not deform; addClumped() joins them into a body that moves"), true},
		{"wire", yesNo, true}, {"color", orNone(anyNumber), none{}}, {"highlight", yesNo, false},
		{"mat", orNone(of(materialClass)), none{}}, {"visible", yesNo, true}, {"mask", maskParameter, int64(boundaryMask)},
	}
}

func makeFacet(in *interp, a *args) value {
	b := a.bind(in, "Facet.make", append([]parameter{{"vertices", several(corner), nil}}, facetParameters()...))
	t := b["vertices"].(tuple)
	if len(t) != 3 {
		in.fail("Facet.make(): vertices must be three points, got %d", len(t))
	}
	return newFacet(in, [3]*object{t[0].(*object), t[1].(*object), t[2].(*object)}, b)
}

// newFacet makes a facet. In Woo a facet has no node of its own; here it has one, which stays where it is.
func newFacet(in *interp, nodes [3]*object, b bound) *object {
	in.mayMake(1)
	p := newParticle(in, meshClass.object(in), b, vec.Vec3{}, vec.Identity)
	f := &facet{nodes: nodes, halfThick: b["halfThick"].(float64)}
	in.session.facets++
	particleOf(p).facet, p.object("shape").extra = f, f
	return p
}

// surface makes facets of triangles of points, which share their nodes.
func surface(in *interp, points []vec.Vec3, triangles [][3]int, b bound) *list {
	in.mayMake(len(triangles))
	nodes := make([]*object, len(points))
	for i, p := range points {
		nodes[i] = nodeClass.object(in)
		nodes[i].vals["pos"] = p
	}
	out := &list{}
	for _, t := range triangles {
		in.spend(1)
		out.items = append(out.items, newFacet(in, [3]*object{nodes[t[0]], nodes[t[1]], nodes[t[2]]}, b))
	}
	return out
}

// mayMake fails if n more facets would be too many.
func (in *interp) mayMake(n int) {
	if err := limit.Facets.Check(in.session.facets + n); err != nil {
		in.fail("%v: a mesh file takes less room", err)
	}
}

// gridOf returns the triangles between rows of points, two for each quadrilateral between two rows; in a closed
// row the last point is a neighbour of the first.
func gridOf(rows, columns int, closed bool) (triangles [][3]int) {
	fields := columns
	if !closed {
		fields--
	}
	for i := range rows - 1 {
		for k := range fields {
			a, b := i*columns+k, i*columns+(k+1)%columns
			triangles = append(triangles, [3]int{a, b, b + columns}, [3]int{a, b + columns, a + columns})
		}
	}
	return triangles
}

// maxDivisions bounds the number of divisions of a surface, in each direction.
const maxDivisions = 2000

var divisions converter = bounded(func(x float64) bool { return x >= 1 && x <= maxDivisions && x == math.Trunc(x) },
	"a whole number from 1 to 2000")

// makeBox makes the box of woo.triangulated: two facets for each of the sides that are
// wanted, given in the order -x, -y, -z, +x, +y, +z.
func makeBox(in *interp, a *args) value {
	b := a.bind(in, "box", append([]parameter{
		{"dim", space, nil}, {"center", corner, nil}, {"which", several(yesNo), tuple{true, true, true, true, true, true}},
	}, facetParameters()...))
	dim, node, which := b["dim"].(vec.Vec3), b["center"].(*object), b["which"].(tuple)
	if len(which) != 6 {
		in.fail("box(): which must be six numbers, for the sides -x, -y, -z, +x, +y, +z, got %d", len(which))
	}
	var points []vec.Vec3
	for i := range 8 { // bit k of i: the upper end of axis k
		half := dim.Scale(0.5)
		p := vec.New(sign(i&1)*half.X, sign(i&2)*half.Y, sign(i&4)*half.Z)
		points = append(points, node.vec("pos").Add(turnOf(node).Rotate(p)))
	}
	// Corners of each side, anticlockwise seen from outside.
	sides := [6][4]int{{0, 4, 6, 2}, {0, 1, 5, 4}, {0, 2, 3, 1}, {1, 3, 7, 5}, {2, 6, 7, 3}, {4, 5, 7, 6}}
	var triangles [][3]int
	for i, s := range sides {
		if which[i].(bool) {
			triangles = append(triangles, [3]int{s[0], s[1], s[2]}, [3]int{s[0], s[2], s[3]})
		}
	}
	return surface(in, points, triangles, b)
}

func sign(bit int) float64 {
	if bit == 0 {
		return -1
	}
	return 1
}

// makeQuadrilateral makes the quadrilateral of woo.triangulated: A, B and C, D are the ends
// of two opposite sides; between them it is divided evenly.
func makeQuadrilateral(in *interp, a *args) value {
	b := a.bind(in, "quadrilateral", append([]parameter{
		{"A", space, nil}, {"B", space, nil}, {"C", space, nil}, {"D", space, nil},
		{"size", notNegative, 0.0}, {"div", flat, vector2{}},
	}, facetParameters()...))
	p := [4]vec.Vec3{b["A"].(vec.Vec3), b["B"].(vec.Vec3), b["C"].(vec.Vec3), b["D"].(vec.Vec3)}
	div, size := b["div"].(vector2), b["size"].(float64)
	switch {
	case size > 0 && div != vector2{}:
		in.fail("quadrilateral(): give size or div, not both")
	case size > 0:
		along := math.Min(p[0].Sub(p[2]).Norm(), p[1].Sub(p[3]).Norm())
		across := math.Min(p[0].Sub(p[1]).Norm(), p[2].Sub(p[3]).Norm())
		div = vector2{math.Max(2, math.Ceil(across/size)), math.Max(2, math.Ceil(along/size))}
	case div == vector2{}:
		div = vector2{1, 1}
	}
	var n [2]int
	for i := range n {
		n[i] = int(divisions(in, "quadrilateral(): number of divisions", div[i]).(float64))
	}
	in.mayMake(2 * n[0] * n[1])
	var points []vec.Vec3
	for i := range n[0] + 1 {
		for k := range n[1] + 1 {
			u, v := float64(i)/float64(n[0]), float64(k)/float64(n[1])
			left, right := onWay(p[0], p[2], v), onWay(p[1], p[3], v)
			points = append(points, onWay(left, right, u))
		}
	}
	return surface(in, points, gridOf(n[0]+1, n[1]+1, false), b)
}

// onWay returns the point that lies the part t of the way from a to b.
func onWay(a, b vec.Vec3, t float64) vec.Vec3 { return a.AddScaled(t, b.Sub(a)) }

// makeTube makes the cylinder of woo.triangulated: a tube from A to B, with or without
// ends.
func makeTube(in *interp, a *args) value {
	still := only(0.0, "the facets stay where they are; addClumped() with a central node turns them, or an InfCylinder "+
		"with angVel")
	b := a.bind(in, "cylinder", append([]parameter{
		{"A", space, nil}, {"B", space, nil}, {"radius", positive, nil}, {"div", divisions, 20.0}, {"axDiv", number, 1.0},
		{"capA", yesNo, false}, {"capB", yesNo, false}, {"masks", only(none{}, "everything collides with everything"),
			none{}},
		{"wallCaps", yesNo, false}, {"angVel", still, 0.0}, {"realRot", yesNo, false},
	}, facetParameters()...))
	from, to, radius := b["A"].(vec.Vec3), b["B"].(vec.Vec3), b["radius"].(float64)
	length := to.Sub(from).Norm()
	if length == 0 {
		in.fail("cylinder(): A and B must be two points")
	}
	around := int(b["div"].(float64)) - 1 // Woo counts the first corner twice
	if around < 3 {
		in.fail("cylinder(): div must be ≥ 4, got %d", around+1)
	}
	along := b["axDiv"].(float64)
	if along < 0 { // relative to the size of a division around
		along = math.Max(1, math.Trunc(-along*length/(2*math.Pi*radius/float64(around+1))))
	}
	rings := int(divisions(in, "cylinder(): axDiv", along).(float64)) + 1
	in.mayMake(2 * around * (rings - 1))
	axis := to.Sub(from).Unit()
	points := ringsOn(from, to, between(in, vec.AxisX, axis), radius, rings, around)
	triangles := gridOf(rings, around, true)
	out := &list{}
	last := (rings - 1) * around
	for _, end := range []struct {
		wanted bool
		at     vec.Vec3
		first  int
		sense  int64 // along the axis, to the inside
	}{{b["capA"].(bool), from, 0, 1}, {b["capB"].(bool), to, last, -1}} {
		switch {
		case !end.wanted:
		case b["wallCaps"].(bool):
			out.items = append(out.items, wallCap(in, end.at, axis, end.sense, radius, b))
		default:
			points = append(points, end.at)
			for k := range around {
				t := [3]int{len(points) - 1, end.first + (k+1)%around, end.first + k}
				if end.sense < 0 {
					t[1], t[2] = t[2], t[1]
				}
				triangles = append(triangles, t)
			}
		}
	}
	out.items = append(out.items, surface(in, points, triangles, b).items...)
	return out
}

// ringsOn returns the corners of rings from one point to another; turn rotates the x axis to the direction between
// the points.
func ringsOn(from, to vec.Vec3, turn vec.Quat, radius float64, rings, around int) (points []vec.Vec3) {
	length, axis := to.Sub(from).Norm(), to.Sub(from).Unit()
	for i := range rings {
		at := from.AddScaled(length*float64(i)/float64(rings-1), axis)
		for k := range around {
			s, c := math.Sincos(2 * math.Pi * float64(k) / float64(around))
			points = append(points, at.Add(turn.Rotate(vec.New(0, radius*c, radius*s))))
		}
	}
	return points
}

// wallCap closes an end of a tube along a global axis by a wall.
func wallCap(in *interp, at, axis vec.Vec3, sense int64, radius float64, b bound) *object {
	k := 0
	for i := range 3 {
		if math.Abs(axis.Component(i)) > 1-1e-6 {
			k = i + 1
		}
	}
	if k == 0 {
		in.fail("cylinder(): wallCaps are for a cylinder along x, y or z")
	}
	if k--; axis.Component(k) < 0 {
		sense = -sense
	}
	s := wallClass.object(in)
	s.vals["axis"], s.vals["sense"] = int64(k), sense
	s.vals["glAB"] = tuple{vector2{-radius, -radius}, vector2{radius, radius}}
	return newParticle(in, s, b, at, vec.Identity)
}

// mixedBody is the error for particles that cannot be joined into one body.
const mixedBody = "a body can be made of spheres and capsules, of facets, or of one imported mesh"

// facets describes a mesh of the facets that are members of a body, or that a script added
// one after another.
func (b *specBuilder) facets(members []*object, d *scene.Body) {
	first := members[0]
	d.Material, d.Color = b.material(materialOf(first)), b.color(first.object("shape"))
	d.Thickness = 2 * particleOf(first).facet.halfThick
	d.Facets = &scene.Facets{}
	known := map[vec.Vec3]int{}
	for _, m := range members {
		if particleOf(m).facet == nil {
			b.in.fail(mixedBody)
		}
		if !alike(first, m) {
			b.in.fail("facets of one body must have the same material, colour and thickness")
		}
		var t [3]int
		for k, node := range particleOf(m).facet.nodes {
			b.checkCorner(node)
			p := node.vec("pos")
			n, ok := known[p]
			if !ok {
				n = len(d.Facets.Points)
				known[p] = n
				d.Facets.Points = append(d.Facets.Points, vector(p))
			}
			t[k] = n
		}
		d.Facets.Triangles = append(d.Facets.Triangles, t)
	}
}

// alike reports whether two facets can be of one body.
func alike(a, b *object) bool {
	x, y := a.object("shape").float("color"), b.object("shape").float("color")
	return materialOf(a) == materialOf(b) && particleOf(a).facet.halfThick == particleOf(b).facet.halfThick &&
		(x == y || math.IsNaN(x) && math.IsNaN(y))
}

// checkCorner fails if a corner of a facet would move by itself.
func (b *specBuilder) checkCorner(node *object) {
	data := node.object("dem")
	if data != nil && (b.moves(node) || data.get("vel") != value(vec.Vec3{}) || data.get("angVel") != value(vec.Vec3{})) {
		b.in.fail("the corners of a facet cannot move by themselves: addClumped() joins facets into a body that moves")
	}
}

// facetRun returns how many entries from the first on are facets that can be one body.
func facetRun(entries []*entry) (n int) {
	loose := func(e *entry) bool { return !e.clump && particleOf(e.members[0]).facet != nil }
	for n < len(entries) && loose(entries[n]) && alike(entries[0].members[0], entries[n].members[0]) {
		n++
	}
	return n
}

// facetsOf returns the facet that a shape belongs to.
func facetsOf(in *interp, shape *object) *facet {
	f, ok := shape.extra.(*facet)
	if !ok {
		in.fail("the facets of an imported mesh are not known one by one")
	}
	return f
}
