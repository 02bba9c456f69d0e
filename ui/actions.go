package ui

import (
	"math"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
)

// dispatch carries out an action that is not a gesture of the mouse.
func (m *model) dispatch(a keymap.Action) {
	if why := m.unavailable(a); why != "" {
		m.toasts.add(bridge.Refused, format.Sentence(why)+".", m.now)
		return
	}
	if f := actions[a]; f != nil {
		f(m)
	}
}

// unavailable says why an action has nothing to act on, as in dumps of another program; it returns "" if the
// action can be carried out. An overlay that is on can always be switched off.
func (m *model) unavailable(a keymap.Action) string {
	if m.snap == nil {
		return ""
	}
	if a == keymap.Twin || a == keymap.Undo || a == keymap.Redo {
		return m.snap.Missing.Reason(bridge.Missing{Edits: true})
	}
	if a == keymap.CopyTable && !m.charts.shows(m.charts.find(titleTable)) {
		return "the table of bodies is not open: " + keymap.Shortcut(keymap.Table) + " opens it"
	}
	for _, o := range overlayActs {
		if o.act == a && m.view.Overlays&o.bit == 0 {
			return m.snap.Missing.Reason(overlay.Of(o.bit).Needs)
		}
	}
	return ""
}

// actions holds what each action of a key or button does; the actions of overlays come from overlayActs.
var actions = withOverlays([keymap.NumActions]func(*model){
	keymap.Store7:    func(m *model) { m.camera.storeView("7") },
	keymap.Store8:    func(m *model) { m.camera.storeView("8") },
	keymap.Store9:    func(m *model) { m.camera.storeView("9") },
	keymap.Recall7:   func(m *model) { m.camera.recallView("7") },
	keymap.Recall8:   func(m *model) { m.camera.recallView("8") },
	keymap.Recall9:   func(m *model) { m.camera.recallView("9") },
	keymap.Find:      func(m *model) { m.search.open = !m.search.open },
	keymap.CopyTable: func(m *model) { m.table.copyRows() },
	keymap.Frame:     func(m *model) { m.camera.frameSelection() },
	keymap.FrameAll:  func(m *model) { m.camera.frameAll() },
	keymap.FrameCore: func(m *model) {
		if s := m.snap; s != nil {
			m.camera.flight.begin(m.view.Camera, m.camera.framedCamera(s.Bounds.Core[0], s.Bounds.Core[1]), m.now)
		}
	},
	keymap.ViewX:      func(m *model) { m.camera.viewAlong(0, 1) },
	keymap.ViewXBack:  func(m *model) { m.camera.viewAlong(0, -1) },
	keymap.ViewY:      func(m *model) { m.camera.viewAlong(1, -1) },
	keymap.ViewYBack:  func(m *model) { m.camera.viewAlong(1, 1) },
	keymap.ViewZ:      func(m *model) { m.camera.viewAlong(2, 1) },
	keymap.ViewZBack:  func(m *model) { m.camera.viewAlong(2, -1) },
	keymap.Ortho:      func(m *model) { m.camera.toggleOrtho() },
	keymap.Play:       func(m *model) { m.timeline.playOrPause() },
	keymap.Step:       func(m *model) { m.timeline.doSteps(1) },
	keymap.Step10:     func(m *model) { m.timeline.doSteps(10) },
	keymap.Step100:    func(m *model) { m.timeline.doSteps(100) },
	keymap.NextEvent:  func(m *model) { m.set("paused", false, bridge.RunToEvent{}) },
	keymap.LastEvent:  func(m *model) { m.timeline.previousEvent() },
	keymap.Back:       func(m *model) { m.timeline.stepBack(1) },
	keymap.Back10:     func(m *model) { m.timeline.stepBack(10) },
	keymap.Back100:    func(m *model) { m.timeline.stepBack(100) },
	keymap.SceneSpan:  func(m *model) { m.timeline.showScene() },
	keymap.Undo:       func(m *model) { m.timeline.changeHistory(bridge.Undo{}) },
	keymap.Redo:       func(m *model) { m.timeline.changeHistory(bridge.Redo{}) },
	keymap.Reset:      func(m *model) { m.send(bridge.Reset{}) },
	keymap.Twin:       func(m *model) { m.twin.toggleTwin() },
	keymap.TwinNext:   func(m *model) { m.twin.editNext() },
	keymap.Faster:     func(m *model) { m.timeline.setSpeed(faster(m.speed())) },
	keymap.Slower:     func(m *model) { m.timeline.setSpeed(slower(m.speed())) },
	keymap.Marks:      func(m *model) { m.view.Marks = (m.view.Marks + 1) % view.NumMarks },
	keymap.CutX:       func(m *model) { m.drawing.toggleCut(0) },
	keymap.CutY:       func(m *model) { m.drawing.toggleCut(1) },
	keymap.CutZ:       func(m *model) { m.drawing.toggleCut(2) },
	keymap.Style:      func(m *model) { m.view.Style = (m.view.Style + 1) % view.NumStyles },
	keymap.Opacity:    func(m *model) { m.drawing.nextOpacity() },
	keymap.ColorBy:    func(m *model) { m.drawing.setColorBy(m.drawing.nextColor()) },
	keymap.Legend:     func(m *model) { m.view.NoLegend = !m.view.NoLegend },
	keymap.LockRange:  func(m *model) { m.drawing.lockRange() },
	keymap.Reference:  func(m *model) { m.drawing.setReference() },
	keymap.Quality:    func(m *model) { m.view.Quality = (m.view.Quality + 1) % view.NumQualities },
	keymap.Vision:     func(m *model) { m.drawing.nextVision() },
	keymap.Record:     func(m *model) { m.recorder.toggleRecording() },
	keymap.Shot:       func(m *model) { m.pictureWanted = true },
	keymap.Picker:     func(m *model) { m.picker.open = !m.picker.open },
	keymap.Save:       func(m *model) { m.saver.toggle() },
	keymap.Inspector:  func(m *model) { m.inspector.toggle() },
	keymap.Charts:     func(m *model) { m.shell.Drawer = !m.shell.Drawer },
	keymap.Table:      func(m *model) { m.charts.toggleTable() },
	keymap.Explain:    func(m *model) { m.inspector.explain() },
	keymap.Messages:   func(m *model) { m.messages.open = !m.messages.open; m.toasts.unread = 0 },
	keymap.Hide:       func(m *model) { m.shell.hidden = !m.shell.hidden },
	keymap.FullScreen: func(m *model) { m.fullScreen = !m.fullScreen },
	keymap.Bigger:     func(m *model) { m.viewport.scaleUI(m.viewport.uiScale * 1.1) },
	keymap.Smaller:    func(m *model) { m.viewport.scaleUI(m.viewport.uiScale / 1.1) },
	keymap.Normal:     func(m *model) { m.viewport.scaleUI(1) },
	keymap.Help:       func(m *model) { m.help.open = !m.help.open },
	keymap.Palette:    func(m *model) { m.palette.open = !m.palette.open },
	keymap.Cancel:     (*model).cancel,
	keymap.Quit:       func(m *model) { m.quit = true },
})

// withOverlays adds the actions that switch overlays on and off.
func withOverlays(list [keymap.NumActions]func(*model)) [keymap.NumActions]func(*model) {
	for _, o := range overlayActs {
		list[o.act] = func(m *model) { m.view.Overlays ^= o.bit }
	}
	return list
}

// gestures holds what each action of the mouse does.
var gestures = [keymap.NumActions]func(*model, drag){
	keymap.Select:     func(m *model, d drag) { m.selectThing(d.hit.Thing) },
	keymap.SelectMore: func(m *model, d drag) { m.selection.selectMore(d.hit.Thing) },
	keymap.BoxSelect:  func(m *model, d drag) { m.selection.boxSelect(d) },
	keymap.Pivot:      func(m *model, d drag) { m.camera.pivotOn(d.hit) },
	keymap.Follow:     func(m *model, d drag) { m.camera.follow(d.hit.Thing) },
	keymap.Menu:       (*model).thingMenu,

	keymap.DragBody:   func(m *model, d drag) { m.hand.drag(d, false) },
	keymap.TurnBody:   func(m *model, d drag) { m.hand.drag(d, true) },
	keymap.Orbit:      func(m *model, d drag) { m.view.Camera.Orbit(d.dx, d.dy) },
	keymap.Pan:        func(m *model, d drag) { m.view.Camera.Pan(d.dx, d.dy, m.viewport.whole().Height) },
	keymap.Range:      func(m *model, d drag) { m.drawing.dragRange(d) },
	keymap.RangeReset: func(m *model, _ drag) { m.drawing.resetRange() },
	keymap.Dolly: func(m *model, d drag) {
		m.view.Camera.ZoomAbout(m.view.Camera.Pivot, float32(math.Exp(float64(-d.dy)*0.008)))
	},
	keymap.Zoom: func(m *model, d drag) { m.camera.zoom(d) },
}

// move carries out a gesture. A gesture that moves the camera ends the flight of the camera; only zoom goes on
// from the flight.
func (m *model) move(a keymap.Action, d drag) {
	if f := gestures[a]; f != nil {
		if keymap.Of(a).Group == "Camera" && a != keymap.Zoom {
			m.camera.flight.stop(&m.view.Camera)
		}
		f(m, d)
	}
}
