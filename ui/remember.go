package ui

import (
	"maps"
	"reflect"
	"slices"
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/remember"
)

// keepEvery is how often a window that was changed writes its memory, beside when it closes: a process that
// is killed forgets no more than this.
const keepEvery = 10 * time.Second

// recall makes the window what it was when it was closed last.
func (m *model) recall(c Config) {
	m.memory.kept = c.Memory
	if l := c.Memory.Layout; l.DockWidth > 0 {
		m.shell.Shell, m.inspector.asked = l, l.Inspector
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
		m.viewport.uiScale = layout.Clamp(c.Memory.Scale, layout.LeastScale, layout.MostScale)
	}
	m.camera.navigation = max(slices.IndexFunc(keymap.Navigations,
		func(n keymap.Navigation) bool { return n.Name == c.Memory.Navigation }), 0)
	m.help.greet = c.MemoryFile != "" && !c.Memory.Greeted
	if c.MemoryTrouble != "" {
		m.toasts.add(bridge.Warning, "What the window looked like is lost: "+c.MemoryTrouble, m.now)
	}
}

// remembered is what the window keeps as it is now.
func (w *window) remembered() remember.Memory {
	k := w.m.memory.keepPlace(w.m.memory.kept)
	k.Navigation = keymap.Navigations[w.m.camera.navigation].Name
	k.Greeted = !w.m.help.greet
	k.Layout, k.Scale = w.m.shell.Shell, w.m.viewport.uiScale
	k.Layout.Inspector = w.m.shell.Inspector && w.m.inspector.asked // what is selected is not kept
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
	w.m.memory.kept, w.written = now, now
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
	m.scene.load(path)
	m.help.open, m.picker.open = false, false
}
