package scene

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// load makes the world of a scene that stands in a test. The first lines are the same for all.
func load(t *testing.T, text string, o Options) run.Scene {
	t.Helper()
	s, err := parseText(text, o.Set)
	if err != nil {
		t.Fatal(err)
	}
	built, err := s.build(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(built.World.Close)
	return built
}

// at returns the position of a body.
func at(b state.Body) vec.Vec3 { return vec.New(b.Position[0], b.Position[1], b.Position[2]) }

func parseText(text string, set []string) (*source, error) {
	text = "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m, tanPhi: 0.5}]\n" + text
	s := &source{name: "test", open: Opener("", Options{})}
	var err error
	s.spec, s.lines, err = parse("test", []byte(text), set)
	return s, err
}

// Contract: a number may be an expression of constants; constants may have units and refer to
// earlier ones; --set changes a constant and all that is made of it.
func TestExpressions(t *testing.T) {
	const text = "constants: {r: 5 mm, n: 3, gap: =r/10, tilt: 30 deg, big: =3*10^18}\nbodies:\n" +
		"  - {name: b, sphere: {radius: =r}, position: [=2*r + gap, '=max(1, n, 2)', =-sqrt(4)]," +
		" orientation: {axis: [=sin(tilt), =1/2, '=big/1e18'], degrees: =-atan(1)}," +
		" copies: {ring: {count: =n+1, axis: [0, 0, 1]}}}\n"
	s, err := parseText(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := s.spec.Bodies[0]
	want := []float64{0.005, 2*0.005 + 0.0005, 3, -2, math.Sin(30 * math.Pi / 180), 0.5, 3, -45, 4}
	got := append(append([]float64{b.Sphere.Radius}, b.Position[:]...), b.Orientation.Axis[:]...)
	got = append(got, *b.Orientation.Degrees, float64(b.Copies.Ring.Count))
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-15*math.Abs(want[i]) {
			t.Errorf("number %d is %g, want %g", i, got[i], want[i])
		}
	}
	if s, err = parseText(text, []string{"constants.r=1 cm"}); err != nil || s.spec.Bodies[0].Position[0] != 2*0.01+0.001 {
		t.Errorf("--set of a constant: %v, %+v", err, s.spec.Bodies)
	}
	for _, c := range []struct{ from, to, want string }{
		{"=2*r + gap", "=2*rr", `bodies.b.position.0: "2*rr" has no constant "rr" (did you mean r?)`},
		{"=2*r + gap", "=other", `"other" has no constant "other" (constants: in the scene gives them)`},
		{"=2*r + gap", "=2*", `"2*" is no expression`},
		{"=2*r + gap", "=1/0", `"1/0" must be a finite number`},
		{"=2*r + gap", "=r > 1", "must be a number"},
		{"=2*r + gap", "=sqrt(r/0.005 + 2^2000)", "must be a finite number"},
		{"=2*r + gap", "'=sqrt(1, 2)'", "sqrt does not take 2 numbers"},
		{"=2*r + gap", "='a'", "must be a number"},
		{"=2*r + gap", "=" + strings.Repeat("(", 2000), "at most 1000 characters in an expression"},
		{"=n+1", "=n/2", `must be a whole number, "n/2" is 1.5`},
		{"gap: =r/10", "gap: =late, late: 1", `constants.gap: "late" has no constant "late"`},
		{"gap: =r/10", "sqrt: 1", `"sqrt" is no name for a constant`},
		{"gap: =r/10", "gap: 1 rpm", "the unit must be one of"},
		{"gap: =r/10", "gap: red", "must be a number"},
	} {
		_, err := parseText(strings.Replace(text, c.from, c.to, 1), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %s", c.to, err, c.want)
		}
	}
}

// Contract: neighbours in a lattice are where crystallography has them: each body inside an
// fcc or hcp lattice of spacing d has twelve at d, in bcc eight, in cubic six.
func TestLattices(t *testing.T) {
	d := 0.01
	for _, c := range []struct {
		cell       string
		spacing    Vector
		neighbours int
	}{
		{"cubic", Vector{d, d, d}, 6},
		{"bcc", Vector{2 * d / math.Sqrt(3), 2 * d / math.Sqrt(3), 2 * d / math.Sqrt(3)}, 8},
		{"fcc", Vector{d * math.Sqrt2, d * math.Sqrt2, d * math.Sqrt2}, 12},
		{"hcp", Vector{d, d * math.Sqrt(3), d * math.Sqrt(8./3)}, 12},
	} {
		all, err := (&Lattice{Cell: c.cell, Counts: [3]int{5, 5, 5}, Spacing: c.spacing}).placements()
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for _, a := range all {
			near := 0
			for _, b := range all {
				if x := b.move.Sub(a.move).Norm(); x > 0 && x < d*(1+1e-9) {
					if near++; x < d*(1-1e-9) {
						t.Fatalf("%s: two bodies at %g m, nearest must be %g m", c.cell, x, d)
					}
				}
			}
			most = max(most, near)
		}
		if most != c.neighbours || len(all) != 125*len(lattices[c.cell]) {
			t.Errorf("%s: %d bodies, %d neighbours, want %d", c.cell, len(all), most, c.neighbours)
		}
	}
}

// Contract: copies are the bodies that would be written out one by one, bit for bit, and a
// motion of the body moves each of them.
func TestCopiesAreBodies(t *testing.T) {
	var one, many strings.Builder
	fmt.Fprintf(&one, "bodies:\n  - {name: floor, wall: {axis: z, position: 0, sense: 1}}\n")
	many.WriteString(one.String())
	many.WriteString("  - {name: b, capsule: {radius: 5 mm, shaft: 8 mm}, position: [1 mm, 0, 20 mm]," +
		" velocity: [1, 0, 0], copies: {lattice: {counts: [2, 3, 2], spacing: [20 mm, 11 mm, 11 mm]}}}\n")
	for z := range 2 {
		for y := range 3 {
			for x := range 2 {
				fmt.Fprintf(&one, "  - {name: b%d%d%d, capsule: {radius: 5 mm, shaft: 8 mm},"+
					" velocity: [1, 0, 0], position: [%v, %v, %v]}\n",
					z, y, x, 0.001+float64(x)*0.02, float64(y)*0.011, 0.02+float64(z)*0.011)
			}
		}
	}
	a, b := load(t, one.String(), Options{}), load(t, many.String(), Options{Workers: 2})
	for range 1500 {
		a.World.Step()
		b.World.Step()
	}
	if a.World.Hash() != b.World.Hash() {
		t.Errorf("hash %016x of bodies, %016x of copies", a.World.Hash(), b.World.Hash())
	}

	r := load(t, "bodies:\n  - {name: blade, facets: {plate: {size: [0.1, 0.1]}}, position: [0.2, 0, 0], blocked: xyzXYZ,"+
		" copies: {ring: {count: 4, axis: [0, 0, 1]}}}\nmotions:\n"+
		"  - {name: turn, body: blade, constant: {spin: [0, 0, 90 deg/s], about: [0, 0, 0]}, duration: 2}\n"+
		"inlets:\n  - {name: in, after: turn, origin: [0, 0, 9], axis: [0, 0, 1], radius: 1, height: 1,"+
		" sphere: {radius: 0.1}, maxBodies: 1}\n", Options{})
	now := 0. // of the last step, in which the motion was asked for its pose
	for r.World.Clock().Time < 1 {
		now = r.World.Clock().Time
		r.World.Step()
	}
	for i, s := range r.World.State().Bodies {
		angle := float64(i)*math.Pi/2 + now*math.Pi/2
		if want := vec.New(0.2*math.Cos(angle), 0.2*math.Sin(angle), 0); at(s).Sub(want).Norm() > 1e-9 {
			t.Errorf("%s is at %v, want %v", s.Name, at(s), want)
		}
	}
}

// Contract: copies of a mesh share its triangles, of a sampled clump its mass, of which a notice tells once.
func TestCopiesShare(t *testing.T) {
	w := load(t, "bodies:\n  - {name: plate, facets: {plate: {size: [1, 1]}},"+
		" copies: {lattice: {counts: [3, 1, 1], spacing: [2, 1, 1]}}}\n"+
		"  - {name: two, sampling: 5, clump: [{sphere: {radius: 1}}, {sphere: {radius: 1}, position: [1, 0, 0]}],"+
		" position: [0, 0, 5], copies: {lattice: {counts: [3, 1, 1], spacing: [4, 1, 1]}}}\n", Options{}).World
	var s bridge.Snapshot
	w.Fill(&s)
	if len(s.Meshes) != 3 || s.Meshes[0].Geometry != s.Meshes[1].Geometry || s.Meshes[0].Geometry != s.Meshes[2].Geometry {
		t.Errorf("copies of a mesh have triangles of their own: %+v", s.Meshes)
	}
	if n := w.Log().All(); len(n) != 1 || !strings.Contains(n[0].Text, "the mass of two-1 is sampled") {
		t.Errorf("notices %+v", n)
	}
}

// Contract: each copy counts against the bounds, and the error names the bound and where the body is.
func TestCopiesAreCounted(t *testing.T) {
	for bound, most := range map[*limit.Bound]int{limit.Triangles: 5, limit.Meshes: 2, limit.Shapes: 6} {
		was := bound.Most
		bound.Most = most
		text := "bodies:\n" +
			"  - {name: plate, facets: {plate: {size: [1, 1]}}, copies: {ring: {count: 3, axis: [0, 0, 1]}}}\n" +
			"  - {name: two, clump: [{sphere: {radius: 1}}, {sphere: {radius: 1}}]," +
			" copies: {ring: {count: 2, axis: [0, 0, 1]}}}\n"
		s, err := parseText(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		at := "line 5: bodies.plate: copy 3: "
		if bound == limit.Shapes {
			at = "line 6: bodies.two: copy 2: "
		}
		want := fmt.Sprintf("%sthere must be at most %d %s, got", at, most, bound.What)
		if _, err = s.build(Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		bound.Most = was
	}
}

// Contract: jitter and random orientations come from the seed alone, and stay in their bound.
func TestScatteredCopies(t *testing.T) {
	const text = "bodies:\n  - {name: b, capsule: {radius: 1 mm, shaft: 1 mm}," +
		" copies: {lattice: {counts: [9, 9, 9], spacing: [1, 1, 1]}, jitter: 0.2, turned: true}}\n"
	state := func(seed uint64) state.State { return load(t, text, Options{Seed: seed}).World.State() }
	a, again, other := state(1), state(1), state(2)
	same, far, sum := 0, 0., vec.Vec3{}
	for i := range a.Bodies {
		p := at(a.Bodies[i])
		if p != at(again.Bodies[i]) || a.Bodies[i].Orientation != again.Bodies[i].Orientation {
			t.Fatal("one seed gives two scenes")
		}
		if p == at(other.Bodies[i]) {
			same++
		}
		off := p.Sub(vec.New(math.Round(p.X), math.Round(p.Y), math.Round(p.Z)))
		far = max(far, math.Abs(off.X), math.Abs(off.Y), math.Abs(off.Z))
		sum = sum.Add(off.Scale(1. / float64(len(a.Bodies))))
	}
	// The mean of 729 numbers of standard deviation 0.2/√3 is within 5 of its own, 0.0043.
	if same > 0 || far > 0.2 || far < 0.19 || sum.Norm() > 0.0215 {
		t.Errorf("%d the same with another seed, farthest %g of 0.2, mean %v", same, far, sum)
	}
}

// Contract: made facets have the area of their form, and a closed box is closed.
func TestMadeFacets(t *testing.T) {
	n := 64.
	side := 2 * math.Sin(math.Pi/n) // of a regular polygon in the unit circle
	inner := math.Cos(math.Pi / n)  // and its inner radius
	for _, c := range []struct {
		facets Facets
		want   float64
	}{
		{Facets{Plate: &Plate{Size: [2]float64{2, 3}}}, 6},
		{Facets{Disc: &Disc{Radius: 1}}, n * side * inner / 2},
		{Facets{Disc: &Disc{Radius: 2, Inner: 1}}, n * side * inner / 2 * 3},
		{Facets{Box: &BoxFaces{Size: Vector{1, 2, 3}}}, 22},
		{Facets{Box: &BoxFaces{Size: Vector{1, 2, 3}, Open: []string{"+z", "-x"}}}, 22 - 2 - 6},
		{Facets{Tube: &Tube{Radius: 1, Length: 5}}, n * side * 5},
		{Facets{Cone: &Cone{Radius: 2, Top: 1, Length: 1}}, n * 1.5 * side * math.Hypot(1, inner)},
		{Facets{Cone: &Cone{Radius: 1, Length: 1}}, n * 0.5 * side * math.Hypot(1, inner)},
	} {
		soup, err := c.facets.soup()
		if err != nil {
			t.Fatal(err)
		}
		area := 0.
		for _, x := range soup.Triangles {
			area += x[1].Sub(x[0]).Cross(x[2].Sub(x[0])).Norm() / 2
		}
		if math.Abs(area-c.want) > 1e-12*c.want {
			t.Errorf("%+v: area %.15g, want %.15g", c.facets, area, c.want)
		}
	}
	soup, err := (&BoxFaces{Size: Vector{1, 2, 3}}).soup()
	if err != nil {
		t.Fatal(err)
	}
	m, _ := mesh.Weld(soup, mesh.DefaultTolerance)
	volume := 0.
	for _, f := range m.Triangles {
		a, b, c := m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]
		volume += a.Dot(b.Cross(c)) / 6
	}
	if len(m.Vertices) != 8 || math.Abs(volume-6) > 1e-12 {
		t.Errorf("a box 1 x 2 x 3 has %d corners and the volume %g (faces must point outward)", len(m.Vertices), volume)
	}
}

// Contract: a plate with an orientation is a finite inclined wall. Without friction a ball
// slides down with g sin 30°, and at its end it falls off.
func TestInclinedPlate(t *testing.T) {
	s := load(t, "bodies:\n"+
		"  - {name: slope, facets: {plate: {size: [0.4, 1]}}, blocked: xyzXYZ,"+
		" orientation: {axis: [0, 1, 0], degrees: 30}}\n"+
		"  - {name: ball, sphere: {radius: 10 mm}, position: [=0.01*sin(30), 0, =0.01*cos(30)]}\n",
		Options{Set: []string{"m.tanPhi=0"}})
	ball := func() vec.Vec3 { return at(s.World.State().Bodies[1]) }
	start := ball()
	for s.World.Clock().Time < 0.2 {
		s.World.Step()
	}
	moved := ball().Sub(start)
	along := moved.Dot(vec.New(math.Cos(math.Pi/6), 0, -math.Sin(math.Pi/6)))
	want := 10 * 0.5 / 2 * s.World.Clock().Time * s.World.Clock().Time
	// It sinks in by m g cos 30° / k, some micrometres, and bounces on that depth.
	if math.Abs(along/want-1) > 1e-2 || math.Abs(moved.Norm()-math.Abs(along)) > 1e-5 {
		t.Errorf("it slid %g m and moved %g m, want %g m", along, moved.Norm(), want)
	}
	for s.World.Clock().Time < 0.6 {
		s.World.Step()
	}
	if p := ball(); p.Z > -0.1*math.Tan(math.Pi/6)*p.X/0.1-0.02 {
		t.Errorf("behind the end of the plate it is at %v and does not fall", p)
	}
}

// Contract: a quaternion is the same rotation as axis and degrees.
func TestQuaternion(t *testing.T) {
	half := math.Pi / 12
	text := func(orientation string) string {
		return "bodies:\n  - {name: b, capsule: {radius: 1, shaft: 3}, orientation: " + orientation + "}\n"
	}
	a := load(t, text("{axis: [0, 2, 0], degrees: 30}"), Options{}).World.State().Bodies[0]
	quaternion := fmt.Sprintf("{quaternion: [%.17g, 0, %.17g, 0]}", math.Cos(half), math.Sin(half))
	b := load(t, text(quaternion), Options{}).World.State().Bodies[0]
	dot := 0.
	for i := range a.Orientation {
		dot += a.Orientation[i] * b.Orientation[i]
	}
	if math.Abs(dot) < 1-1e-15 {
		t.Errorf("%v by axis, %v by quaternion", a.Orientation, b.Orientation)
	}
}

// Contract: what is written of such a scene gives the same world when it is read again.
func TestWrittenAgain(t *testing.T) {
	const text = "constants: {r: 5 mm}\nbodies:\n" +
		"  - {name: hopper, facets: {cone: {radius: 0.02, top: 0.1, length: 0.1}}, blocked: xyzXYZ," +
		" orientation: {quaternion: [1, 0, 0, 0]}}\n" +
		"  - {name: b, sphere: {radius: =r}, position: [-0.02, -0.02, 0.1], orientation: {axis: [1, 0, 0], degrees: 0}," +
		" copies: {lattice: {cell: fcc, counts: [3, 3, 2], spacing: [=3*r, =3*r, =3*r]}, jitter: =r/10, turned: true}}\n"
	s, err := parseText(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteSpec(&b, s.spec); err != nil {
		t.Fatal(err)
	}
	var hashes [2]uint64
	for i, data := range [][]byte{nil, b.Bytes()} {
		if data != nil {
			if s.spec, s.lines, err = parse("again", data, nil); err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
		}
		built, err := s.build(Options{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			built.World.Step()
		}
		hashes[i] = built.World.Hash()
		built.World.Close()
	}
	if hashes[0] != hashes[1] {
		t.Errorf("hashes %016x, %016x of\n%s", hashes[0], hashes[1], b.String())
	}
}

// Contract: the example of constants, copies and made facets is what its comments say.
func TestSiloExample(t *testing.T) {
	s, err := Load("../../assets/examples/silo.yaml", Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	// 7 × 7 × 14 beads, a cone, a tube and a chute.
	if n := s.World.NumBodies(); n != 7*7*14+3 {
		t.Errorf("%d bodies", n)
	}
}
