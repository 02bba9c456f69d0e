package render

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// picked asks what lies under a pixel.
func picked(t *testing.T, s *bridge.Snapshot, v *view.View, width, height, x, y int) (h view.Hit) {
	t.Helper()
	onGL(func() {
		var err error
		if h, err = renderer.tiles[0].pick(s, v, width, height, x, y); err != nil {
			t.Error(err)
		}
	})
	return h
}

// frontBody returns the number of the front body whose capsules a ray meets, found by walking along
// it, and how far away it is; -1 if it meets none.
func frontBody(s *bridge.Snapshot, origin, direction mgl32.Vec3) (number int64, far float64) {
	number = -1
	for i := range s.Capsules {
		c := &s.Capsules[i]
		if d := mgl32.Vec3(c.Center).Sub(origin); d.Sub(direction.Mul(d.Dot(direction))).Len() > c.Half+c.Radius {
			continue
		}
		if t, hit := sphereTrace(origin, direction, c); hit && (number < 0 || t < far) {
			number, far = s.Bodies[c.Body].Number, t
		}
	}
	return number, far
}

// TestPickFindsTheFrontBody: what Pick finds under pixels of a picture is what a ray through them meets
// first, at the depth where it does, whatever the projection and the style, and although glass is before it.
func TestPickFindsTheFrontBody(t *testing.T) {
	s := pourScene(30, 118)
	for i := range s.Bodies { // a number is not an index
		s.Bodies[i].Number = int64(1000 - 7*i)
	}
	const width, height = 640, 480
	random := rand.New(rand.NewPCG(7, 7))
	for _, edit := range []func(*view.View){
		func(*view.View) {},
		func(v *view.View) { v.Camera.Ortho = true },
		func(v *view.View) { v.Style = view.HiddenLine; v.Camera.Distance *= 0.7 },
	} {
		v := sampleView()
		edit(&v)
		bodies, misses := 0, 0
		f := overlay.NewFrame(s, &v, width, height)
		for range 300 {
			px, py, _, _ := f.Screen(s.Capsules[random.IntN(len(s.Capsules))].Center)
			x, y := int(px)+random.IntN(15)-7, int(py)+random.IntN(15)-7
			if x < 0 || y < 0 || x >= width || y >= height {
				continue
			}
			origin, direction := v.Camera.Ray(2*(float32(x)+0.5)/width-1, 1-2*(float32(y)+0.5)/height, float32(width)/height)
			want, far := frontBody(s, origin, direction)
			got := picked(t, s, &v, width, height, x, y)
			if want < 0 {
				if i := s.FindBody(got.Thing.Body); got.Thing.Kind != bridge.NoThing && s.Bodies[i].Mass > 0 && i > 1 {
					misses++
				}
				continue
			}
			bodies++
			at := origin.Add(direction.Mul(float32(far)))
			if got.Thing.Body != want || got.Point.Sub(at).Len() > 2e-4*v.Camera.Distance {
				misses++
				t.Logf("%d, %d: %+v, want body %d at %v", x, y, got, want, at)
			}
		}
		if misses > 1 || bodies < 40 { // one at an outline
			t.Errorf("%d of %d pixels on bodies tell of something else", misses, bodies)
		}
	}
}

// TestPickLayers: a body wins over the glass before it, glass alone and its triangle are found, so is the
// floor, and nothing is where there is nothing; hidden bodies are not found, and marks of contacts win.
func TestPickLayers(t *testing.T) {
	const size = 200
	s := &bridge.Snapshot{
		Bodies: []bridge.Body{{Number: 5, Kind: bridge.Static}, {Number: 6, Mass: 1}, {Number: 7}},
		Capsules: []bridge.Capsule{{Half: 0, Axis: [3]float32{1, 0, 0}, Side: [3]float32{0, 1, 0}, Radius: 0.2, Body: 1,
			Shape: 3}},
		Meshes: []bridge.Mesh{{Rotation: [4]float32{1, 0, 0, 0}, Body: 2, Shape: 1, Geometry: &bridge.MeshGeometry{
			Vertices: [][3]float32{{-1, -1, 0.5}, {1, -1, 0.5}, {-1, 1, 0.5}, {1, 1, 0.5}},
			// The first has a corner that is not there and is not drawn.
			Triangles: [][3]int32{{0, 1, 9}, {0, 1, 2}, {1, 3, 2}},
		}}},
		Walls: []bridge.Wall{{Axis: 2, Sense: 1, Position: -0.5, Lo: [2]float32{-4, -4}, Hi: [2]float32{4, 4}}},
		Contacts: []bridge.Contact{{Point: [3]float32{0.1, 0.1, -0.4}, Normal: [3]float32{0, 0, -1}, A: 1, B: 0, ShapeA: 3,
			Nth: 2}},
		Bounds: bridge.Bounds{Core: [2][3]float32{{-1, -1, -1}, {1, 1, 1}}, Grain: 0.2},
	}
	v := view.Default()
	v.Overlays, v.Camera.Ortho = 0, true
	v.Camera.Look(2, 1)
	v.Camera.Frame([3]float32{-2, -2, -1}, [3]float32{2, 2, 1}, 1)
	at := func(x, y float32) bridge.Thing { // x to the right, y up, as in the scene
		h := v.Camera.HalfHeight()
		return picked(t, s, &v, size, size, int((x/h+1)*size/2), int((1-y/h)*size/2)).Thing
	}
	ball := bridge.Thing{Kind: bridge.ThingBody, Body: 6, Shape: 3}
	glass := func(triangle int32) bridge.Thing {
		return bridge.Thing{Kind: bridge.ThingBody, Body: 7, Shape: 1, Triangle: triangle}
	}
	floor := bridge.Thing{Kind: bridge.ThingBody, Body: 5}
	expect := func(what string, got, want bridge.Thing) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	expect("a ball under glass", at(0, 0.1), ball)
	expect("glass, lower left", at(-0.6, -0.6), glass(1))
	expect("glass, upper right", at(0.6, 0.6), glass(2))
	expect("the floor", at(1.5, 0), floor)
	v.Overlays = view.OverlayContacts
	mark := bridge.Thing{Kind: bridge.ThingContact, Body: 6, Shape: 3, Other: 5, Nth: 2}
	expect("a mark of a contact", at(0.12, 0.1), mark)
	v.Overlays, v.Opacity = 0, 1
	expect("a mesh that hides the ball", at(0.2, 0.05), glass(2))
	v.Hidden = view.NewThings(glass(0))
	expect("the ball under a mesh that is hidden", at(0.1, 0.05), ball)
	v.Hidden = v.Hidden.With(ball, floor)
	expect("nothing but what is hidden", at(0.1, 0.05), bridge.Thing{})
	v.Hidden, s.Capsules[0].Radius = nil, 0.001
	v.Opacity = 0.25
	expect("a body thinner than a pixel, beside it", at(0.03, 0.02), ball)
}

// TestPickShownIsOfThePicture: it tells of the picture that was drawn last, although bodies have moved and
// the camera has turned since.
func TestPickShownIsOfThePicture(t *testing.T) {
	s := lone(mgl32.Vec3{}, mgl32.Vec3{1, 0, 0}, 0.3, 0.1)
	s.Bodies[0].Number = 9
	v := view.Default()
	v.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, 1)
	drawn(t, s, &v, 100, 100)
	for number := int64(10); number < 12; number++ { // pictures of nothing, and of another size
		s.Capsules[0].Center = [3]float32{0, 0, 5}
		s.Bodies[0].Number = number
		v.Camera.Pivot = mgl32.Vec3{9, 9, 9}
		drawn(t, s, &v, 100, 100+int(number-10))
	}
	pick := func(before, x, y int) (h view.Hit) {
		onGL(func() {
			var err error
			if h, err = renderer.PickShown(before, 100, 100, x, y); err != nil {
				t.Error(err)
			}
		})
		return h
	}
	for before := 1; before < 3; before++ { // there is none before the first
		if h := pick(before, 50, 50); h.Thing.Body != 9 || h.Thing.Kind == bridge.NoThing || h.Point.Len() > 0.2 {
			t.Errorf("%+v, want body 9", h)
		}
	}
	if h := pick(0, 50, 50); h.Thing.Kind != bridge.NoThing {
		t.Errorf("%+v in a picture of nothing", h)
	}
	if h := pick(1, 5, 5); h.Thing.Kind != bridge.NoThing {
		t.Errorf("%+v beside the body", h)
	}
}

// BenchmarkPick asks for a pixel of a picture of 20,000 capsules in a bottle of 100,000 triangles.
func BenchmarkPick(b *testing.B) {
	s := bed(20000)
	s.Meshes = []bridge.Mesh{{Geometry: lathe(4200), Rotation: [4]float32{1, 0, 0, 0}}}
	v := view.Default()
	v.Camera.Frame(s.Bounds.All[0], s.Bounds.All[1], 16.0/9)
	for _, at := range []struct {
		name string
		x, y int
	}{{"body", 640, 400}, {"background", 5, 5}} {
		b.Run(at.name, func(b *testing.B) {
			for b.Loop() {
				onGL(func() {
					if _, err := renderer.tiles[0].pick(s, &v, 1280, 720, at.x, at.y); err != nil {
						b.Error(err)
					}
				})
			}
		})
	}
}
