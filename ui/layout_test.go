package ui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/manual"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// bench is everything of a window but the window: panels over a model that an engine
// answers. A failed assertion of imgui is a panic.
type bench struct {
	g      *gui
	e      *engine
	io     imgui.IO
	events imguigl.Queue
	point  pointer
	now    time.Time
}

func newBench(t *testing.T) *bench {
	t.Helper()
	context := imgui.CreateContext(nil)
	t.Cleanup(context.Destroy)
	b := &bench{io: imgui.CurrentIO(), now: time.Unix(1e9, 0), point: pointer{button: -1}}
	b.io.SetIniFilename("")
	var fonts widget.Fonts
	fonts.Load(b.io.Fonts(), 1)
	b.io.Fonts().TextureDataAlpha8() // makes the atlas
	b.renew(t, fonts)
	widget.ApplyStyle(1)
	b.g.m.poll()
	return b
}

// renew begins anew with another engine and model, in the same context of imgui.
func (b *bench) renew(t *testing.T, fonts widget.Fonts) {
	e := newEngine(1 << 12)
	full(&e.state)
	e.publish()
	m := newModel(Config{
		Feed: e.feed, Commands: e.commands,
		OutputDir: t.TempDir(),
		Scenes:    []Scene{{Name: "bottle", Title: "Pill bottle", About: "Capsules pour into a bottle."}, {Name: "rain"}},
		NewRecording: func(string, int, int, float64, [][2]string) (Recording, string, error) {
			return new(film), "", nil
		},
	})
	b.g, b.e = newGUI(m), e
	b.g.Fonts = fonts
	for title := range b.g.Open {
		b.g.Open[title] = true
	}
}

// full gives a snapshot all that panels can show, with numbers that nobody expects.
func full(s *bridge.Snapshot) {
	s.Title, s.End = "A scene whose title is far longer than any panel is wide", 1e9
	s.Time, s.Stats.RealTimeFactor, s.Stats.Bodies = 123456.789, 1e-5, math.MaxInt32
	s.Stats.MaxOverlapRatio, s.Readings.Energy.Kinetic, s.Readings.Hash = math.NaN(), math.Inf(1), math.MaxUint64
	s.Inlets = []bridge.Inlet{{Name: "in", Makes: "sphere 10.5 %, sphere 26.3 %, sphere 63.2 %", Bodies: 7,
		Mass: math.NaN(), Rate: 0.0123}}
	s.Outlets = []bridge.Outlet{{Name: "out", Rate: math.Inf(-1)}}
	s.Materials = []bridge.Material{{Name: "pill", Law: law.Default, Radius: 0.003}, {Name: "", Law: law.Material{}}}
	s.Params.Law = law.Kinds[0].Name
}

// size makes the window so large, and its text so large.
func (b *bench) size(width, height, scale float32) {
	b.io.SetDisplaySize(imgui.Vec2{X: width, Y: height})
	b.io.SetFontGlobalScale(scale)
	b.g.Scale = scale
	b.g.widths = map[string]float32{}
	widget.ApplyStyle(scale)
	b.g.Size = imgui.Vec2{X: width, Y: height}
	m := b.g.m // what lies over the view has its place in the next frame
	m.shell.at = m.shell.Arrange(width, height, scale, m.shell.hidden)
}

// frame makes one frame of the window as panels does.
func (b *bench) frame() {
	b.now = b.now.Add(50 * time.Millisecond)
	m := b.g.m
	m.now = b.now
	m.toasts.tick(b.now)
	m.poll()
	b.io.SetDeltaTime(0.05)
	events := b.events.Next(nil)
	for _, e := range events {
		imguigl.Feed(b.io, e)
	}
	b.g.SetLight(b.g.m.view.Theme != view.Dark)
	imgui.NewFrame()
	b.g.layout(b.g.Size.X, b.g.Size.Y)
	m.input(&b.point, events, capture{mouse: b.io.WantCaptureMouse(), text: b.io.WantTextInput()})
	b.g.build()
	imgui.Render()
	m.out.flush()
	b.e.step(1 << 12)
	b.e.publish()
}

// Every widget can be drawn in a window of any size with text of any size, whatever is
// shown: imgui takes no button without a size. Windows may be smaller than they are asked
// to be: not every window manager obeys.
func TestPanelsHaveLegalSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short: it draws a thousand windows in one goroutine")
	}
	b := newBench(t)
	m := b.g.m
	const size0 = 30
	states := []struct {
		name  string
		enter func()
	}{
		{"plain", func() {}},
		{"materials", func() { m.shell.OpenDock(dockMaterials, true) }},
		{"view", func() { m.shell.OpenDock(dockView, true) }},
		{"export", func() { m.shell.OpenDock(dockExport, true) }},
		{"statistics", func() { m.shell.OpenDock(dockStats, true) }},
		{"inspector", func() { m.shell.Inspect(true) }},
		{"drawer", func() { m.shell.Drawer = true }},
		{"bodies", func() {
			m.shell.Drawer, m.table.text = true, "sped > 1"
			m.shell.Charts = 7 << m.charts.find(titleTable)
		}},
		{"paused", func() { b.e.state.Paused = true }},
		{"hidden", func() { m.shell.hidden = true }},
		{"help", func() { m.help.open = true }},
		{"manual", func() { m.help.open, m.help.topic = true, 1 }},
		{"table", func() {
			m.help.open, m.help.topic = true, slices.IndexFunc(b.g.m.help.manual,
				func(t manual.Topic) bool { return t.Name == "formats" })+1
		}},
		{"picker", func() { m.picker.open = true }},
		{"fault", func() { b.e.state.Fault = "a body is at NaN: 1e300 m/s is more than a number can hold" }},
		{"toasts", func() { m.toasts.add(bridge.Warning, "a text that is longer than a narrow window is wide", b.now) }},
		{"typing", func() { b.g.BeginTyping("damping", "0.1") }},
		{"recording", func() { m.recorder.state, m.recorder.closing = draining, 1 }},
		{"colours", func() { m.view.ColorBy, m.view.ColorRange = view.ColorBySpeed, [2]float32{0, 1} }},
		{"bell", func() { m.messages.open = true; m.toasts.addFile("a picture", "/a/folder/picture.png", b.now) }},
		{"light", func() { m.view.Theme = view.Light }},
		{"greeting", func() { m.help.greet = true }},
		{"menu", func() {
			m.menus.Open(size0, size0, "a title", widget.MenuItem{Text: "text", Hint: "hint", Do: func() {}})
		}},
		{"refused", func() { m.refuse.Set("damping", "must be less than 1") }},
	}
	sizes := [][2]float32{{0, 0}, {1, 1}, {40, 3000}, {3000, 40}, {320, 240}, {640, 400}, {800, 600}, {1280, 720},
		{3840, 2160}}
	for i, size := range sizes {
		first := layout.LeastScale * [...]float32{1, 1.1}[i%2] // sizes that are alike have scales between each other's
		for scale := first; scale < 2*layout.MostScale; scale *= 1.21 {
			for _, state := range states {
				func() {
					defer func() {
						if r := recover(); r != nil {
							t.Fatalf("%g × %g at a scale of %.2f, %s: %v", size[0], size[1], scale, state.name, r)
						}
					}()
					b.e.state.Paused, b.e.state.Fault = false, ""
					m.shell.hidden, m.help.open, m.picker.open, m.messages.open, m.help.greet, m.shell.Shell = false, false, false,
						false, false,
						layout.First(docks[0].title, firstCharts)
					m.help.topic = 0
					m.view.Theme = view.Dark
					m.view.ColorBy, m.recorder.state, m.recorder.closing = view.ColorByShape, idle, 0
					m.toasts.list = nil
					m.refuse.Clear()
					state.enter()
					b.size(size[0], size[1], scale)
					b.events.Push(imguigl.Event{Kind: imguigl.Move, X: size[0] - 30, Y: scale * 100})
					b.frame()
					b.frame()
				}()
			}
		}
	}
}

// The parts of a window of any size and scale lie within it and do not overlap each other, and the view keeps
// its share, whatever is open; only where a column has no room to take lies it over the view.
func TestTheViewKeepsItsShare(t *testing.T) {
	for _, size := range [][2]float32{{1, 1}, {320, 240}, {640, 400}, {800, 600}, {1099, 700}, {1280, 720}, {1600, 900},
		{1920, 1080}, {3840, 2160}, {900, 1600}} {
		for _, scale := range []float32{0.5, 1, 1.3, 2, 3} {
			for open := range 16 {
				s := layout.First(docks[0].title, firstCharts)
				s.Inspector, s.Drawer, s.Front = open&1 != 0, open&2 != 0, open&4 != 0
				s.DockWidth, s.InspectorWidth, s.DrawerHeight = 420, 380, 200
				if open&8 != 0 {
					s.Dock = ""
				}
				w, h := size[0], size[1]
				p := s.Arrange(w, h, scale, false)
				where := fmt.Sprintf("%g × %g at %g, %+v: %+v", w, h, scale, s, p)
				parts := []layout.Rect{p.Top, p.Rail, p.Lane, p.View, p.Drawer}
				if !p.Over {
					parts = append(parts, p.Dock, p.Inspector)
				} else if p.Dock.Width > 0 && p.Inspector.Width > 0 {
					t.Fatalf("two columns over the view: %s", where)
				}
				area := float32(0)
				for i, a := range parts {
					if a.X < 0 || a.Y < 0 || a.Width < 0 || a.Height < 0 || a.X+a.Width > w || a.Y+a.Height > h {
						t.Fatalf("part %d is not in the window: %s", i, where)
					}
					area += a.Width * a.Height
					for j, b := range parts[:i] {
						if min(a.X+a.Width, b.X+b.Width) > max(a.X, b.X) && min(a.Y+a.Height, b.Y+b.Height) > max(a.Y, b.Y) {
							t.Fatalf("parts %d and %d overlap: %s", i, j, where)
						}
					}
				}
				if area < w*h*0.9999 {
					t.Fatalf("something is left over: %s", where)
				}
				// in a window with room for the bars
				if w >= 640*scale && h >= 480*scale && p.View.Width < 0.999*layout.ViewShare*w {
					t.Errorf("the view has %.3f of it: %s", p.View.Width/w, where)
				}
				if w < layout.OneColumn*scale && p.Dock.Width > 0 && p.Inspector.Width > 0 {
					t.Errorf("two columns: %s", where)
				}
			}
		}
	}
}

// In a window of 1600 × 900 all parts are as large as they are meant to be.
func TestPartsHaveTheirSizes(t *testing.T) {
	s := layout.First(docks[0].title, firstCharts)
	s.Inspector, s.Drawer = true, true
	p := s.Arrange(1600, 900, 1, false)
	if p.Top.Height != 36 || p.Rail.Width != 44 || p.Lane.Height != 44 || p.Dock.Width != 300 ||
		p.Inspector.Width != 340 || p.Drawer.Height != 230 || p.Shared || p.Over {
		t.Errorf("%+v", p)
	}
}

// Text does not grow beyond what the window has room for: then all rows of the panels keep a
// width in which they can be read.
func TestTextFitsTheWindow(t *testing.T) {
	m := newTestModel()
	for _, c := range []struct{ width, height, least, most float32 }{
		{1280, 720, 1.9, 2.1}, {800, 600, 1.2, 1.3}, {640, 400, 1, 1}, {300, 200, layout.LeastScale,
			layout.LeastScale}, {3840, 2160, 3,
			7},
	} {
		room := layout.RoomFor(c.width, c.height)
		if !(room >= c.least && room <= c.most) {
			t.Errorf("%g × %g: room for a scale of %g, want %g to %g", c.width, c.height, room, c.least, c.most)
		}
		m.viewport.uiScale, m.viewport.uiRoom, m.toasts.list = 1, room, nil
		for range 20 {
			m.do(keymap.Bigger)
		}
		if full := m.viewport.uiScale >= layout.MostScale; m.viewport.uiScale > 1.1*max(room, 1) || !full &&
			len(m.toasts.list) == 0 {
			t.Errorf("%g × %g: text grew to %g without a word", c.width, c.height, m.viewport.uiScale)
		}
	}
}

// Whatever a person does, and however fast, the panels stand it: random clicks, drags, keys and
// text in a window that changes its size, over a simulation that answers. A seed that fails
// fails again.
func TestPanelsStandAnything(t *testing.T) {
	steps := 3000
	if testing.Short() {
		steps = 600
	}
	for seed := uint64(1); seed <= 4; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			b, r := newBench(t), rand.New(rand.NewPCG(seed, 16))
			b.size(1280, 720, 1)
			for i := range steps {
				func() {
					defer func() {
						if p := recover(); p != nil {
							t.Fatalf("step %d: %v", i, p)
						}
					}()
					b.disturb(r)
					b.frame()
				}()
			}
		})
	}
}

// disturb does one thing that a person or a window manager may do.
func (b *bench) disturb(r *rand.Rand) {
	m, push := b.g.m, b.events.Push
	key := func(k glfw.Key, mods glfw.ModifierKey) {
		push(imguigl.Event{Kind: imguigl.Key, Code: int(k), Mods: int(mods), Down: true})
		push(imguigl.Event{Kind: imguigl.Key, Code: int(k), Mods: int(mods)})
	}
	switch n := r.IntN(100); {
	case n < 45: // mostly the panels
		x := 360 * r.Float32()
		if r.IntN(3) == 0 {
			x = b.g.Size.X * r.Float32()
		}
		push(imguigl.Event{Kind: imguigl.Move, X: x, Y: b.g.Size.Y * r.Float32()})
	case n < 70:
		push(imguigl.Event{Kind: imguigl.Button, Code: r.IntN(8) / 6, Down: r.IntN(2) == 0})
	case n < 75:
		push(imguigl.Event{Kind: imguigl.Wheel, Y: float32(r.IntN(7) - 3)})
	case n < 85:
		binding := &keymap.Bindings[r.IntN(len(keymap.Bindings))]
		if c := binding.Chords[r.IntN(len(binding.Chords))]; c.Gesture == keymap.NoGesture && c.Rune == 0 {
			key(c.Key, c.Mods)
		}
	case n < 92:
		texts := []rune("0123456789.e-+ mk³∞λ\x00\uFFFF\U0001F600")
		push(imguigl.Event{Kind: imguigl.Char, Rune: texts[r.IntN(len(texts))]})
	case n < 95:
		key([]glfw.Key{glfw.KeyEnter, glfw.KeyEscape, glfw.KeyTab, glfw.KeyDown, glfw.KeyUp}[r.IntN(5)], 0)
	case n < 98:
		width, height := float32(r.IntN(2000)), float32(r.IntN(1200))
		b.size(width, height, layout.LeastScale+r.Float32()*layout.MostScale)
	default:
		full(&b.e.state)
		b.e.state.Fault = []string{"", "", "a fault"}[r.IntN(3)]
		b.e.state.Materials = b.e.state.Materials[:r.IntN(3)]
		b.e.state.Revision++
	}
	m.quit, m.pictureWanted = false, false
}
