package ui

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
)

// What lies under the pointer stays there while the wheel turns, at every moment of the way: within a pixel
// over six notches in and out, for what is near, at the pivot and far, in both projections.
func TestZoomKeepsWhatIsUnderThePointer(t *testing.T) {
	for _, ortho := range []bool{false, true} {
		for _, depth := range []float32{0.05, 0.3, 1, 8, 30, 0} { // times the distance; 0: background
			m := newTestModel()
			m.viewport.area = layout.Rect{X: 300, Y: 36, Width: 1240, Height: 800}
			m.view.Camera = view.Camera{Azimuth: -60, Elevation: 18, Fov: 35, Distance: 0.4, Ortho: ortho,
				Pivot: mgl32.Vec3{0.02, -0.05, 0.07}}
			p := pointer{button: -1}
			m.input(&p, []imguigl.Event{{Kind: imguigl.Move, X: 1400, Y: 150}}, capture{})
			x, y := m.viewport.placeInView(1400, 150)
			c := m.view.Camera
			point := c.AtPivot(x, y, m.viewport.area.Aspect())
			if depth > 0 {
				o, d := c.Ray(x, y, m.viewport.area.Aspect())
				point = o.Add(d.Mul(depth * c.Distance / -d.Dot(c.Back())))
				m.viewport.pick = func(int, float32, float32) view.Hit { return view.Hit{Point: point, Depth: depth * c.Distance} }
			}
			worst := 0.0
			turn := func(by float32) {
				m.input(&p, []imguigl.Event{{Kind: imguigl.Wheel, Y: by}}, capture{})
				for range 3 { // the next notch comes before the flight ends, and after
					m.now = m.now.Add(50 * time.Millisecond)
					m.tick(m.now)
					px, py, ok := m.viewport.inWindow(point)
					if !ok {
						t.Fatalf("the point is behind the eye")
					}
					worst = math.Max(worst, math.Hypot(float64(px-1400), float64(py-150)))
				}
			}
			for range 6 {
				turn(1)
			}
			if zoomed := c.Distance / m.view.Camera.Distance; math.Abs(float64(zoomed)-math.Pow(1.15, 6)) > 1e-3 {
				t.Errorf("six notches zoom by %g, want %g", zoomed, math.Pow(1.15, 6))
			}
			for range 12 {
				turn(-1)
			}
			if worst > 1 {
				t.Errorf("ortho %v, depth %g: what is under the pointer moves by %.2f px", ortho, depth, worst)
			}
		}
	}
}

// Notches that come faster than the flight of one lasts add up.
func TestZoomsAddUp(t *testing.T) {
	m := newTestModel()
	was := m.view.Camera.Distance
	p := pointer{x: 100, y: 100, button: -1}
	for range 10 {
		m.input(&p, []imguigl.Event{{Kind: imguigl.Wheel, Y: 1}}, capture{})
		m.tick(m.now.Add(30 * time.Millisecond))
	}
	m.tick(m.now.Add(time.Second))
	if got := float64(was / m.view.Camera.Distance); math.Abs(got-math.Pow(1.15, 10)) > 0.01 {
		t.Errorf("ten notches zoom by %g, want %g", got, math.Pow(1.15, 10))
	}
}

// On the way from one projection to the other what lies at the pivot's depth stays where it is, and what is
// nearer or farther goes steadily to where it is to be.
func TestProjectionsFly(t *testing.T) {
	m := newTestModel()
	m.view.Camera.Distance = 0.5
	c := m.view.Camera
	still := c.AtPivot(0.5, 0.5, m.viewport.area.Aspect())
	near := still.Add(c.Back().Mul(0.1))
	x0, y0, _ := m.viewport.inWindow(still)
	last, _, _ := m.viewport.inWindow(near)
	begin := last
	m.do(keymap.Ortho)
	for i := range 41 {
		m.tick(m.now.Add(10 * time.Millisecond))
		if x, y, _ := m.viewport.inWindow(still); math.Hypot(float64(x-x0), float64(y-y0)) > 0.5 {
			t.Fatalf("after %d ms the plane of the pivot is off by %g, %g", 10*i, x-x0, y-y0)
		}
		x, _, _ := m.viewport.inWindow(near)
		if x > last+0.5 || last-x > 10 {
			t.Fatalf("after %d ms what is near jumps from %g to %g", 10*i, last, x)
		}
		last = x
	}
	if !m.view.Camera.Ortho || m.view.Camera.Fov != c.Fov || m.view.Camera.Distance != c.Distance || begin-last < 20 {
		t.Errorf("the camera is %+v in the end, after %+v", m.view.Camera, c)
	}
	m.do(keymap.Ortho)
	m.tick(m.now.Add(100 * time.Millisecond))
	m.move(keymap.Orbit, drag{dx: 1})
	if now := m.view.Camera; now.Ortho || now.Fov != c.Fov || now.Distance != c.Distance {
		t.Errorf("a drag on the way leaves the camera %+v", now)
	}
}

// F frames what is selected, Home all bodies and meshes but no walls: all of it is in the picture, and fills
// at least 70 % of one side.
func TestFramesFill(t *testing.T) {
	for _, ortho := range []bool{false, true} {
		m := newTestModel()
		m.viewport.area = layout.Rect{X: 300, Y: 36, Width: 1240, Height: 800}
		m.view.Camera.Ortho = ortho
		s := m.snap
		s.Bodies = []bridge.Body{{Number: 0}, {Number: 7}, {Number: 8}}
		s.Walls = []bridge.Wall{{Lo: [2]float32{-9, -9}, Hi: [2]float32{9, 9}, Axis: 2}}
		s.Capsules = []bridge.Capsule{
			{Center: [3]float32{1, 0, 0.1}, Half: 0.05, Axis: [3]float32{0, 1, 0}, Radius: 0.02, Body: 1},
			{Center: [3]float32{1.3, 0.4, 0.3}, Axis: [3]float32{0, 1, 0}, Radius: 0.04, Body: 2},
		}
		s.Bounds.Grain = 0.02
		fill := func(bodies ...int) float32 {
			lo, hi := [2]float32{1e9, 1e9}, [2]float32{-1e9, -1e9}
			for _, b := range view.Extent(s, func(body int32) bool {
				for _, want := range bodies {
					if int(body) == want {
						return true
					}
				}
				return false
			}) {
				c := m.view.Camera
				for _, d := range []mgl32.Vec3{c.Right(), c.Right().Mul(-1), c.Up(), c.Up().Mul(-1)} {
					x, y, _ := m.viewport.inWindow(b.Center.Add(d.Mul(b.Radius)))
					lo, hi = [2]float32{min(lo[0], x), min(lo[1], y)}, [2]float32{max(hi[0], x), max(hi[1], y)}
				}
			}
			a := m.viewport.area
			if lo[0] < a.X || lo[1] < a.Y || hi[0] > a.X+a.Width || hi[1] > a.Y+a.Height {
				t.Errorf("bodies %v reach from %v to %v, out of the view", bodies, lo, hi)
			}
			return max((hi[0]-lo[0])/a.Width, (hi[1]-lo[1])/a.Height)
		}
		m.do(keymap.FrameAll)
		m.tick(m.now.Add(time.Second))
		if got := fill(1, 2); got < 0.7 {
			t.Errorf("all bodies fill %.0f %% of the view", 100*got)
		}
		m.view.Selected = view.NewThings(s.BodyThing(1, 0, 0))
		m.do(keymap.Frame)
		m.tick(m.now.Add(time.Second))
		if got := fill(1); got < 0.5 { // with room to see what is round it
			t.Errorf("a body fills %.0f %% of the view", 100*got)
		}
	}
}

// Home frames the inlets that will make more bodies with the bodies that are there, so that what falls from an inlet
// lies in the picture; an inlet that is done or switched off is not framed.
func TestHomeFramesWhatComes(t *testing.T) {
	m := newTestModel()
	s := m.snap
	cylinder := bridge.Inlet{Position: [3]float32{0, 0, 1}, Axis: [3]float32{0, 0, 1}, Radius: 0.25, Height: 0.5}
	box := bridge.Inlet{Position: [3]float32{1, 0, 0}, Volume: bridge.Volume{Kind: bridge.VolumeBox,
		Half: [3]float32{0.25, 0.5, 0.5}, Rotation: [4]float32{0.5, 0.5, 0.5, 0.5}}}
	done, off := cylinder, box
	done.Done, off.Flow.Off = true, true
	for _, c := range []struct {
		inlet  bridge.Inlet
		lo, hi mgl32.Vec3
	}{
		{cylinder, mgl32.Vec3{-0.25, -0.25, 1}, mgl32.Vec3{0.25, 0.25, 1.5}},
		{box, mgl32.Vec3{0.5, -0.25, -0.5}, mgl32.Vec3{1.5, 0.25, 0.5}}, // its first axis is along y
		{done, mgl32.Vec3{9, 9, 9}, mgl32.Vec3{-9, -9, -9}},
		{off, mgl32.Vec3{9, 9, 9}, mgl32.Vec3{-9, -9, -9}},
	} {
		s.Inlets = []bridge.Inlet{c.inlet}
		lo, hi := mgl32.Vec3{9, 9, 9}, mgl32.Vec3{-9, -9, -9}
		for _, b := range m.camera.everything(s) {
			for k := range lo {
				lo[k], hi[k] = min(lo[k], b.Center[k]-b.Radius), max(hi[k], b.Center[k]+b.Radius)
			}
		}
		if !lo.ApproxEqualThreshold(c.lo, 1e-5) || !hi.ApproxEqualThreshold(c.hi, 1e-5) {
			t.Errorf("%+v: Home frames %v to %v, want %v to %v", c.inlet, lo, hi, c.lo, c.hi)
		}
	}
}
