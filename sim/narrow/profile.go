package narrow

import (
	"slices"

	"tumble/sim/vec"
)

// Profile is the memory in which MeshCapsuleIntegral draws the overlap along a shaft. The
// zero value is ready to use; it must not be shared by goroutines.
type Profile struct {
	pieces []piece
	cuts   []float64
	spans  []span
	knots  []knot
}

// span is a part of the shaft with the piece that is deepest there.
type span struct {
	from, to float64
	piece    int32
}

// knot is a point of the hull: where the span left of it ends and the one right of it
// begins.
type knot struct {
	s           float64
	left, right int32
	touch       Touch
}

// contacts appends the contact of each group of pieces to out.
func (m *Profile) contacts(p *pieces, out []Distributed) []Distributed {
	for g := range p.list {
		if p.list[g].group != int32(g) {
			continue
		}
		m.envelope(p, int32(g))
		m.hull(p)
		var sum integral
		m.sum(p, &sum)
		if sum.second == 0 {
			continue // the overlap is lost in rounding
		}
		d := sum.wrench().distributed(vec.Vec3{}, p.list[g].normal)
		d.settle(p.capsule.Half + p.reach)
		d.Point = d.Point.Add(p.capsule.Center)
		d.Feature = m.feature(p.capsule.Half)
		out = append(out, d)
	}
	return out
}

// envelope fills spans with the deepest pieces of a group along the shaft.
func (m *Profile) envelope(p *pieces, group int32) {
	m.cuts, m.spans = m.cuts[:0], m.spans[:0]
	for i := range p.list {
		if a := &p.list[i]; a.group == group {
			m.cut(p, a, p.list[:i])
		}
	}
	slices.Sort(m.cuts)
	least := 1e-14 * p.capsule.Half
	for k := 1; k < len(m.cuts); k++ {
		from, to := m.cuts[k-1], m.cuts[k]
		if to-from <= least {
			continue
		}
		i := p.deepest(group, (from+to)/2)
		switch last := len(m.spans) - 1; {
		case i < 0:
		case last >= 0 && m.spans[last].piece == i && from-m.spans[last].to <= least && !p.list[i].curved:
			m.spans[last].to = to
		default:
			m.spans = append(m.spans, span{from, to, i})
		}
	}
}

// cut adds the ends of a piece, the point where it is nearest, and the points where it is
// as deep as one of the pieces before it of the same group.
func (m *Profile) cut(p *pieces, a *piece, before []piece) {
	m.cuts = append(m.cuts, a.from, a.to)
	if a.curved {
		m.cutAt(a, a, -a.off.Dot(a.slope)/a.slope.Norm2())
		return
	}
	for j := range before {
		if b := &before[j]; b.group == a.group && !b.curved {
			m.cutAt(a, b, (b.height-a.height)/(a.rise-b.rise))
		}
	}
}

// cutAt adds s if it is inside both pieces.
func (m *Profile) cutAt(a, b *piece, s float64) {
	if s > a.from && s < a.to && s > b.from && s < b.to {
		m.cuts = append(m.cuts, s)
	}
}

// deepest returns the deepest piece of a group at s, the first of equal ones; -1 if there
// is none.
func (p *pieces) deepest(group int32, s float64) int32 {
	found, most := int32(-1), 0.
	for i := range p.list {
		q := &p.list[i]
		if q.group != group || s < q.from || s > q.to {
			continue
		}
		if u := p.touch(q, s).Overlap; u > most {
			found, most = int32(i), u
		}
	}
	return found
}

// hull fills knots with the ends of spans that are on the upper concave hull of all, from
// left to right. Ends on a straight line may go: the line stays.
func (m *Profile) hull(p *pieces) {
	least := 1e-13 * p.capsule.Half
	m.knots = m.knots[:0]
	for i := range m.spans {
		a := &m.spans[i]
		q := &p.list[a.piece]
		begin, end := knot{a.from, -1, int32(i), p.touch(q, a.from)}, knot{a.to, int32(i), -1, p.touch(q, a.to)}
		if n := len(m.knots); n > 0 && m.knots[n-1].left == int32(i-1) && begin.s-m.knots[n-1].s <= least {
			last := &m.knots[n-1]
			last.right = begin.right
			if begin.touch.Overlap > last.touch.Overlap {
				last.touch = begin.touch
			}
		} else {
			m.push(begin)
		}
		m.push(end)
	}
}

// push adds a knot at the right end and takes out those that are then below the hull.
func (m *Profile) push(k knot) {
	for n := len(m.knots); n >= 2 && m.knots[n-1].under(&m.knots[n-2], &k); n-- {
		m.knots = m.knots[:n-1]
	}
	m.knots = append(m.knots, k)
}

// under reports whether the knot is not above the line from a to b.
func (k *knot) under(a, b *knot) bool {
	return (k.touch.Overlap-a.touch.Overlap)*(b.s-a.s) <= (b.touch.Overlap-a.touch.Overlap)*(k.s-a.s)
}

// sum integrates along the hull: over spans as they are, else along the line between two
// knots.
func (m *Profile) sum(p *pieces, sum *integral) {
	for k := 1; k < len(m.knots); k++ {
		a, b := &m.knots[k-1], &m.knots[k]
		middle, half := (a.s+b.s)/2, (b.s-a.s)/2
		if half <= 0 {
			continue
		}
		for _, point := range gauss {
			g := half * point[1]
			if a.right >= 0 && a.right == b.left {
				sum.add(g, p.touch(&p.list[m.spans[a.right].piece], middle+half*point[0]))
				continue
			}
			f := (1 + point[0]) / 2
			c, n := lerp(a.touch.Point, b.touch.Point, f), lerp(a.touch.Normal, b.touch.Normal, f)
			arm := lerp(a.touch.Point.Cross(a.touch.Normal), b.touch.Point.Cross(b.touch.Normal), f)
			sum.gather(g, (1-f)*a.touch.Overlap+f*b.touch.Overlap, c, n, arm)
		}
	}
}

// lerp returns the point between a and b at the fraction f.
func lerp(a, b vec.Vec3, f float64) vec.Vec3 { return a.Scale(1-f).AddScaled(f, b) }

// feature returns the Touch.Feature of the contact: which ends of the shaft take part.
func (m *Profile) feature(h float64) int32 {
	first, last := m.knots[0].s <= -h, m.knots[len(m.knots)-1].s >= h
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
func (d *Distributed) settle(most float64) {
	way := d.Normal.Cross(d.Turn).Scale(1 / d.Share)
	if l := way.Norm(); !(l <= most) {
		if d.Share*most <= coincident {
			return
		}
		way = way.Scale(most / l)
	}
	d.Point = d.Point.Add(way)
	d.Turn = d.Turn.Sub(way.Cross(d.Normal).Scale(d.Share))
}
