package render

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestBodiesStand: at every quality the floor is darker round the foot of a body than away from
// it, on the side of the light too.
func TestBodiesStand(t *testing.T) {
	const width, height = 160, 120
	v := view.Default()
	v.Overlays, v.Camera.Pivot, v.Camera.Distance = 0, mgl32.Vec3{}, 0.08
	v.Camera.Azimuth, v.Camera.Elevation = -90, 50 // the light comes from there
	for q := view.Quality(0); q < view.NumQualities; q++ {
		v.Quality = q
		s := lone(mgl32.Vec3{0, 0, 0.004}, mgl32.Vec3{1, 0, 0}, 0, 0.004)
		s.Walls = []bridge.Wall{{Axis: 2, Sense: 1, Lo: [2]float32{-0.2, -0.2}, Hi: [2]float32{0.2, 0.2}}}
		s.Capsules = append(s.Capsules, s.Capsules[0], s.Capsules[0]) // far off, so that the light is even here
		s.Capsules[1].Center[0], s.Capsules[2].Center[0] = 0.09, -0.09
		img := drawn(t, s, &v, width, height)
		floor := func(p mgl32.Vec3) int {
			q := mgl32.Scale3D(1, -1, 1).Mul4(v.Camera.ProjectionMatrix(float32(width) / height)).Mul4(v.Camera.ViewMatrix()).
				Mul4x1(p.Vec4(1))
			return int(img.RGBAAt(int((q[0]/q[3]+1)/2*width), int((q[1]/q[3]+1)/2*height)).G)
		}
		foot, near, far := floor(mgl32.Vec3{0, -0.005, 0}), floor(mgl32.Vec3{0, -0.014, 0}), floor(mgl32.Vec3{0, -0.017, 0})
		if near-foot < 7 || near-far > 4 || far-near > 4 {
			t.Errorf("%s: the floor has %d beside the foot, %d away from it, %d farther", view.QualityNames[q], foot, near, far)
		}
	}
}

// TestFloorReachesAllBodies: the floor begins to fade only beyond the farthest body, be it far from
// the others; one that is gone for good does not take the floor along.
func TestFloorReachesAllBodies(t *testing.T) {
	v := view.Default()
	for _, x := range []struct{ at, want float32 }{{0.05, 0.05}, {0.3, 0.3}, {500, 0.05}} {
		s := bed(9)
		s.Bounds.Core = [2][3]float32{{0, 0, 0}, {0.18, 0.02, 0.02}}
		s.Capsules[8].Center = [3]float32{0, -x.at, 0.006}
		f := newFrame(s, &v, 320, 240, new(meshStore), new(stages))
		floor := sheetOf(f, &f.Walls[0])
		if rim := rimShare * min(floor.hi[0]-floor.lo[0], floor.hi[1]-floor.lo[1]); floor.lo[1]+rim > -x.want {
			t.Errorf("a body is at %g m, the floor begins to fade at %g m", -x.at, floor.lo[1]+rim)
		}
		if floor.hi[1]-floor.lo[1] > 20 {
			t.Errorf("a body at %g m makes the floor %g m long", x.at, floor.hi[1]-floor.lo[1])
		}
	}
}

// TestRods: capsules of one body in a line are one rod, others are as they are.
func TestRods(t *testing.T) {
	x := [3]float32{1, 0, 0}
	list := []bridge.Capsule{
		{Center: [3]float32{0, 0, 1}, Axis: x, Half: 1, Radius: 1, Body: 4},
		{Center: [3]float32{2, 0.01, 1}, Axis: [3]float32{-1, 0, 0}, Half: 1.5, Radius: 0.9, Body: 4},
		{Center: [3]float32{2, 0, 1}, Axis: x, Half: 1, Radius: 1, Body: 5},
		{Center: [3]float32{3, 0, 1}, Axis: [3]float32{0, 1, 0}, Half: 1, Radius: 1, Body: 5},
		{Center: [3]float32{9, 0, 1}, Axis: [3]float32{0, 1, 0}, Half: 0, Radius: 1, Body: 5},
	}
	var got []rod
	eachRod(list, func(r *rod) { got = append(got, *r) })
	if len(got) != 4 || got[0].center != [3]float32{1.25, 0, 1} || got[0].half != 2.25 || got[0].radius != 1 ||
		got[1].body != 5 || got[3].center != list[4].Center {
		t.Errorf("got %+v", got)
	}
	eachRod(nil, func(*rod) { t.Error("a rod of nothing") })
}
