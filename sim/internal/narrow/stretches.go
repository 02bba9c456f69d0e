package narrow

import (
	"math"
	"slices"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// This file finds the critical points of the distance between a shaft and a surface of
// triangles; see MeshCapsuleIntegral.

// loose is a fraction of lengths: the faces of a flat surface overlap by it at their seams, so that
// rounding leaves no gap where a shaft lies along a seam. Where two faces overlap the contact does not
// change, because both belong to one part of the profile and only their mean counts. So seams need no
// special case.
const loose = 1e-14

// critical is the kind of a critical point of the distance.
type critical uint8

const (
	minimum critical = iota // the shaft touches there
	saddle                  // two minima meet there
	maximum                 // a ring of saddles closes there
)

// piece is a stretch of the shaft. From every point of it, the distance to the surface has a critical
// point on the same face, side or corner. The points of the shaft are c + s u.
type piece struct {
	from, to float64
	kind     critical
	times    int     // multiplicity of a saddle
	height   float64 // over a face: the distance from the face's plane is height + s rise
	rise     float64
	normal   vec.Vec3 // of the face; elsewhere the normal to use where the distance vanishes
	off      vec.Vec3 // beside a side or corner: the vector from it to the shaft is off + s slope
	slope    vec.Vec3
	along    vec.Vec3 // of a side
	curved   bool     // beside a side or corner
	pressed  bool     // the shaft is pressed through the face
	triangle int32    // the triangle of the face, side or corner
}

// pieces finds the stretches of one capsule.
type pieces struct {
	surface *Surface
	capsule shape.Capsule
	reach   float64
	lo, hi  float64 // the part of the shaft that is not pressed through a triangle
	list    []piece
	cuts    []float64
}

// plane gives the side of a plane on which a point s of the shaft lies: before the plane if a + s b is
// not negative. Nearest points and kinds must agree on this to the last bit, or a face would count twice
// or not at all where the shaft lies along a side. So each plane is computed from the same numbers
// wherever it is used.
type plane struct{ a, b float64 }

// plane returns the plane through at with the normal n.
func (p *pieces) plane(at, n vec.Vec3) plane {
	return plane{p.capsule.Center.Sub(at).Dot(n), p.capsule.Axis.Dot(n)}
}

// behind returns the plane seen from its other side. Points on the plane itself are before both.
func (p plane) behind() plane { return plane{-p.a, -p.b} }

// crossing returns the place where the shaft crosses the plane; it is not finite if the shaft does not
// cross.
func (p plane) crossing() float64 { return -p.a / p.b }

// has reports whether the point s is before the plane.
func (p plane) has(s float64) bool { return p.a+s*p.b >= 0 }

// before cuts the stretch down to the part before a plane.
func (q *piece) before(p plane) {
	switch {
	case p.b > 0:
		if s := p.crossing(); s > q.from {
			q.from = s
		}
	case p.b < 0:
		if s := p.crossing(); s < q.to {
			q.to = s
		}
	case p.a < 0:
		q.to = q.from
	}
}

// outside returns the plane through side k of a triangle, perpendicular to the triangle. Points before
// this plane are not over the triangle.
func (p *pieces) outside(f *facet, k int) plane {
	return p.plane(f.corners[k], f.sides[k].across)
}

// from returns the plane perpendicular to side k at its first corner, and to the plane at its second
// corner; the side lies before both.
func (p *pieces) from(f *facet, k int) plane { return p.plane(f.corners[k], f.sides[k].along) }

func (p *pieces) to(f *facet, k int) plane {
	return p.plane(f.corners[k+1], f.sides[k].along.Neg())
}

// keep adds a piece unless nothing is left of it.
func (p *pieces) keep(q *piece) {
	if q.from < q.to {
		p.list = append(p.list, *q)
	}
}

// off returns the least distance of a segment from a plane, and its least distance if it lies wholly
// before the plane; neither is positive if the segment crosses the plane [m].
func (p plane) off(half float64) (least, before float64) {
	wide := half * math.Abs(p.b)
	return math.Abs(p.a) - wide, p.a - wide
}

// triangle adds the stretches over a triangle, and those beside its sides and corners, except sides and
// corners that an earlier triangle shares.
func (p *pieces) triangle(i int32) {
	f, h := &p.surface.facets[i], p.capsule.Half
	over := p.plane(f.corners[0], f.normal)
	high, _ := over.off(h)
	left := p.reach*p.reach - apart(high) // remainder of reach² for points beside the triangle
	if left < 0 {
		return
	}
	var outside [3]plane
	var far [3]bool // the shaft is far from the side's line, by the plane through the side or by the face's plane
	for k := range outside {
		outside[k] = p.outside(f, k)
		least, before := outside[k].off(h)
		if apart(before) > left {
			return
		}
		far[k] = apart(least) > left
	}
	if f.normal != (vec.Vec3{}) {
		p.face(i, over, &outside)
	}
	for k := range far {
		if far[k] {
			continue
		}
		p.side(i, k)
		if !far[(k+2)%3] {
			p.corner(i, k)
		}
	}
}

// apart returns the square of a distance, or zero if it is negative.
func apart(d float64) float64 {
	if d > 0 {
		return d * d
	}
	return 0
}

// face adds the stretch over a face. If the segment passes through the face, it also adds the part that
// is pressed in.
func (p *pieces) face(i int32, over plane, outside *[3]plane) {
	f, h := &p.surface.facets[i], p.capsule.Half
	q := piece{triangle: i, from: -h, to: h, times: 1, normal: f.normal, height: over.a, rise: over.b}
	s, pierced := f.pierce(p.capsule.Center, p.capsule.Axis, h, q.height-h*q.rise, q.height+h*q.rise)
	if pierced {
		through := q
		through.pressed = true
		if s > 0 {
			through.from, q.to = s, s
			through.flip(q.rise > 0)
			p.hi = math.Min(p.hi, s)
		} else {
			through.to, q.from = s, s
			through.flip(q.rise < 0)
			p.lo = math.Max(p.lo, s)
		}
		p.keep(&through)
	}
	for k := range f.sides {
		inside := outside[k].behind()
		if f.sides[k].flat {
			inside.a += loose * (p.reach + f.radius)
		}
		q.before(inside)
	}
	q.flip(q.height+(q.from+q.to)/2*q.rise < 0)
	q.before(plane{p.reach - q.height, -q.rise})
	p.keep(&q)
}

// flip turns the normal to the other side of the face.
func (q *piece) flip(other bool) {
	if other {
		q.normal, q.height, q.rise = q.normal.Neg(), -q.height, -q.rise
	}
}

// side adds the stretches beside side k of a triangle.
func (p *pieces) side(i int32, k int) {
	f := &p.surface.facets[i]
	if other := p.surface.Neighbours[i][k]; f.sides[k].half == 0 || f.sides[k].flat || other >= 0 && other < i {
		return
	}
	q := piece{triangle: i, from: -p.capsule.Half, to: p.capsule.Half, along: f.sides[k].along}
	q.before(p.from(f, k))
	q.before(p.to(f, k))
	if !p.beside(&q, f.corners[k], f) {
		return
	}
	v, w := p.surface.Triangles[i][k], p.surface.Triangles[i][(k+1)%3]
	var some [4]plane
	nearer := some[:0]
	for _, j := range p.surface.ring(v) {
		other := &p.surface.facets[j]
		e := p.surface.sideBetween(j, v, w)
		switch {
		case e < 0:
		case j < i:
			return
		case other.normal != (vec.Vec3{}):
			nearer = append(nearer, p.outside(other, e).behind())
		}
	}
	p.split(&q, nearer, func(s float64) (critical, int) {
		count := 0
		for _, plane := range nearer {
			if plane.has(s) {
				count++
			}
		}
		return kindOf(1-count, count == 0)
	})
}

// sideBetween returns the side of a triangle with the ends v and w, in any order, or -1 if there is none.
func (s *Surface) sideBetween(triangle, v, w int32) int {
	t := &s.Triangles[triangle]
	for k := range t {
		if a, b := t[k], t[(k+1)%3]; a == v && b == w || a == w && b == v {
			return k
		}
	}
	return -1
}

// beside cuts the stretch down to the part nearer than the reach to a side through at, or to the corner
// there; ok is false if nothing is left.
func (p *pieces) beside(q *piece, at vec.Vec3, f *facet) (ok bool) {
	if q.from >= q.to {
		return false
	}
	off, slope := p.capsule.Center.Sub(at), p.capsule.Axis
	if q.along != (vec.Vec3{}) {
		off, slope = off.AddScaled(-off.Dot(q.along), q.along), slope.AddScaled(-slope.Dot(q.along), q.along)
	}
	q.off, q.slope, q.curved = off, slope, true
	q.from, q.to = stretch(off, slope, p.reach, q.from, q.to)
	if q.from >= q.to {
		return false
	}
	q.normal = p.instead(f)
	return true
}

// instead returns the normal to use where the shaft meets a side or corner of a facet.
func (p *pieces) instead(f *facet) vec.Vec3 {
	switch c := &p.capsule; {
	case f.normal == (vec.Vec3{}):
		return sideways(c.Axis, 0, c.Axis, c.Half, vec.Vec3{})
	case c.Center.Sub(f.corners[0]).Dot(f.normal) < 0:
		return f.normal.Neg()
	}
	return f.normal
}

// corner adds the stretches beside corner k of a triangle.
func (p *pieces) corner(i int32, k int) {
	v := p.surface.Triangles[i][k]
	ring := p.surface.ring(v)
	if ring[0] != i || p.surface.level[v] {
		return
	}
	q := piece{triangle: i, from: -p.capsule.Half, to: p.capsule.Half}
	if !p.beside(&q, p.surface.facets[i].corners[k], &p.surface.facets[i]) {
		return
	}
	var some [16]spoke
	spokes := some[:0]
	for _, j := range ring {
		spokes = p.spokes(spokes, j, v)
	}
	var few [16]plane
	planes := few[:0]
	for _, e := range spokes {
		planes = append(planes, e.plane)
	}
	p.split(&q, planes, func(s float64) (critical, int) { return p.cornerKind(ring, spokes, s) })
}

// spoke is a side from a corner to the vertex at its other end. Before its plane, the side comes nearer
// than the corner.
type spoke struct {
	to    int32
	plane plane
}

// spokes adds those sides of a triangle at the vertex v that are not in the list yet.
func (p *pieces) spokes(list []spoke, triangle, v int32) []spoke {
	f, t := &p.surface.facets[triangle], &p.surface.Triangles[triangle]
	for k := range t {
		var e spoke
		switch {
		case f.sides[k].half == 0:
			continue
		case t[k] == v:
			e = spoke{t[(k+1)%3], p.from(f, k)}
		case t[(k+1)%3] == v:
			e = spoke{t[k], p.to(f, k)}
		default:
			continue
		}
		if !slices.ContainsFunc(list, func(o spoke) bool { return o.to == e.to }) {
			list = append(list, e)
		}
	}
	return list
}

// cornerKind returns the kind of critical point that a corner is, seen from the point s, and its
// multiplicity.
func (p *pieces) cornerKind(ring []int32, spokes []spoke, s float64) (critical, int) {
	index, lowest := 1, true
	for _, e := range spokes {
		if e.plane.has(s) {
			index, lowest = index-1, false
		}
	}
	for _, j := range ring {
		if p.surface.facets[j].normal == (vec.Vec3{}) {
			continue
		}
		nearer := 0
		for _, e := range spokes {
			if p.surface.has(j, e.to) && e.plane.has(s) {
				nearer++
			}
		}
		if nearer == 2 {
			index++
		}
	}
	return kindOf(index, lowest)
}

// kindOf returns the kind and multiplicity of a critical point with the given index; lowest means that
// nothing around it is nearer.
func kindOf(index int, lowest bool) (critical, int) {
	switch {
	case index == 0:
		return 0, 0
	case lowest:
		return minimum, 1
	case index < 0:
		return saddle, -index
	}
	return maximum, 1
}

// split cuts a curved stretch at planes, between which it is of one kind, and at the point where it is
// nearest, and adds the parts. Parts that are not critical are left out.
func (p *pieces) split(q *piece, planes []plane, kind func(s float64) (critical, int)) {
	p.cuts = append(p.cuts[:0], q.from, q.to, -q.off.Dot(q.slope)/q.slope.Norm2())
	for _, e := range planes {
		p.cuts = append(p.cuts, e.crossing())
	}
	slices.Sort(p.cuts)
	from, to := q.from, q.to
	q.to = from
	for _, s := range p.cuts {
		if !(s > q.to && s <= to) {
			continue
		}
		q.from, q.to = q.to, s
		if q.kind, q.times = kind((q.from + q.to) / 2); q.times > 0 {
			p.list = append(p.list, *q)
		}
	}
}

// leavePressed removes the parts of the shaft that are pressed through a triangle from all other pieces,
// which would push these parts to the wrong side.
func (p *pieces) leavePressed() {
	kept := p.list[:0]
	for _, q := range p.list {
		if !q.pressed {
			q.from, q.to = math.Max(q.from, p.lo), math.Min(q.to, p.hi)
		}
		if q.from < q.to {
			kept = append(kept, q)
		}
	}
	p.list = kept
}
