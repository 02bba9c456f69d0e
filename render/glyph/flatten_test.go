package glyph

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestFlatten: marks over everything lie on the picture where a camera sees them, as wide as they are drawn, the part
// of a line before the eye only; what may be hidden is left out.
func TestFlatten(t *testing.T) {
	// A camera at the origin that looks along -z, with half a picture of 100 pixels for each metre at a depth of 1 m.
	p := &Projection{ViewProj: mgl32.Scale3D(1, -1, 1).Mul4(mgl32.Perspective(math.Pi/2, 1, 0.1, 10)), Width: 200,
		Height: 200, Scale: 2}
	ink := Hex(0xFF0000)
	list := &List{
		Hidden: []Segment{Line([3]float32{0, 0, -1}, [3]float32{1, 0, -1}, 1, ink)},
		Lines:  []Segment{Line([3]float32{0, 0, -1}, [3]float32{0, 0.5, -1}, 0.25, ink)},
		Arrows: []Segment{Arrow([3]float32{0, 0, -2}, [3]float32{1, 0, -2}, 3, 8, ink),
			Line([3]float32{0, 0, 2}, [3]float32{0, 0, 5}, 1, ink), // behind the eye
			Line([3]float32{0.01, 0, -1}, [3]float32{0.01, 0, 1}, 1, ink)},
		Points: []Point{Dot([3]float32{0, -1, -2}, 6, ink, Ring), Dot([3]float32{0, 0, 1}, 6, ink, Disk)},
	}
	parts := list.Flatten(nil, p)
	if len(parts) != 4 {
		t.Fatalf("%d parts, want 4: %+v", len(parts), parts)
	}
	near := func(a, b [2]float32) bool { return math.Hypot(float64(a[0]-b[0]), float64(a[1]-b[1])) < 1e-3 }
	thin := &parts[0]
	if !near(thin.Points[0], [2]float32{100, 100}) || !near(thin.Points[1], [2]float32{100, 50}) || thin.Width != 1 ||
		thin.Color[3] != 128 || thin.Halo[3] != 0 {
		t.Errorf("a line half a pixel wide is %+v, want a pale one, up from the middle", *thin)
	}
	arrow := &parts[1]
	if !near(arrow.Points[1], [2]float32{150, 100}) || arrow.Width != 6 || arrow.Head != 16 || arrow.Halo[3] == 0 {
		t.Errorf("the arrow is %+v", *arrow)
	}
	outline := arrow.ArrowOutline()
	if !near(outline[3], [2]float32{150, 100}) || !near(outline[2], [2]float32{134, 100 - 0.45*16}) || len(outline) != 7 {
		t.Errorf("its outline is %v", outline)
	}
	// At the near plane, 0.1 m before the eye.
	if clipped := &parts[2]; !near(clipped.Points[1], [2]float32{110, 100}) {
		t.Errorf("a line to behind the eye is %+v", *clipped)
	}
	if ring := &parts[3]; !near(ring.Points[0], [2]float32{100, 150}) || ring.Radius != 6 || ring.Width != 3 {
		t.Errorf("the ring is %+v", *ring)
	}
}
