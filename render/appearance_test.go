package render

import (
	"image"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestSeenThroughInAnyOrder: bodies that are seen through look the same in whatever order they come,
// let what is behind show, and none hides another.
func TestSeenThroughInAnyOrder(t *testing.T) {
	s := pourScene(30, 0)
	s.Meshes = nil
	v := sampleView()
	v.Overlays, v.Clear = 0, numberedBodies(2, 40)
	for _, quality := range []view.Quality{view.Fast, view.Best} {
		v.Quality = quality
		want := drawn(t, s, &v, 160, 120)
		slices.Reverse(s.Capsules)
		got := drawn(t, s, &v, 160, 120)
		if mean, off, _ := difference(want, got); mean > 0.02 || off > 0 {
			t.Errorf("quality %d: in another order off by %.3f in the mean, %.2f %% of pixels", quality, mean, 100*off)
		}
	}
	clear := drawn(t, s, &v, 160, 120)
	v.Clear = nil
	solid := drawn(t, s, &v, 160, 120)
	s.Capsules = nil
	none := drawn(t, s, &v, 160, 120)
	shown, toward := 0, 0
	for i := 0; i < len(solid.Pix); i += 4 {
		if d := int(solid.Pix[i]) - int(none.Pix[i]); d > 60 {
			shown++
			if c := int(clear.Pix[i]) - int(none.Pix[i]); c > 3 && c < d {
				toward++
			}
		}
	}
	if shown < 100 || float64(toward) < 0.8*float64(shown) {
		t.Errorf("of %d pixels that bodies brighten %d lie between them and what is behind", shown, toward)
	}
}

// TestLooks: a body that is singled out is drawn as lines or seen through and the others as ever, and
// its shadow goes with it.
func TestLooks(t *testing.T) {
	s := pourScene(12, 118)
	v := sampleView()
	usual := drawn(t, s, &v, 160, 120)
	v.Wired = numberedBodies(3, 3)
	wired := drawn(t, s, &v, 160, 120)
	v.Wired, v.Clear = nil, numberedBodies(3, 3)
	clear := drawn(t, s, &v, 160, 120)
	v.Clear = numberedBodies(100, 100)
	other := drawn(t, s, &v, 160, 120)
	for what, img := range map[string]float64{"wired": changed(usual, wired), "clear": changed(usual, clear)} {
		if img < 0.0005 || img > 0.05 {
			t.Errorf("one %s body changes %.2f %% of the pixels", what, 100*img)
		}
	}
	if d := changed(usual, other); d != 0 {
		t.Errorf("a body that is not there changes %.2f %% of the pixels", 100*d)
	}
}

// changed returns the share of pixels in which two pictures differ clearly.
func changed(a, b *image.RGBA) float64 {
	_, off, _ := difference(a, b)
	return off
}

// TestTextKeepsItsPoints: text, keys and outlines have all points of a picture whose scene is drawn with fewer,
// in which the scene is at the same place, to be picked there too.
func TestTextKeepsItsPoints(t *testing.T) {
	s := pourScene(12, 118)
	v := sampleView()
	v.Caption, v.Overlays, v.Quality = true, view.OverlayContacts|view.OverlayLabels|view.OverlayAxes, view.Fast
	v.Selected = numberedBodies(3, 3)
	sharp := drawn(t, s, &v, 640, 480)
	v.Resolution = 0.5
	coarse := drawn(t, s, &v, 640, 480)
	if mean, _, _ := difference(sharp, coarse); mean > 2 {
		t.Errorf("with half of the points a picture differs by %.2f in the mean", mean)
	}
	empty := *s
	empty.Capsules, empty.Meshes, empty.Walls, empty.Contacts, v.Selected = nil, nil, nil, nil, nil
	coarse = drawn(t, &empty, &v, 640, 480)
	v.Resolution = 0
	sharp = drawn(t, &empty, &v, 640, 480)
	blank := v
	blank.Caption, blank.Overlays = false, 0
	if mean, off, _ := difference(sharp, coarse); mean > 0.5 || off > 0 ||
		changed(sharp, drawn(t, &empty, &blank, 640, 480)) < 0.002 {
		t.Errorf("text with half of the points differs by %.2f in the mean, %.2f %% of pixels", mean, 100*off)
	}
	v.Resolution = 0.5
	c := s.Capsules[3].Center
	f := overlay.NewFrame(s, &v, 640, 480)
	x, y, _, _ := f.Screen(c)
	whole := v
	whole.Resolution = 0
	want := picked(t, s, &whole, 640, 480, int(x), int(y))
	if hit := picked(t, s, &v, 640, 480, int(x), int(y)); hit != want || hit.Depth == 0 {
		t.Errorf("at %.0f, %.0f lies %+v, with half of the points %+v", x, y, want, hit)
	}
}

// TestGlassInAnyOrder: meshes that are seen through look the same in whatever order they come, also with a
// body among them that is, and the nearer one colours the picture more; two of them let less through than one, and
// one alone looks as beside one that is not in sight.
func TestGlassInAnyOrder(t *testing.T) {
	red := boxMesh(mgl32.Vec3{-0.02, -0.03, 0}, mgl32.Vec3{0.02, -0.02, 0.04}, false)
	blue := boxMesh(mgl32.Vec3{-0.02, 0.02, 0}, mgl32.Vec3{0.02, 0.03, 0.04}, false)
	blue.Color = bridge.RGBA{40, 60, 220, 255}
	red.Body, blue.Body = 1, 2
	far := boxMesh(mgl32.Vec3{9, 9, 0}, mgl32.Vec3{9.1, 9.1, 0.1}, false)
	s := &bridge.Snapshot{Bodies: []bridge.Body{{Number: 1}, {Number: 2}, {Number: 3}}}
	s.Bounds.Core = [2][3]float32{{-0.03, -0.03, 0}, {0.03, 0.03, 0.04}}
	v := view.Default()
	v.Overlays = 0
	v.Camera.Azimuth, v.Camera.Pivot, v.Camera.Distance = -90, mgl32.Vec3{0, 0, 0.02}, 0.15
	picture := func(meshes ...bridge.Mesh) *image.RGBA {
		s.Meshes = meshes
		return drawn(t, s, &v, 160, 120)
	}
	middle := func(img *image.RGBA) [3]int {
		p := img.Pix[4*(60*160+80):]
		return [3]int{int(p[0]), int(p[1]), int(p[2])}
	}
	if d := changed(picture(red), picture(red, far)); d > 0.002 {
		t.Errorf("one mesh beside another looks different in %.2f %% of the pixels", 100*d)
	}
	none, front, back, both := middle(picture()), middle(picture(red)), middle(picture(blue)), middle(picture(red, blue))
	if !(front[0]-front[2] > none[0]-none[2]+5) || !(both[0]-both[2] > back[0]-back[2]+5) ||
		!(both[0]-both[2] < front[0]-front[2]) || !(both[1] < front[1]) {
		t.Errorf("nothing is %v, the front mesh %v, the one behind %v, both %v", none, front, back, both)
	}
	s.Capsules = []bridge.Capsule{{Center: [3]float32{0, 0, 0.02}, Axis: [3]float32{1, 0, 0}, Half: 0.01, Radius: 0.006,
		Side: [3]float32{0, 1, 0}, Body: 2, Colors: [2]bridge.RGBA{{240, 240, 240, 255}, {240, 240, 240, 255}}}}
	for _, clear := range []*view.Things{nil, numberedBodies(3, 3)} {
		v.Clear = clear
		mean, off, _ := difference(picture(red, blue), picture(blue, red))
		if mean > 0.02 || off > 0 {
			t.Errorf("clear bodies %v: in another order off by %.3f in the mean, %.2f %% of pixels", clear != nil, mean, 100*off)
		}
	}
}
