package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// boxSurface returns a box round the origin whose faces are cut into n × n squares of two triangles each.
func boxSurface(size vec.Vec3, n int) *Surface {
	index, vertices := map[vec.Vec3]int32{}, []vec.Vec3{}
	at := func(p vec.Vec3) int32 {
		i, ok := index[p]
		if !ok {
			i = int32(len(vertices))
			index[p], vertices = i, append(vertices, p)
		}
		return i
	}
	var triangles [][3]int32
	for axis := range 3 {
		for _, sign := range []float64{-1, 1} {
			corner := func(i, j int) int32 {
				p := vec.Vec3{}.WithComponent(axis, sign).WithComponent((axis+1)%3, sign*(2*float64(i)/float64(n)-1))
				return at(p.WithComponent((axis+2)%3, 2*float64(j)/float64(n)-1).Mul(size.Scale(0.5)))
			}
			for i := range n {
				for j := range n {
					a, b, c, d := corner(i, j), corner(i+1, j), corner(i+1, j+1), corner(i, j+1)
					triangles = append(triangles, [3]int32{a, b, c}, [3]int32{a, c, d})
				}
			}
		}
	}
	return newTestSurface(vertices, triangles, 0)
}

// randomBlock returns a box near the origin, turned at random.
func randomBlock(r *rand.Rand) Polyhedron {
	s := boxSurface(vec.New(0.2+r.Float64(), 0.2+r.Float64(), 0.2+r.Float64()), 1)
	p := Polyhedron{Corners: s.Corners(), Half: 0.02 * float64(r.IntN(2)), Pos: random(r, 0.4),
		Ori: vec.FromAxisAngle(random(r, 1), 3*r.Float64())}
	for _, c := range p.Corners {
		p.Reach = math.Max(p.Reach, c.Norm())
	}
	return p
}

// Contract: the corners of a box are eight, however finely its faces are cut, and those of a closed tube are the ones
// on both its rims. A face with more corners than may touch at once is found.
func TestCorners(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		s := boxSurface(vec.New(1, 2, 3), n)
		if got := len(s.Corners()); got != 8 || s.MostLevel(s.Corners()) != 0 {
			t.Errorf("cut into %d × %d: %d corners, %d in one plane", n, n, got, s.MostLevel(s.Corners()))
		}
	}
	for _, n := range []int{3, 60, 300} {
		s := closedTube(n)
		want := 0
		if n > MostCorners {
			want = n
		}
		if got := s.Corners(); len(got) != 2*n || s.MostLevel(got) != want {
			t.Errorf("a tube of %d: %d corners, %d in one plane", n, len(got), s.MostLevel(got))
		}
	}
}

// closedTube returns a tube with ends, each of them a fan round its middle.
func closedTube(n int) *Surface {
	vertices := []vec.Vec3{{}, {Z: 1}}
	var triangles [][3]int32
	for k := range int32(n) {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
		vertices = append(vertices, vec.New(cos, sin, 0), vec.New(cos, sin, 1))
		a, b := 2+2*k, 2+2*((k+1)%int32(n))
		triangles = append(triangles, [3]int32{0, b, a}, [3]int32{1, a + 1, b + 1}, [3]int32{a, b, b + 1},
			[3]int32{a, b + 1, a + 1})
	}
	return newTestSurface(vertices, triangles, 0)
}

// Contract: a wall touches just those corners that are behind its plane, as deep as they are, and pushes them to the
// side where the middle of the body is, or to its own side; the gap is the distance of the nearest corner. A body
// wholly behind a wall that pushes to one side does not touch it.
func TestWallMesh(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	touched, behind := 0, 0
	for range 20000 {
		p, w := randomBlock(r), shape.Wall{Axis: r.IntN(3), Sense: r.IntN(3) - 1, Position: 0.3 * r.Float64()}
		var q Query
		gap := WallMesh(&w, &p, &q)
		side := float64(w.Sense)
		if side == 0 {
			side = math.Copysign(1, w.Height(p.Pos))
		}
		least, most, deep := math.Inf(1), math.Inf(-1), 0.
		for i := range p.Corners {
			h := side * w.Height(p.corner(i))
			least, most, deep = min(least, h-p.Half), max(most, h+p.Half), deep+max(0, p.Half-h)
		}
		if most < 0 {
			behind++
			if len(q.Contacts) > 0 || !(gap > 0) || gap > -most+1e-12 {
				t.Fatalf("%d contacts and a gap of %g m with a body %g m behind a wall", len(q.Contacts), gap, -most)
			}
			continue
		}
		for _, c := range q.Contacts {
			touched++
			deep -= c.Overlap
			corner := p.corner(int(FeatureCorner - c.Feature))
			if off := corner.WithComponent(w.Axis, w.Position).Sub(c.Point).Norm(); off > 1e-14 ||
				math.Abs(c.Overlap-(p.Half-side*w.Height(corner))) > 1e-14 || c.Normal.Component(w.Axis) != side {
				t.Fatalf("wall %+v, corner at %v: %+v", w, corner, c)
			}
		}
		if math.Abs(deep) > 1e-13 || gap > least+1e-14 || (least <= 0) != (len(q.Contacts) > 0) {
			t.Fatalf("%d contacts leave %g m of overlap, gap %g m, want %g m", len(q.Contacts), deep, gap, least)
		}
	}
	if touched < 1000 || behind < 100 {
		t.Errorf("%d contacts and %d bodies behind a wall: the test sees nothing", touched, behind)
	}
}

// Contract: a tube touches just those corners that are farther from its axis than its radius, radially.
func TestCylinderMesh(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	touched := 0
	for range 20000 {
		p, c := randomBlock(r), shape.Cylinder{Point: random(r, 0.2), Axis: random(r, 1).Unit(), Hollow: true}
		c.Radius = 0.4 + 0.5*r.Float64()
		var q Query
		gap, least, deep := CylinderMesh(&c, &p, &q), math.Inf(1), 0.
		for i := range p.Corners {
			d := p.corner(i).Sub(c.Point)
			room := c.Radius - d.AddScaled(-d.Dot(c.Axis), c.Axis).Norm() - p.Half
			least, deep = min(least, room), deep+max(0, -room)
		}
		for _, k := range q.Contacts {
			touched++
			deep -= k.Overlap
			from := k.Point.Sub(c.Point)
			if radial := from.AddScaled(-from.Dot(c.Axis), c.Axis).Unit(); radial.Add(k.Normal).Norm() > 1e-12 {
				t.Fatalf("the normal %v does not point to the axis: %v", k.Normal, radial)
			}
		}
		if math.Abs(deep) > 1e-13 || gap > least+1e-14 || (least <= 0) != (len(q.Contacts) > 0) {
			t.Fatalf("%d contacts leave %g m of overlap, gap %g m, want %g m", len(q.Contacts), deep, gap, least)
		}
	}
	if touched < 1000 {
		t.Errorf("%d contacts: the test sees nothing", touched)
	}
}
