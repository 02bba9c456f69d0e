package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// windowState is a state of a window, and how that comes to it.
type windowState struct {
	name  string
	enter func(b *bench)
}

// windowStates are what may be open or on show in a window.
var windowStates = []windowState{
	{"plain", func(*bench) {}},
	{"inspector", func(b *bench) { b.g.m.shell.Inspect(true) }},
	{"charts", func(b *bench) { b.g.m.shell.Drawer = true }},
	{"table", func(b *bench) {
		b.g.m.do(keymap.Table)
		b.g.m.charts.show(b.g.m.charts.find("Scatter"))
	}},
	{"help", func(b *bench) { b.g.m.help.open = true }},
	{"question", func(b *bench) {
		b.g.m.questions.ask(question{about: "a", text: "Is it so?", yes: "Yes", do: func() {}})
	}},
	{"twin", func(b *bench) { b.e.state.Comparison.Others = []bridge.Snapshot{b.e.state} }},
	{"twin and legend", func(b *bench) {
		b.e.state.Comparison.Others = []bridge.Snapshot{b.e.state}
		legend(b)
	}},
	{"recording", func(b *bench) { b.g.m.recorder.startRecording() }},
	{"toasts", func(b *bench) {
		for i := range 4 {
			b.g.m.toasts.add(bridge.Info, fmt.Sprint("message ", i), b.now)
		}
	}},
	{"welcome", func(b *bench) { b.g.m.help.greet = true }},
	{"end", func(b *bench) { b.e.state.Timeline.Ended = true }},
	{"find", func(b *bench) { b.g.m.search.open = true }},
	{"hidden", func(b *bench) { b.g.m.shell.hidden = true }},
	{"palette", func(b *bench) { b.g.m.palette.open = true }},
	{"picker", func(b *bench) { b.g.m.picker.open = true }},
	{"save", func(b *bench) { b.g.m.saver.dialog = &saving{"tumble-bottle-1"} }},
	{"messages", func(b *bench) { b.g.m.messages.open = true }},
	{"fault", func(b *bench) { b.e.state.Fault = "a body is at NaN: 1e300 m/s is more than a number can hold" }},
	{"menu", func(b *bench) {
		b.g.m.menus.Open(500, 300, "A title", widget.MenuItem{Text: "An entry", Hint: "Ctrl+E", Do: func() {}})
	}},
	{"chips", func(b *bench) {
		b.g.m.camera.following = following{on: true, number: 1}
		b.g.m.view.Hidden = view.NewThings(bridge.Thing{Kind: bridge.ThingBody, Body: 1})
	}},
	{"story", func(b *bench) {
		b.g.m.stories.story = &bridge.Story{Title: "What does friction do?", Steps: []bridge.StoryStep{
			{Key: bridge.StoryDo, Text: "twin"}}}
		b.g.m.stories.revision = b.g.m.revision
	}},
	{"contact", explained},
	{"body and charts", func(b *bench) {
		known(b)
		b.g.m.shell.Drawer = true
		b.g.m.shell.Charts = 1<<b.g.m.charts.find("Speed") | 1<<b.g.m.charts.find("Body motion")
	}},
	{"contact and charts", func(b *bench) {
		explained(b)
		b.g.m.shell.Drawer = true
	}},
	{"twin and question", func(b *bench) {
		b.e.state.Comparison.Others = []bridge.Snapshot{b.e.state}
		b.g.m.questions.ask(question{about: "a", text: "Which goes on?", yes: "A goes on", other: "B goes on",
			do: func() {}, instead: func() {}})
	}},
	{"twin, charts and end", func(b *bench) {
		b.g.m.shell.Drawer = true
		b.e.state.Timeline.Ended, b.e.state.Comparison.Others = true, []bridge.Snapshot{b.e.state}
	}},
	{"all", func(b *bench) {
		b.g.m.shell.Inspect(true)
		b.g.m.shell.Drawer, b.g.m.help.greet = true, true
		b.e.state.Timeline.Ended, b.e.state.Comparison.Others = true, []bridge.Snapshot{b.e.state}
	}},
}

// legend says that the last picture had a legend in the right fifth of the view.
func legend(b *bench) {
	b.g.m.drawing.legend.Height, b.g.m.drawing.legend.width = 200, 1
	b.g.m.pictures.free[1] = 0.2
}

// explained selects a contact, of which all is known.
func explained(b *bench) {
	b.g.m.shell.Inspect(true)
	things := [2]bridge.Thing{{Kind: bridge.ThingContact, Body: 1}, {Kind: bridge.ThingBody, Body: 2}}
	b.g.m.view.Selected, b.g.m.view.Explain = view.NewThings(things[1], things[0]), true
	b.e.state.Inspected = bridge.Inspected{Things: things, Contact: *answered(rand.New(rand.NewPCG(36, 3)))}
}

// known selects a body, of which all is known, and gives charts their readings: in both are numbers that are as long as
// those of usual scenes become.
func known(b *bench) {
	b.g.m.shell.Inspect(true)
	body := bridge.Thing{Kind: bridge.ThingBody, Body: 7}
	b.g.m.view.Selected = view.NewThings(body)
	long := vec.New(-0.01234567, -0.02345678, -0.03456789)
	b.e.state.Inspected = bridge.Inspected{Things: [2]bridge.Thing{body}, Body: bridge.BodyNumbers{
		Number: 7, Name: "pill", Mass: 0.000761963, Inertia: vec.New(3.9981e-9, 2.9982e-8, 1.2345e-9),
		Position: long, Orientation: vec.Quat{W: -0.5, X: -0.5, Y: -0.5, Z: -0.5}, Velocity: long.Scale(10),
		Spin: vec.New(-0.02387, -0.006232, 0.003947), Force: long, ContactForce: long, Torque: long.Scale(1e-3),
		Translation: 1.23456e-7, Rotation: 1.23456e-7, Potential: -1.23456e-4,
	}}
	speeds := bridge.Series{Every: 1e3, Columns: []bridge.Column{{Name: "max speed"}, {Name: "mean speed"},
		{Name: "speed"}, {Name: "position z"}}}
	for i := range 100 {
		v := 0.0021 * float64(i)
		speeds.Samples = append(speeds.Samples, bridge.Sample{Moment: bridge.Moment{Step: int64(i), Time: 1e3 * float64(i)},
			Values: []float64{v, v, v, -v}})
	}
	line := &b.e.state.Timeline
	line.Series = []bridge.Series{speeds}
	line.Followed[bridge.OfBody] = bridge.Followed{Body: 7, Series: line.Series}
}

// In windows of all sizes, with text from the smallest to the largest, whatever is open: what lies over the view has a
// place of its own in it, Home puts the scene where nothing lies that came by itself, no text is cut or lies on
// another, and no place changes when only numbers do.
func TestNothingLiesOverTheScene(t *testing.T) {
	states := windowStates
	for _, d := range docks {
		states = append(states[:len(states):len(states)], windowState{"dock " + d.title,
			func(b *bench) { b.g.m.shell.OpenDock(d.title, true) }})
	}
	b := newBench(t)
	fonts := b.g.Fonts
	for _, size := range [][2]float32{{800, 500}, {1024, 640}, {1280, 720}, {1600, 900}, {2560, 1440}} {
		room := min(layout.RoomFor(size[0], size[1]), layout.MostScale)
		for _, scale := range []float32{layout.LeastScale, min(1, room), min(1.5, room), room} {
			for _, state := range states {
				b.renew(t, fonts)
				b.g.m.view = view.Default()
				b.size(size[0], size[1], scale)
				b.frame()
				state.enter(b)
				b.e.publish()
				b.frame()
				b.frame()
				t.Run(fmt.Sprintf("%g×%g/%g/%s", size[0], size[1], scale, state.name), func(t *testing.T) {
					checkText(t, b)
					checkPlaces(t, b)
				})
			}
		}
	}
}

// newPlaced returns the panels of a window of a size with a camera.
func newPlaced(t *testing.T, width, height, scale float32) *bench {
	b := newBench(t)
	b.g.m.view = view.Default()
	b.size(width, height, scale)
	return b
}

// checkPlaces checks what TestNothingLiesOverTheScene says of one window.
func checkPlaces(t *testing.T, b *bench) {
	t.Helper()
	m, at := b.g.m, b.g.m.shell.at
	for f, r := range at.Floats {
		for o := range f {
			if r.Overlaps(at.Floats[o]) {
				t.Errorf("floats %d and %d overlap: %+v, %+v", o, f, at.Floats[o], r)
			}
		}
		if v := at.View; r.Width > 0 && (r.X < v.X || r.Y < v.Y || r.X+r.Width > v.X+v.Width || r.Y+r.Height > v.Y+v.Height) {
			t.Errorf("float %d leaves the view: %+v, %+v", f, r, v)
		}
	}
	to := m.view.Camera
	balls := []view.Ball{{Center: mgl32.Vec3{0, 0, 0}, Radius: 0.02}, {Center: mgl32.Vec3{0.05, 0.03, 0.1}, Radius: 0.03}}
	m.pictures.fit(&to, balls)
	m.view.Camera = to
	for _, q := range balls {
		for k := range 6 {
			p := q.Center
			p[k/2] += q.Radius * float32(1-2*(k%2))
			x, y, ok := m.viewport.inWindow(p)
			if r := m.viewport.room(); !ok || !grown(r, 1).Has(x, y) {
				t.Errorf("Home puts a body at %g, %g, where not all is clear: %+v", x, y, r)
			}
		}
	}
	b.e.state.Stats.Bodies, b.e.state.Step, b.e.state.Stats.RealTimeFactor = 7, 1234567, 123.4
	b.e.publish()
	status := b.g.statusPlace(at.Lane)
	b.frame()
	if m.shell.at != at || b.g.statusPlace(m.shell.at.Lane) != status {
		t.Errorf("places change with numbers: %+v, %+v", m.shell.at, at)
	}
}

// checkText checks that no letter is cut at a side, nor at the top or at the bottom of a pane that does not scroll to
// it, and that none lies on another of the same pane. It may scroll panes.
func checkText(t *testing.T, b *bench) {
	t.Helper()
	ink := max(1, b.g.Scale) // by which a letter may reach beyond its width; letters of the bench are enlarged
	all := glyphs()
	if len(all) < 8 {
		t.Fatalf("%d letters are drawn", len(all))
	}
	cut, heaped, ends := 0, 0, map[layout.Rect]glyph{}
	for i, a := range all {
		if !a.at.Overlaps(a.clip) {
			continue // it has been scrolled away
		}
		if x := a.at.X; x < a.clip.X-ink || x+a.at.Width > a.clip.X+a.clip.Width+ink {
			if cut++; cut < 4 {
				t.Errorf("a letter is cut: %+v", a)
			}
		}
		if y := a.at.Y; y < a.clip.Y-ink || y+a.at.Height > a.clip.Y+a.clip.Height+ink {
			ends[a.clip] = a
		}
		for _, b := range all[:i] {
			if b.list != a.list {
				continue
			}
			w := min(a.at.X+a.at.Width, b.at.X+b.at.Width) - max(a.at.X, b.at.X)
			h := min(a.at.Y+a.at.Height, b.at.Y+b.at.Height) - max(a.at.Y, b.at.Y)
			if w > 0 && h > 0 && w*h > 0.3*min(a.at.Width*a.at.Height, b.at.Width*b.at.Height) {
				if heaped++; heaped < 4 {
					t.Errorf("letters lie on one another: %+v, %+v", a, b)
				}
			}
		}
	}
	for _, a := range ends {
		covered := slices.ContainsFunc(all, func(b glyph) bool { return b.list > a.list && b.clip.Overlaps(a.clip) })
		if !covered && !b.scrollsTo(a) {
			t.Errorf("a letter is cut, and not scrolled to: %+v", a)
		}
	}
}

// scrollsTo reports whether the wheel moves a letter that is cut at the top or at the bottom of its pane into the pane.
// It scrolls back.
func (b *bench) scrollsTo(a glyph) (moves bool) {
	turn := func(by float32) {
		b.events.Push(imguigl.Event{Kind: imguigl.Wheel, Y: by})
		b.frame()
		b.frame()
	}
	up := float32(1)
	if a.at.Y > a.clip.Y {
		up = -1
	}
	b.events.Push(imguigl.Event{Kind: imguigl.Move, X: a.clip.X + a.clip.Width/2, Y: a.clip.Y + a.clip.Height/2})
	b.frame()
	turn(up)
	near := func(a, b float32) bool { return mgl32.Abs(a-b) < 0.1 }
	for _, g := range glyphs() {
		moves = moves || g.list == a.list && near(g.at.X, a.at.X) && near(g.at.Width, a.at.Width) &&
			near(g.at.Height, a.at.Height) && (g.at.Y-a.at.Y)*up > 0.1
	}
	turn(-up)
	b.events.Push(imguigl.Event{Kind: imguigl.Move, X: -9, Y: -9}) // nothing is under it
	b.frame()
	return moves
}

// grown returns a rectangle that is larger at each side.
func grown(r layout.Rect, by float32) layout.Rect {
	return layout.Box(r.X-by, r.Y-by, r.Width+2*by, r.Height+2*by)
}

// What is opened beside the view moves nothing in it; a body that is selected and would be covered moves as far as
// needed to be seen, and what is not covered stays where it was.
func TestThePictureStandsStill(t *testing.T) {
	for _, covered := range []bool{false, true} {
		b := newPlaced(t, 1280, 720, 1)
		b.e.state.Bodies = []bridge.Body{{Number: 7, Kind: bridge.Dynamic}}
		b.e.publish()
		b.frame()
		b.frame()
		m := b.g.m
		m.view.Camera.Pivot, m.view.Camera.Distance = mgl32.Vec3{}, 1
		x := float32(500)
		if covered {
			x = 1200
		}
		bx, _, _ := m.viewport.inWindow(mgl32.Vec3{})
		m.view.Camera.Shift[0] += (x - bx) / (m.viewport.stage.Height / 2)
		before, _, _ := m.viewport.inWindow(mgl32.Vec3{})
		m.view.Selected = view.NewThings(bridge.Thing{Kind: bridge.ThingBody, Body: 7})
		m.tick(b.now)
		for range 20 {
			b.frame()
			m.tick(b.now)
		}
		after, _, _ := m.viewport.inWindow(mgl32.Vec3{})
		free := m.shell.at.Free()
		switch {
		case !m.shell.Inspector:
			t.Fatal("the inspector does not open")
		case !covered && after != before:
			t.Errorf("the picture moves from %g to %g", before, after)
		case covered && (after > free.X+free.Width || after < free.X+free.Width-uncoverMargin-1):
			t.Errorf("what was selected at %g is at %g, before a panel at %g", before, after, free.X+free.Width)
		}
		m.shell.Drawer, m.shell.Dock = true, ""
		b.frame()
		if now, _, _ := m.viewport.inWindow(mgl32.Vec3{}); mgl32.Abs(now-after) > 0.01 {
			t.Errorf("charts and a closed dock move the picture from %g to %g", after, now)
		}
	}
}

// What was framed stays in what is free of the view, whatever is opened and closed again, until a person moves the
// camera: from then on nothing else does.
func TestWhatIsFramedStaysFree(t *testing.T) {
	b := newPlaced(t, 1280, 720, 1)
	m := b.g.m
	balls := []view.Ball{{Radius: 0.02}, {Center: mgl32.Vec3{0.05, 0.03, 0.1}, Radius: 0.03}}
	m.shell.Dock = ""
	settle := func() {
		for range 20 {
			b.frame()
			m.tick(b.now)
		}
	}
	settle()
	m.camera.frame(balls)
	settle()
	first := m.view.Camera
	for _, open := range []func(){
		func() { m.shell.Drawer = true },
		func() { m.shell.Inspect(true) },
		func() { m.shell.Dock = dockScene },
		func() { b.e.state.Comparison.Others = []bridge.Snapshot{b.e.state} },
	} {
		open()
		b.e.publish()
		settle()
		for _, q := range balls {
			x, y, _ := m.viewport.inWindow(q.Center)
			if r := m.viewport.room(); !r.Has(x, y) {
				t.Errorf("a body that was framed lies at %g, %g, beside what is free: %+v", x, y, r)
			}
		}
	}
	b.e.state.Comparison.Others = nil
	m.shell.Drawer, m.shell.Dock = false, ""
	m.shell.Inspect(false)
	b.e.publish()
	settle()
	if m.view.Camera != first {
		t.Errorf("all is closed, and the camera is %+v, not %+v", m.view.Camera, first)
	}
	m.view.Camera.Azimuth++
	moved := m.view.Camera
	m.shell.Drawer = true
	settle()
	if m.view.Camera != moved {
		t.Errorf("charts move a camera that a person has moved: %+v, not %+v", m.view.Camera, moved)
	}
}
