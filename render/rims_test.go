package render

import (
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// strip returns a plate whose long sides are cut into so many edges.
func strip(parts int) *bridge.Snapshot {
	g := &bridge.MeshGeometry{Name: "strip"}
	for i := range parts + 1 {
		x := -0.1 + 0.2*float32(i)/float32(parts)
		g.Vertices = append(g.Vertices, [3]float32{x, 0, 0}, [3]float32{x, 0, 0.05})
	}
	for i := range int32(parts) {
		a := 2 * i
		g.Triangles = append(g.Triangles, [3]int32{a, a + 2, a + 3}, [3]int32{a, a + 3, a + 1})
		g.Edges = append(g.Edges, [2]int32{a, a + 2}, [2]int32{a + 1, a + 3})
	}
	return &bridge.Snapshot{Scene: "strip", Bodies: []bridge.Body{{Kind: bridge.Static}},
		Meshes: []bridge.Mesh{{Geometry: g, Rotation: [4]float32{1}, Color: bridge.RGBA{200, 200, 200, 255}}},
		Bounds: bridge.Bounds{Core: [2][3]float32{{-0.1, 0, 0}, {0.1, 0, 0.05}}, Grain: 0.05}}
}

// Contract: an outline looks the same into however many edges a mesh cuts it, also as wide as figures for print have
// it: joints are no dots.
func TestOutlineHasNoDots(t *testing.T) {
	for _, style := range []view.Style{view.Solid, view.HiddenLine} {
		v := sampleView()
		v.Overlays, v.Style, v.Scale = 0, style, 6
		v.Camera.Ortho, v.Camera.Azimuth, v.Camera.Elevation = true, -60, 20
		v.Camera.Frame([3]float32{-0.1, 0, 0}, [3]float32{0.1, 0, 0.05}, 16.0/9)
		one := drawn(t, strip(1), &v, 640, 360)
		for _, parts := range []int{12, 100} { // longer and shorter than the line is wide
			mean, off, _ := difference(drawn(t, strip(parts), &v, 640, 360), one)
			if mean > 0.1 || off > 0.0002 {
				t.Errorf("style %d, %d edges: mean difference %.3f, %.3f %% of pixels off", style, parts, mean, 100*off)
			}
		}
		bare := strip(1)
		bare.Meshes = nil
		if mean, _, _ := difference(drawn(t, bare, &v, 640, 360), one); mean < 0.5 {
			t.Errorf("style %d: nothing is drawn", style)
		}
	}
}
