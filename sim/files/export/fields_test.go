package export

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// Contract: the files of fields have the density of each moment and of the mean of later moments in all kinds: it adds
// up to the mass. VTK and numpy read theirs. A second export removes the files of the first; without fields, or with
// an unknown kind, there is none.
func TestFieldFiles(t *testing.T) {
	field, err := bridge.ParseField("all=box/-30,-30,-30/30,30,30#4x5x6#lucy/3/1e-9")
	if err != nil {
		t.Fatal(err)
	}
	w, dir := yard(t), t.TempDir()
	o := run.Output{Format: "field-files", Path: dir, Every: run.Interval{Steps: 6}, Parts: FieldKinds(),
		Fields: []bridge.Field{field}, Origin: (&run.Scene{World: w, Name: "yard"}).Origin()}
	for _, bad := range []run.Output{{Format: o.Format, Path: dir}, {Format: o.Format, Path: dir, Fields: o.Fields,
		Parts: []string{"xml"}}} {
		if err := Try([]run.Output{bad}, ""); err == nil {
			t.Errorf("%+v is no error", bad)
		}
	}
	write(t, w, 12, o)
	mass, cell, s := 0.0, 15.*12*10, w.State()
	for i := range s.Bodies {
		if s.Bodies[i].Kind == "dynamic" {
			mass += s.Bodies[i].Mass
		}
	}
	for _, moment := range []string{"00000000", "00000006", "00000012", "mean"} {
		base := filepath.Join(dir, "all."+moment)
		f, err := os.Open(base + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil || len(lines) != 1+4*5*6 || lines[0][4] != "density [kg/m³]" || lines[0][5] !=
			"momentum x [kg/(m²·s)]" || lines[0][3] != "z [m]" || lines[2][1] != "-7.5" {
			t.Fatalf("%s: %v, %d lines, %v", moment, err, len(lines), lines[:3])
		}
		file, err := os.ReadFile(base + ".parquet")
		if err != nil {
			t.Fatal(err)
		}
		table, err := parquet.OpenFile(strings.NewReader(string(file)), int64(len(file)))
		if err != nil || table.NumRows() != 4*5*6 {
			t.Fatalf("%s: %v", moment, err)
		}
		sum := 0.0
		for _, line := range lines[1:] {
			v, err := strconv.ParseFloat(line[4], 64)
			if err != nil {
				t.Fatal(err)
			}
			sum += v * cell
		}
		if math.Abs(sum-mass) > 1e-12*mass {
			t.Errorf("%s: the density adds up to %.15g kg, want %.15g", moment, sum, mass)
		}
	}
	read := func(script string, files ...string) {
		python := vtkPython()
		if python == "" {
			t.Log("no Python with VTK and numpy: it does not read the files")
			return
		}
		out, err := exec.Command(python, append([]string{"-c", script}, files...)...).CombinedOutput()
		got, wrong := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil || wrong != nil || math.Abs(got*cell-mass) > 1e-12*mass {
			t.Errorf("%v: %s, want %g", err, out, mass/cell)
		}
	}
	read("import numpy, sys; d = numpy.load(sys.argv[1]); assert d['stress'].shape == (6, 5, 4, 6); "+
		"assert d['x'][1] == -7.5; print(repr(float(d['density'].sum())))", filepath.Join(dir, "all.mean.npz"))
	read("import vtk, sys; r = vtk.vtkXMLImageDataReader(); r.SetFileName(sys.argv[1]); r.Update(); "+
		"d = r.GetOutput(); assert d.GetDimensions() == (5, 6, 7); a = d.GetCellData().GetArray('density'); "+
		"assert d.GetCellData().GetArray('stress').GetComponentName(3) == 'yz'; "+
		"print(repr(sum(a.GetValue(i) for i in range(a.GetNumberOfTuples()))))", filepath.Join(dir, "all.00000012.vti"))
	if _, files := readPVD(t, filepath.Join(dir, "all.pvd")); len(files) != 3 || files[2] != "all.00000012.vti" {
		t.Errorf("the series has %v", files)
	}

	o.Parts = []string{"csv"}
	write(t, w, 1, o)
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 4 { // moments before and after a step, the mean, and the list
		t.Errorf("%v: a second export leaves %v", err, left)
	}
}
