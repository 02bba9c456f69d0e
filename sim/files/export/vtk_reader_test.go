package export

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"example.org/tumble/sim/run"
)

// vtkPython returns a Python that has VTK, or nothing.
func vtkPython() string {
	for _, python := range []string{"python3", "/usr/bin/python3", "pvpython"} {
		if exec.Command(python, "-c", "import vtk").Run() == nil {
			return python
		}
	}
	return ""
}

// Contract: VTK's own reader finds in every file what ours finds, without a warning; of
// an empty part too.
func TestVTKReads(t *testing.T) {
	python := vtkPython()
	if python == "" {
		t.Skip("neither python3 with VTK (python3-vtk9) nor pvpython is installed: the files are only read by our own reader")
	}
	var paths []string
	for _, encoding := range Encodings {
		dir := t.TempDir()
		w := yard(t)
		write(t, w, 12, run.Output{Format: "vtk", Path: dir, Every: run.Interval{Steps: 12}, Encoding: encoding,
			Parts: PartNames(), Origin: (&run.Scene{World: w, Name: "yard"}).Origin()})
		for _, part := range PartNames() {
			_, files := readPVD(t, filepath.Join(dir, part+".pvd"))
			paths = append(paths, filepath.Join(dir, files[len(files)-1]))
			if part == "contacts" {
				paths = append(paths, filepath.Join(dir, files[0]))
			}
		}
	}
	out, err := exec.Command(python, append([]string{"testdata/read.py"}, paths...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var found []struct {
		Errors                      []string
		Points, Verts, Lines, Polys int
		Arrays                      map[string][]float64
		Words                       map[string][]string
	}
	if err := json.Unmarshal(out, &found); err != nil || len(found) != len(paths) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, got := range found {
		want := readVTP(t, paths[i])
		if len(got.Errors) > 0 || got.Points != want.points || got.Verts != want.verts || got.Lines != want.lines ||
			got.Polys != want.polys {
			t.Errorf("%s: VTK reads %+v, we read %v", paths[i], got, want)
		}
		for _, name := range []string{"materials", "origin"} {
			if !slices.Equal(got.Words[name], want.words[name]) {
				t.Errorf("%s: %s %q, want %q", paths[i], name, got.Words[name], want.words[name])
			}
		}
		if n := len(got.Arrays); n < 4 {
			t.Errorf("%s: only %d arrays", paths[i], n)
		}
		for name, values := range got.Arrays {
			if !slices.Equal(values, want.arrays[name]) {
				t.Errorf("%s: %s differs", paths[i], name)
			}
		}
	}
}
