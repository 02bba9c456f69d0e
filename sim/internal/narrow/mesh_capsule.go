package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
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

// MeshCapsule finds the contacts of a surface and a capsule in the surface's frame. It looks at the triangles
// that are watched, at least all that are nearer to the capsule's segment than radius and half thickness
// together, and passes over those that the capsule cannot have reached. The gap [m] is a lower bound of the
// distance to them (infinite if there are none), or minus the largest overlap.
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
// With the other Seams every group of triangles makes its contacts by itself, by the same
// rules: with SeamsRaw each triangle, with SeamsSmoothed each face.
func MeshCapsule(s *Surface, c *shape.Capsule, q *Query) (gap float64) {
	q.points, gap = q.Watch.points(s, c, q.points[:0], q.Seen)
	q.addPoints(q.points)
	return gap
}

// points appends the contacts of MeshCapsule and returns them with the gap.
func (w *Watch) points(s *Surface, c *shape.Capsule, out []Touch, seen *Witness) (touches []Touch, gap float64) {
	g := gather{surface: s, triangles: w.Triangles, capsule: *c, reach: c.Radius + s.Half, gone: w.gone, gap: math.Inf(1),
		parts: &w.found, seen: seen}
	g.ends[0], g.ends[1] = c.Ends()
	g.clear()
	first := len(out)
	for k, i := range w.Triangles {
		if w.passes(k) || s.Seams != SeamsMerged && s.isMade(i, out[first:]) {
			continue
		}
		g.visit(w, k)
		if s.Seams != SeamsMerged && g.hasFound() {
			out = g.joinGroup(w, k, out)
		}
	}
	if g.gap > 0 {
		for k := range w.budgets {
			g.pass(&w.budgets[k])
		}
		return out, g.gap
	}
	if s.Seams == SeamsMerged {
		g.dropSeams()
		out = g.join(out)
		if seen != nil {
			seen.mesh(&g, out[first:])
		}
	}
	return out, g.gap
}

// visit adds the contacts with the triangle at place k of those watched.
func (g *gather) visit(w *Watch, k int) {
	if k < len(w.budgets) {
		g.triangle(w.Triangles[k], &w.budgets[k])
		return
	}
	var fresh budget
	g.triangle(w.Triangles[k], &fresh)
	g.pass(&fresh)
}

// joinGroup appends the contacts of the group whose first triangle with a contact is at place k, and
// forgets them.
func (g *gather) joinGroup(w *Watch, k int, out []Touch) []Touch {
	group := g.surface.group(w.Triangles[k])
	for k++; k < len(w.Triangles); k++ {
		if !w.passes(k) && g.surface.group(w.Triangles[k]) == group {
			g.visit(w, k)
		}
	}
	first := len(out)
	g.dropSeams()
	out = g.join(out)
	if g.seen != nil {
		g.seen.mesh(g, out[first:])
	}
	for k := range out[first:] {
		out[first+k].Feature |= (group + 1) << groupShift
	}
	g.clear()
	return out
}

// groupShift is where the group of triangles begins in a Touch.Feature.
const groupShift = 3

// isMade reports whether the group of triangle i has its contacts already.
func (s *Surface) isMade(i int32, made []Touch) bool {
	for k := range made {
		if made[k].Feature>>groupShift == s.group(i)+1 {
			return true
		}
	}
	return false
}

// hasFound reports whether there are contacts that are not joined yet.
func (g *gather) hasFound() bool {
	for k := range g.parts {
		if len(g.parts[k]) > 0 {
			return true
		}
	}
	return false
}

// clear forgets the contacts found so far.
func (g *gather) clear() {
	for k := range g.parts {
		g.parts[k] = g.parts[k][:0]
	}
	g.pierced = [2]bool{}
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
	turned   bool // its normal was
}

// ranking holds the deepest contacts of one part, deepest first, equal ones in the order
// in which they came.
type ranking []near

func (r *ranking) add(n *near) {
	if len(*r) < gathered {
		*r = append(*r, *n)
	}
	list := *r
	k := len(list) - 1
	for ; k > 0 && list[k-1].Overlap < n.Overlap; k-- {
		list[k] = list[k-1]
	}
	if k < gathered-1 || n.Overlap > list[k].Overlap {
		list[k] = *n
	}
}

// gather collects the contacts of one capsule with single triangles.
type gather struct {
	surface   *Surface
	triangles []int32
	capsule   shape.Capsule
	ends      [2]vec.Vec3
	reach     float64 // radius and half thickness [m]
	gone      float64 // length of the capsule's way so far [m]
	gap       float64
	pierced   [2]bool // per end: it has passed through the surface
	parts     *[parts]ranking
	seen      *Witness // nil in the steps of a run
}

// feature returns the Touch.Feature of contacts of one part alone.
func (g *gather) feature(of int) int32 {
	if g.capsule.Half == 0 {
		return FeatureWhole
	}
	return [parts]int32{FeatureEndA, FeatureEndB, FeatureShaft}[of]
}

// dropSeams drops the contacts of the ends at sides and corners that are no minimum of
// the distance of that end to the surface (rule 1), and all but one of those that are the
// same.
func (g *gather) dropSeams() {
	for of := endA; of <= endB; of++ {
		own := g.parts[of]
		for k := range own {
			if n := &own[k]; n.v >= 0 {
				n.dropped = g.isSeam(n, own, k)
			}
		}
	}
}

// isSeam reports whether another contact of the same end shows that n, the one at place
// self, is none of its own.
func (g *gather) isSeam(n *near, own ranking, self int) bool {
	margin := tie * g.reach
	for j := range own {
		m := &own[j]
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
// segment and the triangles of its group (rule 1): none at its side or corner is nearer, and none
// as near to an end. Not all of them are among the gathered ones, so it measures.
func (g *gather) isCrest(n *near) bool {
	margin := tie * g.reach
	for _, i := range g.triangles {
		if i == n.triangle || !g.surface.has(i, n.v) || !g.surface.has(i, n.w) ||
			g.surface.group(i) != g.surface.group(n.triangle) {
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
