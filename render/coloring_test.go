package render

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// gauged returns a snapshot of one capsule in a box of orange glass between coloured walls, of which every
// quantity is some number other than 0.
func gauged() *bridge.Snapshot {
	s := lone(mgl32.Vec3{}, mgl32.Vec3{1, 0, 0}, 0.01, 0.004)
	s.Wanted = bridge.Wanted{Contacts: true, Details: true}
	s.Time = 2
	s.Bodies[0] = bridge.Body{Number: 3, Center: [3]float32{0, 0, 0.001}, Velocity: [3]float32{0.3, -0.6, 0.8},
		Spin: [3]float32{-3, 4, 12}, Mass: 0.002}
	s.Details = []bridge.Detail{{Force: [3]float32{1, -2, 2}, Kinetic: 2e-3, Born: 0.5, Start: [3]float32{0, 0.1, 0}}, {}}
	s.Contacts = []bridge.Contact{{Point: [3]float32{0.012, 0, -0.003}, Normal: [3]float32{0, 0, 1}, NormalForce: 1, A: 0,
		B: 1, Friction: 0.5, Tangential: [3]float32{0.2, 0, 0}}}
	red := bridge.RGBA{230, 40, 10, 255}
	s.Capsules[0].Material = 1
	s.Comparison.Distances = make([]float32, len(s.Bodies))
	s.Comparison.Distances[s.Capsules[0].Body] = 0.003
	s.Materials = []bridge.Material{{Name: "glass"}, {Name: "pill"}}
	s.Walls = []bridge.Wall{{Axis: 2, Sense: 1, Position: -0.02, Color: red}, {Axis: 1, Position: -0.03, Color: red}}
	s.Inlets = []bridge.Inlet{{Axis: [3]float32{0, 0, 1}, Radius: 0.01, Height: 0.01, Position: [3]float32{0, 0, 0.01}}}
	box := &bridge.MeshGeometry{Name: "box"}
	for i := range 8 {
		c := overlay.Corner(mgl32.Vec3{-0.018, -0.008, -0.008}, mgl32.Vec3{0.018, 0.008, 0.008}, i)
		box.Vertices = append(box.Vertices, c)
	}
	for _, f := range [][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		box.Triangles = append(box.Triangles, [3]int32{f[0], f[1], f[2]}, [3]int32{f[0], f[2], f[3]})
	}
	s.Meshes = []bridge.Mesh{{Geometry: box, Rotation: [4]float32{1, 0, 0, 0}, Body: 1,
		Color: bridge.RGBA{240, 150, 40, 255}}}
	return s
}

// rangeFor returns a range of the view in which a value has a place in the map.
func rangeFor(v *view.View, x, at float32) [2]float32 {
	if v.Balanced() {
		reach := max(x/(2*at-1), -x/(2*at-1))
		return [2]float32{-reach, reach}
	}
	return [2]float32{x - at, x + 1 - at}
}

// TestLegendColours: what faces the eye has the colour that the legend has for its value, and the legend
// shows that colour at that value: for every quantity and map, from wherever it is seen, in every
// style that fills bodies, at every quality and whatever overlays are shown, behind coloured glass
// and over a coloured floor. A ΔE of 3 is what people hardly see; 8 bits take a part of it.
func TestLegendColours(t *testing.T) {
	s := gauged()
	every := view.Overlay(0)
	overlays := []view.Overlay{0}
	for _, o := range overlay.Choices() {
		overlays, every = append(overlays, o.Bit), every|o.Bit
	}
	overlays = append(overlays, every)
	ofBodies := slices.IndexFunc(view.Quantities, func(q view.Quantity) bool { return q.Triangle != nil })
	count, seen := 0, map[[2]int]bool{}
	for i, style := range []view.Style{view.Solid, view.HiddenLine} {
		for k, shown := range overlays {
			for quality := range view.NumQualities {
				for j, at := range []float32{0.02, 0.3, 0.65, 0.98} {
					if quality == view.Best && (j != count/4%4 || k%2 != i) {
						continue // sixteen pictures each
					}
					v := view.Default()
					v.Style, v.Overlays, v.Quality = style, shown, quality
					v.ColorBy = view.ColorBy(1 + count%(ofBodies-1))
					v.ColorMap = view.ColorMap((count + count/(ofBodies-1)) % (len(view.Maps) + 1))
					v.Camera.Elevation = [...]float32{-80, -20, 18, 85}[(count+int(quality))%4]
					v.Camera.Azimuth, v.Camera.Distance = -90, 0.06
					count++
					seen[[2]int{int(v.ColorBy), int(v.ColorMap)}] = true
					checkLegendColour(t, s, &v, at)
				}
			}
		}
	}
	if len(seen) < ofBodies*len(view.Maps)*9/10 {
		t.Errorf("only %d pairs of quantities and maps seen", len(seen))
	}
}

// checkLegendColour draws the lone capsule and looks at where it faces the eye, and at the legend.
func checkLegendColour(t *testing.T, s *bridge.Snapshot, v *view.View, at float32) {
	t.Helper()
	// Clear of the marks, where the surface faces the eye: in the middle of the shaft but off the
	// line of the force, and for drawings off their lines.
	v.Camera.Pivot = mgl32.Vec3{0.004, 0, 0}
	if v.Style == view.HiddenLine {
		v.Camera.Azimuth = -60
	}
	v.Camera.Pan(-112, 0, 256)
	q := v.Quantity()
	var g view.Gauge
	g.Begin(s, v)
	x := g.Of(&s.Capsules[0])
	want := v.Map().Category(int(max(x, 0)))
	if !q.Categorical {
		if v.Balanced() && (x > 0) != (at > 0.5) {
			at = 1 - at
		}
		v.ColorRange = rangeFor(v, x, at)
		want = v.Map().At(at)
	}
	got := drawn(t, s, v, 480, 256)
	if nearest := nearestColour(got, image.Rect(88, 118, 129, 139), want); nearest > 3 {
		t.Errorf("%s in %s, style %s, overlays %b, elevation %g, %s: off by ΔE %.1f", q.Name, v.Map().Name,
			view.StyleNames[v.Style], v.Overlays, v.Camera.Elevation, view.QualityNames[v.Quality], nearest)
	}
	l := renderer.Layout().Legend
	if q.Categorical || l.Height < 60 { // the card of keys leaves no room for it
		return
	}
	y := int(l.Y + (1-at)*l.Height)
	bar := image.Rect(int(l.X)+2, max(y-1, int(l.Y)+1), int(l.X+l.Width)-2, min(y+2, int(l.Y+l.Height)-1))
	if nearest := nearestColour(got, bar, want); nearest > 3 {
		t.Errorf("%s in %s: the legend at %g is off by ΔE %.1f", q.Name, v.Map().Name, at, nearest)
	}
	if value := l.Ramp.Value(at); math.Abs(float64(value-x)) > 1e-4*math.Abs(float64(l.Ramp.Hi-l.Ramp.Lo)) {
		t.Errorf("%s: the legend has %g where %g belongs", q.Name, value, x)
	}
}

// nearestColour returns how far the pixel of a part that is most like a colour is from it.
func nearestColour(img *image.RGBA, part image.Rectangle, want view.RGB) float64 {
	nearest := math.Inf(1)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			c := img.RGBAAt(x, y)
			nearest = min(nearest, deltaE([3]uint8{c.R, c.G, c.B}, want))
		}
	}
	return nearest
}

// luminance returns how much light a colour sends, 0 to 1.
func luminance(c [3]uint8) float64 {
	y := (lab(c)[0] + 16) / 116
	return y * y * y
}

// TestShadingOfData: the shape of a body shows, at every quality and alone as well as among others, by one factor of
// all of its light: its chromaticity stays, and no point has less than a quarter of the luminance of the legend's
// colour, nor more than that. Tolerance: two steps of 8 bits, which make a quarter of a dark colour a fifth.
func TestShadingOfData(t *testing.T) {
	const width, height, maps = 256, 256, 3
	for _, crowd := range []bool{false, true} {
		s := lone(mgl32.Vec3{}, mgl32.Vec3{1, 0, 0}, 0.006, 0.006)
		s.Walls = []bridge.Wall{{Axis: 2, Sense: 1, Position: -0.006}}
		if crowd {
			s = pourScene(158, 0)
			s.Meshes = nil
		}
		for i := range s.Bodies {
			s.Bodies[i].Velocity = [3]float32{1, 0, 0}
		}
		for quality := range view.Best {
			for i, elevation := range []float32{-40, 5, 40, 85} {
				v := sampleView()
				v.Overlays, v.NoLegend, v.ColorBy, v.ColorRange = 0, true, view.ColorBySpeed, [2]float32{0, 1.6}
				v.Quality, v.Camera.Elevation, v.ColorMap = quality, elevation, view.ColorMap(i%maps+1)
				if !crowd {
					v.Camera.Distance, v.Camera.Pivot = 0.05, mgl32.Vec3{}
				}
				deep := depths(t, s, &v, width, height)
				img := drawn(t, s, &v, width, height)
				solid := func(x, y int) bool { return !math.IsInf(deep[(height-1-y)*width+x], 1) }
				want, light := v.Map().At(1/1.6), [3]float64{}
				for k := range want {
					light[k] = linear(want[k])
				}
				low, high, n, other := 1.0, 0.0, 0, 0
				for y := 2; y < height-2; y++ {
					for x := 2; x < width-2; x++ {
						if !solid(x-2, y) || !solid(x+2, y) || !solid(x, y-2) || !solid(x, y+2) || !solid(x-1, y-1) || !solid(x+1, y+1) ||
							!solid(x-1, y+1) || !solid(x+1, y-1) {
							continue
						}
						c := img.RGBAAt(x, y)
						got := [3]uint8{c.R, c.G, c.B}
						ratio := luminance(got) / luminance(want)
						n++
						same := true
						for k := range got {
							same = same && math.Abs(float64(got[k])-255*encoded(light[k]*ratio)) <= 2
						}
						if !same {
							other++
							continue
						}
						low, high = min(low, ratio), max(high, ratio)
					}
				}
				if other > n/100 { // the floor shines through where two edges meet
					t.Errorf("crowd %v, quality %d: %d of %d pixels have other parts of their channels", crowd, quality, other, n)
				}
				if n < 2000 || low < 0.21 || high > 1.02 || high < 0.95 || high-low < 0.25 {
					t.Errorf("crowd %v, quality %d, elevation %g: %d pixels from %.3f to %.3f of the colour's luminance", crowd,
						quality, elevation, n, low, high)
				}
			}
		}
	}
}

// linear returns the light of a channel in sRGB, 0 to 1; encoded the channel of a light.
func linear(c uint8) float64 {
	if v := float64(c) / 255; v > 0.04045 {
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return float64(c) / 255 / 12.92
}

func encoded(light float64) float64 {
	if light > 0.0031308 {
		return 1.055*math.Pow(light, 1/2.4) - 0.055
	}
	return light * 12.92
}

// TestDataModeIsNeutral: beside bodies in greys there is no colour in the picture, whatever colours the scene
// gives to its walls and meshes and whatever falls through the glass.
func TestDataModeIsNeutral(t *testing.T) {
	s := gauged()
	for _, style := range []view.Style{view.Solid, view.HiddenLine, view.Wire} {
		for _, opacity := range []float32{0.25, 1} {
			v := view.Default()
			v.Overlays, v.Style, v.Opacity, v.ColorBy, v.NoLegend = 0, style, opacity, view.ColorBySpeed, true
			v.Camera.Pivot, v.Camera.Distance = mgl32.Vec3{}, 0.1
			for i := range view.Maps {
				if view.Maps[i].Name == "grey" {
					v.ColorMap = view.ColorMap(i + 1)
				}
			}
			img := drawn(t, s, &v, 160, 120)
			const own = 16 // the background's own tint, of 255
			for i := 0; i < len(img.Pix); i += 4 {
				r, g, b := int(img.Pix[i]), int(img.Pix[i+1]), int(img.Pix[i+2])
				if max(r, g, b)-min(r, g, b) > own {
					t.Fatalf("style %d, opacity %g: a pixel is %d, %d, %d", style, opacity, r, g, b)
				}
			}
		}
	}
}

// TestNeighboursPart: of two bodies of one colour, one before the other, the nearer one has a dark rim, at
// every quality and distance, and still shows its colour.
func TestNeighboursPart(t *testing.T) {
	s := lone(mgl32.Vec3{}, mgl32.Vec3{1, 0, 0}, 0, 0.005)
	behind := s.Capsules[0]
	behind.Center, behind.Radius = [3]float32{0.004, 0.02, 0}, 0.02
	s.Capsules = append(s.Capsules, behind)
	for quality := range view.NumQualities {
		for _, pixels := range []float32{3, 8, 40} { // of the radius
			v := view.Default()
			v.Quality, v.Overlays, v.NoLegend, v.ColorBy, v.ColorRange = quality, 0, true, view.ColorByHeight, [2]float32{-1, 1}
			v.Camera.Azimuth, v.Camera.Elevation, v.Camera.Ortho, v.Camera.Pivot = -90, 0, true, mgl32.Vec3{}
			v.Camera.Distance = 1
			v.Camera.Distance = 0.005 * 128 / pixels / v.Camera.HalfHeight()
			img := drawn(t, s, &v, 256, 256)
			want := v.Map().At(0.5)
			darkest, facing := math.Inf(1), nearestColour(img, image.Rect(127, 127, 130, 130), want)
			for x := 128; x < 128+int(1.5*pixels)+2; x++ {
				c := img.RGBAAt(x, 128)
				darkest = min(darkest, luminance([3]uint8{c.R, c.G, c.B})/luminance(want))
			}
			if darkest > 0.6 || facing > 3 {
				t.Errorf("quality %d, radius %g px: the rim has %.2f of the luminance, the middle is off by ΔE %.1f", quality,
					pixels, darkest, facing)
			}
		}
	}
}

// TestNoValueIsHatched: a body without a value, or with an infinite one, is striped dark and pale whatever the map,
// and the legend counts it; the others keep their colour.
func TestNoValueIsHatched(t *testing.T) {
	s := lone(mgl32.Vec3{0, 0, 0.01}, mgl32.Vec3{1, 0, 0}, 0, 0.01)
	s.Bodies = []bridge.Body{{Number: 1}}
	v := view.Default()
	v.Overlays, v.ColorBy, v.NoLegend = 0, view.ColorBySpeed, true
	v.Camera.Pivot, v.Camera.Distance = mgl32.Vec3{0, 0, 0.01}, 0.05
	stripes := func(speed float32, style view.Style) (dark, pale, colored int) {
		s.Bodies[0].Velocity, v.Style = [3]float32{speed, 0, 0}, style
		img := drawn(t, s, &v, 160, 120)
		for y := 45; y < 75; y++ {
			for x := 65; x < 95; x++ {
				p := img.Pix[4*(y*160+x):]
				switch grey := max(p[0], p[1], p[2])-min(p[0], p[1], p[2]) < 12; {
				case !grey:
					colored++
				case p[0] < 70:
					dark++
				case p[0] > 140:
					pale++
				}
			}
		}
		return dark, pale, colored
	}
	for _, style := range []view.Style{view.Solid, view.HiddenLine} {
		for _, x := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
			if dark, pale, colored := stripes(x, style); dark < 200 || pale < 200 || colored > 30 {
				t.Errorf("style %d, speed %g: %d dark, %d pale, %d coloured pixels", style, x, dark, pale, colored)
			}
		}
		if _, _, colored := stripes(1, style); colored < 600 {
			t.Errorf("style %d: a body with a value has %d coloured pixels", style, colored)
		}
	}
}

// TestTrianglesHaveTheColoursOfTheLegend: a triangle of a mesh that faces the eye has the colour that the legend has
// for its number, at every quality; without numbers the mesh stays glass, and the capsule in it has no colour of the
// legend.
func TestTrianglesHaveTheColoursOfTheLegend(t *testing.T) {
	s := gauged()
	s.Wanted.Triangles = true
	v := view.Default()
	v.Overlays, v.Camera.Azimuth, v.Camera.Elevation, v.Camera.Distance = 0, -90, 0, 0.06
	for i := range view.Quantities {
		if view.Quantities[i].Triangle == nil {
			continue
		}
		v.ColorBy = view.ColorBy(i)
		for quality := range view.NumQualities {
			v.Quality = quality
			s.Meshes[0].Rubbed = &bridge.Rubbed{Sums: make([]bridge.Rub, len(s.Meshes[0].Geometry.Triangles))}
			for k := range s.Meshes[0].Rubbed.Sums {
				x := float64(k + 1)
				s.Meshes[0].Rubbed.Sums[k] = bridge.Rub{Normal: x, Shear: x, Archard: x, Hits: x, Finnie: x}
			}
			values := v.Quantity().Triangles(&s.Meshes[0], s.Time, nil)
			v.ColorRange = [2]float32{0, 2 * values[5]}
			img := drawn(t, s, &v, 480, 256)
			// Faces 4 and 5 look along -y, toward the eye: one half of the front each.
			for _, k := range []int{4, 5} {
				want := v.Map().At(values[k] / (2 * values[5]))
				if nearest := nearestColour(img, image.Rect(170, 100, 310, 156), want); nearest > 3 {
					t.Errorf("%s, %s: triangle %d is off by ΔE %.1f", v.Quantity().Name, view.QualityNames[quality], k,
						nearest)
				}
			}
			s.Meshes[0].Rubbed = nil
			plain := drawn(t, s, &v, 480, 256)
			if nearest := nearestColour(plain, image.Rect(170, 100, 310, 156), v.Map().At(0.5)); nearest < 10 {
				t.Errorf("%s: without numbers there is the colour of one, within ΔE %.1f", v.Quantity().Name, nearest)
			}
		}
	}
}
