package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// cutTrace walks along a ray to what planes leave of a capsule, cap and all: the farthest of its own
// distance and theirs is never more than the way to it.
func cutTrace(origin, direction mgl32.Vec3, c *bridge.Capsule, v *view.View) (t float64, hit bool) {
	for range 6000 {
		p := origin.Add(direction.Mul(float32(t)))
		w := p.Sub(c.Center)
		along := mgl32.Clamp(w.Dot(c.Axis), -c.Half, c.Half)
		d := float64(w.Sub(mgl32.Vec3(c.Axis).Mul(along)).Len() - c.Radius)
		for _, cut := range v.Cuts {
			if cut.On() {
				d = max(d, float64(cut.Beyond(p)))
			}
		}
		if d < 1e-7 {
			return t, true
		}
		if t += d; t > 10 {
			break
		}
	}
	return t, false
}

// TestCutIsCapped: planes cut a capsule open, one or two at a time, from any side, and what is seen of
// the cut is a flat cap. Tolerance: 20 µm at 50 mm, of which 14 µm are the order of caps in a clump.
func TestCutIsCapped(t *testing.T) {
	const width, height = 160, 120
	for i, cuts := range [][3]view.Cut{
		{view.CutAlong(0, true, 0.001)}, {{}, view.CutAlong(1, false, 0.0005)}, {view.CutAlong(2, true, 0.011)},
		{view.CutAlong(0, false, -0.003), view.CutAlong(1, false, 0), view.CutAlong(2, true, 0.0105)},
	} {
		for _, ortho := range []bool{false, true} {
			s := lone(mgl32.Vec3{0.001, -0.001, 0.01}, mgl32.Vec3{0.5, -0.6, 0.31}, 0.006, 0.0035)
			v := view.Default()
			v.Overlays, v.Cuts = 0, cuts
			v.Camera.Pivot, v.Camera.Distance, v.Camera.Fov, v.Camera.Ortho = mgl32.Vec3{0, 0, 0.01}, 0.05, 35, ortho
			got := depths(t, s, &v, width, height)
			whole := 0
			for y := 1; y < height-1; y++ {
				for x := 1; x < width-1; x++ {
					at := y*width + x
					edge := false
					for _, near := range []int{at - 1, at + 1, at - width, at + width} {
						edge = edge || math.Abs(got[near]-got[at]) > 6e-4 || math.IsInf(got[near], 1)
					}
					if edge {
						continue
					}
					o, d := v.Camera.Ray(2*(float32(x)+0.5)/width-1, 2*(float32(y)+0.5)/height-1, float32(width)/height)
					along, hit := cutTrace(o, d, &s.Capsules[0], &v)
					want := along * float64(d.Dot(v.Camera.Back().Mul(-1)))
					if !hit || math.Abs(got[at]-want) > 2e-5 {
						t.Fatalf("cut %d, ortho %v, pixel %d %d: depth %.6f m, want %.6f m (hit %v)", i, ortho, x, y, got[at], want, hit)
					}
					whole++
				}
			}
			if whole < 50 {
				t.Errorf("cut %d, ortho %v: only %d pixels are left", i, ortho, whole)
			}
		}
	}
}

// TestCutsLeaveWalls: a plane takes away bodies, their marks, and parts of meshes, but no wall.
func TestCutsLeaveWalls(t *testing.T) {
	s := pourScene(30, 0)
	v := sampleView()
	v.Overlays = 0
	v.Cuts[0] = view.CutAlong(2, true, -1)
	cut := drawn(t, s, &v, 160, 120)
	for i := 0; i < len(cut.Pix); i += 4 {
		if int(cut.Pix[i]) > int(cut.Pix[i+2])+40 {
			t.Fatalf("pixel %d shows what is cut away: %v", i/4, cut.Pix[i:i+3])
		}
	}
	s.Walls = nil
	if _, off, _ := difference(cut, drawn(t, s, &v, 160, 120)); off < 0.2 {
		t.Errorf("the floor shows in %.0f %% of the pixels", 100*off)
	}
}

// boxMesh returns a closed mesh over a box, its corners running outwards or inwards.
func boxMesh(lo, hi mgl32.Vec3, inwards bool) bridge.Mesh {
	g := &bridge.MeshGeometry{Name: "box"}
	for i := range 8 {
		g.Vertices = append(g.Vertices, overlay.Corner(lo, hi, i))
	}
	for _, q := range [][4]int32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		for _, t := range [2][3]int32{{q[0], q[1], q[2]}, {q[0], q[2], q[3]}} {
			if inwards {
				t[1], t[2] = t[2], t[1]
			}
			g.Triangles = append(g.Triangles, t)
		}
	}
	return bridge.Mesh{Rotation: [4]float32{1}, Geometry: g, Color: bridge.RGBA{200, 40, 40, 255}}
}

// TestCutOfMeshIsFilled: the cut of a closed mesh is a face at the plane, whichever way its triangles run, with
// a hollow in it and with two planes; one that is open has none. A click on it is one on the mesh, of none of
// its triangles.
func TestCutOfMeshIsFilled(t *testing.T) {
	const width, height = 160, 120
	outer := [2]mgl32.Vec3{{-0.01, -0.01, 0}, {0.01, 0.01, 0.02}}
	for _, x := range []struct {
		name           string
		inwards, open  bool
		cuts           [3]view.Cut
		ortho, hollow  bool
		want           float32 // depth of the plane in the middle of the picture, or of what is behind [m]
		filled, beside bool
	}{
		{name: "outwards", cuts: [3]view.Cut{view.CutAlong(1, false, 0)}, want: 0.05, filled: true},
		{name: "inwards", inwards: true, cuts: [3]view.Cut{view.CutAlong(1, false, 0)}, want: 0.05, filled: true},
		{name: "orthographic", cuts: [3]view.Cut{{}, view.CutAlong(1, false, 0.002)}, ortho: true, want: 0.052, filled: true},
		{name: "two planes", cuts: [3]view.Cut{view.CutAlong(1, false, 0), view.CutAlong(1, true, 0.005)}, want: 0.05,
			filled: true},
		{name: "open", open: true, cuts: [3]view.Cut{view.CutAlong(1, false, 0)}, want: 0.06},
		{name: "hollow", hollow: true, cuts: [3]view.Cut{view.CutAlong(1, false, 0)}, want: 0.055},
	} {
		for _, opacity := range []float32{1, 0.25} {
			s := &bridge.Snapshot{Bodies: []bridge.Body{{Number: 7}},
				Meshes: []bridge.Mesh{boxMesh(outer[0], outer[1], x.inwards)}}
			g := s.Meshes[0].Geometry
			if x.open {
				g.Triangles = g.Triangles[:len(g.Triangles)-2]
			}
			if x.hollow {
				in := boxMesh(mgl32.Vec3{-0.005, -0.005, 0.005}, mgl32.Vec3{0.005, 0.005, 0.015}, true).Geometry
				for _, t := range in.Triangles {
					g.Triangles = append(g.Triangles, [3]int32{t[0] + 8, t[1] + 8, t[2] + 8})
				}
				g.Vertices = append(g.Vertices, in.Vertices...)
			}
			s.Bounds.Core = [2][3]float32{outer[0], outer[1]}
			v := view.Default()
			v.Overlays, v.Cuts, v.Opacity = 0, x.cuts, opacity
			v.Camera.Azimuth, v.Camera.Elevation, v.Camera.Ortho = -90, 0, x.ortho
			v.Camera.Pivot, v.Camera.Distance = mgl32.Vec3{0, 0, 0.01}, 0.05
			far := depths(t, s, &v, width, height)[(height/2)*width+width/2]
			if opacity == 1 && math.Abs(far-float64(x.want)) > 2e-5 || opacity < 1 && x.filled != !math.IsInf(far, 1) {
				t.Errorf("%s, opacity %g: in the middle something is %.5f m away, want %.5f m", x.name, opacity, far, x.want)
			}
			hit := picked(t, s, &v, width, height, width/2, height/2)
			if hit.Thing.Body != 7 || (hit.Thing.Triangle == -1) != x.filled || math.Abs(float64(hit.Depth-x.want)) > 2e-5 {
				t.Errorf("%s, opacity %g: a click hits %+v", x.name, opacity, hit)
			}
		}
	}
}
