package sim

import (
	"fmt"
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// measured returns what is in regions of a world.
func measured(t *testing.T, w *World, texts ...string) []bridge.Measured {
	t.Helper()
	regions, err := bridge.ParseRegions(texts)
	if err != nil {
		t.Fatal(err)
	}
	var s bridge.Snapshot
	for _, r := range regions {
		s.Regions = append(s.Regions, bridge.Measured{Region: r})
	}
	w.FillNumbers(&s)
	return s.Regions
}

// Contract: counts, mass, mean velocity, granular temperature, coordination, fabric and energies of a region are sums
// over its bodies; regions that share out the space share out the elastic energy of the ledger.
func TestRegionsSumTheirBodies(t *testing.T) {
	w := pile(t, 2, 11, 80)
	for w.Clock().Time < 0.15 {
		w.Step()
	}
	before := w.Hash()
	for _, m := range measured(t, w, "all=box/-9,-9,-9/9,9,9", "ball=sphere/0,0,0.05/0.04",
		"pipe=cylinder/0,0,0/0,0,0.2/0.03", "none=box/8,8,8/9,9,9") {
		var n, mass, square, kinetic, elastic float64
		var fabric [6]float64
		var momentum vec.Vec3
		in := func(i int) bool { return w.bodies.Kind[i] == body.Dynamic && m.Region.Depth(w.bodies.Pos[i]) >= 0 }
		for i := range w.NumBodies() {
			if in(i) {
				n, mass = n+1, mass+w.bodies.Mass(i).Mass
				move, spin := w.bodies.Kinetic(i)
				kinetic += move + spin
				momentum = momentum.AddScaled(w.bodies.Mass(i).Mass, w.bodies.Vel[i])
			}
		}
		mean, contacts := momentum.Scale(1/mass), 0.0
		for i := range w.NumBodies() {
			if in(i) {
				square += w.bodies.Mass(i).Mass * w.bodies.Vel[i].Sub(mean).Norm2()
			}
		}
		for c := range w.contacts.All {
			for _, i := range []int32{c.BodyA, c.BodyB} {
				if in(int(i)) {
					contacts++
					fabric[2] += c.Normal.Z * c.Normal.Z
					fabric[5] += c.Normal.X * c.Normal.Y
				}
			}
			normal, tangential, couple := w.contacts.ElasticIn(c)
			a, b := int(c.BodyA), int(c.BodyB)
			switch free := w.bodies.Kind[a] == body.Dynamic && w.bodies.Kind[b] == body.Dynamic; {
			case free && in(a) != in(b):
				elastic += (normal + tangential + couple) / 2
			case in(a) || in(b):
				elastic += normal + tangential + couple
			}
		}
		if n == 0 {
			if m.Bodies != 0 || m.Mass != 0 || m.Solid != 0 || m.Stress != [6]float64{} || m.Contacts == m.Contacts {
				t.Errorf("in the empty region is %+v", m)
			}
			continue
		}
		for name, v := range map[string][2]float64{
			"bodies": {float64(m.Bodies), n}, "mass": {m.Mass, mass}, "coordination": {m.Contacts, contacts / n},
			"velocity": {m.Velocity.Sub(mean).Norm() + 1, 1}, "temperature": {m.Temperature, square / 3 / mass},
			"kinetic energy": {m.Kinetic, kinetic}, "elastic energy": {m.Elastic, elastic},
			"fabric zz": {m.Fabric[2], fabric[2] / contacts}, "fabric xy": {1 + m.Fabric[5], 1 + fabric[5]/contacts},
			"trace of the fabric": {m.Fabric[0] + m.Fabric[1] + m.Fabric[2], 1},
		} {
			if math.Abs(v[0]-v[1]) > 1e-12*math.Abs(v[1]) {
				t.Errorf("%s: %s is %.15g, want %.15g", m.Region.Name, name, v[0], v[1])
			}
		}
	}
	var middle vec.Vec3 // of the two bodies of a contact
	for c := range w.contacts.All {
		if w.bodies.Kind[c.BodyA] == body.Dynamic && w.bodies.Kind[c.BodyB] == body.Dynamic {
			middle = w.bodies.Pos[c.BodyA].Add(w.bodies.Pos[c.BodyB]).Scale(0.5)
		}
	}
	list := measured(t, w, "all=box/-9,-9,-9/9,9,9", fmt.Sprintf("left=box/-9,-9,-9/%g,9,9", middle.X),
		fmt.Sprintf("right=box/%g,-9,-9/9,9,9", middle.X))
	if e := w.Energy().Elastic; !(list[1].Elastic > 0 && list[2].Elastic > 0) || math.Abs(list[0].Elastic-e) > 1e-12*e ||
		math.Abs(list[1].Elastic+list[2].Elastic-e) > 1e-12*e {
		t.Errorf("of %g J of the ledger %g are in all, %g and %g in two halves", e, list[0].Elastic, list[1].Elastic,
			list[2].Elastic)
	}
	if w.Hash() != before {
		t.Error("measuring changed the world")
	}
}

// Contract: the part of a region that a sphere fills is that of the cap that reaches into it; a body wholly inside
// counts with its exact volume. Of a capsule it is that of the lines by which round faces are measured, within their
// 0.5 % and the 0.2 % of discs: a sphere of 1 km takes the place of the plane. Parts of a capsule add up to it.
func TestRegionsCountSolidsInPart(t *testing.T) {
	const r = 0.01
	for _, d := range []float64{-1.1, -0.9, -0.5, 0, 0.3, 0.8, 1.1} { // depth of the centre, in radii
		w := newWorld(t, 1e-5, law.Default)
		add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: r}}, Position: vec.New(d*r, 0.3*r, 0)})
		m := measured(t, w, "half=box/0,-1,-1/1,1,1")[0]
		h := min(max(d+1, 0), 2)
		sphere := 4 * math.Pi / 3 * r * r * r
		want := math.Pi * h * h * (3 - h) / 3 * r * r * r
		if got := m.Solid * m.Region.Volume(); math.Abs(got-want) > 1e-12*sphere {
			t.Errorf("at a depth of %g radii %g of the sphere is inside, want %g", d, got/sphere, want/sphere)
		}
	}
	for _, turn := range []float64{0, 1e-3, 0.03, 0.5, 1, 1.5, math.Pi / 2} {
		for _, d := range []float64{-3.9, -2, -0.7, 0, 0.3, 1.6, 3.5} {
			w := newWorld(t, 1e-5, law.Default)
			add(t, w, body.Def{Shapes: capsuleDef(r, 6*r), Position: vec.New(d*r, 0.1, 0.2),
				Orientation: vec.FromAxisAngle(vec.New(0.1, 1, 0.3).Unit(), turn)})
			list := measured(t, w, "plane=box/0,-9,-9/9,9,9", "round=sphere/1000,0.1,0.2/1000")
			whole := w.bodies.Template(0).Volume
			flat, round := list[0].Solid*list[0].Region.Volume()/whole, list[1].Solid*list[1].Region.Volume()/whole
			if math.Abs(flat-round) > 0.007 {
				t.Errorf("a capsule turned by %g at a depth of %g radii: %g is inside, the lines have %g", turn, d, flat, round)
			}
		}
	}
	w := newWorld(t, 1e-5, law.Default)
	add(t, w, body.Def{Shapes: capsuleDef(r, 6*r)}) // lies across the face in its middle, whatever its axis
	all := 0.0
	for _, m := range measured(t, w, "a=box/0,0,0/1,1,1", "b=box/-1,0,0/0,1,1", "c=box/-1,-1,-1/1,0,1",
		"d=box/-1,0,-1/1,1,0") {
		all += m.Solid * m.Region.Volume()
	}
	if want := w.bodies.Template(0).Volume; math.Abs(all-want) > 2e-3*want {
		t.Errorf("the parts of a capsule are %g, the capsule %g", all, want)
	}
}

// columnAtRest returns a world with n balls of a radius r [m] at rest on each other, on a floor.
func columnAtRest(t *testing.T, n int, r float64) *World {
	t.Helper()
	w := newWorld(t, 2e-5, law.Default)
	w.params.Gravity, w.params.Damping = vec.New(0, 0, -9.81), 0.5
	add(t, w, floorDef())
	for k := range n {
		add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: r}},
			Position: vec.New(0, 0, float64(2*k+1)*r)})
	}
	for range 100000 {
		w.Step()
	}
	return w
}

// Contract: in a column of spheres at rest the stress around each one is that of the weight it carries: with the forces
// above and below, F and F + mg, at the arms to the contacts, σ V is their sum times the arms. Around the whole column
// no shear is left, and sideways nothing presses.
func TestStressOfAColumn(t *testing.T) {
	const n, r = 5, 0.01
	w := columnAtRest(t, n, r)
	weight := w.bodies.Mass(1).Mass * 9.81
	for _, m := range measured(t, w, "lowest=box/-0.01,-0.01,0/0.01,0.01,0.02", "top=box/-0.01,-0.01,0.08/0.01,0.01,0.1") {
		above := float64(n - 1)
		if m.Region.Name == "top" {
			above = 0
		}
		want := (2*above + 1) * weight * r / m.Region.Volume()
		// The arms are shorter by half an overlap of up to 1e-4 radii.
		if got := m.Stress[2]; m.Bodies != 1 || math.Abs(got-want) > 2e-4*want {
			t.Errorf("%s: σzz is %g Pa in %d bodies, want %g", m.Region.Name, got, m.Bodies, want)
		}
		if m.Fabric[2] < 1-1e-9 {
			t.Errorf("%s: all normals are upright, the fabric is %g", m.Region.Name, m.Fabric)
		}
		for k, s := range m.Stress {
			if k != 2 && math.Abs(s) > 1e-9*want {
				t.Errorf("%s: component %d is %g", m.Region.Name, k, s)
			}
		}
		if q, p := m.Deviator(), m.Pressure(); math.Abs(q-m.Stress[2]) > 1e-9*q || math.Abs(3*p-m.Stress[2]) > 1e-9*p {
			t.Errorf("%s: pressure %g, deviator %g of σzz %g alone", m.Region.Name, p, q, m.Stress[2])
		}
	}
}

// Contract: what is measured has the same bits for any number of workers, in a world that was restored, and in a
// condition, which measures only what its number needs.
func TestRegionsHaveTheSameBits(t *testing.T) {
	const group = "#2x1x1#id%2==0" // without one the mixing is NaN, which equals nothing
	regions := []string{"all=box/-9,-9,-9/9,9,9" + group, "ball=sphere/0,0,0.05/0.04" + group}
	var want []bridge.Measured
	for _, workers := range []int{1, 2, 3} {
		w := pile(t, workers, 7, 200)
		for w.Clock().Time < 0.2 {
			w.Step()
		}
		got := measured(t, w, regions...)
		if want == nil {
			want = got
		}
		restored, err := Restore(w.Checkpoint(), 4-workers)
		if err != nil {
			t.Fatal(err)
		}
		defer restored.Close()
		for i, again := range measured(t, restored, regions...) {
			if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) { // all digits, and NaN
				t.Errorf("%d workers: %+v, want %+v", workers, got[i], want[i])
			}
			if fmt.Sprint(again) != fmt.Sprint(want[i]) {
				t.Errorf("restored: %+v, want %+v", again, want[i])
			}
		}
	}
	w := pile(t, 2, 7, 200)
	for w.Clock().Time < 0.2 {
		w.Step()
	}
	list, err := bridge.ParseRegions(regions)
	if err != nil {
		t.Fatal(err)
	}
	for i := range bridge.RegionNumbers {
		m := inspect.Moment{Site: w.Inspect(), Clock: w.clock, Regions: list}
		n := &bridge.RegionNumbers[i]
		got, all := m.Region("ball", n), n.Of(&want[1])
		if got != all && !(math.IsNaN(got) && math.IsNaN(all)) {
			t.Errorf("a condition has %s = %g, want %g", n.Name, got, all)
		}
	}
	if want[0].Stress == [6]float64{} || want[1].Bodies == 0 {
		t.Fatalf("nothing was measured: %+v", want)
	}
}

// Contract: a region that moves with a body has its coordinates in the frame in which the shapes of the body were
// given, and measures what a fixed region at that place does, in global axes; without its body nothing is in it.
func TestRegionsMoveWithBodies(t *testing.T) {
	w := pile(t, 2, 11, 80)
	small := vec.New(0.02, 0.01, 0.03) // of the clump, far from its centre of mass
	clump := add(t, w, body.Def{Name: "spinner", Position: vec.New(0, 0, 0.3), Velocity: vec.New(0.1, 0.2, -1),
		Spin: vec.New(3, -20, 7), Orientation: vec.FromAxisAngle(vec.New(1, 2, 3), 1), Shapes: []body.ShapeDef{
			{Kind: shape.KindSphere, Radius: 0.02}, {Kind: shape.KindSphere, Radius: 0.01, Position: small}}})
	id := w.bodies.ID(clump)
	for w.Clock().Time < 0.15 {
		w.Step()
	}
	clump = w.bodies.Index(id)
	frame, there := bulk.FrameOf("spinner", &w.bodies)
	member := w.bodies.Template(clump).Shapes[1].Local
	want := w.bodies.Pos[clump].Add(w.bodies.Ori[clump].Rotate(member))
	if got := frame.Of(small); !there || got.Sub(want).Norm() > 1e-12 || frame.In(got).Sub(small).Norm() > 1e-12 {
		t.Fatalf("the small sphere of the clump is at %v, want %v", got, want)
	}
	at := frame.Of(vec.New(0.01, 0.02, 0.03))
	list := measured(t, w, "own=sphere/0.01,0.02,0.03/0.06@spinner",
		fmt.Sprintf("fixed=sphere/%.17g,%.17g,%.17g/0.06", at.X, at.Y, at.Z), "cup=box/-1,-1,-1/1,1,0.06@cup",
		"same=box/-1,-1,-1/1,1,0.06", fmt.Sprintf("number=sphere/0,0,0/0.001@%d", w.bodies.ID(clump)),
		"gone=sphere/0,0,0/1@nobody")
	for k := 0; k < 4; k += 2 {
		one, other := &list[k], &list[k+1]
		if one.Bodies < 3 || one.Pressure() == 0 {
			t.Fatalf("in %s is too little: %+v", one.Region.Name, one)
		}
		for i := range bridge.RegionNumbers {
			n := &bridge.RegionNumbers[i]
			a, b := n.Of(one), n.Of(other)
			off := 1e-9
			if n.Part == bridge.Solids { // the lines through capsules lie otherwise in the frame
				off = 1e-3
			}
			if math.Abs(a-b) > off*max(math.Abs(b), one.Pressure()*1e-3) {
				t.Errorf("%s of %s is %.15g, fixed %.15g", n.Name, one.Region.Name, a, b)
			}
		}
	}
	if m := &list[5]; m.Bodies != 0 || m.Solid == m.Solid || m.Velocity.X == m.Velocity.X {
		t.Errorf("without its body %+v is in a region", m)
	}
}

// meshBox returns the closed mesh of a box [m].
func meshBox(low, high vec.Vec3) *mesh.Mesh {
	m := &mesh.Mesh{}
	for k := range 8 {
		m.Vertices = append(m.Vertices, vec.Box{Lo: low, Hi: high}.Corner(k))
	}
	for _, f := range [6][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]int32{f[0], f[1], f[2]}, [3]int32{f[0], f[2], f[3]})
	}
	return m
}

// Contract: what is inside a mesh is what a box of the same size and place holds, of a body that is turned and moves:
// the same bodies, and sums to the last digits; parts of bodies within 1 %.
func TestRegionsInsideMeshes(t *testing.T) {
	w := pile(t, 2, 7, 200)
	low, high := vec.New(-0.06, -0.05, -0.02), vec.New(0.055, 0.06, 0.08)
	m := meshBox(low, high)
	shapes := []body.ShapeDef{{Kind: shape.KindMesh, Mesh: m, MeshName: "box"}}
	turn := vec.FromAxisAngle(vec.New(1, 2, 3).Unit(), 0.4)
	add(t, w, body.Def{Name: "case", Shapes: shapes, Position: vec.New(1, 0, 0)}) // apart from what it measures
	for w.Clock().Time < 0.2 {
		w.Step()
	}
	i := w.bodies.ByName("case")
	for _, at := range []struct {
		pos vec.Vec3
		ori vec.Quat
	}{{vec.Vec3{}, vec.Identity}, {vec.New(0.003, -0.002, 0.001), turn}} {
		w.bodies.Pos[i], w.bodies.Ori[i] = at.pos.Add(at.ori.Rotate(w.bodies.Template(i).Center)), at.ori
		list := measured(t, w, "mesh=inside@case", fmt.Sprintf("box=box/%g,%g,%g/%g,%g,%g@case", low.X, low.Y, low.Z,
			high.X, high.Y, high.Z))
		got, want := &list[0], &list[1]
		if want.Bodies < 10 || got.Bodies != want.Bodies {
			t.Fatalf("%d bodies are inside the mesh, %d in the box", got.Bodies, want.Bodies)
		}
		for k := range bridge.RegionNumbers {
			n := &bridge.RegionNumbers[k]
			a, b, off := n.Of(got), n.Of(want), 1e-12
			if n.Part == bridge.Solids {
				off = 0.01
			}
			if !(math.Abs(a-b) <= off*max(math.Abs(b), want.Pressure()*1e-3)) && !(math.IsNaN(a) && math.IsNaN(b)) {
				t.Errorf("%s inside the mesh is %.15g, in the box %.15g", n.Name, a, b)
			}
		}
	}
}
