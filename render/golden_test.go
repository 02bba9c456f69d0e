package render

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Pictures look as they did when they were last looked at. Change them with -update only
// when the looks are meant to change, after looking at them, and say why in the commit.
//
// Tolerance: drivers differ in the last bit of coverage along edges, so the mean may be off
// by 0.5 of 255 and one pixel in 200 by more than 24.

var update = flag.Bool("update", false, "write the golden pictures")

const (
	goldenWidth, goldenHeight = 320, 240
	goldenMean                = 0.5
	goldenOff, goldenShare    = 24, 0.005
)

var goldens = []struct {
	name string
	edit func(*view.View)
}{
	{"solid", func(v *view.View) {}},
	{"fast", func(v *view.View) { v.Quality = view.Fast }},
	{"best", func(v *view.View) { v.Quality = view.Best }},
	{"ortho", func(v *view.View) { v.Camera.Ortho = true }},
	{"opaque", func(v *view.View) { v.Opacity = 1 }},
	{"wire", func(v *view.View) { v.Style = view.Wire }},
	{"hidden-line", func(v *view.View) { v.Style = view.HiddenLine; v.Theme = view.Print }},
	{"light", func(v *view.View) { v.Theme = view.Light }},
	{"legend", func(v *view.View) { v.ColorBy = view.ColorBySpeed }},
	{"legend-signed", func(v *view.View) { v.ColorBy = 7 }},
	{"legend-log", func(v *view.View) {
		v.ColorBy, v.ColorScale, v.Quality = view.ColorBySpeed, view.ScaleLog, view.Fast
	}},
	{"legend-locked", func(v *view.View) {
		v.ColorBy, v.ColorRange, v.ColorMap, v.Theme = view.ColorByHeight, [2]float32{0.01, 0.05}, 2, view.Light
	}},
	{"body-colours", func(v *view.View) { v.ColorBy = view.ColorByBody }},
	{"caption", func(v *view.View) { v.Caption = true }},
	{"contacts", func(v *view.View) { v.Overlays, v.Scale = view.OverlayContacts, 0.6 }},
	{"forces", func(v *view.View) { v.Overlays, v.Scale = view.OverlayForces, 0.6 }},
	{"network", func(v *view.View) { v.Overlays, v.Scale = view.OverlayNetwork, 0.6 }},
	{"velocity", func(v *view.View) { v.Overlays, v.Scale = view.OverlayVelocity, 0.6 }},
	{"inlets", func(v *view.View) { v.Overlays, v.Scale = view.OverlayInlets, 0.6 }},
	{"labels", func(v *view.View) { v.Overlays, v.Scale = view.OverlayLabels, 0.6 }},
	{"motions", func(v *view.View) {
		v.Overlays, v.Scale, v.KeyFrame = view.OverlayMotions, 0.6, view.KeyFrame{Chosen: true, Key: 2}
	}},
	{"boxes", func(v *view.View) { v.Overlays, v.Scale = view.OverlayBoxes, 0.6 }},
	{"cut", func(v *view.View) { v.Cuts[0] = view.CutAlong(0, true, 0.002) }},
	{"cut-hidden-line", func(v *view.View) { v.Cuts[0], v.Style = view.CutAlong(0, true, 0.002), view.HiddenLine }},
	{"wired-and-clear", func(v *view.View) { v.Wired, v.Clear = numberedBodies(1, 6), numberedBodies(7, 20) }},
	{"wired-bottle", func(v *view.View) { v.Wired, v.Clear = numberedBodies(0, 0), numberedBodies(2, 8) }},
	{"half-resolution", func(v *view.View) {
		v.Quality, v.Resolution, v.Caption, v.Scale = view.Fast, 0.5, true, 0.6
	}},
	{"bare", func(v *view.View) { v.Overlays = 0 }},
}

// TestGoldenOutlines: of a pill in front and one behind others, the bottle with one of its triangles, what
// the pointer is over, a contact, and a pill that is hidden, in every quality and style.
func TestGoldenOutlines(t *testing.T) {
	s := pourScene(30, 118)
	s.Bodies[1].Number = 1
	s.Walls[0].Body = int32(len(s.Bodies))
	s.Bodies = append(s.Bodies, bridge.Body{Number: int64(len(s.Bodies))})
	wall := s.BodyThing(s.Walls[0].Body, 0, 0)
	body := func(i, shape int) bridge.Thing { return s.BodyThing(int32(i), int32(shape), 0) }
	for _, g := range []struct {
		name string
		edit func(*view.View)
	}{
		{"selected", func(v *view.View) {}},
		{"selected-fast", func(v *view.View) { v.Quality = view.Fast }},
		{"selected-best", func(v *view.View) { v.Quality = view.Best }},
		{"selected-wire", func(v *view.View) { v.Style = view.Wire }},
		{"selected-hidden-line", func(v *view.View) { v.Style = view.HiddenLine; v.Theme = view.Print }},
		{"selected-bottle", func(v *view.View) { v.Selected = view.NewThings(s.BodyThing(1, 0, 700)) }},
		{"selected-wall", func(v *view.View) { v.Selected, v.Hover = view.NewThings(wall, body(5, 0)), wall }},
		{"hovered-wall", func(v *view.View) { v.Selected, v.Hover = nil, wall }},
		{"selected-contact", func(v *view.View) {
			v.Overlays |= view.OverlayContacts
			v.Selected, v.Hover = view.NewThings(s.ContactThing(3)), s.ContactThing(9)
		}},
		{"tinted", func(v *view.View) { v.Tinted = view.NewThings(body(1, 0), body(5, 0), body(20, 0)) }},
		{"hidden", func(v *view.View) { v.Hidden, v.Selected = view.NewThings(body(1, 0), body(20, 0)), nil }},
	} {
		t.Run(g.name, func(t *testing.T) {
			v := sampleView()
			v.Selected, v.Hover = view.NewThings(body(5, 0), body(8, 1), body(17, 0), body(18, 0)), body(12, 0)
			g.edit(&v)
			checkGolden(t, g.name, s, &v)
		})
	}
}

// TestGoldenExplained: a contact of two pills with the places that a rule looked at, and the ruler between a pill
// and the bottle.
func TestGoldenExplained(t *testing.T) {
	s := pourScene(30, 118)
	n := slices.IndexFunc(s.Contacts, func(c bridge.Contact) bool { return c.Point[2] > 0.04 })
	c := &s.Contacts[n]
	point, normal := wide(c.Point), wide(c.Normal)
	place := func(along, weight float64, fate string) bridge.Place {
		at := point.AddScaled(along, normal.Perpendicular())
		return bridge.Place{From: at.AddScaled(-0.003, normal), To: at.AddScaled(0.003, normal), Weight: weight, Point: at,
			Normal: normal, Outcome: fate}
	}
	core := bridge.Core{Given: true, Radius: 0.0035}
	things := [2]bridge.Thing{s.ContactThing(n), s.BodyThing(5, 0, 0)}
	s.Inspected = bridge.Inspected{Things: things, Contact: bridge.ContactNumbers{Point: point, Normal: normal,
		Overlap: 4e-6, NormalForce: 0.1, TangentialForce: 0.03, Explained: bridge.Explained{Cores: [2]bridge.Core{core, core},
			Places: []bridge.Place{place(-0.003, 0.7, ""), place(0.007, 0.3, ""), place(0.012, 0, "apart")}}}}
	for _, name := range []string{"explained", "ruler"} {
		t.Run(name, func(t *testing.T) {
			v := sampleView()
			v.Scale, v.Overlays, v.Explain, v.Selected = 0.6, view.OverlayContacts, true, view.NewThings(things[:]...)
			if name == "ruler" {
				at := wide(s.Bodies[5].Center)
				s.Inspected.Ruler = bridge.Ruler{Given: true, HasGap: true, Centers: [2]vec.Vec3{at, point}, Center: 0.031,
					Surface: [2]vec.Vec3{at.Add(point).Scale(0.5), point}, Gap: 0.0275}
				v.Explain = false
			}
			checkGolden(t, name, s, &v)
		})
	}
}

// wide returns a point of a snapshot in double precision.
func wide(p [3]float32) vec.Vec3 { return vec.New(float64(p[0]), float64(p[1]), float64(p[2])) }

func TestGolden(t *testing.T) {
	s := pourScene(30, 118)
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			v := sampleView()
			g.edit(&v)
			checkGolden(t, g.name, s, &v)
		})
	}
}

// TestGoldenTrails: bodies that have flown along parabolas, some of which are selected.
func TestGoldenTrails(t *testing.T) {
	s := pourScene(30, 118)
	drawings++
	s.Revision = drawings
	v := sampleView()
	v.Overlays, v.Scale = view.OverlayTrails, 0.6
	places := make([]bridge.Body, len(s.Bodies))
	copy(places, s.Bodies)
	for k := range 30 {
		back := 0.004 * float32(29-k) // [s]
		for i := range s.Bodies {
			for j := range 3 {
				s.Bodies[i].Center[j] = places[i].Center[j] - back*places[i].Velocity[j]
			}
			s.Bodies[i].Center[2] -= 4.9 * back * back
		}
		s.Time += 0.004
		onGL(func() { renderer.Watch(s, 0) })
	}
	onGL(func() {
		if err := renderer.Draw(s, &v, goldenWidth, goldenHeight); err != nil {
			t.Error(err)
		}
		compareGolden(t, "trails", renderer.Image())
	})
	trails := func() []glyph.Segment { return renderer.tiles[0].glyphs.lists[row(view.OverlayTrails)].Hidden }
	lines := len(trails())
	v.Marks, v.Selected = view.MarkSelected, view.NewThings(bridge.Thing{Kind: bridge.ThingBody, Body: 5})
	onGL(func() {
		if err := renderer.Draw(s, &v, goldenWidth, goldenHeight); err != nil {
			t.Error(err)
		}
	})
	if n := len(trails()); n == 0 || n > 40 || lines < 10*n {
		t.Errorf("%d pieces of trails of one body that is selected, %d of all", n, lines)
	}
}

// numberedBodies returns the bodies with numbers from one to another.
func numberedBodies(from, to int64) *view.Things {
	var list []bridge.Thing
	for n := from; n <= to; n++ {
		list = append(list, bridge.Thing{Kind: bridge.ThingBody, Body: n})
	}
	return view.NewThings(list...)
}

// row returns the row of the overlay with a bit.
func row(bit view.Overlay) int {
	return slices.IndexFunc(overlay.Table, func(o overlay.Overlay) bool { return o.Bit == bit })
}

// TestGoldenCylinders: a drum that the scene is seen through and a roller on the floor, both
// with a wall behind and one in front.
func TestGoldenCylinders(t *testing.T) {
	s := drumScene()
	for _, g := range []struct {
		name string
		edit func(*view.View)
	}{
		{"cylinders", func(v *view.View) {}},
		{"cylinders-wire", func(v *view.View) { v.Style = view.Wire }},
		{"cylinders-hidden-line", func(v *view.View) { v.Style = view.HiddenLine }},
		{"cylinders-opaque", func(v *view.View) { v.Opacity = 1; v.Quality = view.Fast }},
	} {
		t.Run(g.name, func(t *testing.T) {
			v := sampleView()
			v.Camera.Azimuth = -70
			v.Camera.Frame(s.View.Frame[0], s.View.Frame[1], 16.0/9)
			g.edit(&v)
			checkGolden(t, g.name, s, &v)
		})
	}
}

// TestGoldenHand: a body that is dragged, with the arrow and its force.
func TestGoldenHand(t *testing.T) {
	s := pourScene(30, 118)
	p := s.Capsules[len(s.Capsules)-1].Center
	s.Hand = bridge.Hand{Holds: true, Point: p, To: [3]float32{p[0] + 0.03, p[1] - 0.02, p[2] + 0.04},
		Force: [3]float32{0.3, -0.2, 0.4}}
	v := sampleView()
	v.Scale = 0.6
	checkGolden(t, "hand", s, &v)
}

// checkGolden compares a picture with the one of that name, or writes it.
func checkGolden(t *testing.T, name string, s *bridge.Snapshot, v *view.View) {
	t.Helper()
	compareGolden(t, name, drawn(t, s, v, goldenWidth, goldenHeight))
}

// compareGolden compares a picture with the one of that name, or writes it.
func compareGolden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name+".png")
	if *update {
		writePNG(t, path, got)
		return
	}
	compare(t, name, got, readPNG(t, path))
}

// drawings counts the pictures that drawn has drawn: no two scenes have one revision.
var drawings uint64 = 1000

// drawn draws a snapshot with a new state of scales and ranges, whatever was drawn before.
func drawn(t *testing.T, s *bridge.Snapshot, v *view.View, width, height int) (img *image.RGBA) {
	t.Helper()
	drawings++
	s.Revision = drawings // starts scales, ranges and the stage afresh
	onGL(func() {
		if err := renderer.Draw(s, v, width, height); err != nil {
			t.Error(err)
		}
		img = renderer.Image()
	})
	return img
}

// difference returns the mean difference of two pictures' channels, the share of pixels
// that are off by more than goldenOff, and a picture of where.
func difference(a, b *image.RGBA) (mean, off float64, where *image.RGBA) {
	where = image.NewRGBA(a.Rect)
	sum, count := 0, 0
	for i := 0; i < len(a.Pix); i += 4 {
		largest := 0
		for k := 0; k < 3; k++ {
			d := int(a.Pix[i+k]) - int(b.Pix[i+k])
			d = max(d, -d)
			sum += d
			largest = max(largest, d)
		}
		if largest > goldenOff {
			count++
		}
		where.Pix[i], where.Pix[i+3] = uint8(min(255, 4*largest)), 255
	}
	n := float64(len(a.Pix) / 4)
	return float64(sum) / (3 * n), float64(count) / n, where
}

func compare(t *testing.T, name string, got, want *image.RGBA) {
	t.Helper()
	if want == nil || got.Rect != want.Rect {
		t.Fatalf("no golden picture of this size; look at the new one and write it with -update")
	}
	mean, off, where := difference(got, want)
	if mean <= goldenMean && off <= goldenShare {
		return
	}
	folder := filepath.Join("testdata", "failed")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	writePNG(t, filepath.Join(folder, name+"-got.png"), got)
	writePNG(t, filepath.Join(folder, name+"-want.png"), want)
	writePNG(t, filepath.Join(folder, name+"-diff.png"), where)
	t.Errorf("mean difference %.3f (%.1f), %.2f %% of pixels off (%.1f %%); see render/%s", mean, goldenMean, 100*off,
		100*goldenShare, folder)
}

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

func readPNG(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Log(err)
		return nil
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, color.RGBAModel.Convert(img.At(x, y)))
		}
	}
	return out
}
