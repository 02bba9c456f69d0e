package narrow

import "example.org/tumble/sim/vec"

// node is a point of the shaft with a quadrature's weight, from which there are saddles
// between the places that it touches. A minimum i of the distance, with the overlap u, weighs
// there not u² but
//
//	wi = ui² Πe fie,  fie = 1 - se σie min(1, ue²/ui²)
//
// with a factor for each saddle e. What a saddle takes from all minima is shared out by how
// near they are to it and what other saddles leave of them:
//
//	σie = gie/Σj gje,  gie = ui² Πe'≠e fie'/Die,  Die = 1 - ni·ne + (ui - ue)²/R²
//
// with n for directions and R for the reach. A minimum begins where a saddle is, D = 0, so it
// begins with no weight, and others do not notice. Of two minima on both sides of a slight
// bend each has half the weight, and together they are one, as on a flat; of two with a low
// saddle each has its own. The strength se of a saddle is, in the same way, what maxima
// leave of it, with which saddles begin and end. No weight is negative, so it does no harm that
// round a hole, where minima and saddles alternate, one saddle joins none.
//
// The σ depend on the f, and the f on the σ. A few rounds tell them well enough: where more
// than that many saddles meet, the weights of minima that begin leave small steps.
type node struct {
	weight float64  // of the quadrature [m]
	core   vec.Vec3 // relative to the capsule's centre

	// Where its minima, saddles and maxima begin in the list of spots.
	minima, saddles, maxima, end int32
}

const (
	// rounds is how often the weights at a node are refined.
	rounds = 3
	// alike is the D under which spots count as one.
	alike = 1e-9
)

// spot is a critical point of the distance, seen from a node.
type spot struct {
	overlap float64
	normal  vec.Vec3
	bend    bend
	part    int32    // of a minimum
	left    gradient // what spots of the next kind leave of it: w/u² of a minimum, s of a saddle
}

// gradient is a number that depends on where a point of the shaft is, with its derivative.
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

// spot adds a critical point to the node; minima come before saddles, and those before
// maxima.
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

// endNode gives the minima of the node their weights and adds them to their parts. half is
// the half thickness of the surface [m].
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

// leave finds what lower spots leave of upper ones.
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

// product returns the product of all but one of the factors.
func product(list []gradient, but int) gradient {
	p := gradient{value: 1}
	for k := range list {
		if k != but {
			p = p.times(list[k])
		}
	}
	return p
}

// share finds the next factors of the lower spot number e.
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

// apart returns D of two spots.
func (s *spot) apart(o *spot, reach float64) gradient {
	step := (s.overlap - o.overlap) / reach
	by := s.bend.force(s.normal, o.normal).Add(o.bend.force(o.normal, s.normal))
	return gradient{1 - s.normal.Dot(o.normal) + step*step + alike, by.AddScaled(2*step/reach, o.normal.Sub(s.normal))}
}

// ratio returns what the overlap of a lower spot is of that of an upper one, squared, at
// most 1.
func (s *spot) ratio(o *spot) gradient {
	if o.overlap >= s.overlap {
		return gradient{value: 1}
	}
	r := gradient{o.overlap, o.normal.Neg()}.over(gradient{s.overlap, s.normal.Neg()})
	return r.times(r)
}

// follow adds to the wrenches of contacts what the weights at a node bring, times a factor.
func (m *profile) follow(n *node, factor float64) {
	for _, s := range m.spots[n.minima:n.saddles] {
		p := &m.parts[s.part]
		u := gradient{s.overlap, s.normal.Neg()}
		w := s.left.times(u).times(u)
		b := w.times(u)
		m.parts[p.group].wrench.add(n.core, w.by.Scale(p.byA).AddScaled(p.byB, b.by).Scale(-n.weight*factor))
	}
}
