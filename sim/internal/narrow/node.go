package narrow

import "example.org/tumble/sim/vec"

// node is a point of the shaft, with its quadrature weight, that has saddles between the minima of its
// distance. A minimum i with the overlap u does not have the weight u² there but
//
//	wi = ui² Πe fie,  fie = 1 - se σie min(1, ue²/ui²)
//
// with a factor for each saddle e. The weight that a saddle takes away from all minima is divided among
// them by how near they are to the saddle and by the weight that other saddles leave to them:
//
//	σie = gie/Σj gje,  gie = ui² Πe'≠e fie'/Die,  Die = 1 - ni·ne + (ui - ue)²/R²
//
// with n for directions and R for the reach. A minimum appears at a saddle, where D = 0, so it starts
// with zero weight, and the other weights do not change at that moment. Two minima on both sides of a
// slight bend have half the weight each, so that together they count once, as on a flat surface; two
// minima with a low saddle between them count twice. The strength se of a saddle is computed in the same
// way from the maxima with which saddles appear and vanish. No weight is negative. So no harm is done
// where minima and saddles alternate round a hole, although one of the saddles there joins no two minima.
//
// The σ depend on the f, and the f on the σ. A few rounds of iteration are accurate enough: only where
// more saddles than rounds meet, the weights of new minima begin with small steps.
type node struct {
	weight float64  // of the quadrature [m]
	core   vec.Vec3 // relative to the capsule's centre

	// Indices in the list of spots at which the node's minima, saddles and maxima begin:
	minima, saddles, maxima, end int32
}

const (
	// rounds is the number of iterations for the weights at a node.
	rounds = 3
	// alike is the D below which two spots count as one.
	alike = 1e-9
)

// spot is a critical point of the distance from a node to the surface.
type spot struct {
	overlap float64
	normal  vec.Vec3
	bend    bend
	part    int32    // of a minimum
	left    gradient // the weight that spots of the next kind leave to it: w/u² of a minimum, s of a saddle
}

// gradient is a number that depends on the position of a point of the shaft, with its derivative.
type gradient struct {
	value float64
	by    vec.Vec3
}

func (a gradient) times(b gradient) gradient {
	return gradient{a.value * b.value, a.by.Scale(b.value).AddScaled(a.value, b.by)}
}

func (a gradient) plus(b gradient) gradient { return gradient{a.value + b.value, a.by.Add(b.by)} }

func (a gradient) over(b gradient) gradient {
	q := a.value / b.value
	return gradient{q, a.by.AddScaled(-q, b.by).Scale(1 / b.value)}
}

// beginNode begins the node at a point of the shaft.
func (m *profile) beginNode(weight float64, core vec.Vec3) {
	n := int32(len(m.spots))
	m.nodes = append(m.nodes, node{weight: weight, core: core, minima: n, saddles: n, maxima: n, end: n})
}

// spot adds a critical point to the node. Minima must come before saddles, and saddles before maxima.
func (m *profile) spot(q *piece, t Touch, b bend) {
	n := &m.nodes[len(m.nodes)-1]
	s := spot{overlap: t.Overlap, normal: t.Normal, bend: b, left: gradient{value: 1}}
	if q.kind == minimum {
		s.part = m.part(t.Normal, b)
		m.parts[s.part].noteEnds(q, m.half)
	}
	m.spots = append(m.spots, s)
	if n.end = int32(len(m.spots)); q.kind < maximum {
		n.maxima = n.end
	}
	if q.kind < saddle {
		n.saddles = n.end
	}
}

// endNode computes the weights of the node's minima and adds the minima to their parts. half is the half
// thickness of the surface [m].
func (m *profile) endNode(half float64) {
	n := &m.nodes[len(m.nodes)-1]
	saddles := m.spots[n.saddles:n.maxima]
	m.leave(saddles, m.spots[n.maxima:n.end])
	m.leave(m.spots[n.minima:n.saddles], saddles)
	for _, s := range m.spots[n.minima:n.saddles] {
		g := n.weight * s.left.value * s.overlap * s.overlap
		p := &m.parts[s.part]
		p.second += g
		p.third += g * s.overlap
		p.point = p.point.AddScaled(g, n.core.AddScaled(half-m.reach+s.overlap, s.normal))
	}
}

// leave computes the weight that lower spots leave to upper ones.
func (m *profile) leave(upper, lower []spot) {
	count := len(upper) * len(lower)
	if count == 0 {
		return
	}
	m.now, m.next, m.near = sized(m.now, count), sized(m.next, count), sized(m.near, count)
	for i := range upper {
		for e := range lower {
			m.now[i*len(lower)+e] = gradient{value: 1}
			m.near[i*len(lower)+e] = upper[i].apart(&lower[e], m.reach)
		}
	}
	for range rounds {
		for e := range lower {
			m.share(upper, lower, e)
		}
		m.now, m.next = m.next, m.now
	}
	for i := range upper {
		upper[i].left = product(m.now[i*len(lower):(i+1)*len(lower)], -1)
	}
}

// sized returns s with n elements.
func sized(s []gradient, n int) []gradient {
	for len(s) < n {
		s = append(s, gradient{})
	}
	return s[:n]
}

// product returns the product of all factors in a list except the one at index but.
func product(list []gradient, but int) gradient {
	p := gradient{value: 1}
	for k := range list {
		if k != but {
			p = p.times(list[k])
		}
	}
	return p
}

// share computes the next factors of the lower spot at index e.
func (m *profile) share(upper, lower []spot, e int) {
	n := len(lower)
	o := &lower[e]
	var sum gradient
	for i := range upper {
		g := product(m.now[i*n:(i+1)*n], e)
		g.value += alike
		u := gradient{upper[i].overlap, upper[i].normal.Neg()}
		g = g.times(u).times(u).over(m.near[i*n+e])
		m.next[i*n+e] = g
		sum = sum.plus(g)
	}
	for i := range upper {
		f := m.next[i*n+e].over(sum).times(o.left).times(upper[i].ratio(o))
		m.next[i*n+e] = gradient{1 - f.value, f.by.Neg()}
	}
}

// apart returns D for two spots.
func (s *spot) apart(o *spot, reach float64) gradient {
	step := (s.overlap - o.overlap) / reach
	by := s.bend.force(s.normal, o.normal).Add(o.bend.force(o.normal, s.normal))
	return gradient{1 - s.normal.Dot(o.normal) + step*step + alike, by.AddScaled(2*step/reach, o.normal.Sub(s.normal))}
}

// ratio returns the square of a lower spot's overlap divided by an upper spot's, at most 1.
func (s *spot) ratio(o *spot) gradient {
	if o.overlap >= s.overlap {
		return gradient{value: 1}
	}
	r := gradient{o.overlap, o.normal.Neg()}.over(gradient{s.overlap, s.normal.Neg()})
	return r.times(r)
}

// follow adds the derivatives of the weights at a node, times a factor, to the wrenches of contacts.
func (m *profile) follow(n *node, factor float64) {
	for _, s := range m.spots[n.minima:n.saddles] {
		p := &m.parts[s.part]
		u := gradient{s.overlap, s.normal.Neg()}
		w := s.left.times(u).times(u)
		b := w.times(u)
		m.parts[p.group].wrench.add(n.core, w.by.Scale(p.byA).AddScaled(p.byB, b.by).Scale(-n.weight*factor))
	}
}
