package narrow

import (
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// profile collects what a shaft touches in several directions, and makes contacts of it. It
// is also the memory for that: the zero value is ready to use; it must not be shared by
// goroutines.
//
// The rule integral gives all that a shaft touches one mean overlap, however long it is.
// That is right where it is pressed to one side. Between the walls of a groove, or of a tube that
// it lies across, it is held by two contacts, each with a mean of its own. And there is
// everything between, so the energy, over the stiffness, is
//
//	Φ = ½ Σij Kij fi fj,  fi = bi/mi,  mi = Σj Kij aj,  Kij = max(0, ni·nj)²
//
// with one part i for each direction ni, ai = ∫ u² ds and bi = ∫ u³ ds over it. Parts
// of one direction (K = 1) are one contact with the mean overlap Σb/Σa of LineContact,
// however they are cut; parts across each other (K = 0) are contacts of their own, and add
// up.
//
// Parts whose normals are within 25° of one another, or linked by such, are put together as one
// contact c: with the energy Φc, the terms of Φ with i in c, and so the overlap √(2 Φc). For
// changes of a, b and n, where ci is 1 for parts of the contact, else 0,
//
//	δΦc = Σj Gj/mj δbj - Σij Kij Hi δaj + Σi<j ((ci + cj) fi fj - 2 Hi aj - 2 Hj ai) max(0, ni·nj) δ(ni·nj)
//	Gi = ½ Σj (ci + cj) Kij fj,  Hi = Gi fi/mi
//
// What changes with a part is the wrench of the contact that the part belongs to, whosever
// energy it is: contacts push along the normals of their parts. The force of a law grows as
// power Tangent of the overlap, which tells what the energies of other contacts weigh
// there. So energy is kept whatever the law. Only where parts are joined or parted it may
// jump, but not for Tangent 1: there the sum of all contacts is Φ.
type profile struct {
	pieces []piece
	cuts   []float64
	parts  []part
	like   []float64 // per pair of parts, the cosine of the angle between their normals, not negative
	nodes  []node
	spots  []spot
	now    []gradient // factors at a node, the next ones, and distances
	next   []gradient
	near   []gradient
	seen   *Witness // nil in the steps of a run
	half   float64  // of the shaft [m]
	reach  float64  // [m]
}

// part is what the shaft touches in one direction. Positions are relative to the capsule's
// centre.
type part struct {
	integral
	normal      vec.Vec3
	bend        bend
	first, last bool // an end of the shaft takes part
	group       int32
	triangle    int32 // that it lies on, or the first of several

	m, f, g, h float64 // m, f, G and H in the head of profile
	byA, byB   float64 // ∂Φc/∂a and ∂Φc/∂b

	// Of the part that a contact is named after.
	overlap float64
	wrench  wrench
}

// bend says how a normal changes as the capsule moves: it is that of a point of the shaft,
// which is at a distance from a side, or from a point.
type bend struct {
	core     vec.Vec3 // the point of the shaft
	along    vec.Vec3 // direction of the side, zero for a point
	distance float64  // negative inside a tube [m]; 0: the normal stays
}

// force returns what acts on the core if the energy changes by the vector by times the change
// of the normal n.
func (b *bend) force(n, by vec.Vec3) vec.Vec3 {
	if b.distance == 0 {
		return vec.Vec3{}
	}
	f := by.AddScaled(-by.Dot(n), n)
	return f.AddScaled(-f.Dot(b.along), b.along).Scale(-1 / b.distance)
}

// begin forgets what there was.
func (m *profile) begin(half, reach float64) {
	m.parts, m.nodes, m.spots = m.parts[:0], m.nodes[:0], m.spots[:0]
	m.half, m.reach = half, reach
}

// part returns the index of the part of a direction. One that stays is shared by the faces of
// one plane, one that bends is new.
func (m *profile) part(n vec.Vec3, b bend) int32 {
	const same = 1e-10
	if b.distance == 0 {
		for i := range m.parts {
			if q := &m.parts[i]; q.bend.distance == 0 && q.normal.Dot(n) > 1-same {
				return int32(i)
			}
		}
	}
	m.parts = append(m.parts, part{normal: n, bend: b, triangle: -1})
	return int32(len(m.parts) - 1)
}

// noteEnds notes which ends of the shaft a piece has.
func (q *part) noteEnds(p *piece, half float64) {
	q.first = q.first || p.from <= -half
	q.last = q.last || p.to >= half
	if q.triangle < 0 {
		q.triangle = p.triangle
	}
}

// contacts appends the contacts of all parts to out; center is the centre of the capsule.
func (m *profile) contacts(center vec.Vec3, tangent float64, out []LineContact) []LineContact {
	if len(m.parts) == 1 && len(m.nodes) == 0 {
		return m.only(center, out)
	}
	m.weigh()
	m.group()
	power := 0.
	if tangent > 0 {
		power = tangent - 1
	}
	for g := range m.parts {
		if p := &m.parts[g]; p.group == int32(g) {
			p.overlap = math.Sqrt(2 * m.energy(p.group))
			m.push(p.group, math.Pow(p.overlap, power))
		}
	}
	for g := range m.parts {
		if p := &m.parts[g]; p.group == int32(g) && p.overlap > coincident*m.reach {
			d := m.contact(p, p.overlap*math.Pow(p.overlap, power))
			d.Point = d.Point.Add(center)
			if m.seen != nil {
				m.seen.parts(m, p.group, center, d.Point)
			}
			out = append(out, d)
		}
	}
	return out
}

// only is contacts for a single part, of which the energy is ½ (b/a)².
func (m *profile) only(center vec.Vec3, out []LineContact) []LineContact {
	p := &m.parts[0]
	f := 1 / p.second
	if p.overlap = p.third * f; !(p.overlap > coincident*m.reach) {
		return out
	}
	back := -2 * p.overlap * f
	p.wrench.push = p.push2.Scale(3*f).AddScaled(back, p.push1)
	p.wrench.torque = p.torque2.Scale(3*f).AddScaled(back, p.torque1)
	d := m.contact(p, 1)
	d.Point = d.Point.Add(center)
	if m.seen != nil {
		m.seen.parts(m, p.group, center, d.Point)
	}
	return append(out, d)
}

// weigh finds how much of a contact each part is.
func (m *profile) weigh() {
	m.compare()
	for i := range m.parts {
		p, like := &m.parts[i], m.likeness(i)
		p.m, p.f = 0, 0
		for j, k := range like {
			p.m += k * k * m.parts[j].second
		}
		if p.second > 0 {
			p.f = p.third / p.m
		}
	}
}

// compare finds how alike the directions of parts are: 0 if they are across or against each
// other.
func (m *profile) compare() {
	n := len(m.parts)
	m.like = slices.Grow(m.like[:0], n*n)[:n*n]
	for i := range m.parts {
		for j := range m.parts[:i+1] {
			c := m.parts[i].normal.Dot(m.parts[j].normal)
			if !(c > 0) {
				c = 0
			}
			m.like[i*n+j], m.like[j*n+i] = c, c
		}
	}
}

// likeness returns how alike part i is to each part.
func (m *profile) likeness(i int) []float64 {
	n := len(m.parts)
	return m.like[i*n : i*n+n]
}

// energy returns Φc of a contact and finds what its gradient needs.
func (m *profile) energy(c int32) (phi float64) {
	for i := range m.parts {
		p, like := &m.parts[i], m.likeness(i)
		p.g, p.h, p.byB = 0, 0, 0
		for j, k := range like {
			if q := &m.parts[j]; p.group == c || q.group == c {
				p.g += k * k * q.f / 2
				if p.group == q.group {
					p.g += k * k * q.f / 2
				}
			}
		}
		if p.second > 0 {
			p.byB = p.g / p.m
			p.h = p.byB * p.f
		}
		phi += p.f * p.g / 2
	}
	return phi
}

// push adds the gradient of Φc, reversed, times a factor to the wrenches of the contacts
// whose parts change it.
func (m *profile) push(c int32, factor float64) {
	for j := range m.parts {
		q, like := &m.parts[j], m.likeness(j)
		var byNormal vec.Vec3
		q.byA = 0
		for i, k := range like {
			p := &m.parts[i]
			q.byA -= k * k * p.h
			if q.bend.distance != 0 && i != j {
				both := -2 * (p.h*q.second + q.h*p.second)
				if p.group == c {
					both += p.f * q.f
				}
				if q.group == c {
					both += p.f * q.f
				}
				byNormal = byNormal.AddScaled(k*both, p.normal)
			}
		}
		to := &m.parts[q.group].wrench
		to.push = to.push.AddScaled(3*q.byB*factor, q.push2).AddScaled(2*q.byA*factor, q.push1)
		to.torque = to.torque.AddScaled(3*q.byB*factor, q.torque2).AddScaled(2*q.byA*factor, q.torque1)
		to.add(q.bend.core, q.bend.force(q.normal, byNormal.Scale(factor)))
	}
	for i := range m.nodes {
		m.follow(&m.nodes[i], factor)
	}
}

// add adds a force at a point.
func (w *wrench) add(at, f vec.Vec3) {
	w.push, w.torque = w.push.Add(f), w.torque.Add(at.Cross(f))
}

// group numbers the parts by the contact that they belong to: the lowest index of a part in
// it.
func (m *profile) group() {
	for i := range m.parts {
		m.parts[i].group = int32(i)
		for j, k := range m.likeness(i)[:i] {
			if p, q := &m.parts[i], &m.parts[j]; k > patch && p.group != q.group {
				m.merge(p.group, q.group)
			}
		}
	}
}

// merge makes one group of two.
func (m *profile) merge(a, b int32) {
	if a > b {
		a, b = b, a
	}
	for i := range m.parts {
		if m.parts[i].group == b {
			m.parts[i].group = a
		}
	}
}

// contact returns the contact that is named after a part; its wrench is so many times what
// counts.
func (m *profile) contact(g *part, times float64) LineContact {
	w := g.wrench
	w.overlap, w.push, w.torque = g.overlap, w.push.Scale(1/times), w.torque.Scale(1/times)
	var weight float64
	first, last := false, false
	for i := range m.parts {
		if p := &m.parts[i]; p.group == g.group {
			w.point, weight = w.point.Add(p.point), weight+p.second
			first, last = first || p.first, last || p.last
		}
	}
	w.point = w.point.Scale(1 / weight)
	d := w.lineContact(vec.Vec3{}, g.normal)
	d.settle(m.half + m.reach)
	d.Feature = feature(first, last)
	return d
}

// feature returns the Touch.Feature of a contact in which these ends of the shaft take part.
func feature(first, last bool) int32 {
	switch {
	case first && last:
		return FeatureBoth
	case first:
		return FeatureEndA
	case last:
		return FeatureEndB
	}
	return FeatureShaft
}

// settle moves the point to where the force alone, without a couple across it, acts; by at
// most the given way [m], so that it stays near if the force vanishes.
func (d *LineContact) settle(most float64) {
	way := d.Normal.Cross(d.Arm).Scale(1 / d.Share)
	if l := way.Norm(); !(l <= most) {
		if d.Share*most <= coincident {
			return
		}
		way = way.Scale(most / l)
	}
	d.Point = d.Point.Add(way)
	d.Arm = d.Arm.Sub(way.Cross(d.Normal).Scale(d.Share))
}
