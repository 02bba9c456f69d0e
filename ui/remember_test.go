package ui

import (
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/remember"
)

// A window is what it was when it was closed last; what no window can be is put right; trouble is told once.
func TestWindowIsWhatItWas(t *testing.T) {
	arranged := layout.Shell{Dock: dockView, Drawer: true, DockWidth: 9999, InspectorWidth: 1, DrawerHeight: 100}
	m := newModel(Config{Memory: remember.Memory{Layout: arranged, Scale: 1.5, Sections: map[string]bool{"Record": false},
		Recent: []string{"/x/jar.yaml"}}, MemoryFile: "f", MemoryTrouble: "f is damaged"})
	want := layout.Shell{Dock: dockView, Drawer: true, DockWidth: layout.MostColumn, InspectorWidth: layout.LeastColumn,
		DrawerHeight: 100,
		Charts:       firstCharts}
	if m.shell.Shell != want || m.viewport.uiScale != 1.5 || !m.help.greet || len(m.toasts.list) != 1 {
		t.Errorf("%+v, scale %g, greets %v, %d messages", m.shell, m.viewport.uiScale, m.help.greet, len(m.toasts.list))
	}
	if g := newGUI(m); g.Open["Record"] || !g.Open["Export"] {
		t.Errorf("sections %v", g.Open)
	}
	if found := match(m.picker.scenes(), "jar"); len(found) != 1 || found[0].Name != "/x/jar.yaml" {
		t.Errorf("the picker finds %v", found)
	}
	m = newModel(Config{Memory: remember.Memory{Layout: layout.Shell{Dock: "Gone", DockWidth: 300}, Greeted: true}})
	if m.shell.Dock != docks[0].title || m.help.greet {
		t.Errorf("dock %q, greets %v", m.shell.Dock, m.help.greet)
	}
}

// The card of the first start goes at a click, or at Escape, which then does nothing else.
func TestGreetingGoesForGood(t *testing.T) {
	for name, do := range map[string]func(*model){
		"Escape": func(m *model) { m.do(keymap.Cancel) },
		"click": func(m *model) {
			m.input(&pointer{button: -1}, []imguigl.Event{{Kind: imguigl.Button, Down: true}}, capture{mouse: true})
		},
	} {
		m := newTestModel()
		m.help.greet, m.fullScreen = true, true
		if do(m); m.help.greet || !m.fullScreen {
			t.Errorf("%s: greets %v, full screen %v", name, m.help.greet, m.fullScreen)
		}
	}
}

// What is dropped is opened by its ending, as the command line does; anything else is told what may be.
func TestDrop(t *testing.T) {
	m := newTestModelOf(newEngine(8))
	m.drop([]string{"/x/notes.txt"})
	if len(m.out.waiting) != 0 || !strings.Contains(m.toasts.list[0].text, "/x/notes.txt") {
		t.Errorf("sent %v, said %v", m.out.waiting, m.toasts.list)
	}
	for i, path := range []string{"/x/a.yaml", "/x/b.py", "/x/C.STL", "/x/d.tumble"} {
		m.drop([]string{path, "/x/other.stl"})
		if load, ok := m.out.waiting[i].(bridge.LoadScene); !ok || load.Name != path {
			t.Errorf("%s sent %v", path, m.out.waiting[i])
		}
	}
}

// Views and groups belong to their scene: they are kept when another is opened and come back with it, in this run of
// the program and in the next; so does what drags of the mouse do.
func TestViewsAndGroupsAreKeptPerScene(t *testing.T) {
	e := newEngine(8)
	c := Config{Feed: e.feed, Commands: e.commands, Scenes: []Scene{{Name: "bottle"}, {Name: "rain"}}}
	m := newTestModelOf(e)
	m.config = c
	m.memory.kept, m.memory.place = remember.Memory{}, ""
	open := func(m *model, scene string) {
		next := *m.snap
		next.Scene, next.Revision, next.Seq = scene, next.Revision+1, next.Seq+1
		m.showSnapshot(&next)
	}
	open(m, "rain")
	m.camera.storeView("near")
	m.groups.list.Give("speed > 1", grouping.Lines)
	open(m, "bottle")
	if len(m.camera.views)+len(m.groups.list.Groups) != 0 {
		t.Errorf("another scene has views %v and %d groups", m.camera.views, len(m.groups.list.Groups))
	}
	m.camera.storeView("far")
	c.Memory = m.memory.keepPlace(m.memory.kept)
	c.Memory.Navigation = keymap.Navigations[2].Name
	later := newModel(c)
	later.snap = m.snap
	open(later, "rain")
	if len(later.camera.views) != 1 || later.camera.views[0].Name != "near" ||
		later.groups.list.StyleOf("speed > 1") != grouping.Lines {
		t.Errorf("views %v, %d groups", later.camera.views, len(later.groups.list.Groups))
	}
	if open(later, "bottle"); later.camera.views[0].Name != "far" || later.camera.navigation != 2 {
		t.Errorf("views %v, navigation %d", later.camera.views, later.camera.navigation)
	}
}
