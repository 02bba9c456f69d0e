package desktop

import (
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// The gallery's scenes open well framed: what their bodies and meshes take up at the first picture with bodies and at
// the end together fills at least 70 % of one side of the picture, as a camera that nobody moves must show both; and
// all bodies are in it but those that an inlet has yet to drop. Home frames each of the two moments by itself. Scenes
// with inlets are run to their end if TUMBLE_LONG is set, which takes minutes.
func TestScenesAreFramed(t *testing.T) {
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
		for shot.Time < s.End && len(shot.Capsules) == 0 {
			s.World.Step()
			s.World.Fill(&shot)
		}
		first := solids(&shot)
		home(t, of.Name+" as it begins", first)
		quick := len(shot.Bodies) <= 10 && len(shot.Inlets) == 0
		if !quick && os.Getenv("TUMBLE_LONG") == "" {
			continue
		}
		for s.World.Clock().Time < s.End {
			s.World.Step()
		}
		kept := len(shot.Inlets) == 0
		s.World.Fill(&shot)
		last := solids(&shot)
		home(t, of.Name+" as it ends", last)

		c := view.Default().Camera
		c.Azimuth, c.Elevation = s.View.Azimuth, s.View.Elevation
		c.Frame(s.View.Frame[0], s.View.Frame[1], aspect)
		if fills, _ := filled(&c, append(first, last...)); fills < 0.7 {
			t.Errorf("%s: bodies fill %.0f %% of the opening view", of.Name, 100*fills)
		}
		if _, whole := filled(&c, rounds(&shot)); !whole && kept {
			t.Errorf("%s: at the end bodies are out of the opening view", of.Name)
		}
	}
}

// aspect is that of the view in a window of 1600 x 900 pixels.
const aspect = 1.55

// solids returns what is drawn of a snapshot without the sheets of walls, rounds only spheres and capsules.
func solids(s *bridge.Snapshot) []view.Ball {
	walls := map[int32]bool{}
	for i := range s.Walls {
		walls[s.Walls[i].Body] = true
	}
	return view.Extent(s, func(body int32) bool { return !walls[body] })
}

func rounds(s *bridge.Snapshot) []view.Ball {
	return view.Extent(&bridge.Snapshot{Bodies: s.Bodies, Capsules: s.Capsules}, func(int32) bool { return true })
}

// home looks where balls are in a picture that is fitted to them.
func home(t *testing.T, name string, list []view.Ball) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	c := view.Default().Camera
	c.Fit(list, aspect)
	if fills, whole := filled(&c, list); fills < 0.7 || !whole {
		t.Errorf("%s: Home fills %.0f %% of the picture, all in it: %v", name, 100*fills, whole)
	}
}

// filled returns how much of one side of a picture balls fill, and whether it has all of them.
func filled(c *view.Camera, list []view.Ball) (part float32, whole bool) {
	m := c.ProjectionMatrix(aspect).Mul4(c.ViewMatrix())
	lo, hi := mgl32.Vec2{1, 1}, mgl32.Vec2{-1, -1}
	whole = true
	for _, b := range list {
		for _, d := range []mgl32.Vec3{c.Right(), c.Right().Mul(-1), c.Up(), c.Up().Mul(-1)} {
			p := m.Mul4x1(b.Center.Add(d.Mul(b.Radius)).Vec4(1))
			for k := range lo {
				x := p[k] / p[3]
				whole = whole && x >= -1 && x <= 1
				x = max(-1, min(x, 1))
				lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
			}
		}
	}
	return max(hi[0]-lo[0], hi[1]-lo[1]) / 2, whole
}
