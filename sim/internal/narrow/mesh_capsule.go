package narrow

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

const (
	// gathered is the largest number of contacts with single triangles that are kept for each end and for
	// the shaft: the deepest ones. A contact that proves another one to be a seam is deeper and therefore
	// kept as well, so the limit only bounds the number of minima under one end, where facets are small
	// and the overlap is large.
	gathered = 12
	// patch is the cosine of 25°, the largest angle between normals that belong to one smooth patch; the
	// viewer draws creases from the same angle on. No regular polygon has this angle, so rounding never
	// decides for the facets of a tube.
	patch = 0.9063077870366499
	// tie is the fraction of the reach within which two overlaps count as equal.
	tie = 1e-10
	// flush is the fraction of the reach by which a shaft must be deeper than the ends to count as lying
	// on a crest. On a flat surface, errors of several ties add up to less than this.
	flush = 1e-7
	// slack is a fraction of the radius. A triangle is skipped by a coarse bound of its distance only if
	// it is out of reach by more than this.
	slack = 0.25
)

// MeshCapsule finds the contacts of a surface and a capsule in the surface's frame. It tests the watched
// triangles, which must include all triangles nearer to the capsule's segment than radius and half
// thickness together, and skips those that the capsule cannot have reached. The gap [m] is a lower bound
// of the distance to them (infinite if there are none), or minus the largest overlap.
//
// Each triangle gives contacts with the two ends of the capsule and, where the segment is nearest to the
// triangle between its ends, with the shaft. SeamsMerged turns these into contacts with the surface as a
// whole:
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
// If the segment passes through a triangle, the end on the shorter part counts as pressed through the
// triangle's plane. The contacts of this end with the far side are dropped. With the other values of
// Seams, every group of triangles makes its contacts by itself, by the same rules: a group is one
// triangle with SeamsRaw and one face with SeamsSmoothed.
func MeshCapsule(s *Surface, c *shape.Capsule, q *Query) (gap float64) {
	q.points, gap = q.Watch.points(s, c, q.points[:0], q.Seen)
	q.addPoints(q.points)
	return gap
}

// points appends the contacts that MeshCapsule finds, and returns them with the gap.
func (w *Watch) points(s *Surface, c *shape.Capsule, out []Touch, seen *Witness) (touches []Touch, gap float64) {
	g := gather{surface: s, triangles: w.Triangles, capsule: *c, reach: c.Radius + s.Half, gone: w.gone, gap: math.Inf(1),
		parts: &w.found, seen: seen}
	g.ends[0], g.ends[1] = c.Ends()
	g.clear()
	first, visited := len(out), 0
	w.others = 0
	for k, i := range w.Triangles {
		if w.passes(k) || s.Seams != SeamsMerged && s.isMade(i, out[first:]) {
			continue
		}
		w.alone = k
		visited++
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
		if visited == 1 {
			w.findOthers()
		}
		g.dropSeams()
		out = g.join(out)
		if seen != nil {
			seen.mesh(&g, out[first:])
		}
	}
	return out, g.gap
}

// visit adds the contacts with the triangle at index k of the watch.
func (g *gather) visit(w *Watch, k int) {
	if k < len(w.budgets) {
		g.triangle(w.Triangles[k], &w.budgets[k])
		return
	}
	var fresh budget
	g.triangle(w.Triangles[k], &fresh)
	g.pass(&fresh)
}

// joinGroup appends the contacts of one group of triangles and then clears them. The triangle at index k
// is the first of the group that has a contact.
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

// groupShift is the bit of a Touch.Feature at which the number of the group begins.
const groupShift = 3

// isMade reports whether the contacts of triangle i's group are among those already made.
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

// clear removes the contacts found so far.
func (g *gather) clear() {
	for k := range g.parts {
		g.parts[k] = g.parts[k][:0]
	}
	g.pierced = [2]bool{}
}

// Parts of the capsule:
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
	v, w     int32 // the two ends of the side in ascending order, twice the corner, or both -1 on the face
	pressed  bool  // the end has passed through the triangle
	dropped  bool
	turned   bool // the seam rule turned its normal
}

// ranking holds the deepest contacts of one part of the capsule, deepest first. Equal ones stay in the
// order in which they were found.
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
	gone      float64 // distance that the capsule has moved so far [m]
	gap       float64
	pierced   [2]bool // per end: it has passed through the surface
	parts     *[parts]ranking
	seen      *Witness // nil in the steps of a run
}

// feature returns the Touch.Feature of a contact in which only one part of the capsule touches.
func (g *gather) feature(of int) int32 {
	if g.capsule.Half == 0 {
		return FeatureWhole
	}
	return [parts]int32{FeatureEndA, FeatureEndB, FeatureShaft}[of]
}

// dropSeams drops those contacts of the ends at sides and corners that are not minima of the distance
// between the end and the surface (rule 1). Of equal contacts it keeps one.
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

// isSeam reports whether contact n, at index self, is a seam: another contact of the same end shows that
// n is no minimum of the distance.
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

// isCrest reports whether a contact of the shaft is a minimum of the distance between the segment and the
// triangles of its group (rule 1): no triangle at its side or corner is nearer to the shaft, and none is
// as near to an end. The gathered contacts need not include all these triangles, so it measures.
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
