package export

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: meshes in VTK have mean stresses, hits and wear of each triangle where these are measured, and nothing of
// them where no mesh is: pressure times area and time are the impulse of a ball on the one triangle that it hits.
func TestVTKHasTheNumbersOfTriangles(t *testing.T) {
	w, err := sim.New(sim.DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err = w.Build().AddMaterial("m", law.Default); err != nil {
		t.Fatal(err)
	}
	plate := &mesh.Mesh{Triangles: [][3]int32{{0, 1, 2}, {0, 2, 3}},
		Vertices: []vec.Vec3{vec.New(0, 0, 0), vec.New(1, 0, 0), vec.New(1, 1, 0), vec.New(0, 1, 0)}}
	for _, d := range []body.Def{
		{Name: "plate", Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: plate}}},
		{Name: "other", Shapes: []body.ShapeDef{{Kind: shape.KindMesh, Mesh: plate}}, Position: vec.New(0, 0, -3)},
		{Name: "ball", Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.1}}, Position: vec.New(0.7, 0.3, 0.0999),
			Velocity: vec.New(0.1, 0, 0)},
	} {
		if _, err := w.Build().AddBody(d); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	last := func(name string, steps int) vtpFile {
		write(t, w, steps, run.Output{Format: "vtk", Path: filepath.Join(dir, name), Every: run.Interval{Steps: 50},
			Encoding: ascii})
		_, files := readPVD(t, filepath.Join(dir, name, "meshes.pvd"))
		return readVTP(t, filepath.Join(dir, name, files[len(files)-1]))
	}
	if f := last("before", 50); f.arrays["cell/pressure"] != nil || f.arrays["cell/body"] == nil {
		t.Errorf("without surfaces there are %v", f.arrays)
	}
	s, err := bridge.ParseSurface("plate=@plate#triangles")
	if err == nil {
		err = w.Build().AddSurface(s)
	}
	if err != nil {
		t.Fatal(err)
	}
	f := last("after", 200)
	var now bridge.Snapshot
	w.FillNumbers(&now)
	sum, while := now.Surfaces[0].Sum, w.Clock().Time-now.Surfaces[0].Since
	for name, want := range map[string]float64{
		"pressure": sum.Normal / while / 0.5, "shearStress": sum.Shear / while / 0.5,
		"archardWork": sum.Archard / 0.5, "finnieWork": sum.Finnie / 0.5, "hits": sum.Hits} {
		got := f.arrays["cell/"+name]
		if len(got) != 4 || math.Abs(got[0]-want) > 1e-12*want || slices.Max(got[1:]) != 0 ||
			name != "hits" && !(want > 0) {
			t.Errorf("%s is %v, want %g on the first triangle", name, got, want)
		}
	}
}
