package ui

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
)

// recall restores the state of the window when it was last closed.
func (m *model) recall(c Config) {
	m.memory.kept = c.Memory
	m.table.recall(c.Memory.Table)
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
