package narrow

import (
	"math"

	"example.org/tumble/sim/vec"
)

// approach holds what is known so far about a capsule and one triangle.
type approach struct {
	triangle int32
	facet    *facet
	heights  [2]float64 // of the ends over the triangle's plane [m]
	crest    bool       // the shaft may have a contact
	looked   [2]bool    // per end: its distance is computed
	nearest2 float64    // squared distance of the ends whose distance is computed [m²]
	straight bool       // the segment's nearest point is an end, and from there the segment leads away
}

// triangle adds the contacts with one triangle and records in b when the triangle must be tested again.
func (g *gather) triangle(i int32, b *budget) {
	f, c := &g.surface.facets[i], &g.capsule
	a := approach{triangle: i, facet: f, nearest2: math.Inf(1)}
	z := &a.heights
	z[0], z[1] = g.ends[0].Sub(f.corners[0]).Dot(f.normal), g.ends[1].Sub(f.corners[0]).Dot(f.normal)
	if b[shaft] >= 0 && g.gone >= b[shaft] { // otherwise it is in reach, or was not far away
		if x, far := g.isFar(&a); far {
			until := g.until(x)
			*b = budget{until, until, until}
			return
		}
	}
	a.crest = f.crest[0] && (z[0] > 0 || z[1] > 0) || f.crest[1] && (z[0] <= 0 || z[1] <= 0) ||
		g.surface.Seams != SeamsMerged
	if s, ok := f.pierce(c.Center, c.Axis, c.Half, z[0], z[1]); ok {
		g.press(&a, s, b)
		return
	}
	if c.Half == 0 {
		b[endB] = math.Inf(1)
	}
	for k := range g.ends {
		if g.gone >= b[k] {
			g.end(&a, k, b)
		}
	}
	// The distance to a convex body is convex along the segment, so it has a minimum
	// between the ends only if it falls from both.
	if g.gone >= b[shaft] && !a.straight {
		if a.crest {
			g.between(&a, b)
		} else {
			b[shaft] = g.until(a.aside())
		}
	}
}

// isFar reports whether a cheap bound shows that a triangle is out of reach, and if so by how much at
// least [m].
func (g *gather) isFar(a *approach) (x float64, far bool) {
	c, f := &g.capsule, a.facet

	// The triangle's bounding ball is out of reach by enough to be worth returning.
	core := c.Center.AddScaled(PointSegment(f.middle, c.Center, c.Axis, c.Half), c.Axis)
	off := f.middle.Sub(core)
	off2 := off.Norm2()
	if far := f.radius + g.reach + slack*c.Radius; off2 > far*far {
		return math.Sqrt(off2) - f.radius - g.reach, true
	}
	// Take the point of the core nearest to the ball's centre, and the plane through it that faces the
	// ball. The whole segment is behind this plane.
	least := f.corners[0].Sub(core).Dot(off)
	for k := 1; k < 3; k++ {
		if d := f.corners[k].Sub(core).Dot(off); d < least {
			least = d
		}
	}
	if least > 0 && least*least > g.reach*g.reach*off2 {
		return least/math.Sqrt(off2) - g.reach, true
	}
	if over := a.aside(); over > g.reach {
		return over - g.reach, true
	}
	return 0, false
}

// aside returns the distance of the segment from the triangle's plane, if it does not cross the plane
// [m].
func (a *approach) aside() float64 {
	za, zb := a.heights[0], a.heights[1]
	if !(za*zb > 0) {
		return 0
	}
	if za, zb = math.Abs(za), math.Abs(zb); zb < za {
		return zb
	}
	return za
}

// end adds the contact of an end with the triangle, if there is one.
func (g *gather) end(a *approach, k int, b *budget) {
	a.looked[k] = true
	if z := math.Abs(a.heights[k]); !a.crest && z > g.reach {
		b[k] = g.until(z - g.reach)
		return
	}
	f, end := a.facet, g.ends[k]
	q, part := PointTriangle(end, f.corners[0], f.corners[1], f.corners[2], f.normal)
	v := end.Sub(q)
	d2 := v.Norm2()
	if d2 < a.nearest2 {
		a.nearest2 = d2
	}
	if d2 <= g.reach*g.reach {
		g.plain(a.triangle, k, end, q, d2, part, a.heights[1-k])
	}
	x := math.Sqrt(d2) - g.reach
	b[k] = g.until(x)
	if inward := v.Dot(g.capsule.Axis); k == endA && inward >= 0 || k == endB && inward <= 0 || g.capsule.Half == 0 {
		a.straight = true
		b[shaft] = b[k]
	}
}

// between adds the contact of the shaft with the triangle, if there is one.
func (g *gather) between(a *approach, b *budget) {
	for k := range a.looked {
		if !a.looked[k] {
			g.end(a, k, b)
		}
	}
	if a.straight {
		return
	}
	c := &g.capsule
	if s, q, part, ok := a.facet.shaft(c.Center, c.Axis, c.Half, a.nearest2); ok {
		core := c.Center.AddScaled(s, c.Axis)
		a.nearest2 = core.Sub(q).Norm2()
		if a.nearest2 <= g.reach*g.reach {
			g.plain(a.triangle, shaft, core, q, a.nearest2, part, a.heights[0]+a.heights[1])
		}
	}
	b[shaft] = g.until(math.Sqrt(a.nearest2) - g.reach)
}

// press adds the contact of a segment that passes through the triangle at the parameter s. The end on the
// shorter part of the segment counts as pressed in; it is pushed back toward the rest of the capsule.
func (g *gather) press(a *approach, s float64, b *budget) {
	short := endA
	if s > 0 {
		short = endB
	}
	z, normal := a.heights[short], a.facet.normal
	foot := g.ends[short].AddScaled(-z, normal)
	if z > 0 {
		z, normal = -z, normal.Neg()
	}
	g.pierced[short] = true
	g.lower(z - g.reach)
	g.parts[short].add(&near{triangle: a.triangle, v: -1, w: -1, pressed: true,
		Touch: Touch{foot.AddScaled(g.surface.Half, normal), normal, g.reach - z, g.feature(short)}})
	g.end(a, endA+endB-short, b)
	*b = budget{inReach, inReach, inReach}
}

// plain adds the contact between the point core of the segment and its nearest point q on a triangle, at
// the squared distance d2. If the points coincide, the normal is the triangle's, toward the side where
// the rest of the capsule is.
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
	g.lower(d - g.reach)
	if g.surface.Seams == SeamsSmoothed && part != OnFace {
		n.turned = g.surface.smooth(&n.Touch, i, part, core)
		if g.isDouble(&n, core, q, n.turned) {
			if g.seen != nil {
				g.seen.near(g, &n, of, -1, 0, IsDouble)
			}
			return
		}
	}
	g.parts[of].add(&n)
}

// inReach is the budget of a triangle that is in reach, or not known to be out of reach.
const inReach = -1

// until returns the budget of a triangle that is out of reach by x [m].
func (g *gather) until(x float64) float64 {
	if x <= 0 {
		return inReach
	}
	return g.gone + x
}

// pass lowers the gap to the remaining budgets of a skipped triangle.
func (g *gather) pass(b *budget) {
	for _, until := range b {
		if until >= 0 {
			g.lower(until - g.gone)
		}
	}
}

// lower lowers the gap to x: something is out of reach by x, or in reach by -x [m].
func (g *gather) lower(x float64) {
	if x < g.gap {
		g.gap = x
	}
}
