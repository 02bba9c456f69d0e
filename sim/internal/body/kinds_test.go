package body

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Contract: all kinds of shape have a row, and each row has what bodies, the search for pairs, inlets,
// pictures and snapshots ask of it. A new kind fails here until its row is complete.
func TestEveryKindIsComplete(t *testing.T) {
	for k := range kinds {
		kind := shape.Kind(k)
		if kind.String() == "" {
			t.Errorf("shape.Kinds: kind %d has no name", k)
		}
		for _, cell := range missingCells(kind) {
			t.Errorf("the row of a %v in body.kinds lacks %s", kind, cell)
		}
	}
}

// missingCells names the cells that the row of a kind should have.
func missingCells(kind shape.Kind) (cells []string) {
	r := &kinds[kind]
	for _, cell := range []struct {
		name    string
		missing bool
	}{
		{"check", r.check == nil},
		{"reach", r.reach == nil},
		{"add", r.add == nil},
		{"renumber", r.renumber == nil},
		{"place", r.place == nil},
		{"solid (it is listed as one)", kind.Solid() && r.solid == nil},
		{"placed (it is listed as solid)", kind.Solid() && r.placed == nil},
		{"a place in shape.Kinds as a solid (its row has a volume)", !kind.Solid() && (r.solid != nil || r.placed != nil)},
		{"hull or an outline: no snapshot shows it", kind.Solid() && !r.hull && r.outline == nil},
		{"bounds: no picture would be large enough", !kind.Solid() && r.bounds == nil},
	} {
		if cell.missing {
			cells = append(cells, cell.name)
		}
	}
	return cells
}

// needAllRows ends a test that calls cells while some are missing, so that what names them is not lost in a panic.
func needAllRows(t *testing.T) {
	t.Helper()
	for k := range kinds {
		if kind := shape.Kind(k); len(missingCells(kind)) > 0 {
			t.Fatalf("%v: see TestEveryKindIsComplete", kind)
		}
	}
}

// samples are one shape of each kind.
var samples = [len(shape.Kinds)]ShapeDef{
	shape.KindSphere:   {Kind: shape.KindSphere, Radius: 0.1},
	shape.KindCapsule:  {Kind: shape.KindCapsule, Radius: 0.1, Shaft: 0.3},
	shape.KindWall:     {Kind: shape.KindWall, Wall: WallDef{Axis: 2, Lo: [2]float64{-1, -1}, Hi: [2]float64{1, 1}}},
	shape.KindMesh:     {Kind: shape.KindMesh, Mesh: tetrahedron},
	shape.KindCylinder: {Kind: shape.KindCylinder, Radius: 1, Cylinder: CylinderDef{Drawn: 2}},
}

var tetrahedron = &mesh.Mesh{
	Vertices:  []vec.Vec3{{}, {X: 1}, {Y: 1}, {Z: 1}},
	Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}},
}

func unitDensity(int) float64 { return 1 }

// Contract: a body of any kind of shape can be made, saved, read again, placed and taken out, and has bounds.
func TestEveryKindLives(t *testing.T) {
	needAllRows(t)
	for k := range samples {
		kind, d := shape.Kind(k), samples[k]
		if d.Kind != kind || d.Kind == 0 && d.Radius == 0 {
			t.Errorf("%v: no sample of it to test with", kind)
			continue
		}
		tpl, err := NewTemplate([]ShapeDef{d}, unitDensity, vec.Vec3{}, 0)
		if err != nil {
			t.Errorf("%v: %v", kind, err)
			continue
		}
		if (tpl.Mass > 0) != kind.Solid() {
			t.Errorf("%v: a mass of %g kg of a kind that is solid: %t", kind, tpl.Mass, kind.Solid())
		}
		var b Set
		var s Shapes
		s.Bind(&b, nil)
		b.Add(tpl, &Def{Position: vec.New(1, 2, 3), Orientation: vec.FromAxisAngle(vec.AxisY, 1)})
		s.Add(0, tpl)

		var l Library
		l.Add(tpl)
		to := archive.NewWriter(nil)
		l.Archive(to, 1)
		b.Archive(to, &l, &s)
		var b2 Set
		var s2 Shapes
		from := archive.NewReader(to.Bytes(), 0)
		var l2 Library
		l2.Archive(from, 1)
		b2.Archive(from, &l2, &s2)
		if from.Err() != nil || from.Left() != 0 || b2.Print(0, 1) != b.Print(0, 1) {
			t.Errorf("%v: read again it is another body: %v, %d bytes left", kind, from.Err(), from.Left())
		}

		s.Place(kind, &b, 0, 1)
		if !IsHull(kind) && s.Bounds(kind, &b, 0).IsEmpty() {
			t.Errorf("%v: no bounds", kind)
		}
		r := Renumbering{Bodies: []int32{0}, Stay: 0}
		b.Renumber(&r)
		s.Renumber(&r)
		if b.Len() != 0 || s.Count(kind) != 0 {
			t.Errorf("%v: it stays when it is taken out", kind)
		}
	}
}

// Contract: a solid that is neither sphere nor capsule has its outline as geometry, in the frame of its body, and
// pictures are large enough for it. A capsule stands for it here, a tetrahedron for its outline.
func TestSolidsAreShownByTheirOutline(t *testing.T) {
	was := kinds[shape.KindCapsule]
	defer func() { kinds[shape.KindCapsule] = was }()
	kinds[shape.KindCapsule].hull = false
	kinds[shape.KindCapsule].outline = func(d *ShapeDef) *mesh.Mesh {
		m := &mesh.Mesh{Triangles: tetrahedron.Triangles}
		for _, v := range tetrahedron.Vertices {
			m.Vertices = append(m.Vertices, v.Scale(d.Radius))
		}
		return m
	}
	member := samples[shape.KindCapsule]
	member.Position = vec.New(0, 0, 1)
	whole, err := NewTemplate([]ShapeDef{member, samples[shape.KindSphere]}, unitDensity, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	tpl := whole.Scaled(2)
	var b Set
	var s Shapes
	s.Bind(&b, nil)
	b.Add(tpl, &Def{Position: vec.New(1, 2, 3), Orientation: vec.FromAxisAngle(vec.AxisY, 1)})
	s.Add(0, tpl)
	g, q := s.Geometry(shape.KindCapsule, 0), vec.FromAxisAngle(vec.AxisY, 1)
	if g == nil || s.Geometry(shape.KindSphere, 0) != nil {
		t.Fatal("the solid has no geometry, or a sphere has one")
	}
	all, core := s.Frame(&b, b.Pos[0], 0)
	for i, v := range tetrahedron.Vertices {
		// In double size, from the origin of the frame that the body was given in.
		want := vec.New(1, 2, 3).Add(q.Rotate(v.Scale(2 * member.Radius).Add(vec.New(0, 0, 2))))
		at := g.Vertices[i]
		got := b.Pos[0].Add(b.Ori[0].Rotate(vec.New(float64(at[0]), float64(at[1]), float64(at[2]))))
		if got.Sub(want).Norm() > 1e-6 || i == 0 && all.Distance(want) > 0 {
			t.Errorf("corner %d is shown at %v, want %v, within %v", i, got, want, all)
		}
	}
	if !core.IsEmpty() {
		t.Error("a body far from the others, and nothing else, makes the picture small")
	}
}

// Contract: mass, inertia and hull of a solid are those of the points that it contains, and its bounds
// hold them. Sampled at 10⁵ points of a box of which it fills a tenth at least: 3 % is three deviations.
func TestSolidsAreWhatTheyContain(t *testing.T) {
	needAllRows(t)
	for _, kind := range shape.Solids {
		d := samples[kind]
		solid := kinds[kind].solid(&d)
		box, hull := solid.Bounds(), solid.Hull()
		size := box.Size()
		r := rand.New(rand.NewPCG(1, 2))
		const n = 100_000
		inside, second := 0, vec.Vec3{}
		for range n {
			// Twice as large, to see what sticks out.
			p := box.Center().Add(size.Mul(vec.New(2*r.Float64()-1, 2*r.Float64()-1, 2*r.Float64()-1)))
			if !solid.Contains(p) {
				continue
			}
			if inside++; box.Distance(p) > 0 || !hull.Contains(p) {
				t.Fatalf("%v: a point of it, %v, is out of its bounds or its hull", kind, p)
			}
			q := p.Mul(p)
			second = second.Add(vec.New(q.Y+q.Z, q.Z+q.X, q.X+q.Y))
		}
		whole := 8 * size.X * size.Y * size.Z / n
		if v := whole * float64(inside); math.Abs(v/solid.Volume()-1) > 0.03 {
			t.Errorf("%v: a volume of %g m³, want %g", kind, solid.Volume(), v)
		}
		got, want := solid.Inertia(), second.Scale(whole)
		if got.Sub(want).Norm() > 0.05*want.Norm() {
			t.Errorf("%v: an inertia of %v m⁵, want %v", kind, got, want)
		}
	}
}
