package narrow

import (
	"math"

	"tumble/sim/shape"
	"tumble/sim/vec"
)

// MeshCapsuleIntegral appends the contacts of a surface and a capsule in the surface's
// frame by the rule integral (see Distributed) to out and returns it with the gap [m] as
// MeshCapsule does, whose candidates it takes. Memory is used again from call to call.
//
// A point of the shaft overlaps a surface at each local minimum of its distance to the
// surface: over a face, or beside a ridge, a rim or a peak. Which of them has one is decided
// by planes through their limits, so each has one stretch of the shaft, whose ends are
// exact; over a face the overlap is linear there, else the distance is the square root of
// a quadratic. Stretches whose normals are within 25° of each other where they meet, or
// where they are nearest, belong to one contact. Of several at one point of the shaft the
// deepest counts.
//
// A contact is the integral rule for the upper concave hull of its overlap. Over flats and
// whatever is convex the overlap is concave and its own hull: a flat mesh acts exactly like
// a wall. Over a hollow the shaft rests on its ends, as on a flat between them: they act
// together whether or not the middle touches, and neither pulls. Of a point on the hull
// between two that touch, both take their part by the rule of the lever.
//
// So the energy is a continuous function of where the capsule is, and the wrench its
// gradient, over all that is flat, hollow or convex, over ridges, rims and grooves. Limits:
//
//   - The stretches over a valley of more than 25° begin abruptly if the overlap exceeds
//     one tenth of the reach.
//   - Ends on two slopes that lean by 25° come together as one contact or part, which
//     changes their energy by at most an eighth.
//   - Where ridges and hollows meet under one shaft, the hull may leave a ridge beside its
//     highest point; the wrench is then off by some per cent.
//
// A segment that passes through a triangle is pressed through its plane with the shorter
// part, as for MeshCapsule. Zero shafts and other Seams have the contacts of MeshCapsule.
func MeshCapsuleIntegral(s *Surface, candidates []int32, c shape.Capsule, memory *Profile, out []Distributed) (list []Distributed, gap float64) {
	w := Watch{Triangles: candidates}
	return w.MeshCapsuleIntegral(s, c, memory, out)
}

// MeshCapsuleIntegral is MeshCapsuleIntegral for the triangles watched.
func (w *Watch) MeshCapsuleIntegral(s *Surface, c shape.Capsule, memory *Profile, out []Distributed) (list []Distributed, gap float64) {
	var some [contacts]Touch
	touches, gap := w.MeshCapsule(s, c, some[:0])
	if gap > 0 {
		return out, gap
	}
	if c.Half <= coincident*c.Radius || s.Seams != SeamsMerged {
		for _, t := range touches {
			out = append(out, Distributed{Touch: t, Share: 1})
		}
		return out, gap
	}
	p := pieces{surface: s, capsule: c, reach: c.Radius + s.Half, lo: -c.Half, hi: c.Half, list: memory.pieces[:0]}
	for _, i := range w.Triangles {
		p.triangle(i)
	}
	p.leavePressed()
	p.group()
	memory.pieces = p.list
	return memory.contacts(&p, out), gap
}

// loose is the fraction of lengths by which the limits of faces, sides and corners overlap,
// so that rounding leaves no gap between them.
const loose = 1e-12

// piece is a stretch of the shaft over one face, side or corner. The points of the shaft
// are c + s u.
type piece struct {
	from, to float64
	height   float64 // over a face: the distance from its plane is height + s rise
	rise     float64
	normal   vec.Vec3 // of the face; of others, what to take where the distance vanishes
	off      vec.Vec3 // beside a side or corner: the way to the shaft is off + s slope
	slope    vec.Vec3
	curved   bool // beside a side or corner
	pressed  bool // through the face
	group    int32
}

// pieces finds the stretches of one capsule.
type pieces struct {
	surface *Surface
	capsule shape.Capsule
	reach   float64
	lo, hi  float64 // the part of the shaft that is not pressed through a triangle
	list    []piece
}

// below keeps of the stretch the part where a + s b ≤ 0.
func (p *piece) below(a, b float64) {
	switch {
	case b > 0:
		if s := -a / b; s < p.to {
			p.to = s
		}
	case b < 0:
		if s := -a / b; s > p.from {
			p.from = s
		}
	case a > 0:
		p.to = p.from
	}
}

// behind keeps of the stretch what is behind the plane through at, seen from where its
// normal n points to, or before it by at most the margin.
func (p *pieces) behind(q *piece, at, n vec.Vec3, margin float64) {
	q.below(p.capsule.Center.Sub(at).Dot(n)-margin, p.capsule.Axis.Dot(n))
}

// keep adds a piece of which something is left.
func (p *pieces) keep(q *piece) {
	if q.from < q.to {
		p.list = append(p.list, *q)
	}
}

// triangle adds the stretches over a triangle, and beside those of its sides and corners
// that no triangle before it has.
func (p *pieces) triangle(i int32) {
	f := &p.surface.facets[i]
	h, u := p.capsule.Half, p.capsule.Axis
	core := p.capsule.Center.AddScaled(PointSegment(f.middle, p.capsule.Center, u, h), u)
	if far := f.radius + p.reach; f.middle.Sub(core).Norm2() > far*far {
		return
	}
	if f.normal != (vec.Vec3{}) {
		p.face(f)
	}
	for k := range f.sides {
		if f.crest[0] || f.crest[1] {
			p.side(i, k)
		}
		p.corner(i, k)
	}
}

// face adds the stretch over a face, and where the segment passes through it the part that
// is pressed in.
func (p *pieces) face(f *facet) {
	h := p.capsule.Half
	q := piece{from: -h, to: h, normal: f.normal}
	q.height, q.rise = p.capsule.Center.Sub(f.corners[0]).Dot(f.normal), p.capsule.Axis.Dot(f.normal)
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
		p.behind(&q, f.corners[k], f.sides[k].along.Cross(f.normal), loose*(p.reach+f.radius))
	}
	q.flip(q.height+(q.from+q.to)/2*q.rise < 0)
	q.below(q.height-p.reach, q.rise)
	p.keep(&q)
}

// flip turns to the other side of the face.
func (p *piece) flip(other bool) {
	if other {
		p.normal, p.height, p.rise = p.normal.Neg(), -p.height, -p.rise
	}
}

// side adds the stretch beside side k of a triangle: where the nearest point of all
// triangles at the side is on it.
func (p *pieces) side(i int32, k int) {
	f := &p.surface.facets[i]
	v, w := p.surface.Triangles[i][k], p.surface.Triangles[i][(k+1)%3]
	along, length := f.sides[k].along, 2*f.sides[k].half
	if length == 0 {
		return
	}
	w0 := p.capsule.Center.Sub(f.corners[k])
	q, ok := p.beside(w0.AddScaled(-w0.Dot(along), along), p.capsule.Axis.AddScaled(-p.capsule.Axis.Dot(along), along), f)
	if !ok {
		return
	}
	margin := loose * (p.reach + f.radius)
	p.behind(&q, f.corners[k], along.Neg(), margin)
	p.behind(&q, f.corners[k+1], along, margin)
	for _, j := range p.surface.ring(v) {
		if !p.surface.has(j, w) {
			continue
		}
		if j < i {
			return
		}
		if other := &p.surface.facets[j]; other.normal != (vec.Vec3{}) {
			p.behind(&q, f.corners[k], other.inward(p.surface.Triangles[j], v, w), margin)
		}
		if q.from >= q.to {
			return
		}
	}
	p.keep(&q)
}

// beside returns the piece from which the way to a side or corner of a facet is shorter than
// the reach; ok is false if there is none.
func (p *pieces) beside(off, slope vec.Vec3, f *facet) (q piece, ok bool) {
	q = piece{off: off, slope: slope, curved: true}
	q.from, q.to = stretch(off, slope, p.reach, -p.capsule.Half, p.capsule.Half)
	if q.from >= q.to {
		return q, false
	}
	q.normal = p.instead(f)
	return q, true
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

// inward returns the unit vector in the plane of the facet from its side between the
// vertices v and w, in any order, to its inside.
func (f *facet) inward(corners [3]int32, v, w int32) vec.Vec3 {
	for k := range corners {
		if c := corners[(k+2)%3]; c != v && c != w {
			return f.normal.Cross(f.sides[k].along)
		}
	}
	return vec.Vec3{}
}

// corner adds the stretch beside corner k of a triangle: where the nearest point of all
// triangles round it is the corner.
func (p *pieces) corner(i int32, k int) {
	f := &p.surface.facets[i]
	v := p.surface.Triangles[i][k]
	ring := p.surface.ring(v)
	if ring[0] != i {
		return
	}
	at := f.corners[k]
	q, ok := p.beside(p.capsule.Center.Sub(at), p.capsule.Axis, f)
	if !ok {
		return
	}
	for _, j := range ring {
		other := &p.surface.facets[j]
		for c, corner := range p.surface.Triangles[j] {
			if corner == v {
				margin := loose * (p.reach + other.radius)
				p.behind(&q, at, other.sides[c].along, margin)
				p.behind(&q, at, other.sides[(c+2)%3].along.Neg(), margin)
			}
		}
		if q.from >= q.to {
			return
		}
	}
	p.keep(&q)
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

// group numbers the pieces by the contact that they belong to: the lowest index of a piece
// in it.
func (p *pieces) group() {
	for i := range p.list {
		p.list[i].group = int32(i)
	}
	for i := range p.list {
		for j := range p.list[:i] {
			a, b := &p.list[i], &p.list[j]
			if a.group != b.group && p.near(a, b) {
				p.merge(a.group, b.group)
			}
		}
	}
}

// merge makes one group of two.
func (p *pieces) merge(a, b int32) {
	if a > b {
		a, b = b, a
	}
	for i := range p.list {
		if p.list[i].group == b {
			p.list[i].group = a
		}
	}
}

// near reports whether the normals of two pieces are within 25° where they meet, or where
// they come nearest.
func (p *pieces) near(a, b *piece) bool {
	if a.from > b.from {
		a, b = b, a
	}
	s, t := a.to, b.from
	if s > t {
		s = (b.from + math.Min(a.to, b.to)) / 2
		t = s
	}
	return p.touch(a, s).Normal.Dot(p.touch(b, t).Normal) > patch
}

// touch returns the contact of the point s of the shaft with the surface under a piece; its
// position is relative to the capsule's centre.
func (p *pieces) touch(q *piece, s float64) Touch {
	distance, n := q.height+s*q.rise, q.normal
	if q.curved {
		distance, n = split(q.off.AddScaled(s, q.slope), p.reach, q.normal)
	}
	on := p.capsule.Axis.Scale(s).AddScaled(p.surface.Half-distance, n)
	return Touch{Point: on, Normal: n, Overlap: p.reach - distance}
}
