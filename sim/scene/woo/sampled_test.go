package woo

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/scene"
)

// Contract: the division of a SphereClumpGeom becomes the sampling of what the inlet makes, and
// the volume of that is the reference's. Exact but for rounding, 1e-9.
func TestClumpGeomIsSampled(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "reference", "clumps_sampled.json"))
	if err != nil {
		t.Skip("the reference numbers do not lie beside the project")
	}
	var file struct {
		Cases []struct {
			Centers [][3]float64
			Radii   []float64
			Div     int
			Volume  float64
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for n, c := range file.Cases[:12] {
		r, err := try(head + fmt.Sprintf("S.engines=S.engines+[BoxInlet(box=((0,0,5),(9,9,9)),massRate=0,maxNum=1,"+
			"materials=[FrictMat(density=1)],"+
			"generator=PsdClumpGenerator(psdPts=[(.1,0),(.2,1)],clumps=[SphereClumpGeom(centers=%s,radii=%s,div=%d)]))]\n",
			pyList(c.Centers), pyList(c.Radii), c.Div))
		if err != nil {
			t.Fatal(err)
		}
		in := r.Spec.Inlets[0]
		r.Spec.Inlets = nil
		r.Spec.Bodies = []scene.Body{{Name: "b", Material: in.Material, Grain: in.Grain}}
		built, err := scene.Build("s.py", r.Spec, scene.Opener(t.TempDir(), scene.Options{}), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := built.World.State()
		if m := s.Bodies[0].Mass; !(math.Abs(m/c.Volume-1) <= 1e-9) {
			t.Errorf("case %d, division %d: a mass of %.12g kg at 1 kg/m³, want %.12g", n, c.Div, m, c.Volume)
		}
		built.World.Close()
	}
}

// pyList writes a list of numbers, or of lists, as scripts do.
func pyList(x any) string { return strings.ReplaceAll(fmt.Sprint(x), " ", ",") }
