package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// lone returns a snapshot of one capsule.
func lone(center, axis mgl32.Vec3, half, radius float32) *bridge.Snapshot {
	axis = axis.Normalize()
	side := mgl32.Vec3{0, 0, 1}.Cross(axis)
	if side.Len() < 1e-3 {
		side = mgl32.Vec3{1, 0, 0}
	}
	return &bridge.Snapshot{
		Bodies:   []bridge.Body{{Center: center}, {Kind: bridge.Static}},
		Capsules: []bridge.Capsule{{Center: center, Half: half, Axis: axis, Radius: radius, Side: side.Normalize()}},
		Bounds:   bridge.Bounds{Grain: radius},
	}
}

// depths draws a snapshot and returns the distance before the eye of each pixel's surface
// [m], bottom row first; +Inf for the background.
func depths(t *testing.T, s *bridge.Snapshot, v *view.View, width, height int) []float64 {
	t.Helper()
	raw := make([]float32, width*height)
	onGL(func() {
		if err := renderer.Draw(s, v, width, height); err != nil {
			t.Error(err)
		}
		renderer.last.picture.ReadDepth(raw)
	})
	near, far := v.Camera.Clip()
	n, f := float64(near), float64(far)
	out := make([]float64, len(raw))
	for i := range out {
		z := raw[(height-1-i/width)*width+i%width] // pictures hold their top row first
		switch {
		case z >= 1:
			out[i] = math.Inf(1)
		case v.Camera.Ortho:
			out[i] = n + float64(z)*(f-n)
		default:
			out[i] = n * f / (f - float64(z)*(f-n))
		}
	}
	return out
}

// sphereTrace walks along a ray to the surface of a capsule by its distance function: an
// answer found by other means than the shader's quadratics.
func sphereTrace(origin, direction mgl32.Vec3, c *bridge.Capsule) (t float64, hit bool) {
	for i := 0; i < 4000; i++ {
		p := [3]float64{}
		along := 0.0
		for k := range p {
			p[k] = float64(origin[k]) + t*float64(direction[k]) - float64(c.Center[k])
			along += p[k] * float64(c.Axis[k])
		}
		along = math.Max(-float64(c.Half), math.Min(float64(c.Half), along))
		d2 := 0.0
		for k := range p {
			d := p[k] - along*float64(c.Axis[k])
			d2 += d * d
		}
		d := math.Sqrt(d2) - float64(c.Radius)
		if d < 1e-9 {
			return t, true
		}
		if t += d; t > 10 {
			break
		}
	}
	return t, false
}

// TestImpostorDepth: the depth of every pixel well inside the outline is that of the
// capsule's surface on the pixel's ray. Tolerance: 2 µm on a pill 7 mm thick seen from
// 0.3 m, an order above single precision there.
func TestImpostorDepth(t *testing.T) {
	const width, height = 160, 120
	for _, ortho := range []bool{false, true} {
		for i, axis := range []mgl32.Vec3{{1, 0, 0}, {0, 0, 1}, {0.5, -0.86, 0.31}, {1, 1, 1}, {-0.2, 0.9, -0.7}} {
			s := lone(mgl32.Vec3{0.004, -0.003, 0.01}, axis, 0.006, 0.0035)
			v := view.Default()
			v.Overlays = 0
			v.Camera.Pivot, v.Camera.Distance, v.Camera.Fov, v.Camera.Ortho = mgl32.Vec3{0, 0, 0.01}, 0.05, 35, ortho
			if i%2 == 1 {
				v.Camera.Distance, v.Camera.Fov = 0.3, 6
			}
			if i == 2 { // seen exactly from the end
				s.Capsules[0].Axis = v.Camera.Back()
			}
			got := depths(t, s, &v, width, height)
			checked := 0
			for y := 1; y < height-1; y++ {
				for x := 1; x < width-1; x++ {
					at := y*width + x
					if math.IsInf(got[at-1]+got[at+1]+got[at-width]+got[at+width], 1) {
						continue
					}
					o, d := v.Camera.Ray(2*(float32(x)+0.5)/width-1, 2*(float32(y)+0.5)/height-1, float32(width)/height)
					dist, hit := sphereTrace(o, d, &s.Capsules[0])
					want := dist * float64(d.Dot(v.Camera.Back().Mul(-1)))
					if !hit || math.Abs(got[at]-want) > 2e-6+1e-5*want {
						t.Fatalf("ortho %v, axis %v, pixel %d %d: depth %.7f m, want %.7f m (hit %v)", ortho, axis, x, y, got[at], want,
							hit)
					}
					checked++
				}
			}
			if checked < 200 {
				t.Errorf("ortho %v, axis %v: only %d pixels inside the capsule", ortho, axis, checked)
			}
		}
	}
}

// TestImpostorArea: the outline covers the area of the closed form. A pixel belongs to it
// if any of its footprint may be covered, that is half a pixel beyond the outline. Counts
// are means over 16 places within a pixel; tolerance: a pixel over a fortieth of the
// outline's length, for the raster.
func TestImpostorArea(t *testing.T) {
	const width, height = 320, 240
	v := view.Default()
	v.Overlays = 0
	v.Camera.Pivot, v.Camera.Distance, v.Camera.Azimuth, v.Camera.Elevation = mgl32.Vec3{}, 0.1, -90, 0
	area := func(axis mgl32.Vec3, half, radius float32) (n float64) {
		pixel := 2 * v.Camera.HalfHeight() / height
		for i := 0; i < 16; i++ {
			at := mgl32.Vec3{fraction(float64(i)*0.7549) * pixel, 0, fraction(float64(i)*0.5698) * pixel}
			for _, d := range depths(t, lone(at, axis, half, radius), &v, width, height) {
				if !math.IsInf(d, 1) {
					n += 1.0 / 16
				}
			}
		}
		return n
	}
	check := func(what string, got, half, radius float64) { // [px]
		t.Helper()
		r := radius + 0.5
		want := math.Pi*r*r + 4*half*r
		if slack := 0.025 * (2*math.Pi*r + 4*half); math.Abs(got-want) > slack {
			t.Errorf("%s: %.0f pixels, want %.1f ± %.1f", what, got, want, slack)
		}
	}
	for _, radius := range []float32{0.004, 0.009} {
		v.Camera.Ortho = true
		pixel := float64(2 * v.Camera.HalfHeight() / height)
		r := float64(radius)
		check("sphere", area(mgl32.Vec3{1, 0, 0}, 0, radius), 0, r/pixel)
		check("capsule across", area(mgl32.Vec3{1, 0, 1}, 0.012, radius), 0.012/pixel, r/pixel)
		check("capsule at 30°", area(mgl32.Vec3{0.5, float32(math.Sqrt(0.75)), 0}, 0.012, radius), 0.006/pixel, r/pixel)
		check("capsule from the end", area(mgl32.Vec3{0, 1, 0}, 0.012, radius), 0, r/pixel)
		// In perspective a sphere before the eye is a disc of its tangent cone.
		v.Camera.Ortho = false
		d := float64(v.Camera.Distance)
		check("sphere in perspective", area(mgl32.Vec3{1, 0, 0}, 0, radius), 0, r*d/math.Sqrt(d*d-r*r)/pixel)
	}
}

// TestOrthoIsPerspectiveFromAfar: with a narrow angle of view the two cameras agree.
func TestOrthoIsPerspectiveFromAfar(t *testing.T) {
	s := pourScene(12, 0)
	v := sampleView()
	v.Overlays &^= view.OverlayGrid // its step hangs on the pixel's last digits
	v.Camera.Distance *= v.Camera.HalfHeight() / v.Camera.Distance / float32(math.Tan(0.2*math.Pi/360))
	v.Camera.Fov = 0.2
	a := drawn(t, s, &v, 320, 240)
	v.Camera.Ortho = true
	b := drawn(t, s, &v, 320, 240)
	if mean, off, _ := difference(a, b); mean > 0.6 || off > 0.01 {
		t.Errorf("mean difference %.3f, %.2f %% of pixels off", mean, 100*off)
	}
}

// TestForceArrows: the arrow of a normal force is as long in pixels as the key says, in proportion
// to the force, from the contact away from the other body; the friction of the contact lies across
// it in its own colour.
func TestForceArrows(t *testing.T) {
	const width, height = 640, 480                                 // room for the card of keys
	s := lone(mgl32.Vec3{0, 0, -1}, mgl32.Vec3{1, 0, 0}, 0, 0.004) // out of the picture
	for i, force := range []float32{2, 1} {
		s.Contacts = append(s.Contacts, bridge.Contact{
			Point: [3]float32{-0.01 + 0.02*float32(i), 0, 0}, Normal: [3]float32{0, 0, 1}, NormalForce: force, B: 1,
			Tangential: [3]float32{0.5 * force, 0, 0},
		})
	}
	v := view.Default()
	v.Overlays = view.OverlayForces
	v.Camera.Pivot, v.Camera.Distance, v.Camera.Ortho = mgl32.Vec3{}, 0.12, true
	v.Camera.Azimuth, v.Camera.Elevation = -90, 0
	img := drawn(t, s, &v, width, height)
	pixel := float64(2 * v.Camera.HalfHeight() / height)
	yellow := func(x, y int) bool {
		c := img.RGBAAt(x, y)
		return int(c.R) > int(c.B)+50 && int(c.G) > int(c.B)+50
	}
	purple := func(x, y int) bool {
		c := img.RGBAAt(x, y)
		return int(c.R) > int(c.G)+25 && int(c.B) > int(c.G)+15
	}
	for i, full := range []float64{80, 40} {
		x := width/2 + int(math.Round((-0.01+0.02*float64(i))/pixel))
		below, above, right, left := 0, 0, 0, 0
		for k := 1; k < 90; k++ {
			if y := height/2 + k; yellow(x, y) {
				below++
			}
			if y := height/2 - k; yellow(x, y) {
				above++
			}
			if k < 50 && purple(x+k, height/2) {
				right++
			}
			if k < 30 && purple(x-k, height/2) {
				left++
			}
		}
		if math.Abs(float64(below)-full) > 6 || above > 3 {
			t.Errorf("force %g N: arrow %d px down and %d px up, want %.0f and 0", s.Contacts[i].NormalForce, below, above, full)
		}
		if want := full / 2; math.Abs(float64(right)-want) > 6 || left > 3 {
			t.Errorf("friction %g N: arrow %d px right and %d px left, want %.0f and 0", s.Contacts[i].Tangential[0], right,
				left, want)
		}
	}
}

// lab returns an sRGB colour in CIE L*a*b* (D65).
func lab(c [3]uint8) (l [3]float64) {
	f := func(r, g, b, white float64) float64 {
		t := (r*linear(c[0]) + g*linear(c[1]) + b*linear(c[2])) / white
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x, y, z := f(0.4124, 0.3576, 0.1805, 0.9505), f(0.2126, 0.7152, 0.0722, 1), f(0.0193, 0.1192, 0.9505, 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// deltaE returns how different two colours look (CIE 1976); people begin to see 2.3.
func deltaE(a, b [3]uint8) float64 {
	p, q := lab(a), lab(b)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}
