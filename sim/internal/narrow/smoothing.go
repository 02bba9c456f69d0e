package narrow

import (
	"math"

	"example.org/tumble/sim/vec"
)

// smoothNormal turns the normal n of a contact at an internal edge into the range between the two facets'
// unit normals, by the three zones of Woo's documentation on edge smoothing. The contact was found with
// the facet whose normal is own. n1 is own or its reverse, and n2 is the normal of the other facet; both
// point to the side from which the edge is convex.
func smoothNormal(n, own, n1, n2 vec.Vec3) vec.Vec3 {
	limit := vec.Clamp(n1.Dot(n2), -1, 1)
	across := math.Sqrt(1 - limit*limit)
	switch cosine := n.Dot(n1); {
	case cosine >= limit, limit > 0 && n.Dot(own) >= limit: // blue: between, or near enough to this one
		return n
	case cosine > -across: // red: convex, beyond facet 2
		return n2
	}
	return n1.Neg() // green: concave, behind facet 1
}

// smooth turns the normal of a contact whose nearest point lies on an internal side or corner of the
// triangle. It moves the contact point to the projection of core (the nearest point of the other body's
// core) on the plane through that side with the new normal. The overlap does not change. A corner is
// internal if both sides at it are; the side that the normal leans over more decides. smooth reports
// whether it turned the normal.
func (s *Surface) smooth(t *Touch, triangle int32, part int, core vec.Vec3) bool {
	k := -1
	switch {
	case part >= OnCorner0:
		k = s.leaning(triangle, part-OnCorner0, t.Normal)
	case part >= OnSide0:
		k = part - OnSide0
	}
	if k < 0 || s.Neighbours[triangle][k] < 0 {
		return false
	}
	n1, n2, ok := s.convexNormals(triangle, k)
	if !ok {
		return false
	}
	n := smoothNormal(t.Normal, s.facets[triangle].normal, n1, n2)
	if n == t.Normal {
		return false
	}
	from := s.facets[triangle].corners[k]
	t.Normal = n
	t.Point = core.AddScaled(s.Half-core.Sub(from).Dot(n), n)
	return true
}

// isDouble reports whether another triangle has the same contact, at a side or corner q. For a contact
// with a turned normal this is a face below the same core with a normal of the same patch; otherwise it
// is a triangle of a lower number at the same place. Only that other contact is kept. With both, a body
// that passes a side would feel two contacts, one of them without history, and would be slowed down.
func (g *gather) isDouble(n *near, core, q vec.Vec3, turned bool) bool {
	for _, i := range g.triangles {
		if i >= n.triangle && !turned {
			return false
		}
		f := &g.surface.facets[i]
		p, part := PointTriangle(core, f.corners[0], f.corners[1], f.corners[2], f.normal)
		if !turned && p.Sub(q).Norm() <= coincident*g.reach {
			return true
		}
		way := core.Sub(p)
		if d := way.Norm(); turned && part == OnFace && d < g.reach && way.Dot(n.Normal) > patch*d {
			return true
		}
	}
	return false
}

// leaning returns which of the two sides at a corner the normal leans over more, or -1
// if one of them is not internal.
func (s *Surface) leaning(triangle int32, corner int, normal vec.Vec3) int {
	before := (corner + 2) % 3
	if nb := s.Neighbours[triangle]; nb[corner] < 0 || nb[before] < 0 {
		return -1
	}
	if s.outward(triangle, before).Dot(normal) > s.outward(triangle, corner).Dot(normal) {
		return before
	}
	return corner
}

// outward returns the unit vector in the plane of the triangle that is perpendicular to its side k and
// points away from the triangle.
func (s *Surface) outward(triangle int32, k int) vec.Vec3 {
	f := &s.facets[triangle]
	side := f.corners[k+1].Sub(f.corners[k])
	return side.Cross(f.normal).Unit()
}

// convexNormals returns the normals of the triangle and of its neighbour beyond side k,
// consistent with each other and pointing to the side from which the edge is convex,
// whatever the order of the corners; ok is false if either has no area.
func (s *Surface) convexNormals(triangle int32, k int) (n1, n2 vec.Vec3, ok bool) {
	t, other := &s.Triangles[triangle], s.Neighbours[triangle][k]
	from, to := t[k], t[(k+1)%3]
	n1, n2 = s.facets[triangle].normal, s.facets[other].normal
	if n1 == (vec.Vec3{}) || n2 == (vec.Vec3{}) {
		return n1, n2, false
	}
	// Neighbours with the same outside run in opposite directions along their common side.
	valley := false
	for j, v := range s.Triangles[other] {
		if v == from && s.Triangles[other][(j+1)%3] == to {
			n2 = n2.Neg()
		}
		if v != from && v != to {
			valley = s.facets[other].corners[j].Sub(s.facets[triangle].corners[k]).Dot(n1) > 0
		}
	}
	if valley {
		n1, n2 = n1.Neg(), n2.Neg()
	}
	return n1, n2, true
}
