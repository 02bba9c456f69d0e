package cli

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// opened returns what the window is asked to open.
func opened(t *testing.T, args ...string) OpenRequest {
	t.Helper()
	var request OpenRequest
	status := Main(append([]string{"open"}, args...), Env{Stdout: os.Stderr, Stderr: os.Stderr,
		Open: func(r OpenRequest) error {
			request = r
			return nil
		}})
	if status != 0 {
		t.Fatalf("open %v: status %d", args, status)
	}
	t.Cleanup(func() { request.First.World.Close() })
	return request
}

// Contract: what the window saves is the scene with all that was edited, and nothing else
// changed: it has the same parameters and materials, runs to the same hash as the scene
// with the edits made at its start, and is found with its meshes in another folder.
func TestSaveEdited(t *testing.T) {
	dir := t.TempDir()
	mesh, err := os.ReadFile("../../assets/band.stl")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "own.stl"), mesh, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, args := range [][]string{
		{"hopper", "--set", "grain.young=2 MPa"}, {"clump"}, {"../../assets/examples/tipped-cup.py"},
		{filepath.Join(dir, "own.stl")}, {"bottle"},
	} {
		request := opened(t, args...)
		var s bridge.Snapshot
		request.First.World.Fill(&s)
		m := s.Materials[0].Law
		m.TanPhi, m.Young, m.RollingFriction = 0.123, m.Young/3, 0.05
		for _, c := range []bridge.Edit{
			bridge.Vector("gravity", vec.New(0.1, 0, -1.62)), bridge.Number("damping", 0.17),
			bridge.Number("timeStep.safety", 0.3),
			bridge.Word("capsuleRule", "integral"), bridge.Word("law", "hertz-mindlin"),
			bridge.SetMaterial{Index: 0, Material: m},
			bridge.SetMotionKey{Key: 1, To: bridge.MotionKey{Time: 0.25, Position: vec.New(0, 0.01, 0.09),
				Orientation: vec.FromAxisAngle(vec.AxisX, 1)}},
			bridge.AddMotionKey{To: bridge.MotionKey{Time: 0.3, Position: vec.New(0, 0, 0.1), Orientation: vec.Identity}},
			bridge.RemoveMotionKey{Time: 0},
			bridge.AddMotionKey{To: bridge.MotionKey{Time: -1, Orientation: vec.FromAxisAngle(vec.AxisY, 1)}},
		} {
			bridge.MakeEdit(request.First.World, c)
		}
		flow := bridge.InletFlow{Off: true, MassRate: 0.5, MaxMass: 0.02, MaxBodies: 30}
		if args[0] == "bottle" { // others have none, or one that is done before the first step
			bridge.MakeEdit(request.First.World, bridge.SetInlet{Flow: flow})
			flow.Off = false
			bridge.MakeEdit(request.First.World, bridge.SetInlet{Flow: flow})
		}
		file := filepath.Join(dir, "saved", string(rune('a'+i))+".yaml")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := request.Save(request.First, file); err != nil {
			t.Fatal(err)
		}
		again := opened(t, file, "--allow-read", dir)
		a, b := request.First.World, again.First.World
		var want, got bridge.Snapshot
		a.Fill(&want)
		if args[0] == "bottle" && (want.Inlets[0].Flow != flow || want.Motions[0].Keys[1].Time != 0.25) {
			t.Errorf("inlet %+v and motion %+v are not edited", want.Inlets[0], want.Motions[0])
		}
		b.Fill(&got)
		want.TimeStep, got.TimeStep = 0, 0 // known after the first step
		if want.Params != got.Params {
			t.Errorf("%s: saved\n%+v, want\n%+v", args[0], got.Params, want.Params)
		}
		for k := range want.Materials {
			if got.Materials[k].Law != want.Materials[k].Law || got.Materials[k].Name != want.Materials[k].Name {
				t.Errorf("%s: material %d saved as %+v, want %+v", args[0], k, got.Materials[k].Law, want.Materials[k].Law)
			}
		}
		for i := range want.Motions {
			if !reflect.DeepEqual(got.Motions[i], want.Motions[i]) {
				t.Errorf("%s: motion saved as %+v, want %+v", args[0], got.Motions[i], want.Motions[i])
			}
		}
		for range 200 {
			a.Step()
			b.Step()
		}
		if a.Hash() != b.Hash() {
			t.Errorf("%s: the saved scene runs to another hash", args[0])
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "saved", "b.yaml"))
	if err != nil || strings.Contains(string(text), "poisson") || !strings.Contains(string(text), "tanPhi: 0.123") {
		t.Errorf("%v: what was not edited is saved, or what was is not:\n%s", err, text)
	}
}
