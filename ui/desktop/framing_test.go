package desktop

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/scene"
)

// Home frames the bodies and meshes of every built-in scene, as it begins, and as it ends where few bodies
// take it there: all are in the picture and fill at least 70 % of one side.
func TestHomeFramesEveryScene(t *testing.T) {
	scenes, err := scene.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range scenes {
		s, err := scene.Load(of.Name, scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var shot bridge.Snapshot
		s.World.Fill(&shot)
		framed(t, of.Name+" as it begins", &shot)
		if len(shot.Bodies) > 10 || len(shot.Inlets) > 0 {
			continue
		}
		for shot.Time < s.End {
			s.World.Step()
			shot.Time = s.World.Clock().Time
		}
		s.World.Fill(&shot)
		framed(t, of.Name+" as it ends", &shot)
	}
}

// framed looks where the bodies are in a picture that is fitted to them.
func framed(t *testing.T, name string, s *bridge.Snapshot) {
	t.Helper()
	walls := map[int32]bool{}
	for i := range s.Walls {
		walls[s.Walls[i].Body] = true
	}
	list := view.Extent(s, func(body int32) bool { return !walls[body] })
	if len(list) == 0 {
		return
	}
	const aspect = 1.55
	c := view.Default().Camera
	c.Fit(list, aspect)
	m := c.ProjectionMatrix(aspect).Mul4(c.ViewMatrix())
	lo, hi := mgl32.Vec2{9, 9}, mgl32.Vec2{-9, -9}
	for _, b := range list {
		for _, d := range []mgl32.Vec3{c.Right(), c.Right().Mul(-1), c.Up(), c.Up().Mul(-1)} {
			p := m.Mul4x1(b.Center.Add(d.Mul(b.Radius)).Vec4(1))
			for k := range lo {
				lo[k], hi[k] = min(lo[k], p[k]/p[3]), max(hi[k], p[k]/p[3])
			}
		}
	}
	if lo[0] < -1 || lo[1] < -1 || hi[0] > 1 || hi[1] > 1 {
		t.Errorf("%s: bodies reach from %v to %v, out of the picture", name, lo, hi)
	}
	if fills := max(hi[0]-lo[0], hi[1]-lo[1]) / 2; fills < 0.7 {
		t.Errorf("%s: bodies fill %.0f %% of the picture", name, 100*fills)
	}
}
