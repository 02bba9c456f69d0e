package export

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// read runs another program on a file, or skips the test where that program is not installed.
func read(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed: the format is only read by our own reader", name)
	}
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// kept puts a file where another program finds it.
func kept(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Contract: HOOMD-blue's own reader finds the particles of the state in a GSD file.
func TestHOOMDReadsGSD(t *testing.T) {
	const python = "/usr/bin/python3" // Debian's, which has its packages
	if exec.Command(python, "-c", "import gsd.hoomd").Run() != nil {
		t.Skip("the package gsd of Python is not installed: the format is only read by our own reader")
	}
	data, s := written(t, "gsd")
	var found struct {
		Frames, Step                    int64
		Types, Logs                     []string
		Shapes                          []map[string]any
		TypeID, Body                    []int
		Position, Orientation, Velocity [][]float64
		Mass, Box                       []float64
	}
	if err := json.Unmarshal([]byte(read(t, python, "testdata/hoomd.py", kept(t, "a.gsd", data))), &found); err != nil {
		t.Fatal(err)
	}
	if found.Frames != 2 || found.Step != s.Step || len(found.Types) != len(found.Shapes) ||
		!slices.Equal(found.Logs, []string{"origin", "particles/force", "particles/spin", "time"}) {
		t.Errorf("found %+v", found)
	}
	i := 0
	rounds(&s, func(b *state.Body, k int) {
		h, shape := &b.Shapes[k], found.Shapes[found.TypeID[i]]
		if far(found.Position[i], h.Position[:]) || far(found.Orientation[i], h.Orientation[:]) ||
			far(found.Velocity[i], b.Velocity[:]) || far(found.Mass[i:i+1], []float64{b.Mass}) || found.Body[i] != int(b.ID) ||
			(h.Shaft > 0) != (shape["type"] == "ConvexPolyhedron") {
			t.Errorf("particle %d of %+v is not that of body %d", i, found, b.ID)
		}
		i++
	})
	if i != len(found.Mass) {
		t.Errorf("%d particles, want %d", len(found.Mass), i)
	}
}

// far reports whether numbers differ by more than single precision allows.
func far(a, b []float64) bool {
	for i := range b {
		if math.Abs(a[i]-b[i]) > 1e-6*max(1, math.Abs(b[i])) {
			return true
		}
	}
	return len(a) != len(b)
}

// Contract: LAMMPS reads the moments of a dump again, with the particles of the state.
func TestLAMMPSReadsDumps(t *testing.T) {
	data, s := written(t, "lammps")
	out := read(t, "lmp", "-in", "testdata/rerun.lmp", "-log", "none", "-var", "FILE", kept(t, "a.dump", data))
	_, table, _ := strings.Cut(out, "Step Atoms")
	lines := strings.Split(table, "\n")
	if len(lines) < 3 {
		t.Fatal(out)
	}
	var step, n int64
	var mean, want [6]float64
	if _, err := fmt.Sscan(lines[2], &step, &n, &mean[0], &mean[1], &mean[2], &mean[3], &mean[4],
		&mean[5]); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	count := int64(0)
	rounds(&s, func(b *state.Body, k int) {
		count++
		for axis := range 3 {
			want[axis] += b.Shapes[k].Position[axis]
			want[3+axis] += b.Velocity[axis]
		}
	})
	for i := range want {
		want[i] /= float64(count)
	}
	if step != s.Step || n != count || far(mean[:], want[:]) {
		t.Errorf("step %d with %d atoms, means %v; want step %d with %d and %v", step, n, mean, s.Step, count, want)
	}
}

// Contract: Blender opens what is written for it: every body an object of glTF, all of PLY one, both as large as each
// other and with meshes to be seen through.
func TestBlenderOpens(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("needs half a minute: with TUMBLE_LONG")
	}
	w := yard(t)
	s := w.State()
	type found struct {
		Objects, Materials []string
		Triangles          int
		Alphas, Low, High  []float64
	}
	open := func(name string, write func(f *os.File) error) (got found) {
		path := filepath.Join(t.TempDir(), name)
		f, err := os.Create(path)
		if err == nil {
			err = write(f)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		_, text, _ := strings.Cut(read(t, "blender", "-b", "--python", "testdata/blender.py", "--", path), "FOUND ")
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&got); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return got
	}
	glb := open("a.glb", func(f *os.File) error { return WriteGLB(f, &s, run.Origin{Scene: "a"}) })
	ply := open("a.ply", func(f *os.File) error { return WritePLY(f, &s, run.Origin{Scene: "a"}) })
	if len(glb.Objects) != 6 || !slices.Contains(glb.Materials, "BLEND") || !slices.Contains(glb.Materials, "OPAQUE") {
		t.Errorf("glTF: %+v", glb)
	}
	if len(ply.Objects) != 1 || !slices.Equal(ply.Alphas, []float64{0.25, 1}) || ply.Triangles != glb.Triangles {
		t.Errorf("PLY: %+v, of glTF %+v", ply, glb)
	}
	if far(ply.Low, glb.Low) || far(ply.High, glb.High) {
		t.Errorf("PLY from %v to %v, glTF from %v to %v", ply.Low, ply.High, glb.Low, glb.High)
	}
}
