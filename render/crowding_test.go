package render

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// block returns a block of equal spheres, side of them along each axis, that nearly touch.
func block(side int) *bridge.Snapshot {
	const radius = 0.003
	s := &bridge.Snapshot{Bounds: bridge.Bounds{Grain: radius}}
	for i := range side * side * side {
		at := mgl32.Vec3{float32(i % side), float32(i / side % side), float32(i / side / side)}.Mul(2.02 * radius)
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(i), Center: at, Mass: 1})
		s.Capsules = append(s.Capsules, bridge.Capsule{Center: at, Axis: mgl32.Vec3{1, 0, 0}, Radius: radius,
			Side: mgl32.Vec3{0, 1, 0}, Body: int32(i)})
	}
	end := 2.02 * radius * float32(side-1)
	s.Bounds.Core = [2][3]float32{{-radius, -radius, -radius}, {end + radius, end + radius, end + radius}}
	s.Bounds.All = s.Bounds.Core
	return s
}

// Contract: a body alone hides nothing of its own sky, wherever it lies in the grid; in a block the sky is hidden in
// the middle, and at a face from within and not from without, about as much as the sum over all neighbours says.
func TestCrowdingFollowsOcclusion(t *testing.T) {
	shades := func(s *bridge.Snapshot) (coarse, fine [][4]int8) {
		v := view.Default()
		f := newFrame(s, &v, 64, 64, &meshStore{}, &stages{})
		list, order := make([]capsuleInstance, len(s.Capsules)), make([]depthOrder, len(s.Capsules))
		for i := range list {
			order[i] = orderedBy(0, i)
			c := &s.Capsules[i]
			list[i] = capsuleInstance{center: c.Center, half: c.Half, axis: c.Axis, radius: c.Radius}
		}
		new(crowding).shade(f, list, order)
		for i := range list {
			coarse = append(coarse, list[i].shadeA)
		}
		new(occlusion).shade(f, list, order)
		for i := range list {
			fine = append(fine, list[i].shadeA)
		}
		return coarse, fine
	}
	for i := range 20 {
		at := mgl32.Vec3{0.0017, 0.0013, 0.0007}.Mul(float32(i))
		s := lone(at, mgl32.Vec3{1, float32(i), 2}, 0.001*float32(i%4), 0.003)
		other := s.Capsules[0] // of the same body, as the halves of a pill are
		other.Center[0] += 0.002
		s.Capsules = append(s.Capsules, other)
		s.Bounds.Core = [2][3]float32{{-0.01, -0.01, -0.01}, {0.05, 0.05, 0.05}}
		if coarse, _ := shades(s); coarse[0] != [4]int8{} || coarse[1] != [4]int8{} {
			t.Errorf("a body alone at %v hides its own sky: %v", at, coarse)
		}
	}
	const side = 9
	coarse, fine := shades(block(side))
	hidden := func(list [][4]int8, x, y, z int, normal mgl32.Vec3) float32 {
		h := list[x+side*(y+side*z)]
		return (float32(h[0]) + mgl32.Vec3{float32(h[1]), float32(h[2]), float32(h[3])}.Dot(normal)) / 127
	}
	up, down := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 0, -1}
	for _, x := range []struct {
		z        int
		normal   mgl32.Vec3
		from, to float32 // of what is hidden
	}{{4, up, 0.5, 1}, {4, down, 0.5, 1}, {8, up, -0.1, 0.3}, {8, down, 0.7, 1.5}, {0, down, -0.1, 0.3}} {
		a, b := hidden(coarse, 4, 4, x.z, x.normal), hidden(fine, 4, 4, x.z, x.normal)
		if a < x.from || a > x.to || mgl32.Abs(a-b) > 0.3 {
			t.Errorf("at height %d from %v: %.2f of the sky is hidden, by the sum of all %.2f", x.z, x.normal, a, b)
		}
	}
}

// TestSmallBodiesAreTheirMean: of bodies of a few pixels, whose halves have two colours, no pixel has a colour that is
// far from what is there in the mean, however they lie between pixels; those of large ones do.
func TestSmallBodiesAreTheirMean(t *testing.T) {
	white, red := bridge.RGBA{241, 238, 228, 255}, bridge.RGBA{179, 18, 42, 255}
	s := block(9)
	for i := range s.Capsules {
		s.Capsules[i].Half, s.Capsules[i].Colors = 0.002, [2]bridge.RGBA{white, red}
	}
	for _, ortho := range []bool{false, true} {
		off := func(radius float32) (far float64) { // [px]
			v := view.Default()
			v.Overlays, v.Quality, v.Camera.Ortho = 0, view.Fast, ortho
			v.Camera.Pivot = mgl32.Vec3(s.Capsules[4+9*(4+9*4)].Center)
			v.Camera.Distance = 1
			v.Camera.Distance = 0.003 * 64 / radius / v.Camera.HalfHeight()
			img := drawn(t, s, &v, 128, 128)
			n := int(6 * radius)
			var mean [3]float64
			each := func(do func(c [3]float64)) {
				for y := 64 - n; y < 64+n; y++ {
					for x := 64 - n; x < 64+n; x++ {
						c := img.RGBAAt(x, y)
						do([3]float64{linear(c.R), linear(c.G), linear(c.B)})
					}
				}
			}
			each(func(c [3]float64) {
				for k := range c {
					mean[k] += c[k] / float64(4*n*n)
				}
			})
			each(func(c [3]float64) { far += (c[1] - mean[1]) * (c[1] - mean[1]) / float64(4*n*n) })
			return far / (mean[1] * mean[1])
		}
		if small, large := off(1), off(9); small > 0.1*large || large < 0.1 {
			t.Errorf("ortho %v: small bodies vary by %.3f of the mean squared, large ones by %.3f", ortho, small, large)
		}
	}
}

// TestGlassHasNoWhiteBands: what lights add to glass is a sheen, from whatever side it is seen and however it is
// turned.
func TestGlassHasNoWhiteBands(t *testing.T) {
	s := pourScene(0, 150)
	s.Walls = nil
	brightest := 0
	for _, tilt := range []float32{0, 0.9, 2.2, 2.75} {
		s.Meshes[0].Rotation = [4]float32{mgl32.QuatRotate(tilt, mgl32.Vec3{1, 0, 0}).W,
			mgl32.QuatRotate(tilt, mgl32.Vec3{1, 0, 0}).V[0]}
		for side := range 6 {
			v := sampleView()
			v.Overlays, v.Ground = 0, view.GroundBlack
			v.Camera.Look(side/2, float32(1-side%2*2))
			img := drawn(t, s, &v, 160, 120)
			white := 0
			for i := 0; i < len(img.Pix); i += 4 {
				low := int(min(img.Pix[i], img.Pix[i+1], img.Pix[i+2]))
				if brightest = max(brightest, low); low > 190 {
					white++
				}
			}
			if white > 20 {
				t.Errorf("%s: %d pixels are white", fmt.Sprintf("turned by %g, side %d", tilt, side), white)
			}
		}
	}
	if brightest < 70 {
		t.Errorf("nothing shines: the brightest pixel is %d", brightest)
	}
}
