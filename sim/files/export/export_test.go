package export

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// yard is a world with every kind of shape: a floor with a rectangle, a side wall without
// one, a tube, a mesh, two spheres, a capsule of two colours and a clump, all falling or
// touching. The first three bodies that move have the numbers 4, 5, 6.
func yard(t *testing.T) *sim.World {
	t.Helper()
	w, err := sim.New(sim.DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	soft, err := w.Build().AddMaterial("soft", law.Default)
	if err != nil {
		t.Fatal(err)
	}
	hard, err := w.Build().AddMaterial("härter <&>", law.Material{Young: 2e7, KtDivKn: 0.2, TanPhi: 0.3, Density: 2000})
	if err != nil {
		t.Fatal(err)
	}
	red, white := bridge.RGBA{200, 0, 0, 255}, bridge.RGBA{255, 255, 255, 255}
	tent := &mesh.Mesh{
		Vertices:  []vec.Vec3{vec.New(0, 0, 0), vec.New(1, 0, 0), vec.New(0, 1, 0), vec.New(0, 0, 1)},
		Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}},
	}
	turned := vec.FromAxisAngle(vec.AxisY, math.Pi/3)
	capsule := body.ShapeDef{Kind: shape.KindCapsule, Radius: 0.02, Shaft: 0.06, Material: hard,
		Colors: [2]bridge.RGBA{red, white}}
	other := capsule
	other.Position, other.Orientation = vec.New(0.03, 0, 0.01), turned
	ball := body.ShapeDef{Kind: shape.KindSphere, Radius: 0.05, Material: soft}
	for _, d := range []body.Def{
		{Name: "floor", Shapes: []body.ShapeDef{{Kind: shape.KindWall,
			Wall: body.WallDef{Axis: 2, Sense: 1, Lo: [2]float64{-1, -1}, Hi: [2]float64{1, 1}}}}},
		{Name: "side", Shapes: []body.ShapeDef{{Kind: shape.KindWall, Wall: body.WallDef{Axis: 0, Sense: -1, Position: 2}}}},
		{Name: "tube", Shapes: []body.ShapeDef{{Kind: shape.KindCylinder, Radius: 3,
			Orientation: vec.FromAxisAngle(vec.AxisY, -math.Pi/2), Cylinder: body.CylinderDef{Hollow: true, Drawn: 2}}}},
		{Name: "tent", Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: tent, Material: soft}},
			Center: vec.New(0.2, 0, 0), Position: vec.New(-1.5, 0, 0.5), Orientation: turned, Blocked: body.BlockAll},
		{Name: "ball", Shapes: []body.ShapeDef{ball}, Position: vec.New(0, 0, 0.0499), Velocity: vec.New(0.1, 0, 0)},
		{Name: "pill", Shapes: []body.ShapeDef{capsule}, Position: vec.New(0.3, 0.1, 0.2), Orientation: turned,
			Spin: vec.New(1, 2, 3)},
		{Name: "pair", Shapes: []body.ShapeDef{capsule, other}, Position: vec.New(-0.3, 0.1, 0.2),
			Velocity: vec.New(0, 1, 0)},
		{Name: "ball", Shapes: []body.ShapeDef{ball}, Position: vec.New(0.0999, 0, 0.0499)},
	} {
		if _, err := w.Build().AddBody(d); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// write runs the yard for so many steps and writes it.
func write(t *testing.T, w *sim.World, steps int, outputs ...run.Output) {
	t.Helper()
	s, err := Open(outputs, "")
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		if err := s.Observe(w); err != nil {
			t.Fatal(err)
		}
		w.Step()
	}
	if err := s.Observe(w); err != nil {
		t.Fatal(err)
	}
	if err := s.Finish(w); err != nil {
		t.Fatal(err)
	}
}

// precision is how exact the numbers of a file are, relative to each.
type precision struct{ vectors, others float64 }

// Contract: what an independent reader finds in the files is the state: in text to the last
// bit, in bytes in single precision (2^-24), vectors to 2^-16 but for places; every array has
// as many tuples as there are points or cells; the file tells its time.
func TestVTKIsTheState(t *testing.T) {
	for _, encoding := range Encodings {
		w := yard(t)
		dir := filepath.Join(t.TempDir(), "new", "folder")
		write(t, w, 12, run.Output{
			Format: "vtk", Path: dir, Every: run.Interval{Steps: 5}, Encoding: encoding, Parts: PartNames(),
		})
		exact := precision{math.Pow(2, -16), math.Pow(2, -24)}
		if encoding == ascii {
			exact = precision{}
		}
		state := w.State()
		if len(state.Contacts) < 3 {
			t.Fatalf("only %d contacts to write", len(state.Contacts))
		}
		file := func(part string) vtpFile {
			times, files := readPVD(t, filepath.Join(dir, part+".pvd"))
			want := []string{part + ".00000000.vtp", part + ".00000005.vtp", part + ".00000010.vtp", part + ".00000012.vtp"}
			if !slices.Equal(files, want) || times[0] != 0 || times[3] != w.Clock().Time {
				t.Errorf("series %s: %v at %v, want %v until %v", part, files, times, want, w.Clock().Time)
			}
			f := readVTP(t, filepath.Join(dir, want[3]))
			if f.arrays["field/TimeValue"][0] != w.Clock().Time || f.arrays["field/step"][0] != 12 ||
				!slices.Equal(f.words["materials"], state.Materials) {
				t.Errorf("%s: field data %v, %v", part, f.arrays["field/TimeValue"], f.words)
			}
			return f
		}
		checkParticles(t, file("particles"), &state, exact)
		checkContacts(t, file("contacts"), &state, exact)
		checkSurfaces(t, file("surfaces"))
		checkFlat(t, file("meshes"), file("walls"))
	}
}

// equal compares a tuple of an array with what it should be.
func (p precision) equal(array string, got, want []float64) bool {
	most := p.others
	if len(want) > 1 && array != "points/Points" {
		most = p.vectors
	}
	return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) <= most*math.Abs(b) })
}

func checkParticles(t *testing.T, f vtpFile, s *state.State, exact precision) {
	t.Helper()
	i := 0
	for _, b := range s.Bodies {
		for k, h := range b.Shapes {
			if h.Kind != "sphere" && h.Kind != "capsule" {
				continue
			}
			color, id := []float64{200, 204, 210}, float64(b.ID)
			if k > 0 {
				id += 1e9
			}
			if h.Kind == "capsule" {
				color = []float64{200, 0, 0}
			}
			for name, want := range map[string][]float64{
				"points/Points": h.Position[:], "point/radius": {h.Radius}, "point/shaft": {h.Shaft},
				"point/orientation": h.Orientation[:], "point/id": {id}, "point/body": {float64(b.ID)}, "point/shape": {float64(k)},
				"point/material": {float64(h.Def.Material)}, "point/mass": {b.Mass}, "point/velocity": b.Velocity[:],
				"point/spin": b.Spin[:], "point/force": b.Force[:], "point/torque": b.Torque[:], "point/color": color,
			} {
				if got := f.tuple(name, i); !exact.equal(name, got, want) {
					t.Errorf("particle %d: %s %v, want %v", i, name, got, want)
				}
			}
			i++
		}
	}
	if f.points != i || f.verts != i || i != 5 {
		t.Errorf("particles: %v, want %d", f, i)
	}
}

func checkContacts(t *testing.T, f vtpFile, s *state.State, exact precision) {
	t.Helper()
	if f.lines != len(s.Contacts) || f.points != 2*len(s.Contacts) {
		t.Fatalf("contacts: %v, want %d", f, len(s.Contacts))
	}
	for i, c := range s.Contacts {
		for name, want := range map[string][]float64{
			"cell/normalForce": {c.NormalForce}, "cell/shearForce": {c.TangentialForce}, "cell/torque": c.Torque[:],
			"cell/force": c.Force[:], "cell/normal": c.Normal[:], "cell/point": c.Point[:],
			"cell/overlap": {c.Overlap}, "cell/bodyA": {float64(c.BodyA)}, "cell/bodyB": {float64(c.BodyB)},
			"cell/shapeA": {float64(c.ShapeA)}, "cell/shapeB": {float64(c.ShapeB)},
		} {
			if got := f.tuple(name, i); !exact.equal(name, got, want) {
				t.Errorf("contact %d: %s %v, want %v", i, name, got, want)
			}
		}
		ends := [2][]float64{f.tuple("points/Points", 2*i), f.tuple("points/Points", 2*i+1)}
		for k, id := range []body.ID{c.BodyA, c.BodyB} {
			want := c.Point[:]
			for _, b := range s.Bodies {
				if b.ID == id && b.Mass > 0 {
					want = b.Position[:]
				}
			}
			if !exact.equal("points/Points", ends[k], want) {
				t.Errorf("contact %d ends at %v, want %v", i, ends[k], want)
			}
		}
	}
}

// checkSurfaces sums the volume that the triangles of each shape enclose: seen from
// outside, they run anticlockwise, and 16 corners round miss some per cent of it.
func checkSurfaces(t *testing.T, f vtpFile) {
	t.Helper()
	volume := map[[2]float64]float64{}
	for i := range f.polys {
		var p [3]vec.Vec3
		for k := range p {
			at := f.tuple("points/Points", int(f.arrays["polys/connectivity"][3*i+k]))
			p[k] = vec.New(at[0], at[1], at[2])
		}
		volume[[2]float64{f.arrays["cell/body"][i], f.arrays["cell/shape"][i]}] += p[0].Dot(p[1].Cross(p[2])) / 6
	}
	ball, pill := 4*math.Pi/3*math.Pow(0.05, 3), math.Pi*0.02*0.02*(0.06+4.0/3*0.02)
	want := map[[2]float64]float64{{4, 0}: ball, {7, 0}: ball, {5, 0}: pill, {6, 0}: pill, {6, 1}: pill}
	for key, v := range want {
		if got := volume[key]; !(got > 0.92*v && got < v) {
			t.Errorf("surface of body %v, shape %v encloses %g m³, want a little less than %g", key[0], key[1], got, v)
		}
	}
	if len(volume) != len(want) {
		t.Errorf("surfaces of %d shapes, want %d", len(volume), len(want))
	}
	if c := f.tuple("cell/color", f.polys-1); !slices.Equal(c, []float64{200, 204, 210}) {
		t.Errorf("colour of the last ball: %v", c)
	}
	red := 0
	for i := range f.polys {
		if f.arrays["cell/body"][i] == 5 && f.arrays["cell/color"][3*i+1] == 0 {
			red++
		}
	}
	if red == 0 || red*2 != countOf(f, 5) {
		t.Errorf("%d of %d triangles of the capsule are red, want half", red, countOf(f, 5))
	}
}

func countOf(f vtpFile, id float64) (n int) {
	for _, x := range f.arrays["cell/body"] {
		if x == id {
			n++
		}
	}
	return n
}

// checkFlat checks mesh, walls and tube: the mesh where its pose puts it, the floor over
// its rectangle, the side wall over the scene, each seen from the side that pushes.
func checkFlat(t *testing.T, meshes, walls vtpFile) {
	t.Helper()
	q := vec.FromAxisAngle(vec.AxisY, math.Pi/3)
	for i, v := range []vec.Vec3{vec.New(0, 0, 0), vec.New(1, 0, 0), vec.New(0, 1, 0), vec.New(0, 0, 1)} {
		// The tent turns about its centre, which Position and Orientation do not move.
		want := vec.New(-1.5, 0, 0.5).Add(q.Rotate(v))
		at := meshes.tuple("points/Points", i)
		if vec.New(at[0], at[1], at[2]).Sub(want).Norm() > 1e-7 {
			t.Errorf("corner %d of the mesh at %v, want %v", i, at, want)
		}
	}
	if meshes.polys != 3 || meshes.arrays["cell/body"][0] != 3 {
		t.Errorf("meshes: %v", meshes)
	}
	if walls.polys != 2+2*tubeSides || !slices.Equal(walls.arrays["points/Points"][:12],
		[]float64{-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0}) {
		t.Errorf("walls: %v, floor %v", walls, walls.arrays["points/Points"][:12])
	}
	for k := 4; k < 8; k++ {
		if at, n := walls.tuple("points/Points", k), walls.tuple("point/Normals", k); at[0] != 2 || n[0] != -1 ||
			math.Abs(at[1]) > 1.01 {
			t.Errorf("corner of the side wall at %v, normal %v", at, n)
		}
	}
	for k := 8; k < walls.points; k++ {
		if at := walls.tuple("points/Points", k); math.Abs(math.Hypot(at[0], at[1])-3) > 1e-6 ||
			math.Abs(math.Abs(at[2])-1) > 1e-6 {
			t.Errorf("the tube has a corner at %v", at)
		}
	}
}

// Contract: a run that is killed leaves whole files: after every moment, without closing,
// the series is valid and names files that are there, and nothing half-written has the
// name of a file; the table has whole lines.
func TestKilledRun(t *testing.T) {
	w := yard(t)
	dir := t.TempDir()
	s, err := Open([]run.Output{
		{Format: "vtk", Path: "p", Every: run.Interval{Steps: 1}, Parts: PartNames()},
		{Format: "csv", Path: "t.csv", Every: run.Interval{Steps: 2}},
	}, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for moment := 1; moment <= 5; moment++ {
		if err := s.Observe(w); err != nil {
			t.Fatal(err)
		}
		for _, part := range PartNames() {
			times, files := readPVD(t, filepath.Join(dir, "p", part+".pvd"))
			if len(times) != moment {
				t.Errorf("%s: %d moments, want %d", part, len(times), moment)
			}
			readVTP(t, filepath.Join(dir, "p", files[len(files)-1]))
		}
		if lines := readTable(t, filepath.Join(dir, "t.csv")); len(lines) != 1+(moment+1)/2 {
			t.Errorf("%d lines after %d steps", len(lines), moment-1)
		}
		w.Step()
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "p", ".*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Contract: a second export into a folder leaves what a first one would have written, and
// files of others.
func TestSecondExport(t *testing.T) {
	dir := t.TempDir()
	export := func(folder string, steps int, parts ...string) {
		folder = filepath.Join(dir, folder)
		write(t, yard(t), steps, run.Output{Format: "vtk", Path: folder, Every: run.Interval{Steps: 1}, Parts: parts})
	}
	export("a", 5)
	own := filepath.Join(dir, "a", "particles.own.vtp")
	if err := os.WriteFile(own, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	export("a", 2, "particles", "contacts")
	export("b", 2, "particles", "contacts")
	if err := os.Remove(own); err != nil {
		t.Error(err)
	}
	list := func(folder string) (names []string) {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	if a, b := list("a"), list("b"); !slices.Equal(a, b) {
		t.Errorf("after the second export %q, of one alone %q", a, b)
	}
}

// Contract: a series that cannot be written any more ends with what was whole, and the other
// goes on to the end.
func TestOneSeriesFails(t *testing.T) {
	for _, full := range []string{"t.csv", "particles"} {
		w := yard(t)
		dir := t.TempDir()
		s, err := Open([]run.Output{
			{Format: "vtk", Path: "p", Every: run.Interval{Steps: 1}},
			{Format: "csv", Path: "t.csv", Every: run.Interval{Steps: 1}},
		}, dir)
		if err != nil {
			t.Fatal(err)
		}
		outfile.Fault = func(call, name string) error {
			if w.Clock().Step == 3 && call == "write" && strings.Contains(name, full) {
				return syscall.ENOSPC
			}
			return nil
		}
		for range 6 {
			if err := s.Observe(w); (err != nil) != (w.Clock().Step == 3) || err != nil && !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%s full, step %d: %v", full, w.Clock().Step, err)
			}
			w.Step()
		}
		outfile.Fault = nil
		if err := s.Finish(w); err != nil || s.Ended() != true {
			t.Errorf("%s full: at the end %v", full, err)
		}
		moments := map[bool]int{true: 3, false: 7}
		if n := len(readTable(t, filepath.Join(dir, "t.csv"))) - 1; n != moments[full == "t.csv"] {
			t.Errorf("%s full: the table has %d moments", full, n)
		}
		times, files := readPVD(t, filepath.Join(dir, "p", "particles.pvd"))
		if len(times) != moments[full != "t.csv"] {
			t.Errorf("%s full: the series has %d moments", full, len(times))
		}
		for _, f := range files {
			readVTP(t, filepath.Join(dir, "p", f))
		}
	}
}

func readTable(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// Contract: exports change no bit of a run.
func TestExportsOnlyLook(t *testing.T) {
	plain, watched := yard(t), yard(t)
	for range 200 {
		plain.Step()
	}
	dir := t.TempDir()
	write(t, watched, 200, run.Output{Format: "vtk", Path: dir, Every: run.Interval{Time: 1e-3}},
		run.Output{Format: "csv", Path: filepath.Join(dir, "t.csv"), Every: run.Interval{Steps: 3}, Bodies: []string{"ball"}})
	if plain.Hash() != watched.Hash() {
		t.Errorf("hash %x with exports, %x without", watched.Hash(), plain.Hash())
	}
}

// Contract: of a time interval a series has the first step at or after each multiple, the
// beginning and the end; names with units head the columns; bodies can be followed by
// name or number, and one that is not there leaves its cells empty.
func TestTimeSeries(t *testing.T) {
	w := yard(t)
	path := filepath.Join(t.TempDir(), "t.csv")
	const every = 1e-3
	write(t, w, 300, run.Output{Format: "csv", Path: path, Every: run.Interval{Time: every},
		Bodies: []string{"pill", "7", "side", "nobody"}})
	lines := readTable(t, path)
	column := func(name string) int {
		i := slices.Index(lines[0], name)
		if i < 0 {
			t.Fatalf("no column %q in %v", name, lines[0])
		}
		return i
	}
	number := func(line []string, name string) float64 {
		x, err := strconv.ParseFloat(line[column(name)], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for k, line := range lines[1:] {
		at, dt := number(line, "time [s]"), number(line, "dt [s]")
		if last := k == len(lines)-2; at < every*float64(k)-1e-9 && !last || at > every*float64(k)+2*dt {
			t.Errorf("line %d at %g s, dt %g s", k, at, dt)
		}
	}
	end, state, energy := lines[len(lines)-1], w.State(), w.Energy()
	for name, want := range map[string]float64{
		"time [s]": w.Clock().Time, "step": 300, "bodies": 8, "contacts": float64(w.Contacts().Count()),
		"kinetic energy [J]": energy.Kinetic, "elastic energy [J]": energy.Elastic, "closure error [J]": energy.ClosureError,
		"pill position x [m]": state.Bodies[5].Position[0], "pill orientation z": state.Bodies[5].Orientation[3],
		"side position x [m]": 2, "7 velocity x [m/s]": state.Bodies[7].Velocity[0],
		"7 force z [N]": state.Bodies[7].Force[2], "7 torque x [N·m]": state.Bodies[7].Torque[0],
	} {
		if got := number(end, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if got := end[column("nobody position x [m]")]; got != "" {
		t.Errorf("nobody is at %q", got)
	}
}

// Contract: a series that begins late has the same distances, not one moment for each that
// it missed.
func TestLateSeries(t *testing.T) {
	w := yard(t)
	for range 400 {
		w.Step()
	}
	dir := t.TempDir()
	write(t, w, 100, run.Output{Format: "csv", Path: filepath.Join(dir, "t"), Every: run.Interval{Time: 1e-3}},
		run.Output{Format: "csv", Path: filepath.Join(dir, "n"), Every: run.Interval{Steps: 30}})
	passed := int(100 * w.Clock().Dt / 1e-3)
	if n := len(readTable(t, filepath.Join(dir, "t"))) - 1; n < passed || n > passed+3 {
		t.Errorf("%d moments in %d intervals", n, passed)
	}
	if lines := readTable(t, filepath.Join(dir, "n")); len(lines) != 6 || lines[2][1] != "420" || lines[5][1] != "500" {
		t.Errorf("steps %v", lines)
	}
}

// Contract: what cannot be written is refused with what is allowed.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		output run.Output
		want   string
	}{
		{run.Output{Format: "xls", Path: "a"}, `ply or field-files, got "xls"`},
		{run.Output{Format: "csv"}, "needs the name"},
		{run.Output{Format: "csv", Path: "a", Every: run.Interval{Time: 1, Steps: 1}}, "got 1 s and 1 steps"},
		{run.Output{Format: "csv", Path: "a", Every: run.Interval{Time: math.NaN()}}, "every must be a time > 0 s"},
		{run.Output{Format: "csv", Path: "no/a"}, "no such file"},
		{run.Output{Format: "vtk", Path: "a", Parts: []string{"walls", "hulls"}},
			`must be of particles, surfaces, meshes, walls, contacts, got "hulls"`},
	} {
		if s, err := Open([]run.Output{c.output}, dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, %v, want %q", c.output, s, err, c.want)
		} else if tried := Try([]run.Output{c.output}, dir); tried == nil || tried.Error() != err.Error() {
			t.Errorf("%+v: tried with %v, opened with %v", c.output, tried, err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := WriteSTL(new(bytes.Buffer), &state.State{}); err == nil {
		t.Error("an STL without a mesh")
	}
}

// Contract: meshes go out where they are, and read back as the same triangles.
func TestSTL(t *testing.T) {
	w := yard(t)
	w.Step()
	state := w.State()
	var b bytes.Buffer
	if err := WriteSTL(&b, &state); err != nil {
		t.Fatal(err)
	}
	soup, err := mesh.Read("a.stl", b.Bytes())
	if err != nil || len(soup.Triangles) != 3 {
		t.Fatalf("%v, %d triangles", err, len(soup.Triangles))
	}
	want := vec.New(-1.5, 0, 0.5).Add(vec.FromAxisAngle(vec.AxisY, math.Pi/3).Rotate(vec.New(0, 1, 0)))
	if got := soup.Triangles[0][1]; got.Sub(want).Norm() > 1e-6 {
		t.Errorf("corner at %v, want %v", got, want)
	}
}

// Contract: text has no word that VTK's reader stops at.
func TestNoNumber(t *testing.T) {
	got := string(list[float64]{1, math.NaN(), math.Inf(-1), 0.1}.text(nil, 2))
	if got != "1 0\n0 0.1\n" {
		t.Errorf("%q", got)
	}
	head, err := base64.StdEncoding.DecodeString(string(new(compressor).append(nil, nil)))
	if err != nil || !slices.Equal(head, append(make([]byte, 8), 0, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) {
		t.Error("an empty array is not a header without blocks")
	}
}
