package ui

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// At five pictures a second, while bodies move, each of a hundred clicks selects what was under the pointer
// in the picture that the person saw: also where the next picture is shown before the click is dealt with,
// and the simulation has filled the snapshot again.
func TestHundredClicks(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	t.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
	off, err := render.OpenOffscreen()
	if err != nil {
		t.Fatal(err)
	}
	defer off.Close()
	r, err := render.New()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()

	const width, height = 640, 400
	random := rand.New(rand.NewPCG(5, 100))
	h := newPerson(t)
	m, s := h.m, new(bridge.Snapshot)
	m.viewport.area = layout.Rect{X: 344, Y: 36, Width: width, Height: height}
	w := &window{m: m, drawer: r}
	m.viewport.pick = w.pick
	picture := func() (balls []bridge.Capsule) {
		moveBalls(s, random)
		m.view.Quality = view.Fast
		if err := r.Draw(s, &m.view, width, height); err != nil {
			t.Fatal(err)
		}
		w.drawn = drawn{snap: s, view: m.view, width: width, height: height}
		w.drawing++
		return append(balls, s.Capsules...)
	}
	s.Bounds = bridge.Bounds{Core: [2][3]float32{{-1, -1, -1}, {1, 1, 1}}, Grain: 0.1}
	m.view.Camera.Frame(s.Bounds.Core[0], s.Bounds.Core[1], m.viewport.area.Aspect())
	right := 0
	for i := range 100 {
		seen := picture()
		x, y, _ := m.viewport.inWindow(seen[random.IntN(len(seen))].Center)
		x, y = float32(int(x))+0.5, float32(int(y))+0.5
		h.picture, h.at = w.drawing, h.at.Add(time.Second)
		for range i % 3 { // pictures that are shown before the events are dealt with
			picture()
		}
		h.click(x, y, 0, 0)
		vx, vy := m.viewport.placeInView(x, y)
		if want := frontBall(seen, m.view.Camera, vx, vy, m.viewport.area.Aspect()); m.view.Selected.Last().Body == want {
			right++
		} else {
			t.Logf("click %d selects %+v, want body %d", i, m.view.Selected.Last(), want)
		}
	}
	if right != 100 {
		t.Errorf("%d of 100 clicks selected what was under the pointer", right)
	}
}

// moveBalls puts forty balls elsewhere.
func moveBalls(s *bridge.Snapshot, random *rand.Rand) {
	s.Bodies, s.Capsules = s.Bodies[:0], s.Capsules[:0]
	s.Seq++
	s.Step++
	for i := range 40 {
		c := [3]float32{2*random.Float32() - 1, 2*random.Float32() - 1, 2*random.Float32() - 1}
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(100 + i), Center: c, Mass: 1})
		s.Capsules = append(s.Capsules, bridge.Capsule{Center: c, Axis: [3]float32{1, 0, 0}, Side: [3]float32{0, 1, 0},
			Radius: 0.05 + 0.15*random.Float32(), Body: int32(i)})
	}
}

// frontBall returns the number of the first ball that the ray through a place of the view meets.
func frontBall(balls []bridge.Capsule, c view.Camera, x, y, aspect float32) int64 {
	o, d := c.Ray(x, y, aspect)
	best, number := float32(1e9), int64(-1)
	for i := range balls {
		v := mgl32.Vec3(balls[i].Center).Sub(o)
		along := v.Dot(d)
		if apart := v.Dot(v) - along*along; apart < balls[i].Radius*balls[i].Radius && along-balls[i].Radius < best {
			if near := along - float32(math.Sqrt(float64(balls[i].Radius*balls[i].Radius-apart))); near < best {
				best, number = near, int64(100+balls[i].Body)
			}
		}
	}
	return number
}
