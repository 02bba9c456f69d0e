package render

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestEveryOverlayDrawsHeadless: switching an overlay on changes the picture.
func TestEveryOverlayDrawsHeadless(t *testing.T) {
	s := pourScene(20, 0)
	v := sampleView()
	v.Overlays = 0
	bare := drawn(t, s, &v, 320, 240)
	for _, o := range overlay.Choices() {
		v.Overlays = o.Bit
		if got := drawn(t, s, &v, 320, 240); bytes.Equal(got.Pix, bare.Pix) {
			t.Errorf("overlay %s changes nothing", o.Name)
		}
	}
}

// TestEveryLook: all styles, qualities, themes and colourings draw, with and without
// contents, and all of the picture is opaque.
func TestEveryLook(t *testing.T) {
	full := pourScene(6, 118)
	for style := view.Style(0); style < view.NumStyles; style++ {
		for quality := view.Quality(0); quality < view.NumQualities; quality++ {
			for theme := view.Theme(0); theme < view.NumThemes; theme++ {
				for _, s := range []*bridge.Snapshot{full, {}} {
					v := sampleView()
					v.Style, v.Quality, v.Theme, v.Caption = style, quality, theme, true
					v.ColorBy = view.ColorBy(int(style+3*view.Style(quality)+view.Style(theme)) % len(view.Quantities))
					img := drawn(t, s, &v, 64, 48)
					for i := 3; i < len(img.Pix); i += 4 {
						if img.Pix[i] != 255 {
							t.Fatalf("style %d quality %d theme %d: alpha %d at byte %d", style, quality, theme, img.Pix[i], i)
						}
					}
				}
			}
		}
	}
}

// TestOddSnapshots: what a broken scene may hold draws without an error or a panic.
func TestOddSnapshots(t *testing.T) {
	nan := float32(math.NaN())
	inf := float32(math.Inf(1))
	s := &bridge.Snapshot{
		Bodies: []bridge.Body{{Center: [3]float32{nan, inf, 0}, Velocity: [3]float32{nan, 0, 0}}},
		Capsules: []bridge.Capsule{
			{Body: -1}, {Body: 99, Radius: 0.01}, {Center: [3]float32{nan, nan, nan}, Radius: 1, Half: nan},
			{Center: [3]float32{inf, 0, 0}, Radius: 0.01}, {Radius: 1e9, Half: 1e9, Axis: [3]float32{1, 0, 0}},
		},
		Walls: []bridge.Wall{{Axis: 2, Position: nan}, {Axis: 0, Lo: [2]float32{1, 1}, Hi: [2]float32{0, 0}}, {Axis: 2},
			{Axis: 1, Sense: 1}},
		Meshes: []bridge.Mesh{
			{Geometry: &bridge.MeshGeometry{}}, {Geometry: &bridge.MeshGeometry{
				Vertices: [][3]float32{{}, {}, {1, 0, 0}}, Triangles: [][3]int32{{0, 1, 2}, {0, 7, 1}, {-1, 0, 0}},
				Edges: [][2]int32{{0, 99}},
			}, Rotation: [4]float32{1, 0, 0, 0}},
		},
		Inlets: []bridge.Inlet{{}, {Axis: [3]float32{nan, 0, 0}}},
		Contacts: []bridge.Contact{{A: -3, B: 1 << 30, NormalForce: nan}, {NormalForce: inf, Normal: [3]float32{0, 0, 1}},
			{}},
	}
	for _, o := range append(overlay.Choices(), overlay.Overlay{}) {
		for i := range view.Quantities {
			c := view.ColorBy(i)
			v := view.Default()
			v.Overlays, v.ColorBy, v.Camera.Ortho = o.Bit, c, c%2 == 0
			drawn(t, s, &v, 40, 30)
		}
	}
}

// TestEyeInsideCapsule: a body round the eye hides everything and harms nothing.
func TestEyeInsideCapsule(t *testing.T) {
	v := view.Default()
	v.Camera.Distance = 0.02
	s := lone(v.Camera.Eye(), mgl32.Vec3{1, 0, 0}, 0.05, 0.03)
	drawn(t, s, &v, 64, 48)
}

func TestDrawRefusesSizes(t *testing.T) {
	v := view.Default()
	for _, size := range [][2]int{{0, 10}, {10, -1}, {maxSize + 1, 10}} {
		onGL(func() {
			if renderer.Draw(&bridge.Snapshot{}, &v, size[0], size[1]) == nil {
				t.Errorf("size %v was drawn", size)
			}
		})
	}
}

// TestPixels: the top row comes first, memory is used again when it is large enough, and
// Image holds the same.
func TestPixels(t *testing.T) {
	s := lone(mgl32.Vec3{0, 0, 0.01}, mgl32.Vec3{1, 0, 0}, 0, 0.004) // above the middle
	v := view.Default()
	v.Overlays, v.Camera.Distance, v.Camera.Elevation, v.Theme = 0, 0.06, 0, view.Print
	img := drawn(t, s, &v, 33, 21)
	onGL(func() {
		memory := make([]byte, 0, 33*21*4+100)
		got := renderer.Pixels(memory)
		if &got[0] != &memory[:1][0] || len(got) != 33*21*4 {
			t.Errorf("Pixels made new memory or %d bytes", len(got))
		}
		if !bytes.Equal(got, img.Pix) {
			t.Error("Pixels and Image differ")
		}
	})
	white := img.RGBAAt(0, 0)
	if img.RGBAAt(16, 20) != white || img.RGBAAt(16, 4) == white {
		t.Error("the sphere above the middle is not in the upper half")
	}
}

// TestMeshesAreKept: a geometry is uploaded once and dropped when no snapshot shows it.
func TestMeshesAreKept(t *testing.T) {
	s := pourScene(2, 0)
	v := sampleView()
	held := func() *meshAsset { return renderer.tiles[0].meshes.assets[s.Meshes[0].Geometry] }
	drawn(t, s, &v, 32, 32)
	first := held()
	s.Meshes[0].Position[2] += 0.01
	drawn(t, s, &v, 32, 32)
	if first == nil || held() != first {
		t.Error("the geometry was made again")
	}
	g := s.Meshes[0].Geometry
	drawn(t, &bridge.Snapshot{}, &v, 32, 32)
	if renderer.tiles[0].meshes.assets[g] != nil {
		t.Error("the geometry was not dropped")
	}
}

// TestMeshNormals: vertices are shared where the surface is round and split at creases;
// rims and creases are marked.
func TestMeshNormals(t *testing.T) {
	g := lathe(48)
	vertices, indices := surfaceOf(g)
	if len(indices) != 3*len(g.Triangles) {
		t.Errorf("%d corners, want %d", len(indices), 3*len(g.Triangles))
	}
	if len(vertices) >= 2*len(g.Vertices) {
		t.Errorf("%d vertices of %d: round parts are split", len(vertices), len(g.Vertices))
	}
	for _, v := range vertices {
		if p := v.position; p[2] > 0.03 && p[2] < 0.07 {
			if out := (mgl32.Vec3{p[0], p[1], 0}).Normalize(); v.normal.Dot(out) < 0.9999 {
				t.Fatalf("normal %v at %v does not point out of the shaft", v.normal, p)
			}
		}
	}
	marked := 0
	for _, e := range edgesOf(g) {
		marked += int(e.from[3])
	}
	if marked != 48 {
		t.Errorf("%d edges marked, want the mouth's 48", marked)
	}
}
