package overlay

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// parts returns the areas of what an overlay draws, and its texts.
func parts(list *glyph.List) (areas []glyph.Part, texts []string) {
	for _, p := range list.Parts {
		switch p.Kind {
		case glyph.KindArea:
			areas = append(areas, p)
		case glyph.KindText:
			texts = append(texts, p.Text)
		}
	}
	return areas, texts
}

// testSlice: the cells that have bodies and a number, each at its place in a colour, with the ends of their range as a
// key; in series of pictures the range only grows. A slice that nobody asks for is not drawn.
func testSlice(t *testing.T) {
	s, v := pair(), straight()
	f, err := bridge.ParseField("slice=box/-0.02,-0.01,-0.02/0.02,0.01,0.02#2x1x2#gaussian/0.01")
	if err != nil {
		t.Fatal(err)
	}
	nan := float32(math.NaN())
	of := bridge.SliceOf{Field: f, Quantity: "pressure"}
	s.Slice = bridge.Slice{Of: of, Title: "pressure", Unit: "Pa", Values: []float32{3, nan, 5, 4},
		Density: []float32{100, 100, 1, 100}, Velocity: make([][3]float32, 4)}
	if list := drawn(t, "slice", s, &v); len(list.Parts) > 0 {
		t.Error("a slice is drawn that the view does not show")
	}
	v.Measured.Slice = of
	list := drawn(t, "slice", s, &v)
	areas, _ := parts(list)
	if len(areas) != 2 || areas[0].Color == areas[1].Color || len(list.Keys) != 1 ||
		list.Keys[0].Text != "pressure 3 Pa to 4 Pa" {
		t.Fatalf("%d cells, keys %+v", len(areas), list.Keys)
	}
	// A pixel is half a millimetre: the first cell is at the lower left of the middle, the last at the upper right.
	for k, want := range [2][2]float32{{160, 190}, {200, 150}} {
		if p := areas[k].Points[0]; distance([3]float32{p[0], p[1]}, [3]float32{want[0], want[1]}) > 0.01 {
			t.Errorf("a corner of cell %d is at %v, want %v", k, p, want)
		}
	}
	var m sliceScale
	frame := NewFrame(s, &v, 400, 300)
	m.follow(&frame)
	s.Slice.Values[0], s.Slice.Values[3] = 1, 2
	if got := m.follow(&frame); got != [2]float32{1, 2} {
		t.Errorf("the range is %v, want that of the picture", got)
	}
	v.KeepScales = true
	s.Slice.Values[0], s.Slice.Values[3] = 1.5, 9
	if got := m.follow(&frame); got != [2]float32{1, 9} {
		t.Errorf("in a series the range is %v, want 1 to 9", got)
	}
}

// testPlane: the plane with what has gone through, but not what has gone through another.
func testPlane(t *testing.T) {
	s, v := pair(), straight()
	v.Camera.Elevation = 20
	v.Measured.Flow, v.Measured.Plane = true, bridge.Plane{Axis: 2, At: 0.01}
	s.Timeline.Followed[bridge.OfPlane].Plane = v.Measured.Plane
	s.Followed[bridge.OfPlane].Values = []float64{7, 0.25, 0}
	areas, texts := parts(drawn(t, "plane", s, &v))
	if len(areas) != 2 || strings.Join(texts, "|") != "7 bodies   250 g" { // the plane, and the pane of the text
		t.Errorf("%d areas, texts %q", len(areas), texts)
	}
	v.Measured.Through = true
	here := bridge.BodyFrame{Orientation: vec.Identity}
	s.Through = []bridge.Passed{{Frame: here, Plane: bridge.Plane{Name: "gate", Part: bridge.PlanePart{
		Half: [2]vec.Vec3{{X: 0.01}, {Y: 0.01}}}}, Forward: bridge.Crossed{Bodies: 1, Mass: 2}}}
	all := drawn(t, "plane", s, &v)
	if _, texts := parts(all); len(texts) != 2 || texts[0] != "gate   forward 1 body   2 kg" || len(all.Arrows) != 1 {
		t.Errorf("texts %q, %d arrows", texts, len(all.Arrows))
	}
	v.Measured.Through = false
	v.Measured.Plane.At = 0.02
	if areas, texts := parts(drawn(t, "plane", s, &v)); len(areas) != 1 || len(texts) > 0 {
		t.Errorf("moved: %d areas, texts %q", len(areas), texts)
	}
}

// testRegions: each region with its name and the chosen number where it is known, but none of a body that is not there;
// the fit to a free surface with its angle and error.
func testRegions(t *testing.T) {
	s, v := pair(), straight()
	list, err := bridge.ParseRegions([]string{"core=box/-0.01,-0.01,-0.01/0.01,0.01,0.01", "b=sphere/0,0,0/0.01@lost"})
	if err != nil {
		t.Fatal(err)
	}
	n, err := bridge.FindRegionNumber("mass")
	if err != nil {
		t.Fatal(err)
	}
	s.Timeline.Followed[bridge.OfRegions] = bridge.Followed{Regions: list,
		Columns: []bridge.Column{{Name: "time"}, {Name: n.Column("core")}}}
	s.Followed[bridge.OfRegions].Values, s.Frames = []float64{0, 1.5}, make([]bridge.BodyFrame, 2)
	for i, of := range bridge.RegionCharts() {
		if of[0] == n {
			v.Measured.Chart = i
		}
	}
	s.Heaps = []bridge.HeapFit{{Heap: bridge.Heap{Angle: 31.26, AngleError: 0.5}, Points: make([]vec.Vec3, 3),
		Lines: [][]vec.Vec3{{{Z: 0.01}, {X: 0.02}, {}, {Z: 0.01}}}}}
	if list := drawn(t, "regions", s, &v); len(list.Parts)+len(list.Points) > 0 {
		t.Error("regions are drawn that the view does not show")
	}
	v.Measured.Regions = true
	all := drawn(t, "regions", s, &v)
	if _, texts := parts(all); strings.Join(texts, "|") != "31.3° ± 0.5°|core   mass 1.5 kg" || len(all.Points) != 3 {
		t.Errorf("texts %q, %d points", texts, len(all.Points))
	}
}

func TestReading(t *testing.T) {
	for _, c := range []struct {
		x          float64
		unit, want string
	}{{0.108, "kg", "108 g"}, {1500, "kg", "1500 kg"}, {2e-3, "m²/s²", "0.002 m²/s²"}, {2100, "kg/m³", "2100 kg/m³"},
		{2100, "Pa", "2.1 kPa"}} {
		if got := reading(c.x, c.unit); got != c.want {
			t.Errorf("reading(%g, %q) = %q, want %q", c.x, c.unit, got, c.want)
		}
	}
}
