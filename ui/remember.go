package ui

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/remember"
)

// keepEvery is how often a window that was changed writes its memory, beside when it closes: a process that
// is killed forgets no more than this.
const keepEvery = 10 * time.Second

// recall makes the window what it was when it was closed last.
func (m *model) recall(c Config) {
	m.memory = c.Memory
	if l := c.Memory.Layout; l.DockWidth > 0 {
		m.shell, m.asked = l, l.Inspector
		m.shell.DockWidth = layout.Clamp(l.DockWidth, layout.LeastColumn, layout.MostColumn)
		m.shell.InspectorWidth = layout.Clamp(l.InspectorWidth, layout.LeastColumn, layout.MostColumn)
		m.shell.DrawerHeight = layout.Clamp(l.DrawerHeight, layout.LeastDrawer, layout.MostDrawer)
		if m.shell.Charts == 0 {
			m.shell.Charts = firstCharts
		}
		if m.shell.Dock != "" && !slices.ContainsFunc(docks, func(d dock) bool { return d.title == m.shell.Dock }) {
			m.shell.Dock = docks[0].title
		}
	}
	if c.Memory.Scale > 0 {
		m.uiScale = layout.Clamp(c.Memory.Scale, layout.LeastScale, layout.MostScale)
	}
	m.navigation = max(slices.IndexFunc(keymap.Navigations,
		func(n keymap.Navigation) bool { return n.Name == c.Memory.Navigation }), 0)
	m.greet = c.MemoryFile != "" && !c.Memory.Greeted
	if c.MemoryTrouble != "" {
		m.toasts.add(bridge.Warning, "What the window looked like is lost: "+c.MemoryTrouble, m.now)
	}
}

// opened notes that a scene was opened.
func (m *model) opened(scene string) {
	m.memory.Opened(scene, slices.ContainsFunc(m.config.Scenes, func(s Scene) bool { return s.Name == scene }))
}

// recallPlace takes views and groups that are kept of a scene, in place of those of the scene before.
func (m *model) recallPlace(scene string) {
	first := m.place == "" && len(m.views) == 0
	m.place = ""
	if m.memory.Was(scene) {
		m.place = m.memory.Scene
	}
	kept := m.memory.PlaceOf(m.place)
	m.views = slices.Clone(kept.Views)
	m.breaks.lines = slices.Clone(kept.Breakpoints)
	m.addOwnBreaks()
	if m.snap != nil && len(m.breaks.lines)+len(m.snap.Breakpoints) > 0 {
		m.giveBreaks()
	}
	m.groups.Clear()
	if first && len(m.config.Groups) > 0 {
		kept.Groups = m.config.Groups
	}
	for _, g := range kept.Groups {
		look := max(slices.Index(grouping.LookNames[:], g.Look), 0)
		if err := m.groups.Give(g.Rule, grouping.Look(look)); err != nil {
			m.toasts.add(bridge.Warning, fmt.Sprintf("The group %q is lost: %v", g.Rule, err), m.now)
		}
	}
}

// keepPlace returns the memory with the views and groups of the present scene.
func (m *model) keepPlace(k remember.Memory) remember.Memory {
	if m.place == "" {
		return k
	}
	p := remember.Place{Scene: m.place, Views: slices.Clone(m.views), Breakpoints: slices.Clone(m.breaks.lines)}
	for _, g := range m.groups.Groups {
		p.Groups = append(p.Groups, remember.Group{Rule: g.Rule, Look: grouping.LookNames[g.Look]})
	}
	k.KeepPlace(p)
	return k
}

// remembered is what the window keeps as it is now.
func (w *window) remembered() remember.Memory {
	k := w.m.keepPlace(w.m.memory)
	k.Navigation = keymap.Navigations[w.m.navigation].Name
	k.Greeted = !w.m.greet
	k.Layout, k.Scale = w.m.shell, w.m.uiScale
	k.Layout.Inspector = w.m.shell.Inspector && w.m.asked // what is selected is not kept
	k.Sections = maps.Clone(w.gui.Open)
	if !w.full {
		k.Width, k.Height = w.unscaledSize()
	}
	if w.m.snap != nil {
		k.Keep(&w.m.view)
	}
	return k
}

// unscaledSize returns the size with which a window as large as this one is made: the system
// enlarges it by the density of the screen.
func (w *window) unscaledSize() (width, height int) {
	width, height = w.extent.Width, w.extent.Height
	x, y := w.win.GetContentScale()
	if w.extent.PixelWidth == width && x > 0 && y > 0 {
		return int(float32(width)/x + 0.5), int(float32(height)/y + 0.5)
	}
	return width, height
}

// keep writes what the window keeps, if that is another than before.
func (w *window) keep() {
	w.kept = w.m.now
	if w.config.MemoryFile == "" || w.m.snap == nil {
		return
	}
	now := w.remembered()
	if reflect.DeepEqual(now, w.written) {
		return
	}
	w.m.memory, w.written = now, now
	if err := now.Write(w.config.MemoryFile); err != nil {
		w.m.toasts.add(bridge.Warning, "What the window looks like cannot be kept: "+err.Error(), w.m.now)
	}
}

// drop opens a file that was dropped on the window: a scene, a script, a mesh or a saved state.
func (m *model) drop(paths []string) {
	if len(paths) == 0 {
		return
	}
	path := paths[0]
	if !sceneFile(path) {
		m.toasts.add(bridge.Warning, "Cannot open "+path+": drop a scene (.yaml), a Woo script (.py), a mesh (.stl, .obj, "+
			".ply) or a saved state (.tumble)", m.now)
		return
	}
	if len(paths) > 1 {
		m.toasts.add(bridge.Info, "Only the first of the files was opened", m.now)
	}
	m.loadScene(path)
	m.help, m.picker = false, false
}
