package narrow

import (
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// profile collects the contacts of a shaft in several directions and combines them. It is also their
// memory, used again for each pair: the zero value is ready to use, and goroutines must not share one.
//
// The rule integral gives one mean overlap to everything that a shaft touches, however long the shaft is.
// This is right if the shaft is pressed to one side. Between the walls of a groove, or across a tube, two
// contacts hold it, each with a mean of its own. The cases in between must connect these two without a
// jump, so the energy, divided by the stiffness, is
//
//	Φ = ½ Σij Kij fi fj,  fi = bi/mi,  mi = Σj Kij aj,  Kij = max(0, ni·nj)²
//
// with one part i for each direction ni, and ai = ∫ u² ds and bi = ∫ u³ ds over this part. Parts with the
// same direction (K = 1) act as one contact with the mean overlap Σb/Σa of LineContact, however the shaft
// is divided; parts at right angles (K = 0) are separate contacts, whose energies add up.
//
// Parts whose normals are within 25° of one another, directly or through other parts, form one contact c.
// Its energy Φc is the sum of the terms of Φ with i in c, and its overlap is √(2 Φc). For changes of a, b
// and n, where ci is 1 for the parts of this contact and 0 for others,
//
//	δΦc = Σj Gj/mj δbj - Σij Kij Hi δaj + Σi<j ((ci + cj) fi fj - 2 Hi aj - 2 Hj ai) max(0, ni·nj) δ(ni·nj)
//	Gi = ½ Σj (ci + cj) Kij fj,  Hi = Gi fi/mi
//
// If a part changes, the change goes into the wrench of the contact that the part belongs to, also where
// the changed energy is another contact's: contacts push along the normals of their own parts. The force
// of a law grows as the power Tangent of the overlap; from this follows the weight of the energies of
// other contacts. So energy is conserved whatever the law is. It may jump only where parts are joined or
// separated, but not if Tangent is 1: the sum over all contacts is then Φ.
type profile struct {
	pieces []piece
	cuts   []float64
	parts  []part
	like   []float64 // for each pair of parts, the cosine of the angle between their normals, at least zero
	nodes  []node
	spots  []spot
	now    []gradient // factors at a node, the next ones, and distances
	next   []gradient
	near   []gradient
	seen   *Witness // nil in the steps of a run
	half   float64  // of the shaft [m]
	reach  float64  // [m]
}

// part is everything that the shaft touches in one direction. Positions are relative to the capsule's
// centre.
type part struct {
	integral
	normal      vec.Vec3
	bend        bend
	first, last bool // an end of the shaft belongs to the part
	group       int32
	triangle    int32 // the triangle that it lies on, or the first of several

	m, f, g, h float64 // m, f, G and H of the comment on profile
	byA, byB   float64 // ∂Φc/∂a and ∂Φc/∂b

	// Only in the part that stands for its contact:
	overlap float64
	wrench  wrench
}

// bend describes how a normal changes as the capsule moves: the normal of a point of the shaft at a
// distance from a side or from a point.
type bend struct {
	core     vec.Vec3 // the point of the shaft
	along    vec.Vec3 // direction of the side, zero for a point
	distance float64  // negative inside a tube [m]; 0: the normal is constant
}

// force returns the force on the core if a change δn of the normal n changes the energy by by·δn.
func (b *bend) force(n, by vec.Vec3) vec.Vec3 {
	if b.distance == 0 {
		return vec.Vec3{}
	}
	f := by.AddScaled(-by.Dot(n), n)
	return f.AddScaled(-f.Dot(b.along), b.along).Scale(-1 / b.distance)
}

// begin removes all parts.
func (m *profile) begin(half, reach float64) {
	m.parts, m.nodes, m.spots = m.parts[:0], m.nodes[:0], m.spots[:0]
	m.half, m.reach = half, reach
}

// part returns the index of the part with a direction. Faces in one plane share a part, because their
// normal is constant; a normal that bends gets a new part.
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

// noteEnds records which ends of the shaft belong to a piece.
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

// only is contacts for a single part, whose energy is ½ (b/a)².
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

// weigh computes the share of each part in its contact.
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

// compare computes how similar the directions of parts are: 0 if they are at right angles or opposite.
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

// likeness returns the similarity of part i to each part.
func (m *profile) likeness(i int) []float64 {
	n := len(m.parts)
	return m.like[i*n : i*n+n]
}

// energy returns Φc of a contact and computes the terms of its gradient.
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

// push adds the negative gradient of Φc, times a factor, to the wrenches of all contacts whose parts
// influence Φc.
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

// group gives each part the number of the contact that it belongs to: the lowest index of the parts in
// this contact.
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

// merge joins two groups into one.
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

// contact returns the contact for which part g stands; the summed wrench is divided by times.
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

// feature returns the Touch.Feature of a contact that includes the given ends of the shaft.
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

// settle moves the contact point to where the force alone acts, without a couple perpendicular to it. It
// moves the point by at most the given distance [m], so that it stays near if the force vanishes.
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
