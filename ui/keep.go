package ui

import (
	"maps"
	"reflect"
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/remember"
)

// keepEvery is how often a changed window writes its memory, in addition to when it closes: a process that is
// killed loses no more changes than this.
const keepEvery = 10 * time.Second

// remembered returns the present state of the window that is to be kept.
func (w *window) remembered() remember.Memory {
	k := w.m.memory.keepPlace(w.m.memory.kept)
	k.Navigation = keymap.Navigations[w.m.camera.navigation].Name
	k.Greeted = !w.m.help.greet
	k.Layout, k.Scale = w.m.shell.Shell, w.m.viewport.uiScale
	k.Layout.Inspector = w.m.shell.Inspector && w.m.inspector.asked // the selection is not kept
	k.Table = w.m.table.Table
	k.Sections = maps.Clone(w.gui.Open)
	if !w.desktop.full {
		k.Width, k.Height = w.unscaledSize()
	}
	if w.m.snap != nil {
		k.Keep(&w.m.view)
	}
	return k
}

// unscaledSize returns the size to ask for in order to make a window as large as this one: some systems enlarge
// that size by the pixel density of the screen.
func (w *window) unscaledSize() (width, height int) {
	width, height = w.extent.Width, w.extent.Height
	x, y := w.win.GetContentScale()
	if w.extent.PixelWidth == width && x > 0 && y > 0 {
		return int(float32(width)/x + 0.5), int(float32(height)/y + 0.5)
	}
	return width, height
}

// keep writes the memory of the window, if it has changed.
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
