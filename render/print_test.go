package render

import (
	"image"
	"math"
	"strings"
	"testing"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// ball is one sphere, with the speed of a body, over a floor.
func ball(radius, speed float32) *bridge.Snapshot {
	drawings++
	s := &bridge.Snapshot{
		Scene: "ball", Revision: drawings,
		Bodies:   []bridge.Body{{Kind: bridge.Static}, {Number: 1, Mass: 1, Velocity: [3]float32{speed}}},
		Walls:    []bridge.Wall{{Axis: 2, Sense: 1, Position: -radius}},
		Capsules: []bridge.Capsule{{Axis: [3]float32{1}, Side: [3]float32{0, 1}, Radius: radius, Body: 1}},
	}
	r := 3 * radius
	s.Bounds = bridge.Bounds{Core: [2][3]float32{{-r, -r, -radius}, {r, r, r}}, Grain: radius}
	s.Bounds.All = s.Bounds.Core
	return s
}

// figureView is the view of a figure of that ball, which lies in the middle.
func figureView(radius float32, ortho bool) view.View {
	v := view.Default()
	v.Theme, v.Ground, v.Overlays, v.Figure.DPI = view.Print, view.GroundWhite, view.OverlayScale, 300
	v.Camera.Ortho, v.Camera.Distance = ortho, 13*radius
	return v
}

// matted returns a picture without its ground.
func matted(t *testing.T, s *bridge.Snapshot, v view.View, width, height int) (black, white *image.RGBA,
	out *image.NRGBA) {
	t.Helper()
	v.Ground = view.GroundBlack
	black = drawn(t, s, &v, width, height)
	v.Ground = view.GroundWhite
	white = drawn(t, s, &v, width, height)
	return black, white, figure.Matte(black, white)
}

// TestScaleBarMeasures: a sphere of known size is as many bars wide as its diameter is bar lengths, to half a percent
// and a pixel; where nearer things look larger, as seen from there. The bar is in the picture as long as Flat says.
func TestScaleBarMeasures(t *testing.T) {
	const width, height = 900, 600
	for _, radius := range []float32{0.0137, 0.0031, 1.9} {
		for _, ortho := range []bool{true, false} {
			s, v := ball(radius, 0), figureView(radius, ortho)
			_, _, cut := matted(t, s, v, width, height)
			seen := 0.0
			for x := range width { // through its middle, where no shadow is
				seen += float64(cut.NRGBAAt(x, height/2-20).A) / 255
			}
			// The chord 20 pixels above the middle, of the circle that is seen.
			wide := 2 * math.Hypot(seen/2, 20)
			v.FlatApart = true
			var flat []glyph.Part
			drawn(t, s, &v, width, height)
			onGL(func() { flat = renderer.Layout().Flat })
			bar, label := barOf(t, flat)
			pixel := map[string]float64{"µm": 1e-6, "mm": 1e-3, "m": 1}
			words := strings.Fields(label)
			length := number(t, words[0]) * pixel[words[1]]
			want := 2 * float64(radius)
			if !ortho {
				d := float64(v.Camera.Distance)
				want *= d / math.Sqrt(d*d-float64(radius*radius))
				if !strings.HasSuffix(label, "in the plane of focus") {
					t.Errorf("%q does not say where it holds", label)
				}
			}
			if got := wide / float64(bar) * length; math.Abs(got-want) > 0.005*want+length/float64(bar) {
				t.Errorf("radius %g, orthographic %v: %g m by the bar of %g px = %s, want %g m", radius, ortho, got, bar,
					label, want)
			}
			v.FlatApart = false
			whole := drawn(t, s, &v, width, height)
			dark := 0
			for x := range width {
				if whole.RGBAAt(x, height-16).R < 60 {
					dark++
				}
			}
			if math.Abs(float64(dark)-float64(bar)) > 4 {
				t.Errorf("the bar is %d pixels in the picture, %g in Flat", dark, bar)
			}
		}
	}
}

// barOf returns the length of the scale bar and what it says.
func barOf(t *testing.T, flat []glyph.Part) (bar float32, label string) {
	t.Helper()
	for _, p := range flat {
		if p.Text != "" {
			label = p.Text
		}
		if p.Kind == glyph.KindLine && p.Points[0][1] == p.Points[1][1] {
			bar = p.Points[1][0] - p.Points[0][0]
		}
	}
	if bar == 0 || label == "" {
		t.Fatalf("no bar in %+v", flat)
	}
	return bar, label
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x := 0.0
	for _, r := range s {
		if r == '.' {
			t.Fatalf("%s is no round length", s)
		}
		x = 10*x + float64(r-'0')
	}
	return x
}

// TestMatte: laid over black and over white the picture without ground is the picture drawn there, edges and shadows
// included; glass, which lets colours through in different parts, is as light. Where nothing is it is clear.
func TestMatte(t *testing.T) {
	s := pourScene(20, 118)
	for _, glass := range []bool{false, true} {
		if !glass {
			s.Meshes = nil
		}
		v := sampleView()
		v.Overlays, v.Quality = 0, view.Best
		black, white, cut := matted(t, s, v, 240, 160)
		clear, part, solid := 0, 0, 0
		for i := 0; i < len(cut.Pix); i += 4 {
			alpha := float64(cut.Pix[i+3]) / 255
			switch {
			case alpha == 0:
				clear++
			case alpha < 1:
				part++
			default:
				solid++
			}
			var over, want float64
			for k := range 3 {
				b := float64(cut.Pix[i+k]) * alpha
				w := b + 255*(1-alpha)
				over, want = over+b+w, want+float64(black.Pix[i+k])+float64(white.Pix[i+k])
				if !glass && math.Max(math.Abs(b-float64(black.Pix[i+k])), math.Abs(w-float64(white.Pix[i+k]))) > 2 {
					t.Fatalf("pixel %d: %v over black and white, want %v and %v", i/4, cut.Pix[i:i+4], black.Pix[i:i+4],
						white.Pix[i:i+4])
				}
			}
			if math.Abs(over-want)/6 > 6 {
				t.Fatalf("glass, pixel %d: %v is %g, want %g", i/4, cut.Pix[i:i+4], over/6, want/6)
			}
		}
		if clear < 2000 || part < 500 || solid < 500 {
			t.Errorf("%d pixels are clear, %d in part, %d solid", clear, part, solid)
		}
		s = pourScene(20, 118)
	}
}

// TestFlatApart: what lies flat is left out of the picture and in the list: title and ends of the legend, and its
// colours, which are those of the map, the highest first.
func TestFlatApart(t *testing.T) {
	s, v := ball(0.01, 2), figureView(0.01, true)
	v.ColorBy = view.ColorBySpeed
	with := drawn(t, s, &v, 400, 300)
	v.FlatApart = true
	without := drawn(t, s, &v, 400, 300)
	var flat []glyph.Part
	var room view.Room
	onGL(func() { flat, room = renderer.Layout().Flat, renderer.Layout().Room })
	texts := ""
	var ramp []view.RGB
	for _, p := range flat {
		texts += p.Text + "|"
		for _, c := range p.Ramp {
			ramp = append(ramp, view.RGB{c[0], c[1], c[2]})
		}
	}
	for _, want := range []string{"Speed (m/s)|", "|2|", "|0|", " mm|"} {
		if !strings.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
	m := v.Map()
	if n := len(m.Colors); len(ramp) != n || ramp[0] != m.Colors[n-1] || ramp[n-1] != m.Colors[0] {
		t.Errorf("the legend has %d colours, the map %d", len(ramp), n)
	}
	if got := without.RGBAAt(200, 150); got.R != m.Colors[len(m.Colors)-1][0] {
		t.Errorf("the fastest body is %v, want the last colour of the map, %v", got, m.Colors[len(m.Colors)-1])
	}
	inside := image.Rect(0, 0, 400-int(room.Right)-1, 300-int(room.Bottom)-1)
	for y := range 300 {
		for x := range 400 {
			a, b := with.RGBAAt(x, y), without.RGBAAt(x, y)
			if image.Pt(x, y).In(inside) && a != b {
				t.Fatalf("(%d, %d) is %v with and %v without what is flat", x, y, a, b)
			}
		}
	}
	if room.Right < 60 || room.Bottom < 20 {
		t.Errorf("no room: %+v", room)
	}
}
