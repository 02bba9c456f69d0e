package overlay

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// pair is two balls of radius 1 cm on a floor: body 1 at rest in the middle, body 2 beside it along x and moving up, in
// a contact with a normal force of 2 N and a friction of 1 N along z, and body 0, which is the floor.
func pair() *bridge.Snapshot {
	s := &bridge.Snapshot{
		Title: "Pair", Revision: 1, Walls: []bridge.Wall{{Axis: 2, Position: -0.01}},
		Bodies: []bridge.Body{{Kind: bridge.Static}, {Number: 1, Kind: bridge.Dynamic}, {Number: 2, Kind: bridge.Dynamic,
			Center: [3]float32{0.02, 0, 0}, Velocity: [3]float32{0, 0, 0.5}}},
		Contacts: []bridge.Contact{{Point: [3]float32{0.01, 0, 0}, Normal: [3]float32{1, 0, 0}, NormalForce: 2,
			Tangential: [3]float32{0, 0, 1}, Friction: 1, A: 1, B: 2}},
	}
	for i := int32(1); i < 3; i++ {
		s.Capsules = append(s.Capsules, bridge.Capsule{Center: s.Bodies[i].Center, Axis: [3]float32{1}, Radius: 0.01,
			Body: i})
	}
	s.Bounds.Grain = 0.01
	return s
}

// straight is a view along y, from the front, in which a pixel of a picture of 400 x 300 is half a millimetre.
func straight() view.View {
	v := view.Default()
	v.Camera.Ortho, v.Camera.Azimuth, v.Camera.Elevation = true, -90, 0
	v.Camera.Distance = 0.075 / (v.Camera.HalfHeight() / v.Camera.Distance)
	return v
}

// drawn returns what an overlay draws of a snapshot in a picture of 400 x 300.
func drawn(t *testing.T, name string, s *bridge.Snapshot, v *view.View) *glyph.List {
	t.Helper()
	f := NewFrame(s, v, 400, 300)
	new(Memory).Follow(&f)
	list := newList(t)
	for i := range Table {
		if o := &Table[i]; o.Name == name {
			v.Overlays |= o.Bit
			new(Memory).Follow(&f)
			o.Draw(&f, list)
			return list
		}
	}
	t.Fatalf("no overlay %s", name)
	return nil
}

func near(a, b [3]float32) bool { return distance(a, b) < 1e-6 }

// overlayTests says of each row of Table, by its name, what it draws of a small scene.
var overlayTests = map[string]func(*testing.T){
	"caption": testText("Pair|t 0.000 s   2 bodies|", func(v *view.View) { v.Caption = true }),
	"inlets":  testInlets, "boxes": testBoxes, "trails": testTrails, "network": testNetwork, "forces": testForces,
	"contacts": testContacts, "velocity": testVelocity, "labels": testLabels, "motions": testMotions,
	"forecast": testForecast, "hand": testHand, "explanation": testExplanation, "lens": testExplanation,
	"ruler": testRuler, "slice": testSlice, "plane": testPlane, "regions": testRegions,
	"axes": testText("Y|X|Z|17 mm|", func(v *view.View) { v.Camera.Azimuth, v.Camera.Elevation = 30, 50 }),
	"grid": testGrid, "scale": testText("50 mm|", func(*view.View) {}),
	"legend": testLegend, "keys": testLegend,
}

// TestOverlays: each overlay draws what it should of a small scene.
func TestOverlays(t *testing.T) {
	for i := range Table {
		name := Table[i].Name
		if test := overlayTests[name]; test != nil {
			t.Run(name, test)
		} else {
			t.Errorf("overlay %s has no row in overlayTests", name)
		}
	}
}

// testForces: at each contact, for each body that forces move, an arrow of its normal force away from the other body,
// as long as the key says, and one of its friction, half as long.
func testForces(t *testing.T) {
	v := straight()
	list := drawn(t, "forces", pair(), &v)
	if len(list.Arrows) != 4 {
		t.Fatalf("%d arrows, want 4", len(list.Arrows))
	}
	const length = mostForce * 0.0005 // pixels of half a millimetre; 2 N is the full force
	for i, want := range [4][3]float32{{-length, 0, 0}, {0, 0, length / 2}, {length, 0, 0}, {0, 0, -length / 2}} {
		a := &list.Arrows[i]
		if got := glyph.Along(a.To, a.From, -1); !near(a.From, [3]float32{0.01, 0, 0}) || !near(got, want) {
			t.Errorf("arrow %d is %v from %v, want %v from the contact", i, got, a.From, want)
		}
	}
	if list.Keys[1].Text != "normal force, 80 px = 2 N" {
		t.Errorf("the key says %q", list.Keys[1].Text)
	}
	s := pair()
	s.Bodies[1].Kind = bridge.Static
	if list := drawn(t, "forces", s, &v); len(list.Arrows) != 2 {
		t.Errorf("%d arrows beside a static body, want 2", len(list.Arrows))
	}
}

// testNetwork: from the middle of each body to the contact, with half of the area for half of the force.
func testNetwork(t *testing.T) {
	s, v := pair(), straight()
	s.Contacts = append(s.Contacts, s.Contacts[0])
	s.Contacts[1].NormalForce = 1
	list := drawn(t, "network", s, &v)
	if len(list.Tubes) != 4 {
		t.Fatalf("%d tubes, want 4", len(list.Tubes))
	}
	strong, weak := list.Tubes[0], list.Tubes[2]
	if !near(strong.Center, [3]float32{0.005, 0, 0}) || math.Abs(float64(strong.Half)-0.005) > 1e-7 ||
		math.Abs(float64(weak.Radius/strong.Radius)-math.Sqrt(0.5)) > 1e-3 {
		t.Errorf("the tubes are %+v and %+v", strong, weak)
	}
}

// testContacts: a tick along the normal and a disk where the contact sticks, a ring where it slides.
func testContacts(t *testing.T) {
	s, v := pair(), straight()
	s.Contacts = append(s.Contacts, s.Contacts[0])
	s.Contacts[1].Sliding = true
	list := drawn(t, "contacts", s, &v)
	if len(list.Points) != 2 || list.Points[0].Form != glyph.Disk || list.Points[1].Form != glyph.Ring ||
		!near(list.Points[0].At, s.Contacts[0].Point) {
		t.Errorf("points %+v", list.Points)
	}
	if l := list.Lines; len(l) != 2 || l[0].To[0] <= l[0].From[0] || l[0].To[2] != 0 {
		t.Errorf("lines %+v", list.Lines)
	}
}

// testVelocity: one arrow, of the body that moves, as long as the key says.
func testVelocity(t *testing.T) {
	v := straight()
	list := drawn(t, "velocity", pair(), &v)
	if a := list.Arrows; len(a) != 1 || !near(a[0].From, [3]float32{0.02, 0, 0}) ||
		!near(a[0].To, [3]float32{0.02, 0, arrowLength * 0.0005}) {
		t.Errorf("arrows %+v", a)
	}
	if list.Keys[0].Text != "velocity, 80 px = 0.5 m/s" {
		t.Errorf("the key says %q", list.Keys[0].Text)
	}
}

// testBoxes: twelve edges for each body that is not static, of the length of its diameter.
func testBoxes(t *testing.T) {
	v := straight()
	list := drawn(t, "boxes", pair(), &v)
	for _, e := range list.Hidden {
		if math.Abs(float64(distance(e.From, e.To))-0.02) > 1e-7 {
			t.Errorf("an edge from %v to %v", e.From, e.To)
		}
	}
	if len(list.Hidden) != 24 || list.Keys[0].Text != "bounding box, 2 bodies" {
		t.Errorf("%d edges, key %q", len(list.Hidden), list.Keys[0].Text)
	}
}

// testInlets: two circles, and an arrow along the axis; paler where the inlet makes nothing.
func testInlets(t *testing.T) {
	s, v := pair(), straight()
	in := bridge.Inlet{Axis: [3]float32{0, 0, 1}, Radius: 0.03, Height: 0.04}
	s.Inlets = []bridge.Inlet{in, in}
	s.Inlets[1].Done = true
	l := drawn(t, "inlets", s, &v).Hidden
	n := len(l) / 2
	arrow := l[n-1]
	if len(l) != 2*(2*48+8+1) || !near(arrow.From, [3]float32{0, 0, 0.01}) || !near(arrow.To, [3]float32{0, 0, 0.03}) ||
		arrow.Head == 0 || l[2*n-1].Color[3] >= arrow.Color[3] {
		t.Errorf("%d lines, the last arrow %+v", len(l), arrow)
	}
	if r := glyph.Norm(l[0].From); math.Abs(float64(r)-0.03) > 1e-7 {
		t.Errorf("the circle begins at %v", l[0].From)
	}
}

// testTrails: lines through the places where bodies were, the last ones first and paler the older they are. A scene
// that goes back in time has no past.
func testTrails(t *testing.T) {
	s, v := pair(), straight()
	v.Overlays = view.OverlayTrails
	var m Memory
	for k := range 4 {
		s.Time, s.Bodies[2].Center[2] = 0.01*float64(k), 0.01*float32(k)
		m.Trails.Watch(s, 0.01)
	}
	f := NewFrame(s, &v, 400, 300)
	m.Follow(&f)
	list := newList(t)
	trails(&f, list)
	var moved []glyph.Segment
	for _, l := range list.Hidden {
		if l.From != l.To {
			moved = append(moved, l)
		}
	}
	if len(moved) != 3 || !near(moved[0].From, s.Bodies[2].Center) || moved[2].To[2] != 0 ||
		moved[2].Color[3] >= moved[0].Color[3] {
		t.Errorf("trails %+v", moved)
	}
	s.Time = 0
	m.Trails.Watch(s, 0.01)
	for number, x := range m.Trails.of {
		if x.n != 1 {
			t.Errorf("body %d has a trail of %d places at the start", number, x.n)
		}
	}
}

// testLabels: the number of each body in sight at its middle; not of one behind another, unless it is selected.
func testLabels(t *testing.T) {
	s, v := pair(), straight()
	texts := func() (list []string) {
		for _, p := range drawn(t, "labels", s, &v).Parts {
			list = append(list, p.Text)
		}
		return list
	}
	if got := texts(); len(got) != 2 {
		t.Errorf("labels %q, want 2", got)
	}
	s.Bodies[2].Center = [3]float32{0, 0.05, 0}
	s.Capsules[1].Center = s.Bodies[2].Center
	if got := texts(); len(got) != 1 || got[0] != "1" {
		t.Errorf("labels %q, want that of the body in front", got)
	}
	v.Selected = view.NewThings(bridge.Thing{Kind: bridge.ThingBody, Body: 2})
	if got := texts(); len(got) != 1 || got[0] != "2" {
		t.Errorf("labels %q, want that of the selected body", got)
	}
}

// testMotions: a line from key frame to key frame and a triad at each; from where the body is while it is on its way.
func testMotions(t *testing.T) {
	s, v := pair(), straight()
	key := func(time, x float64) bridge.MotionKey {
		return bridge.MotionKey{Time: time, Position: vec.New(x, 0, 0), Orientation: vec.Identity}
	}
	s.Motions = []bridge.Motion{{Moves: 2, Keys: []bridge.MotionKey{key(0, 0), key(1, 0.03), key(2, 0.06)}}}
	list := drawn(t, "motions", s, &v)
	if len(list.Points) != 3 || len(list.Arrows) != 2+3*3 {
		t.Errorf("%d points and %d lines, want 3 and 11", len(list.Points), len(list.Arrows))
	}
	s.Motions[0].Started, s.Time = true, 0.5
	list = drawn(t, "motions", s, &v)
	if a := list.Arrows; len(list.Arrows) != 3+3*3 || !near(a[4].From, s.Bodies[2].Center) || a[4].Head == 0 {
		t.Errorf("on its way: %+v", a)
	}
}

// testForecast: bodies that would come to lie elsewhere as ghosts, and every second piece of their ways.
func testForecast(t *testing.T) {
	s, v := pair(), straight()
	s.Forecast = bridge.Forecast{Version: 1, Until: 0.5, Capsules: append([]bridge.Capsule(nil), s.Capsules...),
		Paths: []bridge.Path{{Body: 2, Points: make([][3]float32, 6)}}}
	s.Forecast.Capsules[1].Center[0] = 0.04
	list := drawn(t, "forecast", s, &v)
	if g := list.Ghosts; len(g) != 1 || g[0].Center[0] != 0.04 || len(list.Lines) != 3 {
		t.Errorf("ghosts %+v and %d lines", g, len(list.Lines))
	}
}

// testHand: an arrow from where the body is held to where it is drawn, with the force beside it.
func testHand(t *testing.T) {
	s, v := pair(), straight()
	s.Hand = bridge.Hand{Holds: true, To: [3]float32{0.03, 0, 0.04}, Force: [3]float32{3, 0, 4}}
	list := drawn(t, "hand", s, &v)
	if a := list.Arrows; len(a) != 1 || a[0].To != s.Hand.To || len(list.Points) != 1 ||
		len(list.Parts) != 1 || list.Parts[0].Text != "5 N" || list.Parts[0].Points[0][0] < 200+60 {
		t.Errorf("%+v, %+v", a, list.Parts)
	}
	s.Hand.Holds = false
	if list := drawn(t, "hand", s, &v); len(list.Arrows)+len(list.Points)+len(list.Parts) > 0 {
		t.Errorf("something is drawn of a hand that holds nothing: %+v", list)
	}
}

// testRuler: a line from middle to middle and one across the gap, with both numbers.
func testRuler(t *testing.T) {
	s, v := pair(), straight()
	things := [2]bridge.Thing{s.BodyThing(1, 0, 0), s.BodyThing(2, 0, 0)}
	s.Inspected.Things = things
	s.Inspected.Ruler = bridge.Ruler{Given: true, HasGap: true, Center: 0.02, Gap: 0.001,
		Centers: [2]vec.Vec3{{}, vec.New(0.02, 0, 0)}, Surface: [2]vec.Vec3{vec.New(0.0095, 0, 0), vec.New(0.0105, 0, 0)}}
	if list := drawn(t, "ruler", s, &v); len(list.Arrows) != 0 {
		t.Error("a ruler between things that are not selected")
	}
	v.Selected = view.NewThings(things[:]...)
	list := drawn(t, "ruler", s, &v)
	last := &list.Parts[len(list.Parts)-1]
	if len(list.Arrows) != 2 || len(list.Points) != 2 || last.Text != "gap 1 mm, centres 20 mm" {
		t.Errorf("%d lines, %d points, %q", len(list.Arrows), len(list.Points), last.Text)
	}
}

// testExplanation: each place that the rule looked at, the normal, the point, and a lens that says how much larger the
// overlap is drawn.
func testExplanation(t *testing.T) {
	s, v := pair(), straight()
	v.Explain = true
	contact := s.ContactThing(0)
	v.Selected = view.NewThings(contact)
	core := bridge.Core{Given: true, Radius: 0.01}
	s.Inspected.Things[0] = contact
	s.Inspected.Contact = bridge.ContactNumbers{Point: vec.New(0.01, 0, 0), Normal: vec.New(1, 0, 0), Overlap: 1e-5,
		NormalForce: 2, Explained: bridge.Explained{Cores: [2]bridge.Core{core, core},
			Places: []bridge.Place{{Weight: 1, Point: vec.New(0.01, 0, 0)}, {Outcome: "apart"}}}}
	list := drawn(t, "explanation", s, &v)
	if len(list.Arrows) != 3 || len(list.Points) != 4 || list.Points[0].Form != glyph.Disk ||
		list.Points[1].Form != glyph.Ring {
		t.Errorf("%d lines, points %+v", len(list.Arrows), list.Points)
	}
	said := ""
	for _, p := range drawn(t, "lens", s, &v).Parts {
		if p.Kind == glyph.KindText {
			said += p.Text + "|"
		}
	}
	// The lens is 42 pixels in radius, of which 0.8 are one core: 10 mm are 33.6 pixels, and 0.01 mm are drawn as 24.
	if want := "A|B|overlap 10 µm|drawn × 720|"; said != want {
		t.Errorf("the lens says %q, want %q", said, want)
	}
	if x := drawn(t, "lens", s, &v).Parts[0].Points[0][0]; x < 300 {
		t.Errorf("the lens is at %g of 400 pixels, want it at the right", x)
	}
	v.Camera.Pivot = [3]float32{-0.05, 0, 0} // the contact is at the right
	if x := drawn(t, "lens", s, &v).Parts[0].Points[0][0]; x > 100 {
		t.Errorf("the lens lies over the contact at %g of 400 pixels, want it at the left", x)
	}
}

// testText returns a test that an overlay writes some texts, each before a bar.
func testText(want string, edit func(*view.View)) func(*testing.T) {
	return func(t *testing.T) {
		v := straight()
		edit(&v)
		said := ""
		for _, p := range drawn(t, strings.TrimPrefix(t.Name(), "TestOverlays/"), pair(), &v).Parts {
			if p.Kind == glyph.KindText {
				said += p.Text + "|"
			}
		}
		if said != want {
			t.Errorf("it says %q, want %q", said, want)
		}
	}
}

// testGrid: the card of keys says the step of the grid.
func testGrid(t *testing.T) {
	v := straight()
	if keys := drawn(t, "grid", pair(), &v).Keys; len(keys) != 1 || keys[0].Text != "grid 20 mm" {
		t.Errorf("keys %+v", keys)
	}
}

// testLegend: the range of the values and the numbers of a moment, with where the bar is; keys on the card.
func testLegend(t *testing.T) {
	s, v := pair(), straight()
	v.ColorBy = view.ColorBySpeed
	f := NewFrame(s, &v, 400, 300)
	var m Memory
	m.Range.Read(s, &v)
	m.Range.Fit(&v)
	m.Follow(&f)
	list := newList(t)
	list.Key("a sample", 10, func(to *glyph.Sheet, x, y float32) { to.Rect(x, y, 10, 10, Sticking) })
	legend(&f, list)
	card(&f, list)
	said := map[string]bool{}
	for _, p := range list.Parts {
		said[p.Text] = true
	}
	if l := list.Legend; l.Ramp.Hi != 0.5 || l.X < 300 || !said["Speed (m/s)"] || !said["0.5"] || !said["now 0 to 0.5"] ||
		!said["a sample"] {
		t.Errorf("legend %+v says %v", l, said)
	}
}
