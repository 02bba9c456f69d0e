package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// newTestSurface finds the neighbours by trying all pairs.
func newTestSurface(vertices []vec.Vec3, triangles [][3]int32, half float64) *Surface {
	neighbours := make([][3]int32, len(triangles))
	for i, t := range triangles {
		for k := range 3 {
			neighbours[i][k] = -1
			for j, o := range triangles {
				if j != i && hasCorner(o, t[k]) && hasCorner(o, t[(k+1)%3]) {
					neighbours[i][k] = int32(j)
				}
			}
		}
	}
	return NewSurface(vertices, triangles, neighbours, half)
}

func hasCorner(t [3]int32, v int32) bool { return t[0] == v || t[1] == v || t[2] == v }

func all(s *Surface) []int32 {
	list := make([]int32, len(s.Triangles))
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// within returns the triangles that a search with the box of the capsule would find.
func within(s *Surface, c shape.Capsule, margin float64) (list []int32) {
	box := c.Bounds().Grow(s.Half + margin)
	for i := range s.Triangles {
		f := &s.facets[i].corners
		a, b, d := f[0], f[1], f[2]
		if vec.EmptyBox().Include(a).Include(b).Include(d).Overlaps(box) {
			list = append(list, int32(i))
		}
	}
	return list
}

// band returns n by n squares of the given size in the plane z = 0, split by alternate
// diagonals, with every third triangle turned over. The corners are displaced by jitter
// within the plane and then lifted by lift.
func band(n int, size, jitter, half float64, lift func(p vec.Vec3) float64) *Surface {
	r := rand.New(rand.NewPCG(7, 8))
	var vertices []vec.Vec3
	var triangles [][3]int32
	for j := 0; j <= n; j++ {
		for i := 0; i <= n; i++ {
			p := vec.New(float64(i)-float64(n)/2, float64(j)-float64(n)/2, 0).Scale(size)
			p.X += jitter * size * (2*r.Float64() - 1)
			p.Y += jitter * size * (2*r.Float64() - 1)
			if lift != nil {
				p.Z = lift(p)
			}
			vertices = append(vertices, p)
		}
	}
	for j := range n {
		for i := range n {
			a := int32(j*(n+1) + i)
			b, c, d := a+1, a+int32(n)+2, a+int32(n)+1
			pair := [][3]int32{{a, b, c}, {a, c, d}}
			if (i+j)%2 == 1 {
				pair = [][3]int32{{a, b, d}, {b, c, d}}
			}
			for _, t := range pair {
				if len(triangles)%3 == 2 {
					t[1], t[2] = t[2], t[1]
				}
				triangles = append(triangles, t)
			}
		}
	}
	return newTestSurface(vertices, triangles, half)
}

func sameTouch(a, b Touch, tolerance float64) bool {
	return math.Abs(a.Overlap-b.Overlap) <= tolerance && a.Normal.Sub(b.Normal).Norm() <= tolerance &&
		a.Point.Sub(b.Point).Norm() <= tolerance
}

// A flat mesh acts exactly like a wall: same contact, to rounding, wherever the capsule
// lies over sides and corners, at every tilt, also with an end pressed through. So does a
// dome so flat that it is one to 1e-5, though every side of it is a ridge.
func TestMeshFlatIsWall(t *testing.T) {
	dome := func(p vec.Vec3) float64 { return -1e-8 * (p.X*p.X + p.Y*p.Y) }
	for _, form := range []struct {
		half, tolerance float64
		lift            func(vec.Vec3) float64
	}{{0, 1e-12, nil}, {0.02, 1e-12, nil}, {0, 1e-5, dome}} {
		s := band(10, 0.4, 0.3, form.half, form.lift)
		r := rand.New(rand.NewPCG(9, 10))
		for n := range 4000 {
			checkIsWall(t, n, r, s, form.tolerance)
		}
	}
}

// randomOverBand returns a capsule over a band of 10 squares, in all kinds of poses that matter.
func randomOverBand(n int, r *rand.Rand, s *Surface) shape.Capsule {
	c := shape.Capsule{Axis: random(r, 1).Unit(), Half: 0.4 * float64(r.IntN(3)) / 2, Radius: 0.3}
	if n%2 == 0 { // nearly lying
		c.Axis.Z *= math.Pow(10, -16*r.Float64())
		c.Axis = c.Axis.Unit()
	}
	if n%5 == 0 { // straight over a corner
		c.Center = s.Vertices[58+r.IntN(5)]
	} else {
		c.Center = vec.New(r.Float64()-0.5, r.Float64()-0.5, 0)
	}
	c.Center.Z = s.Half + 0.9*r.Float64()*(c.Radius+c.Half)
	return c
}

func checkIsWall(t *testing.T, n int, r *rand.Rand, s *Surface, tolerance float64) {
	t.Helper()
	wall := shape.Wall{Axis: 2, Sense: 1, Position: s.Half}
	c := randomOverBand(n, r, s)
	want, gap := touchOnWall(WallCapsule, wall, c, 1)
	if math.Abs(gap) < 100*tolerance { // weights of tiny overlaps magnify errors
		return
	}
	got, meshGap := touchesOnMesh(s, within(s, c, 0), c)
	switch {
	case gap > 0:
		if len(got) != 0 || meshGap > gap+tolerance && !math.IsInf(meshGap, 1) {
			t.Fatalf("case %d: %d contacts, gap %g, wall %g", n, len(got), meshGap, gap)
		}
	case len(got) != 1 || !sameTouch(got[0], want, tolerance):
		t.Fatalf("case %d %+v:\nwall %+v\nmesh %+v", n, c, want, got)
	}
}

// A mesh of one triangle has the exact distance of the triangle.
func TestMeshOneTriangle(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 3000 {
		a, b, d := randomTriangle(r)
		s := newTestSurface([]vec.Vec3{a, b, d}, [][3]int32{{0, 1, 2}}, 0.05*float64(r.IntN(2)))
		c := shape.Capsule{Center: random(r, 1), Axis: random(r, 1).Unit(), Half: r.Float64(), Radius: 0.5 * r.Float64()}
		touches, gap := touchesOnMesh(s, []int32{0}, c)
		dist, at, _, _ := SegmentTriangle(c.Center, c.Axis, c.Half, a, b, d)
		dist -= c.Radius + s.Half
		if dist > 0 && (len(touches) > 0 || gap > dist+1e-12) {
			t.Fatalf("apart by %g: gap %g, contacts %+v", dist, gap, touches)
		}
		// Between the ends the exact minimum is the contact, unless an end with the
		// same patch is deeper, which it cannot be.
		if dist < 0 && dist > -c.Radius && math.Abs(at) < c.Half*(1-1e-6) {
			found := false
			for _, p := range touches {
				found = found || math.Abs(p.Overlap+dist) < 1e-6
			}
			if !found {
				t.Fatalf("no contact with the overlap %g: %+v", -dist, touches)
			}
		}
	}
}

// The contacts over a bent surface depend neither on the diagonals and orientation of its triangles, nor
// on its frame, nor on triangles out of reach, nor on which end of the capsule comes first.
func TestMeshInvariant(t *testing.T) {
	hills := func(p vec.Vec3) float64 { return 0.5 * math.Sin(2.5*p.X) * math.Cos(2*p.Y) }
	s := band(12, 0.35, 0.2, 0, hills)
	turned := band(12, 0.35, 0.2, 0, hills)
	for i := range turned.Triangles {
		if i%2 == 0 {
			tri := &turned.Triangles[i]
			*tri = [3]int32{tri[2], tri[1], tri[0]}
		}
	}
	turned = newTestSurface(turned.Vertices, turned.Triangles, 0)
	q := vec.FromAxisAngle(vec.New(1, 2, 3), 1.1)
	shift := vec.New(0.3, -0.8, 0.5)
	moved := &Surface{Triangles: s.Triangles, Neighbours: s.Neighbours}
	for _, v := range s.Vertices {
		moved.Vertices = append(moved.Vertices, q.Rotate(v).Add(shift))
	}
	moved = NewSurface(moved.Vertices, s.Triangles, s.Neighbours, 0)

	r := rand.New(rand.NewPCG(13, 14))
	touching, several := 0, 0
	for n := range 2000 {
		c := shape.Capsule{Axis: random(r, 1).Unit(), Half: 0.5 * r.Float64(), Radius: 0.3}
		c.Center = vec.New(2*r.Float64()-1, 2*r.Float64()-1, 0)
		c.Center.Z = hills(c.Center) + 0.25 + 0.3*r.Float64()
		want, gap := touchesOnMesh(s, within(s, c, 0), c)
		if len(want) > 0 {
			touching++
		}
		if len(want) > 1 {
			several++
		}
		// The deepest contact has the exact distance.
		least := math.Inf(1)
		for _, f := range s.facets {
			d, _, _, _ := f.segment(c.Center, c.Axis, c.Half)
			least = math.Min(least, d-c.Radius)
		}
		if least > -c.Radius && least < 0 && math.Abs(gap-least) > 1e-12 || least > 0 && gap > least+1e-12 && gap < 0.1 {
			t.Fatalf("case %d: gap %g, least distance %g", n, gap, least)
		}
		back := c
		back.Axis = c.Axis.Neg()
		rotated := c
		rotated.Axis, rotated.Center = q.Rotate(c.Axis), q.Rotate(c.Center).Add(shift)
		for name, run := range map[string]func() ([]Touch, float64){
			"all triangles":    func() ([]Touch, float64) { return touchesOnMesh(s, all(s), c) },
			"turned triangles": func() ([]Touch, float64) { return touchesOnMesh(turned, within(s, c, 0), c) },
			"reversed":         func() ([]Touch, float64) { return touchesOnMesh(s, within(s, c, 0), back) },
			"moved": func() ([]Touch, float64) {
				list, gap := touchesOnMesh(moved, within(s, c, 0), rotated)
				for k := range list {
					list[k].Point = q.Unrotate(list[k].Point.Sub(shift))
					list[k].Normal = q.Unrotate(list[k].Normal)
				}
				return list, gap
			},
		} {
			got, g := run()
			if len(got) != len(want) || gap < 0 && math.Abs(g-gap) > 1e-12 {
				t.Fatalf("case %d, %s: %d contacts, %d before; gap %g, %g", n, name, len(got), len(want), g, gap)
			}
			for _, a := range want {
				found := false
				for _, b := range got {
					found = found || sameTouch(a, b, 1e-9)
				}
				if !found {
					t.Fatalf("case %d, %s: %+v\nnot in %+v", n, name, a, got)
				}
			}
		}
	}
	if touching < 500 || several < 50 {
		t.Errorf("only %d touching, %d with several contacts", touching, several)
	}
}

// wedge returns two rectangles of two triangles each that meet along the y axis at the
// origin, bent by the angle: positive down, a ridge seen from +z, negative a valley.
func wedge(angle float64) *Surface {
	s, c := math.Sincos(angle)
	return newTestSurface([]vec.Vec3{
		{X: -2, Y: -2}, {X: 0, Y: -2}, {X: 0, Y: 2}, {X: -2, Y: 2}, {X: 2 * c, Y: -2, Z: -2 * s}, {X: 2 * c, Y: 2, Z: -2 * s},
	}, [][3]int32{{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}}, 0)
}

// Over a ridge the normal of a sphere stays between the two facets' and turns without
// jumps; the depth is that of the nearest point. In a valley both facets push.
func TestMeshRidgeAndValley(t *testing.T) {
	const radius = 0.5
	for _, degrees := range []float64{1e-6, 5, 30, 90, 150} {
		s := wedge(degrees * math.Pi / 180)
		far := vec.New(math.Sin(degrees*math.Pi/180), 0, math.Cos(degrees*math.Pi/180))
		last := vec.AxisZ
		for a := -0.2; a <= degrees*math.Pi/180+0.2; a += 1e-3 {
			// Around the edge at a constant height over the surface.
			center := vec.New(math.Sin(a), 0, math.Cos(a)).Scale(0.48)
			list, _ := touchesOnMesh(s, all(s), shape.Sphere{Center: center, Radius: radius}.Hull())
			if len(list) != 1 {
				t.Fatalf("ridge of %g°, at %g: contacts %+v", degrees, a, list)
			}
			n := list[0].Normal
			if math.Abs(n.Y) > 1e-12 || vec.AxisZ.Cross(n).Y < -1e-12 || n.Cross(far).Y < -1e-12 {
				t.Fatalf("ridge of %g°, at %g: normal %v", degrees, a, n)
			}
			if jump := n.Sub(last).Norm(); jump > 2.2e-3 {
				t.Fatalf("ridge of %g°, at %g: normal jumps by %g", degrees, a, jump)
			}
			last = n
		}
		s = wedge(-degrees * math.Pi / 180)
		list, _ := touchesOnMesh(s, all(s), shape.Sphere{Center: vec.New(-math.Sin(degrees*math.Pi/360), 0,
			math.Cos(degrees*math.Pi/360)).Scale(0.48), Radius: radius}.Hull())
		want := 2
		if degrees < 25 {
			want = 1
		}
		if len(list) != want {
			t.Fatalf("valley of %g°: contacts %+v", degrees, list)
		}
	}
}

// A capsule across a ridge rests on the edge, between its ends; one in a groove touches
// both slopes.
func TestMeshCapsuleAcrossRidge(t *testing.T) {
	c := shape.Capsule{Center: vec.New(0, 0.1, 0.28), Axis: vec.AxisX, Half: 1, Radius: 0.3}
	ridge := wedge(0.8)
	for i, v := range ridge.Vertices { // the same slope on both sides
		ridge.Vertices[i] = vec.FromAxisAngle(vec.AxisY, -0.4).Rotate(v)
	}
	ridge = newTestSurface(ridge.Vertices, ridge.Triangles, 0)
	list, gap := touchesOnMesh(ridge, all(ridge), c)
	want := Touch{Point: vec.New(0, 0.1, 0), Normal: vec.AxisZ, Overlap: 0.02, Feature: FeatureShaft}
	if len(list) != 1 || !sameTouch(list[0], want, 1e-12) || list[0].Feature != FeatureShaft ||
		math.Abs(gap+0.02) > 1e-12 {
		t.Errorf("ridge: gap %g, contacts %+v", gap, list)
	}
	groove := wedge(-1.2)
	c.Axis = vec.AxisY
	c.Center = vec.New(-math.Sin(0.6), 0, math.Cos(0.6)).Scale(0.29 / math.Cos(0.6))
	list, _ = touchesOnMesh(groove, all(groove), c)
	if len(list) != 2 {
		t.Fatalf("groove: contacts %+v", list)
	}
	for _, p := range list {
		if math.Abs(p.Overlap-0.01) > 1e-12 || p.Feature != FeatureBoth || math.Abs(p.Point.Y) > 1e-12 {
			t.Errorf("groove: contact %+v", p)
		}
	}
}

// No mesh and capsule, however strange, make a contact that is not finite.
func FuzzMeshCapsule(f *testing.F) {
	f.Add(uint64(1), 0., 0., 0.1, 1., 0., 0., .4, .3)
	f.Add(uint64(2), 0., 0., 0., 0., 0., 1., 0., .3)
	f.Add(uint64(3), 0., 0., 0., 0., 1., 0., .5, .3)
	f.Fuzz(func(t *testing.T, seed uint64, x, y, z, ux, uy, uz, h, radius float64) {
		p, u := vec.New(x, y, z), vec.New(ux, uy, uz)
		if !(p.Norm() < 1e3) || !(u.Norm() < 1e6) || u.Norm() < 1e-6 || !(h >= 0 && h < 1e3) ||
			!(radius > 1e-6 && radius < 1e3) {
			t.Skip("not of a sane size")
		}
		r := rand.New(rand.NewPCG(seed, 0))
		vertices := make([]vec.Vec3, 8)
		for i := range vertices { // on a coarse grid, so that many coincide
			vertices[i] = vec.New(float64(r.IntN(3)-1), float64(r.IntN(3)-1), float64(r.IntN(2)))
		}
		triangles := make([][3]int32, 10)
		for i := range triangles {
			triangles[i] = [3]int32{int32(r.IntN(8)), int32(r.IntN(8)), int32(r.IntN(8))}
		}
		s := newTestSurface(vertices, triangles, 0)
		c := shape.Capsule{Center: p, Axis: u.Unit(), Half: h, Radius: radius}
		for _, s.Seams = range []Seams{SeamsMerged, SeamsSmoothed, SeamsRaw} {
			list, gap := touchesOnMesh(s, all(s), c)
			if math.IsNaN(gap) || (len(list) > 0) != (gap <= 0) {
				t.Fatalf("gap %g with %d contacts", gap, len(list))
			}
			for _, a := range list {
				if !a.Point.IsFinite() || math.Abs(a.Normal.Norm()-1) > 1e-9 || !(a.Overlap >= 0) {
					t.Fatalf("contact %+v", a)
				}
			}
			spread, gap := linesOnMesh(MeshCapsuleIntegral, s, all(s), c)
			if math.IsNaN(gap) {
				t.Fatalf("gap %g", gap)
			}
			for _, a := range spread {
				if !a.Point.IsFinite() || math.Abs(a.Normal.Norm()-1) > 1e-9 || !(a.Overlap >= 0) || !a.Arm.IsFinite() ||
					!(a.Share >= 0) {
					t.Fatalf("integral: contact %+v", a)
				}
			}
		}
	})
}
