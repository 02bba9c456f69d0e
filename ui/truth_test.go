package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// What the window says is true, whatever state it is in.

// lists returns how many lists of triangles imgui shows: one for each pane that is seen.
func lists() int { return len(imgui.RenderedDrawData().CommandLists()) }

// press pushes a key down and lets it go.
func (b *bench) press(k glfw.Key) {
	b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(k), Down: true})
	b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(k)})
	for !b.events.Empty() {
		b.frame()
	}
	b.frame()
}

// write types a text.
func (b *bench) write(text string) {
	for _, r := range text {
		b.events.Push(imguigl.Event{Kind: imguigl.Char, Rune: r})
		b.frame()
	}
}

// A speed of 0 is "max" where it is asked for and "×0" where it is what happens; a world that
// stopped for good has no speed.
func TestSpeedsSayWhatTheyAre(t *testing.T) {
	for f, want := range map[float64]string{0: "×0", 2e-6: "×2e-6", 0.0004: "×0.0004", 0.5: "×0.50", 13: "×13"} {
		if got := format.Speed(f); got != want {
			t.Errorf("factor %g: got %q, want %q", f, got, want)
		}
	}
	b := newBench(t)
	b.size(1280, 720, 1)
	b.e.state.Speed, b.e.state.Stats.RealTimeFactor = 0, 0
	speed := func() string {
		b.frame()
		b.frame()
		i := slices.IndexFunc(b.g.statusParts(), func(p part) bool { return p.id == "speed" })
		return b.g.statusParts()[i].text
	}
	if got := speed(); got != "×0 (asked max)" {
		t.Errorf("the status line says %q", got)
	}
	b.e.state.Fault = "a number was lost"
	if got := speed(); got != "stopped" {
		t.Errorf("after a fault the status line says %q", got)
	}
}

// Messages about a world go with it, and with a reset; those about files stay.
func TestMessagesGoWithTheirWorld(t *testing.T) {
	e := newEngine(8)
	m := newTestModelOf(e)
	m.toasts.add(bridge.Info, "Saved a.mp4, 7 frames", m.now)
	e.state.Notices = []bridge.Notice{{ID: 1, Level: bridge.Warning, Text: "bodies overlap by 40 %"}}
	e.publish()
	m.poll()
	if len(m.toasts.list) != 2 {
		t.Fatalf("got %d messages, want 2", len(m.toasts.list))
	}
	e.state.Revision++
	e.state.Notices = []bridge.Notice{{ID: 1, Level: bridge.Info, Text: "inlet feed is done"}}
	e.publish()
	m.poll()
	var got []string
	for _, t := range m.toasts.list {
		got = append(got, t.text)
	}
	if want := []string{"Saved a.mp4, 7 frames", "inlet feed is done"}; !slices.Equal(got, want) {
		t.Errorf("got the messages %q, want %q", got, want)
	}
}

// A tip shows after the pointer has rested on a widget, also where nothing else asks for a frame:
// a paused window makes frames only while one is due.
func TestTipsShowWhilePaused(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	b.e.state.Paused = true
	b.events.Push(imguigl.Event{Kind: imguigl.Move, X: 60, Y: 18}) // the name of the scene
	for range settle {
		b.frame()
	}
	if _, ok := b.g.Resting(); !ok {
		t.Fatal("the pointer rests on no widget")
	}
	before, frames := lists(), 0
	b.now = b.now.Add(widget.TipDelay)
	for ; b.g.Due(b.now) && frames < 10; frames++ {
		b.frame()
	}
	if lists() != before+1 || frames > settle {
		t.Errorf("%d panes after %d frames, want %d with the tip", lists(), frames, before+1)
	}
}

// A search finds the scene that is called so before those that only speak of it; Enter opens the
// first, and what the pointer or the arrow keys choose is the one row that is lit.
func TestPickerOpensWhatIsCalledSo(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	b.io.KeyMap(imgui.KeyEnter, int(glfw.KeyEnter))
	b.io.KeyMap(imgui.KeyDownArrow, int(glfw.KeyDown))
	m := b.g.m
	m.config.Scenes = []Scene{
		{Name: "bottle", Title: "Pill bottle", About: "Capsules rain into a bottle."},
		{Name: "shower", Title: "Rain of spheres"}, {Name: "terrain"}, {Name: "rainbow"}, {Name: "rain", Title: "Mixture"},
	}
	var names []string
	for _, s := range match(m.config.Scenes, " Rain") {
		names = append(names, s.Name)
	}
	if want := []string{"rain", "rainbow", "terrain", "shower", "bottle"}; !slices.Equal(names, want) {
		t.Errorf("found %q, want %q", names, want)
	}
	open := func(do func()) string {
		t.Helper()
		m.picker.open = true
		b.frame()
		b.frame()
		do()
		m.out.waiting = nil
		b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyEnter), Down: true})
		b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyEnter)})
		b.e.loaded = ""
		for range 4 {
			b.frame()
		}
		return b.e.loaded
	}
	rows := func(i int) imguigl.Event { // a place on row i
		at := b.g.Middle(m.viewport.area, 660, 94+pickerRow*5)
		return imguigl.Event{Kind: imguigl.Move, X: at.X + 300, Y: at.Y + 16 + 24 + 40 + pickerRow*float32(i) + 30}
	}
	if got := open(func() { b.write("rain") }); got != "rain" {
		t.Errorf("rain and Enter opened %q", got)
	}
	if got := open(func() { b.write("rain"); b.press(glfw.KeyDown) }); got != "rainbow" {
		t.Errorf("rain, Down and Enter opened %q", got)
	}
	if got := open(func() {
		b.events.Push(rows(1))
		b.frame()
		b.events.Push(rows(2))
		b.frame()
		b.frame()
	}); got != "terrain" {
		t.Errorf("with the pointer on the third row Enter opened %q", got)
	}
	if got := open(func() { b.write("rain") }); got != "rain" {
		t.Errorf("with a pointer that rests, rain and Enter opened %q", got)
	}
}

// A recording says that it waits while paused, and ends with the run that it shows: a reset,
// another scene or a fault. What the run still handed over is in the file, the next run is not.
func TestRecordingEndsWithItsRun(t *testing.T) {
	for name, end := range map[string]func(*engine){
		"reset": func(e *engine) { e.state.Revision++ },
		"fault": func(e *engine) { e.state.Fault = "a number was lost" },
	} {
		e, m, f := recordingModel(t)
		e.state.Paused = true
		e.publish()
		m.poll()
		m.do(keymap.Record)
		if text := m.toasts.list[0].text; !strings.Contains(text, "waits while paused") {
			t.Errorf("%s: the message says %q", name, text)
		}
		refresh := func() {
			m.out.flush()
			e.step(9)
			e.publish()
			m.refresh(new(painter), time.Second)
		}
		refresh()
		if m.recorder.state != recording || m.recorder.recordingWaits() == "" {
			t.Errorf("%s: a paused recording does not wait", name)
		}
		e.state.Paused = false
		refresh()
		if m.recorder.recordingWaits() != "" {
			t.Errorf("%s: it still waits: %s", name, m.recorder.recordingWaits())
		}
		for i := 1; i <= 3; i++ { // as many as the channel holds, all before the end
			e.deliver(i)
		}
		end(e)
		e.state.Recording = false
		refresh()
		refresh()
		m.closeVideos()
		if m.recorder.state != idle || !f.closed || len(f.frames) != 3 {
			t.Errorf("%s: state %d, %d frames, closed %v", name, m.recorder.state, len(f.frames), f.closed)
		}
		if !slices.ContainsFunc(m.toasts.list, func(t toast) bool {
			return strings.HasPrefix(t.text,
				"The video ends here")
		}) {
			t.Errorf("%s: nothing says so: %v", name, m.toasts.list)
		}
	}
}

// Marks are as large in a video as in the view, whatever its size.
func TestMarksOfVideos(t *testing.T) {
	_, m, _ := recordingModel(t)
	m.view.Scale, m.recorder.size = 1.5, 2
	m.viewport.area = layout.Rect{Width: 960, Height: 720}
	m.do(keymap.Record)
	if r := &m.recorder; r.height != 1080 || r.scale != 1.5*1080/720 {
		t.Errorf("%d pixels high, scale %g", r.height, r.scale)
	}
	m.closeVideos()
}

// corners returns the corner of the widget with a tip that lies at each height of the dock.
func (b *bench) corners() (list []imgui.Vec2) {
	for y := float32(5); y < b.g.Size.Y; y += 10 {
		for _, x := range []float32{60, 280} {
			b.events.Push(imguigl.Event{Kind: imguigl.Move, X: x, Y: y})
			b.frame()
			corner, _ := b.g.Resting()
			list = append(list, corner)
		}
	}
	return list
}

// An error moves no widget: what was at a place before is there after a refusal of any field, a
// fault, a run that pauses by itself, a message, a question and a video that failed.
func TestErrorsMoveNoWidget(t *testing.T) {
	for _, c := range []struct {
		dock  string
		least int    // widgets in it
		said  string // of the first field that is refused
	}{
		{dockScene, 15, "Gravity along x: must"}, {dockMaterials, 18, "pill, Young's modulus: must"},
		{dockExport, 10, "must"},
	} {
		t.Run(c.dock, func(t *testing.T) { errorsMoveNoWidget(t, c.dock, c.least, c.said) })
	}
}

func errorsMoveNoWidget(t *testing.T, dock string, least int, said string) {
	b := newBench(t)
	b.g.m.shell.OpenDock(dock, true)
	b.size(1280, 1000, 1)
	m := b.g.m
	b.e.state.Materials = b.e.state.Materials[:1]
	b.e.state.Inlets, b.e.state.Outlets = nil, nil
	for range 5 {
		b.frame()
	}
	before, panes := b.corners(), lists()
	different := 0
	for i := 1; i < len(before); i++ {
		if before[i] != before[i-1] {
			different++
		}
	}
	if different < least {
		t.Fatalf("only %d widgets were found, want %d", different, least)
	}
	keys := []string{"gravity", "gravity.x", "damping", "timeStep.safety", "law", "capsuleRule", "seed", "export",
		"view.range"}
	for _, f := range law.Fields {
		keys = append(keys, materialKey("pill", f.Name))
	}
	for name, happen := range map[string]func(){
		"refusals": func() {
			for _, k := range keys {
				m.refuse.Set(k, "must be a number that is possible, got another one, which is not")
			}
		},
		"fault":    func() { b.e.state.Fault = "the velocity of body 3 (pill) is not a finite number" },
		"hold":     func() { b.e.state.Paused, b.e.state.Hold = true, "bodies 1 (a) and 2 (b) overlap by 60 %" },
		"question": func() { m.questions.ask(question{about: "gravity", text: "Really?", yes: "Yes"}) },
		"video": func() {
			m.recorder.path = "/a/path/that/is/longer/than/any/panel/of/this/window/is/wide/tumble-bottle-1.mp4"
		},
		"message": func() { m.toasts.add(bridge.Warning, "Cannot record: the disk is full", b.now) },
	} {
		happen()
		b.frame()
		if name == "refusals" && (lists() != panes || !strings.HasPrefix(b.g.footText, said)) {
			t.Errorf("%s: %d panes, want %d, and the foot says %q", name, lists(), panes, b.g.footText)
		}
		for i, at := range b.corners() {
			if shy := name == "refusals" && at == (imgui.Vec2{}); !shy && at != before[i] { // refused fields have no tip
				t.Errorf("%s: the widget at height %d moved from %v to %v", name, 5+10*(i/2), before[i], at)
				break
			}
		}
		b.press(glfw.KeyEscape)
		m.refuse.Clear()
		m.questions.list, m.toasts.list, m.recorder.path = nil, nil, ""
		b.e.state.Fault, b.e.state.Hold, b.e.state.Paused = "", "", false
		b.frame()
		b.frame()
	}
}
