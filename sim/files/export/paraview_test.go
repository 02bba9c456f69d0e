package export

import (
	"encoding/json"
	"encoding/xml"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// stateObjects is what a state file says, by the number of the object.
type stateObjects map[string]map[string][]string // object, property: values

// readState reads a state file and fails where it refers to what is not there.
func readState(t *testing.T, path string) stateObjects {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type values []struct {
		Value string `xml:"value,attr"`
	}
	var x struct {
		Proxies []struct {
			ID         string `xml:"id,attr"`
			Properties []struct {
				Name     string `xml:"name,attr"`
				Count    int    `xml:"number_of_elements,attr"`
				Elements values `xml:"Element"`
				Proxies  values `xml:"Proxy"`
			} `xml:"Property"`
		} `xml:"ServerManagerState>Proxy"`
		Items []struct {
			ID string `xml:"id,attr"`
		} `xml:"ServerManagerState>ProxyCollection>Item"`
	}
	if err := xml.Unmarshal(data, &x); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	all, refers := stateObjects{}, []string(nil)
	for _, p := range x.Proxies {
		if all[p.ID] != nil {
			t.Errorf("there are two objects %s", p.ID)
		}
		all[p.ID] = map[string][]string{}
		for _, f := range p.Properties {
			var list []string
			for _, v := range append(f.Elements, f.Proxies...) {
				list = append(list, v.Value)
			}
			for _, v := range f.Proxies {
				refers = append(refers, v.Value)
			}
			if len(list) != f.Count {
				t.Errorf("object %s: %s has %d values and says %d", p.ID, f.Name, len(list), f.Count)
			}
			all[p.ID][f.Name] = list
		}
	}
	for _, item := range x.Items {
		refers = append(refers, item.ID)
	}
	for _, id := range refers {
		if all[id] == nil {
			t.Errorf("there is no object %s", id)
		}
	}
	if len(x.Items) != len(all) {
		t.Errorf("%d objects, of which %d are registered", len(all), len(x.Items))
	}
	return all
}

// writeStrange writes a run into a folder whose name XML cannot hold as it is.
func writeStrange(t *testing.T, parts ...string) (dir string, w *sim.World, fastest float64) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), `a & "b" <ü>`)
	w = yard(t)
	s, err := Open([]run.Output{{Format: "vtk", Path: dir, Every: run.Interval{Steps: 5}, Parts: parts}}, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 12 {
		if err := s.Observe(w); err != nil {
			t.Fatal(err)
		}
		if state := w.State(); state.Step%5 == 0 {
			fastest = math.Max(fastest, quantities[bySpeed].of(&state))
		}
		w.Step()
	}
	return dir, w, fastest
}

// Contract: the state file names the series that were asked for, whatever the folder is
// called; its references hold; particles are hidden exactly where their surfaces are seen.
func TestStateFile(t *testing.T) {
	for _, parts := range [][]string{PartNames(), {"particles"}, {"particles", "contacts"}, {"surfaces", "walls"}} {
		dir, _, _ := writeStrange(t, parts...)
		all := readState(t, filepath.Join(dir, stateFile))
		seen := map[string]string{} // part: whether it is seen
		for _, object := range all {
			if object["Visibility"] == nil || object["Input"] == nil {
				continue
			}
			from := all[object["Input"][0]]
			for from["FileName"] == nil {
				from = all[from["Input"][0]] // through filters to the series
			}
			file := from["FileName"][0]
			if filepath.Dir(file) != dir {
				t.Errorf("a series in %q, want %q", filepath.Dir(file), dir)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".pvd")
			seen[name] = max(seen[name], object["Visibility"][0])
		}
		for _, p := range parts {
			want := "1"
			if slices.Contains(parts, "surfaces") && (p == "particles" || p == "contacts") {
				want = "0"
			}
			if seen[p] != want {
				t.Errorf("of %v: %s has visibility %q, want %q", parts, p, seen[p], want)
			}
		}
		if len(seen) != len(parts) {
			t.Errorf("series %v, want %v", seen, parts)
		}
	}
}

// Contract: a scene's own view is where ParaView begins: the eye lies there, so far away that
// the frame is seen, and bodies are coloured by what the scene says.
func TestStateFileHasTheView(t *testing.T) {
	dir := t.TempDir()
	view := bridge.ViewHint{
		Given: true, Azimuth: 90, Elevation: 30, Frame: [2][3]float32{{-1, 2, 0}, {1, 4, 2}}, ColorBy: speedName,
	}
	w := yard(t)
	write(t, w, 5, run.Output{Format: "vtk", Path: dir, Every: run.Interval{Steps: 5}, View: view})
	all := readState(t, filepath.Join(dir, stateFile))
	number := func(name string) (v vec.Vec3) {
		for _, object := range all {
			for i, text := range object[name] {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					t.Fatal(err)
				}
				v = v.WithComponent(i, x)
			}
		}
		return v
	}
	eye := number("CameraPosition").Sub(vec.New(0, 3, 1))
	want := vec.New(0, math.Sqrt(3)/2, 0.5).Scale(math.Sqrt(3) / math.Sin(math.Pi/12))
	if eye.Sub(want).Norm() > 1e-6 || number("CameraFocalPoint") != vec.New(0, 3, 1) {
		t.Errorf("the eye is at %v from the middle of the frame, want %v", eye, want)
	}
	forms := 0
	for _, object := range all {
		if r := object["Representation"]; r != nil && r[0] == "3D Glyphs" {
			forms++
			if c := object["ColorArrayName"]; c[4] != "velocity" || object["LookupTable"] == nil {
				t.Errorf("particles are coloured by %v", c)
			}
		}
	}
	if forms != 4 {
		t.Errorf("%d forms of particles, want the two halves of capsules, each a ball and a tube", forms)
	}
}

// pvpython returns what ParaView makes of the state file in a folder. It needs no display, and
// does not always get along with one.
func pvpython(dir string) ([]byte, error) {
	cmd := exec.Command("pvpython", "testdata/state.py", filepath.Join(dir, stateFile))
	cmd.Env = append(os.Environ(), "DISPLAY=")
	return cmd.Output()
}

// Contract: ParaView opens the state file with all moments of all series, colours bodies
// by speed up to the fastest moment, and looks at the middle from outside.
func TestParaViewLoadsState(t *testing.T) {
	if _, err := exec.LookPath("pvpython"); err != nil {
		t.Skip("pvpython (ParaView) is not installed: the state file is only read by our own reader")
	}
	dir, w, fastest := writeStrange(t, PartNames()...)
	usual, _, _ := writeStrange(t)
	out, err := pvpython(usual)
	if err != nil || !strings.Contains(string(out), `"ends -x": {"Points": 5, "Drawn": "3D Glyphs"`) {
		t.Errorf("particles are not drawn by their forms: %v\n%s", err, out)
	}
	out, err = pvpython(dir)
	if err != nil {
		t.Fatal(err)
	}
	type shown struct {
		Visible, Mapped bool
		By              []string
		Top, Opacity    float64
	}
	var found struct {
		PlayMode    string
		Series      map[string][]float64
		Shown       map[string]shown
		Eye, Center [3]float64
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, part := range PartNames() {
		times, _ := readPVD(t, filepath.Join(dir, part+".pvd"))
		if got := found.Series[part+".pvd"]; !slices.Equal(got, times) || len(times) != 3 {
			t.Errorf("%s: moments %v, want %v", part, got, times)
		}
	}
	if !strings.Contains(found.PlayMode, "Snap To TimeSteps") {
		t.Errorf("plays by %s", found.PlayMode)
	}
	s := found.Shown["surfaces.pvd"]
	if !s.Visible || !s.Mapped || !slices.Equal(s.By, []string{"CELLS", "velocity"}) || s.Top != fastest || fastest == 0 {
		t.Errorf("surfaces are shown as %+v, the fastest moves at %g m/s", s, fastest)
	}
	if m := found.Shown["meshes.pvd"]; !m.Visible || m.Mapped || !slices.Equal(m.By, []string{"CELLS", "color"}) ||
		m.Opacity != 0.3 {
		t.Errorf("meshes are shown as %+v", m)
	}
	state := w.State()
	box := contents(&state)
	eye, center := vec.New(found.Eye[0], found.Eye[1], found.Eye[2]), vec.New(found.Center[0], found.Center[1],
		found.Center[2])
	if box.Include(center) != box || eye.Sub(center).Norm() < box.Size().Norm()/2 {
		t.Errorf("the eye at %v looks at %v, what there is lies in %v", eye, center, box)
	}
}
