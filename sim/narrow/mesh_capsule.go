package narrow

import (
	"math"

	"tumble/sim/shape"
	"tumble/sim/vec"
)

const (
	// gathered is the largest number of contacts with single triangles that are kept for
	// each end and for the shaft: the deepest ones. Whatever shows that one of them is a
	// seam is deeper and kept as well, so this only limits how many minima are found
	// under one end if facets are small and the overlap is large.
	gathered = 12
	// patch is the cosine of the angle, 25°, up to which normals belong to one smooth
	// patch: that of the creases which are drawn. No regular polygon has this angle, so
	// rounding never decides for the facets of a tube.
	patch = 0.9063077870366499
	// tie is the fraction of the reach within which two overlaps count as equal.
	tie = 1e-10
	// flush is the fraction of the reach by which a shaft must be deeper than the ends
	// to count as lying on a crest. On a flat surface the sum of many ties stays below.
	flush = 1e-7
	// slack is the fraction of the radius by which a triangle must be out of reach to be
	// passed over with a coarse bound of its distance.
	slack = 0.25
)

// MeshCapsule appends the contacts of a surface and a capsule in the surface's frame to
// out and returns it with the gap [m]: if positive there is no contact and it is a lower
// bound of the distance to the candidates (infinite if there are none), else minus the
// largest overlap. Candidates are triangles in ascending order, at least all that are
// nearer to the capsule's segment than radius and half thickness together.
//
// Each triangle gives contacts of the two ends and, where the segment is nearest to the
// triangle between its ends, of the shaft. With SeamsMerged those are made into contacts
// with the surface as a whole:
//
//  1. A contact at a side or corner of a triangle counts only if no other triangle that
//     shares it is nearer: it is then a minimum of the distance to the surface, and its
//     normal lies between those of the facets by itself. Elsewhere the side is a seam.
//  2. Of contacts of one end (or of the shaft) whose normals lie within 25°, one smooth
//     patch, the deepest is kept.
//  3. Contacts of both ends with one patch are joined by the wall's rule; a flat mesh
//     acts exactly like a wall.
//  4. A contact of the shaft replaces those of the ends with the same patch if it is
//     deeper (the capsule lies across a crest), else it is dropped.
//
// If the segment passes through a triangle, the end on the shorter part counts as
// pressed through the triangle's plane. Its contacts with the far side are dropped.
// With the other Seams every triangle makes its contacts by itself, by rules 3 and 4.
func MeshCapsule(s *Surface, candidates []int32, c shape.Capsule, out []Touch) (touches []Touch, gap float64) {
	g := gather{surface: s, candidates: candidates, capsule: c, reach: c.Radius + s.Half, gap: math.Inf(1)}
	g.ends[0], g.ends[1] = c.Ends()
	if s.Seams != SeamsMerged {
		for _, i := range candidates {
			g.parts, g.pierced = [parts]ranking{}, [2]bool{}
			g.triangle(i)
			first := len(out)
			out = g.join(out)
			for k := range out[first:] {
				out[first+k].Feature |= (i + 1) << 3
			}
		}
		return out, g.gap
	}
	for _, i := range candidates {
		g.triangle(i)
	}
	g.dropSeams()
	return g.join(out), g.gap
}

// Parts of the capsule.
const (
	endA = iota
	endB
	shaft
	parts
)

// near is a contact of a part of the capsule with a single triangle.
type near struct {
	Touch
	triangle int32
	v, w     int32 // ends of the side in ascending order, twice the corner, or both -1 on the face
	pressed  bool  // the end has passed through the triangle
	dropped  bool
}

// ranking holds the deepest contacts of one part, deepest first, equal ones in the order
// in which they came.
type ranking struct {
	count int
	list  [gathered]near
}

func (r *ranking) add(n *near) {
	k := r.count
	if k == gathered {
		k--
		if n.Overlap <= r.list[k].Overlap {
			return
		}
	} else {
		r.count++
	}
	for ; k > 0 && r.list[k-1].Overlap < n.Overlap; k-- {
		r.list[k] = r.list[k-1]
	}
	r.list[k] = *n
}

// gather collects the contacts of one capsule with single triangles.
type gather struct {
	surface    *Surface
	candidates []int32
	capsule    shape.Capsule
	ends       [2]vec.Vec3
	reach      float64 // radius and half thickness [m]
	gap        float64
	pierced    [2]bool // per end: it has passed through the surface
	parts      [parts]ranking
}

// feature returns the Touch.Feature of contacts of one part alone.
func (g *gather) feature(of int) int32 {
	if g.capsule.Half == 0 {
		return FeatureWhole
	}
	return [parts]int32{FeatureEndA, FeatureEndB, FeatureShaft}[of]
}

// isFar reports whether a triangle is out of reach by a cheap look, and if so lowers the
// gap to a bound of its distance; else it sets z to the heights of the ends over the
// triangle's plane.
func (g *gather) isFar(f *facet, z *[2]float64) bool {
	c := &g.capsule

	// A ball round the triangle out of reach, by enough to be worth returning.
	core := c.Center.AddScaled(PointSegment(f.middle, c.Center, c.Axis, c.Half), c.Axis)
	off := f.middle.Sub(core)
	off2 := off.Norm2()
	if far := f.radius + g.reach + slack*c.Radius; off2 > far*far {
		g.lower(math.Sqrt(off2) - f.radius)
		return true
	}
	// The plane through the core's point nearest to the ball's centre has the whole
	// segment on its near side.
	least := f.corners[0].Sub(core).Dot(off)
	for k := 1; k < 3; k++ {
		if d := f.corners[k].Sub(core).Dot(off); d < least {
			least = d
		}
	}
	if least > 0 && least*least > g.reach*g.reach*off2 {
		g.lower(least / math.Sqrt(off2))
		return true
	}
	// Both ends on one side of the triangle's plane.
	z[0], z[1] = g.ends[0].Sub(f.corners[0]).Dot(f.normal), g.ends[1].Sub(f.corners[0]).Dot(f.normal)
	if z[0]*z[1] > 0 {
		over := math.Abs(z[0])
		if o := math.Abs(z[1]); o < over {
			over = o
		}
		if over > g.reach {
			g.lower(over)
			return true
		}
	}
	return false
}

// triangle adds the contacts with one triangle and lowers the gap to its distance.
func (g *gather) triangle(i int32) {
	f := &g.surface.facets[i]
	normal, corners := f.normal, &f.corners
	h, u := g.capsule.Half, g.capsule.Axis
	var z [2]float64 // heights of the ends over the plane
	if g.isFar(f, &z) {
		return
	}

	// The segment passes through: its shorter part counts as pressed in.
	short := -1
	if s, ok := f.pierce(g.capsule.Center, u, h, z[0], z[1]); ok {
		short = 0
		if s > 0 {
			short = 1
		}
		g.press(i, short, z[short], normal)
	}

	// The ends; turned counts those from which the distance falls toward the middle.
	crest := f.crest[0] && (z[0] > 0 || z[1] > 0) || f.crest[1] && (z[0] <= 0 || z[1] <= 0) ||
		g.surface.Seams != SeamsMerged
	turned, nearest2 := 0, math.Inf(1)
	for k, end := range g.ends {
		if k == short || k == 1 && h == 0 {
			continue
		}
		if !crest && math.Abs(z[k]) > g.reach {
			g.lower(math.Abs(z[k]))
			continue
		}
		q, part := PointTriangle(end, corners[0], corners[1], corners[2], normal)
		v := end.Sub(q)
		d2 := v.Norm2()
		if d2 < nearest2 {
			nearest2 = d2
		}
		if inward := v.Dot(u); k == 0 && inward < 0 || k == 1 && inward > 0 {
			turned++
		}
		if d2 <= g.reach*g.reach {
			g.plain(i, k, end, q, d2, part, z[1-k])
		}
	}

	// The distance to a convex body is convex along the segment, so it has a minimum
	// between the ends only if it falls from both.
	if crest && turned == 2 {
		s, q, part, ok := f.shaft(g.capsule.Center, u, h, nearest2)
		if ok {
			core := g.capsule.Center.AddScaled(s, u)
			nearest2 = core.Sub(q).Norm2()
			if nearest2 <= g.reach*g.reach {
				g.plain(i, shaft, core, q, nearest2, part, z[0]+z[1])
			}
		}
	}
	g.lower(math.Sqrt(nearest2))
}

// lower takes note of a triangle at the distance d from the segment.
func (g *gather) lower(d float64) {
	if d-g.reach < g.gap {
		g.gap = d - g.reach
	}
}

// plain adds the contact of the point core of the segment with its nearest point q on a
// triangle, at the squared distance d2. If they coincide, the normal is the triangle's,
// toward the side where the rest of the capsule is.
func (g *gather) plain(i int32, of int, core, q vec.Vec3, d2 float64, part int, rest float64) {
	d := math.Sqrt(d2)
	var normal vec.Vec3
	switch {
	case d > coincident*g.reach:
		normal = core.Sub(q).Scale(1 / d)
	case g.surface.facets[i].normal == (vec.Vec3{}):
		normal = sideways(g.capsule.Axis, 0, g.capsule.Axis, g.capsule.Half, vec.Vec3{})
	case rest < 0:
		normal = g.surface.facets[i].normal.Neg()
	default:
		normal = g.surface.facets[i].normal
	}
	n := near{triangle: i, v: -1, w: -1}
	n.Touch = Touch{q.AddScaled(g.surface.Half, normal), normal, g.reach - d, g.feature(of)}
	t := &g.surface.Triangles[i]
	switch {
	case part >= OnCorner0:
		n.v = t[part-OnCorner0]
		n.w = n.v
	case part >= OnSide0:
		n.v, n.w = t[part-OnSide0], t[(part-OnSide0+1)%3]
		if n.v > n.w {
			n.v, n.w = n.w, n.v
		}
	}
	if g.surface.Seams == SeamsSmoothed {
		g.surface.smooth(&n.Touch, i, part, core)
	}
	g.parts[of].add(&n)
}

// press adds the contact of an end that has passed through a triangle to the height z
// over its plane, opposite to the rest of the capsule.
func (g *gather) press(i int32, end int, z float64, normal vec.Vec3) {
	foot := g.ends[end].AddScaled(-z, normal)
	if z > 0 {
		z, normal = -z, normal.Neg()
	}
	g.pierced[end] = true
	g.lower(z)
	g.parts[end].add(&near{triangle: i, v: -1, w: -1, pressed: true,
		Touch: Touch{foot.AddScaled(g.surface.Half, normal), normal, g.reach - z, g.feature(end)}})
}

// dropSeams drops the contacts of the ends at sides and corners that are no minimum of
// the distance of that end to the surface (rule 1), and all but one of those that are the
// same.
func (g *gather) dropSeams() {
	for of := endA; of <= endB; of++ {
		own := &g.parts[of]
		for k := range own.list[:own.count] {
			if n := &own.list[k]; n.v >= 0 {
				n.dropped = g.isSeam(n, own, k)
			}
		}
	}
}

// isSeam reports whether another contact of the same end shows that n, the one at place
// self, is none of its own.
func (g *gather) isSeam(n *near, own *ranking, self int) bool {
	margin := tie * g.reach
	for j := range own.list[:own.count] {
		m := &own.list[j]
		if m.Overlap < n.Overlap-margin {
			return false
		}
		if j == self || !g.surface.has(m.triangle, n.v) || !g.surface.has(m.triangle, n.w) {
			continue
		}
		if m.Overlap > n.Overlap+margin || m.v < 0 || j < self && m.v == n.v && m.w == n.w {
			return true
		}
	}
	return false
}

// isCrest reports whether a contact of the shaft is a minimum of the distance between the
// segment and the surface (rule 1): no triangle at its side or corner is nearer, and none
// as near to an end. Not all of them are among the gathered ones, so it measures.
func (g *gather) isCrest(n *near) bool {
	margin := tie * g.reach
	for _, i := range g.candidates {
		if i == n.triangle || !g.surface.has(i, n.v) || !g.surface.has(i, n.w) {
			continue
		}
		d, s, _, _ := g.surface.facets[i].segment(g.capsule.Center, g.capsule.Axis, g.capsule.Half)
		overlap := g.reach - d
		if overlap > n.Overlap+margin || overlap >= n.Overlap-margin && math.Abs(s) >= g.capsule.Half {
			return false
		}
	}
	return true
}
