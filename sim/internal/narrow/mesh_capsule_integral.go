package narrow

import (
	"slices"

	"example.org/tumble/sim/internal/shape"
)

// MeshCapsuleIntegral finds the contacts of a surface and a capsule in the surface's frame by the rule
// integral (see LineContact). The gap [m] is the gap of MeshCapsule; it is zero for a capsule that
// touched the surface in the last call and still does.
//
// A point p of the shaft overlaps a surface at each local minimum of the distance from p to the surface.
// When p moves, minima appear and vanish together with saddles, and saddles together with maxima. On
// triangles these are
//
//   - the foot of p on a face, a minimum;
//   - the foot of p on a side: a minimum if no face at it comes nearer from there (a ridge), a
//     saddle if two do (a valley), nothing if one does (a seam);
//   - a corner: a minimum if no side at it comes nearer; else of the index 1 less the sides
//     that do, plus the faces between two of them: a saddle if that is negative, a
//     maximum if positive, nothing if zero.
//
// Planes decide which critical points exist and of which kind they are. So each critical point exists
// along one stretch of the shaft with exact ends. The overlap is linear along a stretch over a face;
// elsewhere the distance is the square root of a quadratic. The comment of node gives the weight of a
// minimum that has saddles beside it: the weight is zero where the minimum appears and vanishes. The
// comment of profile gives the energy of all minima together. It is a continuous function of the
// capsule's position over any mesh, and the wrench is its gradient. On a flat mesh the contact is the
// same as with a wall.
//
// If the segment passes through a triangle, its shorter part is pressed back through the triangle's
// plane, as in MeshCapsule. Capsules without shaft, and the other values of Seams, get the contacts of
// MeshCapsule.
func MeshCapsuleIntegral(s *Surface, c *shape.Capsule, q *Query) (gap float64) {
	w := q.Watch
	if c.Half <= coincident*c.Radius || s.Seams != SeamsMerged {
		return MeshCapsule(s, c, q)
	}
	if w.touches {
		if w.touches = w.line(s, c, q); w.touches {
			return 0
		}
	}
	q.points, gap = w.points(s, c, q.points[:0], nil)
	if gap <= flush*(c.Radius+s.Half) { // up to rounding
		w.touches = w.line(s, c, q)
	}
	return gap
}

// line appends the line contacts of MeshCapsuleIntegral and reports whether anything is in reach.
func (w *Watch) line(s *Surface, c *shape.Capsule, q *Query) (touches bool) {
	memory := &q.profile
	memory.seen = q.Seen
	p := pieces{surface: s, capsule: *c, reach: c.Radius + s.Half, lo: -c.Half, hi: c.Half, list: memory.pieces[:0],
		cuts: memory.cuts}
	for _, i := range w.Triangles {
		p.triangle(i)
	}
	p.leavePressed()
	if len(p.list) == 1 && !p.list[0].curved {
		memory.pieces, memory.cuts = p.list, p.cuts
		q.Contacts = p.flat(&p.list[0], q.Contacts, q.Seen)
		return true
	}
	memory.begin(c.Half, p.reach)
	p.give(memory)
	memory.pieces, memory.cuts = p.list, p.cuts
	q.Contacts = memory.contacts(c.Center, q.Power, q.Contacts)
	return len(p.list) > 0
}

// give adds the contacts of the pieces to the profile: piece by piece if there are no saddles, otherwise
// interval by interval between the ends of all pieces.
func (p *pieces) give(to *profile) {
	p.cuts = p.cuts[:0]
	saddles := false
	for i := range p.list {
		q := &p.list[i]
		saddles = saddles || q.kind == saddle
		p.cuts = append(p.cuts, q.from, q.to)
	}
	if !saddles {
		for i := range p.list {
			if q := &p.list[i]; q.kind == minimum {
				p.alone(q, q.from, q.to, to)
			}
		}
		return
	}
	slices.Sort(p.cuts)
	least := 1e-14 * p.capsule.Half
	for k := 1; k < len(p.cuts); k++ {
		if from, until := p.cuts[k-1], p.cuts[k]; until-from > least {
			p.between(from, until, to)
		}
	}
}

// between adds the contacts on the interval between two neighbouring ends of pieces.
func (p *pieces) between(from, until float64, to *profile) {
	middle, half := (from+until)/2, (until-from)/2
	if !p.any(saddle, middle) {
		for i := range p.list {
			if q := &p.list[i]; q.kind == minimum && q.covers(middle) {
				p.alone(q, from, until, to)
			}
		}
		return
	}
	for _, point := range gauss {
		s := middle + half*point[0]
		to.beginNode(half*point[1], p.capsule.Axis.Scale(s))
		for kind := minimum; kind <= maximum; kind++ {
			for i := range p.list {
				if q := &p.list[i]; q.kind == kind && q.covers(middle) {
					t, b := p.touch(q, s)
					for range q.times {
						to.spot(q, t, b)
					}
				}
			}
		}
		to.endNode(p.surface.Half)
	}
}

// covers reports whether the point s belongs to a piece.
func (q *piece) covers(s float64) bool { return q.from < s && s < q.to }

// any reports whether a piece of the given kind covers the point s.
func (p *pieces) any(kind critical, s float64) bool {
	for i := range p.list {
		if q := &p.list[i]; q.kind == kind && q.covers(s) {
			return true
		}
	}
	return false
}

// alone adds a part of a piece along which there are no saddles.
func (p *pieces) alone(q *piece, from, until float64, to *profile) {
	middle, half := (from+until)/2, (until-from)/2
	if !q.curved {
		part := &to.parts[to.part(q.normal, bend{})]
		part.taper(p, q, middle, half)
		part.noteEnds(q, p.capsule.Half)
		return
	}
	for _, point := range gauss {
		t, b := p.touch(q, middle+half*point[0])
		part := &to.parts[to.part(t.Normal, b)]
		part.add(half*point[1], t)
		part.noteEnds(q, p.capsule.Half)
	}
}

// moments are integrals over a stretch of the shaft over a face; s is the place along the shaft.
type moments struct{ first, second, third, first1, second1 float64 } // ∫ u, ∫ u², ∫ u³, ∫ u s, ∫ u² s

// over returns the moments of a piece over a face, where the overlap is u + x slope for -1 < x < 1.
func (p *pieces) over(q *piece, middle, half float64) (m moments) {
	u, slope := p.reach-(q.height+middle*q.rise), -half*q.rise
	ss := slope * slope
	m.first, m.second = 2*half*u, 2*half*(u*u+ss/3)
	m.third = 2 * half * u * (u*u + ss)
	m.first1, m.second1 = middle*m.first+2./3*half*half*slope, middle*m.second+4./3*half*half*u*slope
	return m
}

// flat appends the contact of a shaft that touches one face and nothing else. The result equals
// profile.only: the contact point is where the force acts without a couple.
func (p *pieces) flat(q *piece, out []LineContact, seen *Witness) []LineContact {
	m := p.over(q, (q.from+q.to)/2, (q.to-q.from)/2)
	f := 1 / m.second
	ue := m.third * f
	if !(ue > coincident*p.reach) {
		return out
	}
	share, lever := f*(3*m.second-2*ue*m.first), f*(3*m.second1-2*ue*m.first1)
	axis, n := p.capsule.Axis, q.normal
	mean := m.second1 * f
	if seen != nil {
		seen.stretch(p, q, lever/share)
	}
	at := p.capsule.Center.AddScaled(mean, axis).AddScaled(lever/share-mean, axis.AddScaled(-axis.Dot(n), n))
	return append(out, LineContact{
		Touch: Touch{
			Point: at.AddScaled(p.surface.Half-p.reach+ue, n), Normal: n, Overlap: ue,
			Feature: feature(q.from <= -p.capsule.Half, q.to >= p.capsule.Half),
		},
		Share: share,
	})
}

// taper adds a stretch over a face.
func (i *integral) taper(p *pieces, q *piece, middle, half float64) {
	m := p.over(q, middle, half)
	n, arm := q.normal, p.capsule.Axis.Cross(q.normal)
	i.second += m.second
	i.third += m.third
	i.point = i.point.AddScaled(m.second1, p.capsule.Axis).AddScaled((p.surface.Half-p.reach)*m.second+m.third, n)
	i.push1, i.push2 = i.push1.AddScaled(m.first, n), i.push2.AddScaled(m.second, n)
	i.torque1, i.torque2 = i.torque1.AddScaled(m.first1, arm), i.torque2.AddScaled(m.second1, arm)
}

// touch returns the contact of the point s of the shaft with a piece, relative to the capsule's centre,
// and how the normal changes when the capsule moves.
func (p *pieces) touch(q *piece, s float64) (t Touch, b bend) {
	distance, n := q.height+s*q.rise, q.normal
	core := p.capsule.Axis.Scale(s)
	if q.curved {
		if distance, n = split(q.off.AddScaled(s, q.slope), p.reach, q.normal); distance > 1e-9*p.reach {
			b = bend{core, q.along, distance}
		}
	}
	return Touch{Point: core.AddScaled(p.surface.Half-distance, n), Normal: n, Overlap: p.reach - distance}, b
}
