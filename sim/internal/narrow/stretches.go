package narrow

import (
	"math"
	"slices"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// This file finds the critical points of the distance between a shaft and a surface of
// triangles; see MeshCapsuleIntegral.

// loose is the fraction of lengths by which the faces of a flat overlap at its seams, so that
// rounding leaves no gap where a shaft lies along one. Where both count, nothing changes: they
// are one part of the profile, of which only the mean counts. So seams need no look.
const loose = 1e-14

// critical says what a critical point of the distance is.
type critical uint8

const (
	minimum critical = iota // a place that touches
	saddle                  // where two of them come together
	maximum                 // where a ring of them closes
)

// piece is a stretch of the shaft from which the distance to the surface has a critical
// point on one face, side or corner. The points of the shaft are c + s u.
type piece struct {
	from, to float64
	kind     critical
	times    int     // how often a saddle counts
	height   float64 // over a face: the distance from its plane is height + s rise
	rise     float64
	normal   vec.Vec3 // of the face; of others, what to take where the distance vanishes
	off      vec.Vec3 // beside a side or corner: the way to the shaft is off + s slope
	slope    vec.Vec3
	along    vec.Vec3 // of a side
	curved   bool     // beside a side or corner
	pressed  bool     // through the face
	triangle int32    // whose face it is, or side, or corner
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

// plane tells on which side of a plane the points of the shaft are: before it if its value
// a + s b is not negative. Feet and kinds must agree on that to the last bit, or a face
// would count twice or not at all where the shaft lies along a side; so each plane is
// computed from the same numbers wherever it is used.
type plane struct{ a, b float64 }

// plane returns the plane through at with the normal n.
func (p *pieces) plane(at, n vec.Vec3) plane {
	return plane{p.capsule.Center.Sub(at).Dot(n), p.capsule.Axis.Dot(n)}
}

// behind returns the plane seen from its other side. The points of the plane itself are on
// both.
func (p plane) behind() plane { return plane{-p.a, -p.b} }

// crossing returns where the shaft passes the plane; not finite if it does not.
func (p plane) crossing() float64 { return -p.a / p.b }

// has reports whether the point s is before the plane.
func (p plane) has(s float64) bool { return p.a+s*p.b >= 0 }

// before keeps of the stretch what is before a plane.
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

// outside returns the plane through side k of a triangle, across it, before which is what
// is not over the triangle.
func (p *pieces) outside(f *facet, k int) plane {
	return p.plane(f.corners[k], f.sides[k].across)
}

// from returns the plane across side k at its first corner, before which is the side; to
// the same at its second corner.
func (p *pieces) from(f *facet, k int) plane { return p.plane(f.corners[k], f.sides[k].along) }

func (p *pieces) to(f *facet, k int) plane {
	return p.plane(f.corners[k+1], f.sides[k].along.Neg())
}

// keep adds a piece of which something is left.
func (p *pieces) keep(q *piece) {
	if q.from < q.to {
		p.list = append(p.list, *q)
	}
}

// off returns how far a segment is at least from a plane, and how far before it if it is
// all there; both are not positive where it crosses the plane [m].
func (p plane) off(half float64) (least, before float64) {
	wide := half * math.Abs(p.b)
	return math.Abs(p.a) - wide, p.a - wide
}

// triangle adds the stretches over a triangle, and beside those of its sides and corners
// that no triangle before it has.
func (p *pieces) triangle(i int32) {
	f, h := &p.surface.facets[i], p.capsule.Half
	over := p.plane(f.corners[0], f.normal)
	high, _ := over.off(h)
	left := p.reach*p.reach - apart(high) // of reach², for what is beside the triangle
	if left < 0 {
		return
	}
	var outside [3]plane
	var far [3]bool // from the line of a side: from the plane through it, and from the face's
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

// apart returns the square of a distance, zero where it is negative.
func apart(d float64) float64 {
	if d > 0 {
		return d * d
	}
	return 0
}

// face adds the stretch over a face, and where the segment passes through it the part that
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

// flip turns to the other side of the face.
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

// sideBetween returns which side of a triangle has the ends v and w, in any order, -1 if none.
func (s *Surface) sideBetween(triangle, v, w int32) int {
	t := &s.Triangles[triangle]
	for k := range t {
		if a, b := t[k], t[(k+1)%3]; a == v && b == w || a == w && b == v {
			return k
		}
	}
	return -1
}

// beside keeps of the stretch what is nearer than the reach to a side through at, or to the
// corner there; ok is false if nothing is left.
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

// instead returns the normal to take where the shaft meets a side or corner of a facet.
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

// spoke is a side from a corner to the vertex at its other end, with the plane before which
// it comes nearer.
type spoke struct {
	to    int32
	plane plane
}

// spokes adds those sides of a triangle at the vertex v that are not there yet.
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

// cornerKind returns what a corner is from the point s.
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

// kindOf returns what a critical point of this index is, and how often it counts; lowest says
// that nothing round it is nearer.
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

// split adds a curved stretch in parts: from plane to plane, between which it is of one
// kind, and each up to the point where it is nearest and from there. Parts that are not
// critical are left out.
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

// leavePressed takes the parts of the shaft that are pressed through a triangle from all
// others: there they would push to the wrong side.
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
