package ui

import (
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
)

// The palette has each row of the tables of what people can do, by its name, and the name is that of one row alone.
func TestPaletteHasEachTable(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	m := b.g.m
	m.camera.storeView("7")
	m.view.Selected = view.NewThings(bridge.Thing{Kind: bridge.ThingBody, Body: 1})
	rows := map[string]bool{}
	for _, c := range m.commands() {
		if rows[c.name] || c.name == "" || c.kind == "" || c.do == nil {
			t.Errorf("%q, of kind %q, is there twice or not whole", c.name, c.kind)
		}
		rows[c.name] = true
	}
	want := func(table, name string) {
		if !rows[name] {
			t.Errorf("the palette lacks %q of the table of %s", name, table)
		}
	}
	for a, f := range actions {
		if a := keymap.Action(a); f != nil && a != keymap.Cancel && a != keymap.Palette {
			want("actions", keymap.Of(a).Text)
		}
	}
	for _, o := range overlay.Choices() {
		for _, act := range overlayActs {
			if act.bit == o.Bit {
				want("overlays", keymap.Of(act.act).Text)
			}
		}
	}
	if len(overlayActs) != len(overlay.Choices()) {
		t.Errorf("%d overlays have actions, of %d", len(overlayActs), len(overlay.Choices()))
	}
	for i := range view.Quantities {
		want("quantities", "Colour by: "+view.Quantities[i].Label)
	}
	for i := range setting.Table {
		switch s := &setting.Table[i]; {
		case !s.Live:
		case s.IsWord():
			want("settings", s.Name+": "+s.Choices()[0].Name)
		case s.IsVector():
			want("settings", s.Name+" along z")
		default:
			want("settings", s.Name)
		}
	}
	for _, d := range docks {
		want("docks", "Dock: "+d.title)
	}
	for _, p := range panels {
		want("panels", "Panel: "+p.title)
	}
	for _, s := range m.config.Scenes {
		if s.Title != "" {
			want("scenes", "Scene: "+s.Title)
		}
	}
	for i := range m.help.manual {
		want("topics", "Manual: "+m.help.manual[i].Title)
	}
	for _, s := range []string{"Friction of pill", "Stored view: 7", "Navigation: as in Blender", "Body 1: Hide",
		"Opacity", "Chart: Energy"} {
		want("others", s)
	}
}

// Ctrl+K opens the palette, typing finds, Enter does what is lit, and what was taken comes first the next time; a
// number behind a name is given to what has the name.
func TestPaletteDoesWhatIsTyped(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	b.io.KeyMap(imgui.KeyEnter, int(glfw.KeyEnter))
	m := b.g.m
	take := func(text string) {
		t.Helper()
		b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyK), Mods: int(glfw.ModControl), Down: true})
		for range 4 {
			b.frame()
		}
		if !m.palette.open {
			t.Fatal("Ctrl+K does not open the palette")
		}
		b.write(text)
		for _, down := range []bool{true, false} {
			b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyEnter), Down: down})
		}
		for range 4 {
			b.frame()
		}
		if m.palette.open {
			t.Fatalf("%q and Enter: the palette stays open", text)
		}
	}
	if take("colour by speed"); m.view.ColorBy != view.ColorBySpeed {
		t.Errorf("coloured by %d", m.view.ColorBy)
	}
	if found := m.foundCommands(""); found[0].name != "Colour by: Speed" || !found[0].now {
		t.Errorf("first is %+v, want what was taken last", found[0])
	}
	if take("opac .25"); m.view.Opacity != 0.25 {
		t.Errorf("opacity %g", m.view.Opacity)
	}
	if take("damping 0.4"); shown(&m.edits, "damping", m.snap.Params.Damping) != 0.4 {
		t.Errorf("damping %g", shown(&m.edits, "damping", m.snap.Params.Damping))
	}
	m.shell.OpenDock("", false)
	if take("damping"); m.shell.Dock != dockScene || !b.io.WantTextInput() {
		t.Errorf("dock %q, typed %v: want the field of damping", m.shell.Dock, b.io.WantTextInput())
	}
	b.write("0.25")
	for _, down := range []bool{true, false} {
		b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyEnter), Down: down})
		b.frame()
	}
	if b.frame(); shown(&m.edits, "damping", m.snap.Params.Damping) != 0.25 {
		t.Errorf("damping %g, typed was 0.25", shown(&m.edits, "damping", m.snap.Params.Damping))
	}
}

// Contract: before anything is typed, the palette begins with the stories of the scene and what a newcomer may want,
// each of which there is; what was taken lately comes before them.
func TestPaletteAtFirst(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	b.e.state.Scene = "bottle"
	b.e.state.Guide.Stories = []bridge.Story{{Title: "See it"}}
	b.e.publish()
	b.frame()
	m := b.g.m
	m.memory.kept.Commands = []string{"Opacity"}
	for i, want := range append([]string{"Opacity", "Story: See it"}, atFirst...) {
		if got := m.foundCommands("")[i].name; got != want {
			t.Errorf("row %d is %q, want %q", i+1, got, want)
		}
	}
}

// Each row of the palette can be taken, whatever is open.
func TestPaletteRowsCanBeTaken(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	m := b.g.m
	for _, c := range m.commands() {
		if strings.HasPrefix(c.name, "Scene: ") || c.name == keymap.Of(keymap.Quit).Text {
			continue
		}
		m.runCommand(b.g.Context, &c)
		b.frame()
		m.questions.list = nil
	}
	if len(m.memory.kept.Commands) > 8 {
		t.Errorf("%d commands are kept", len(m.memory.kept.Commands))
	}
}
