package narrow

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// facet returns a surface with the solid as its only triangle.
func (s solid) facet() *Surface {
	return newTestSurface([]vec.Vec3{s.Vertices[0].vec(), s.Vertices[1].vec(), s.Vertices[2].vec()},
		[][3]int32{{0, 1, 2}}, s.HalfThick)
}

// corner3 returns the corners of the first triangle.
func (s *Surface) corner3() (a, b, c vec.Vec3) {
	f := &s.facets[0].corners
	return f[0], f[1], f[2]
}

// projected returns the nearest point of a triangle in the way of the reference. Outside two sides it
// returns their common corner, which is not the nearest point if the corner is obtuse.
func projected(f *Surface, p vec.Vec3) vec.Vec3 {
	a, b, c := f.corner3()
	corners, n := [4]vec.Vec3{a, b, c, a}, f.facets[0].normal
	p = p.AddScaled(-p.Sub(a).Dot(n), n)
	var out []int
	for k := range 3 {
		if corners[k+1].Sub(corners[k]).Cross(n).Dot(p.Sub(corners[k])) > 0 {
			out = append(out, k)
		}
	}
	switch len(out) {
	case 0:
		return p
	case 1:
		c, u, h := fromEnds(corners[out[0]], corners[out[0]+1])
		return c.AddScaled(PointSegment(p, c, u, h), u)
	}
	if out[0] == 0 && out[1] == 2 {
		return a
	}
	return corners[out[1]]
}

func TestMeshSphereReference(t *testing.T) {
	y := tally{t: t}
	better := 0
	for i, r := range readContacts(t, "contact_facet_sphere.json") {
		f, b := r.A.facet(), r.B.sphere()
		a, c, d := f.corner3()
		q, part := PointTriangle(b.Center, a, c, d, f.facets[0].normal)
		if ours, theirs := q.Sub(b.Center).Norm(), projected(f, b.Center).Sub(b.Center).Norm(); theirs > ours+1e-12 {
			better++
			continue
		}
		list, gap := touchesOnMesh(f, []int32{0}, b.Hull())
		var touch Touch
		if len(list) > 0 {
			touch = list[0]
		}
		// With its centre on the facet the reference pushes a sphere along x.
		centred := q.Sub(b.Center).Norm() < 1e-12
		y.compare(fmt.Sprint(i, " ", r.Label, " part ", part), r, touch, gap, !centred, !centred)
	}
	y.report()
	t.Logf("%d at obtuse corners, where ours is nearer, left out", better)
}

// oneStep returns, for each end of the capsule, the distance from the segment of the end's nearest point
// on the facet, as the reference computes it, and whether the end itself is nearest to that point.
func oneStep(f *Surface, b shape.Capsule) (distance [2]float64, own [2]bool) {
	p, q := b.Ends()
	for k, end := range [2]vec.Vec3{p, q} {
		foot := projected(f, end)
		s := PointSegment(foot, b.Center, b.Axis, b.Half)
		near := b.Center.AddScaled(s, b.Axis)
		distance[k] = near.Sub(foot).Norm()
		own[k] = near.Sub(end).Norm() < 1e-12
	}
	return distance, own
}

// Every case is compared twice: with raw seams, by which each facet makes its own contact as in the
// reference, and with merged ones.
//
// The reference projects each end on the facet and back on the segment, once. Where this gives the exact
// minimum, for both ends or for the one that touches, contacts agree to rounding, with two differences:
// the reference takes the deeper overlap of two contacts where the wall's rule takes the mean, and it
// puts the point half an overlap deeper. See compareOneStep for the other cases.
func TestMeshCapsuleReference(t *testing.T) {
	cases := readContacts(t, "contact_facet_capsule.json")
	for _, seams := range []Seams{SeamsRaw, SeamsMerged} {
		y := tally{t: t}
		short := 0
		for i := range cases {
			r := &cases[i]
			what := fmt.Sprint(i, " ", r.Label)
			f, b := r.A.facet(), r.B.capsule()
			f.Seams = seams
			a, c, d := f.corner3()
			exact, _, _, _ := SegmentTriangle(b.Center, b.Axis, b.Half, a, c, d)
			reach, un := b.Radius+f.Half, float64(r.Un)
			distance, own := oneStep(f, b)
			both := distance[0] <= reach && distance[1] <= reach
			if exact == 0 || math.Abs(exact-reach-un) > 1e-9 || both && !(own[0] && own[1]) {
				compareOneStep(t, what, r, f, b, exact)
				short++
				continue
			}
			compareExact(&y, what, r, f, b, both)
		}
		y.report()
		t.Logf("%d in which one step of the reference falls short", short)
	}
}

// compareExact checks a contact for which the reference finds the exact minimum, of both ends or of one.
func compareExact(y *tally, what string, r *row, f *Surface, b shape.Capsule, both bool) {
	list, gap := touchesOnMesh(f, []int32{0}, b)
	reach, un := b.Radius+f.Half, float64(r.Un)
	switch {
	case un > 0:
		y.compare(what, *r, Touch{}, gap, false, false)
		return
	case len(list) != 1 || both != (list[0].Feature&(1<<groupShift-1) == FeatureBoth):
		y.t.Errorf("%s: contacts %+v, both ends %t", what, list, both)
		return
	}
	overlap := -un
	if both {
		distance, _ := oneStep(f, b)
		ua, ub := reach-distance[0], reach-distance[1]
		overlap = (ua*ua + ub*ub) / (ua + ub)
	}
	normal := r.Normal.vec()
	point := r.Point.vec().AddScaled(-un/2, normal) // on the surface of the facet
	if both && f.Half > 0 {
		// Ours weights points on the surface, which differ in direction; the
		// reference weights their feet and goes up by the half thickness after.
		point = list[0].Point
	}
	y.check(what, math.Abs(list[0].Overlap-overlap), list[0].Normal.Sub(normal).Norm(), list[0].Point.Sub(point).Norm())
}

// compareOneStep checks a contact for which one step of projections does not reach the minimum, or for
// which the reference weights points of the shaft as if they were ends. The step gives the overlap of the
// reference. More of the same steps can only come nearer, and must end at our minimum. The force points
// to the same side. A capsule that pierces the facet has no distance to it, and the reference takes a
// direction from the rest of its step; our contact pushes out at least as deep as that rest, toward the
// side of the capsule's centre.
func compareOneStep(t *testing.T, what string, r *row, f *Surface, b shape.Capsule, exact float64) {
	t.Helper()
	reach, un := b.Radius+f.Half, float64(r.Un)
	distance, _ := oneStep(f, b)
	if d := min(distance[0], distance[1]) - reach - un; math.Abs(d) > 1e-9 {
		t.Errorf("%s: one step is %g away from the reference", what, d)
	}
	list, gap := touchesOnMesh(f, []int32{0}, b)
	if un > 0 {
		if gap > un+1e-9 {
			t.Errorf("%s: gap %g, reference %g", what, gap, un)
		}
		return
	}
	deepest := Touch{}
	for k := range list {
		if list[k].Overlap > deepest.Overlap {
			deepest = list[k]
		}
	}
	if exact == 0 {
		a, _, _ := f.corner3()
		height := b.Center.Sub(a).Dot(f.facets[0].normal)
		if side := deepest.Normal.Dot(f.facets[0].normal); -gap < reach || -gap < -un || side*height <= 0 {
			t.Errorf("%s: pierced, overlap %g, reference %g, pushed to %g of %g", what, -gap, -un, side, height)
		}
		return
	}
	if end := manySteps(f, b); math.Abs(end-reach-gap) > 1e-6 || gap > un+1e-9 || len(list) == 0 ||
		deepest.Normal.Dot(r.Normal.vec()) <= 0 {
		t.Errorf("%s: gap %g, after many steps %g, reference %g, normal %v, reference %v", what, gap, end-reach, un,
			deepest.Normal, r.Normal.vec())
	}
}

// manySteps returns the distance to which the steps of the reference lead, from the nearer of both ends.
func manySteps(f *Surface, b shape.Capsule) float64 {
	a, c, d := f.corner3()
	nearest := math.Inf(1)
	p, q := b.Ends()
	for _, at := range [2]vec.Vec3{p, q} {
		for range 10000 {
			foot, _ := PointTriangle(at, a, c, d, f.facets[0].normal)
			at = b.Center.AddScaled(PointSegment(foot, b.Center, b.Axis, b.Half), b.Axis)
			nearest = min(nearest, at.Sub(foot).Norm())
		}
	}
	return nearest
}

// smoothing is one case of facet_smoothing.json.
type smoothing struct {
	Dihedral  float64 `json:"dihedralDeg"`
	Flipped   bool    `json:"flippedNeighbour"`
	HalfThick float64 `json:"halfThick"`
	Radius    float64 `json:"radius"`
	Center    triple  `json:"center"`
	Polar     float64 `json:"polarDeg"`
	Plain     row     `json:"plain"`
	Smooth    row     `json:"smooth"`
	Zone      string  `json:"zone"`
}

// Two triangles share an edge, and a sphere touches the first. The contact is compared without smoothing,
// and with the normal turned as Woo's documentation says, where the reference follows it. The reference
// has mistakes in the green zone and at valleys; there the formula of the documentation is checked.
func TestEdgeSmoothingReference(t *testing.T) {
	var file struct{ Cases []smoothing }
	readReference(t, "facet_smoothing.json", &file)
	plain, smoothed := tally{t: t}, tally{t: t}
	zones := map[string]int{}
	for i, r := range file.Cases {
		s := twoTriangles(r)
		b := shape.Sphere{Center: r.Center.vec(), Radius: r.Radius}
		what := fmt.Sprintf("%d: dihedral %g°, flipped %t, polar %g°, zone %s", i, r.Dihedral, r.Flipped, r.Polar, r.Zone)

		s.Seams = SeamsRaw
		list, gap := touchesOnMesh(s, []int32{0}, b.Hull())
		if len(list) != 1 {
			t.Fatalf("%s: %d contacts, gap %g", what, len(list), gap)
		}
		plain.compare(what, r.Plain, list[0], gap, true, true)

		s.Seams = SeamsSmoothed
		list, gap = touchesOnMesh(s, []int32{0}, b.Hull())
		zones[r.Zone]++
		ridge := r.Dihedral < -1e-6
		blue, red := strings.Contains(r.Zone, "blue"), strings.Contains(r.Zone, "red")
		switch {
		case r.Zone == "face" || blue || red && ridge:
			smoothed.compare(what, r.Smooth, list[0], gap, true, true)
		default:
			checkSeedFormula(t, what, s, b, list[0], r)
		}
	}
	plain.report()
	smoothed.report()
	t.Log(zones)
}

// twoTriangles builds the surface of a smoothing case: the second triangle is turned up
// by the dihedral angle about the shared edge.
func twoTriangles(r smoothing) *Surface {
	a := r.Dihedral * math.Pi / 180
	apex := vec.New(1.5*math.Cos(a), 0, 1.5*math.Sin(a))
	second := [3]int32{1, 0, 3}
	if r.Flipped {
		second = [3]int32{0, 1, 3}
	}
	return newTestSurface([]vec.Vec3{{Y: -1}, {Y: 1}, {X: -1.5}, apex}, [][3]int32{{0, 1, 2}, second}, r.HalfThick)
}

// checkSeedFormula compares a smoothed contact with the zones of Woo's documentation for a ridge; from
// the other side of the surface a valley is a ridge.
func checkSeedFormula(t *testing.T, what string, s *Surface, b shape.Sphere, got Touch, r smoothing) {
	t.Helper()
	a := r.Dihedral * math.Pi / 180
	n1, n2 := vec.AxisZ, vec.New(-math.Sin(a), 0, math.Cos(a))
	if r.Dihedral > 0 {
		n1, n2 = n1.Neg(), n2.Neg()
	}
	n := r.Plain.Normal.vec()
	limit := n1.Dot(n2)
	want := n
	switch c := n.Dot(n1); {
	case c >= limit:
	case c > -math.Sqrt(math.Max(0, 1-limit*limit)):
		want = n2
	default:
		want = n1.Neg()
	}
	if d := got.Normal.Sub(want).Norm(); d > 1e-9 {
		t.Errorf("%s: normal %v, page %v", what, got.Normal, want)
	}
	if want != n {
		on := b.Center.AddScaled(r.HalfThick-b.Center.Dot(want), want)
		if d := got.Point.Sub(on).Norm(); d > 1e-9 {
			t.Errorf("%s: point %v, page %v", what, got.Point, on)
		}
	}
}
