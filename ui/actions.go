package ui

import (
	"math"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// do carries out an action that is not a gesture of the mouse.
func (m *model) do(a act) {
	if why := m.whyNot(a); why != "" {
		m.toasts.add(bridge.Refused, sentence(why)+".", m.now)
		return
	}
	if f := actions[a]; f != nil {
		f(m)
	}
}

// whyNot says why an action has nothing to act on in dumps of another program; empty if it has. What is on can be
// switched off.
func (m *model) whyNot(a act) string {
	if m.snap == nil {
		return ""
	}
	if a == actTwin || a == actUndo || a == actRedo {
		return m.snap.Lacks.Reason(bridge.Lacks{Edits: true})
	}
	for _, o := range overlayActs {
		if o.act == a && m.view.Overlays&o.bit == 0 {
			return m.snap.Lacks.Reason(o.bit.Needs())
		}
	}
	return ""
}

// actions says what each action of a key or button does.
var actions = [numActs]func(*model){
	actStore7:   func(m *model) { m.storeView("7") },
	actStore8:   func(m *model) { m.storeView("8") },
	actStore9:   func(m *model) { m.storeView("9") },
	actRecall7:  func(m *model) { m.recallView("7") },
	actRecall8:  func(m *model) { m.recallView("8") },
	actRecall9:  func(m *model) { m.recallView("9") },
	actFind:     func(m *model) { m.search.open = !m.search.open },
	actFrame:    (*model).frameSelection,
	actFrameAll: (*model).frameAll,
	actFrameCore: func(m *model) {
		if s := m.snap; s != nil {
			m.flight.begin(m.view.Camera, m.framedCamera(s.Bounds.Core[0], s.Bounds.Core[1]), m.now)
		}
	},
	actViewX:      func(m *model) { m.look(0, 1) },
	actViewXBack:  func(m *model) { m.look(0, -1) },
	actViewY:      func(m *model) { m.look(1, -1) },
	actViewYBack:  func(m *model) { m.look(1, 1) },
	actViewZ:      func(m *model) { m.look(2, 1) },
	actViewZBack:  func(m *model) { m.look(2, -1) },
	actOrtho:      (*model).toggleOrtho,
	actPlay:       (*model).playOrPause,
	actStep:       func(m *model) { m.doSteps(1) },
	actStep10:     func(m *model) { m.doSteps(10) },
	actStep100:    func(m *model) { m.doSteps(100) },
	actNextEvent:  func(m *model) { m.set("paused", false, bridge.RunToEvent{}) },
	actLastEvent:  (*model).previousEvent,
	actBack:       func(m *model) { m.stepBack(1) },
	actBack10:     func(m *model) { m.stepBack(10) },
	actBack100:    func(m *model) { m.stepBack(100) },
	actUndo:       func(m *model) { m.takeBack(bridge.Undo{}) },
	actRedo:       func(m *model) { m.takeBack(bridge.Redo{}) },
	actReset:      func(m *model) { m.send(bridge.Reset{}) },
	actTwin:       (*model).toggleTwin,
	actTwinNext:   (*model).editNext,
	actFaster:     func(m *model) { m.setSpeed(faster(m.speed())) },
	actSlower:     func(m *model) { m.setSpeed(slower(m.speed())) },
	actContacts:   func(m *model) { m.view.Overlays ^= view.OverlayContacts },
	actForces:     func(m *model) { m.view.Overlays ^= view.OverlayForces },
	actNetwork:    func(m *model) { m.view.Overlays ^= view.OverlayNetwork },
	actVelocity:   func(m *model) { m.view.Overlays ^= view.OverlayVelocity },
	actInlets:     func(m *model) { m.view.Overlays ^= view.OverlayInlets },
	actTrails:     func(m *model) { m.view.Overlays ^= view.OverlayTrails },
	actLabels:     func(m *model) { m.view.Overlays ^= view.OverlayLabels },
	actBoxes:      func(m *model) { m.view.Overlays ^= view.OverlayBoxes },
	actMotions:    func(m *model) { m.view.Overlays ^= view.OverlayMotions },
	actScale:      func(m *model) { m.view.Overlays ^= view.OverlayScale },
	actGrid:       func(m *model) { m.view.Overlays ^= view.OverlayGrid },
	actAxes:       func(m *model) { m.view.Overlays ^= view.OverlayAxes },
	actMarks:      func(m *model) { m.view.Marks = (m.view.Marks + 1) % view.NumMarks },
	actCutX:       func(m *model) { m.toggleCut(0) },
	actCutY:       func(m *model) { m.toggleCut(1) },
	actCutZ:       func(m *model) { m.toggleCut(2) },
	actStyle:      func(m *model) { m.view.Style = (m.view.Style + 1) % view.NumStyles },
	actOpacity:    (*model).nextOpacity,
	actColorBy:    func(m *model) { m.setColorBy(m.nextColor()) },
	actLegend:     func(m *model) { m.view.NoLegend = !m.view.NoLegend },
	actLockRange:  (*model).lockRange,
	actReference:  (*model).setReference,
	actQuality:    func(m *model) { m.view.Quality = (m.view.Quality + 1) % view.NumQualities },
	actRecord:     (*model).toggleRecording,
	actShot:       func(m *model) { m.shot = true },
	actPicker:     func(m *model) { m.picker = !m.picker; m.help = false },
	actSave:       (*model).toggleSaving,
	actInspector:  (*model).toggleInspector,
	actCharts:     func(m *model) { m.shell.Drawer = !m.shell.Drawer },
	actExplain:    (*model).explain,
	actMessages:   func(m *model) { m.bell = !m.bell; m.toasts.unread = 0 },
	actHide:       func(m *model) { m.hidden = !m.hidden },
	actFullScreen: func(m *model) { m.fullScreen = !m.fullScreen },
	actBigger:     func(m *model) { m.scaleUI(m.uiScale * 1.1) },
	actSmaller:    func(m *model) { m.scaleUI(m.uiScale / 1.1) },
	actNormal:     func(m *model) { m.scaleUI(1) },
	actHelp:       func(m *model) { m.help = !m.help; m.picker = false },
	actCancel:     (*model).cancel,
	actQuit:       func(m *model) { m.quit = true },
}

// frameSelection flies to what is selected, or to everything if nothing is.
func (m *model) frameSelection() {
	if m.view.Selected.Len() == 0 {
		m.frameAll()
	} else if m.snap != nil {
		m.frame(m.selectionExtent(m.snap, 1))
	}
}

// frameAll flies to all bodies and meshes.
func (m *model) frameAll() {
	if m.snap != nil {
		m.frame(m.everything(m.snap))
	}
}

// frame flies to where all of some balls is in the picture and fills it.
func (m *model) frame(list []view.Ball) {
	to := m.view.Camera
	m.photo.fit(&to, list, m.tile())
	m.following.on = false
	m.flight.begin(m.view.Camera, to, m.now)
}

// look flies to a view along an axis, with the eye on a side of the pivot.
func (m *model) look(axis int, side float32) {
	to := m.view.Camera
	to.Look(axis, side)
	m.flight.begin(m.view.Camera, to, m.now)
}

func (m *model) playOrPause() {
	if m.snap == nil {
		return
	}
	if m.paused() {
		m.set("paused", false, bridge.Resume{})
	} else {
		m.set("paused", true, bridge.Pause{})
	}
}

// doSteps does n steps and leaves the clock standing.
func (m *model) doSteps(n int) {
	if m.snap != nil {
		m.set("paused", true, bridge.StepOnce{N: n})
	}
}

// stepBack shows the moment n steps before.
func (m *model) stepBack(n int) {
	if m.snap != nil {
		m.set("paused", true, bridge.StepBack{N: n})
	}
}

// previousEvent shows the moment of the last event before the one that is shown, or of the run's beginning.
func (m *model) previousEvent() {
	if m.snap == nil {
		return
	}
	step, found := int64(0), false
	for i := range m.snap.Timeline.Events {
		if e := &m.snap.Timeline.Events[i]; e.Step < m.snap.Step && (!found || e.Step > step) {
			step, found = e.Step, true
		}
	}
	if !found {
		m.toasts.add(bridge.Info, "No event lies before this moment", m.now)
		return
	}
	m.set("paused", true, bridge.Seek{Step: step})
}

// takeBack takes the last edit back or gives it again.
func (m *model) takeBack(c bridge.Command) {
	if m.snap != nil {
		m.send(c)
	}
}

func (m *model) setSpeed(f float64) {
	if m.snap != nil {
		m.set("speed", f, bridge.SetSpeed{Factor: f})
	}
}

// opacities are those that the key goes through.
var opacities = []float32{0, 0.25, 0.5, 1}

func (m *model) nextOpacity() {
	next := opacities[0]
	for _, o := range opacities {
		if o > m.view.Opacity+1e-3 {
			next = o
			break
		}
	}
	m.view.Opacity = next
}

// setColorBy changes the quantity that colours the bodies; a range belongs to a quantity.
func (m *model) setColorBy(q view.ColorBy) {
	if q != m.view.ColorBy {
		m.view.ColorBy = q
		m.view.ColorRange = [2]float32{}
	}
}

// The limits of the scale of text and widgets.
const (
	smallestUI = 0.5
	largestUI  = 3
)

// scaleUI makes text and widgets larger or smaller, but not larger than the window has room for.
func (m *model) scaleUI(f float32) {
	if f > m.uiScale && f > m.uiRoom {
		m.toasts.add(bridge.Info, "The window has no room for larger text", m.now)
		return
	}
	f = float32(math.Min(largestUI, math.Max(smallestUI, float64(f))))
	if math.Abs(float64(f-1)) < 0.03 {
		f = 1
	}
	m.uiScale = f
}

// cancel closes what is open, one thing at a time. It never quits.
func (m *model) cancel() {
	switch {
	case m.greet:
		m.greet = false
	case m.hand.on:
		m.dropBody()
	case m.trying:
		m.dropTried()
	case m.menu != nil:
		m.menu = nil
	case len(m.questions) > 0:
		m.answer(false)
	case m.help:
		m.help = false
	case m.picker:
		m.picker = false
	case m.saving != nil:
		m.saving = nil
	case m.bell:
		m.bell = false
	case m.search.open:
		m.search.open = false
	case len(m.refuse.why) > 0:
		m.refuse.clear()
	case m.foresees():
		m.dropTried()
	case m.flight.flying:
		m.flight.stop(&m.view.Camera)
	case m.following.on:
		m.following.on = false
	case m.view.Selected.Len() > 0:
		m.view.Selected = nil
	case m.fullScreen:
		m.fullScreen = false
	case m.hidden:
		m.hidden = false
	}
}

// drag is a motion of the pointer, or a turn of the wheel, over the view.
type drag struct {
	dx, dy float32 // in units of the window, y down; turns of the wheel in dy
	x, y   float32 // place of the pointer in the view, from -1 to 1, right and up

	part     dragPart
	from, at [2]float32 // where it was pressed and where it is, in units of the window
	hit      view.Hit   // what lay under the pointer as it was pressed, and under the wheel
}

// dragPart is a part of a gesture: its begin and its end are told even where nothing moves.
type dragPart uint8

// The parts of a gesture.
const (
	dragGoesOn dragPart = iota
	dragBegins
	dragEnds
)

// gestures says what each action of the mouse does.
var gestures = [numActs]func(*model, drag){
	actSelect:     func(m *model, d drag) { m.selectThing(d.hit.Thing) },
	actSelectMore: func(m *model, d drag) { m.selectMore(d.hit.Thing) },
	actBoxSelect:  (*model).boxSelect,
	actPivot:      func(m *model, d drag) { m.pivotOn(d.hit) },
	actFollow:     func(m *model, d drag) { m.follow(d.hit.Thing) },
	actMenu:       (*model).thingMenu,

	actDragBody:   func(m *model, d drag) { m.dragBody(d, false) },
	actTurnBody:   func(m *model, d drag) { m.dragBody(d, true) },
	actOrbit:      func(m *model, d drag) { m.view.Camera.Orbit(d.dx, d.dy) },
	actPan:        func(m *model, d drag) { m.view.Camera.Pan(d.dx, d.dy, m.area.height) },
	actRange:      (*model).dragRange,
	actRangeReset: func(m *model, _ drag) { m.resetRange() },
	actDolly: func(m *model, d drag) {
		m.view.Camera.ZoomAbout(m.view.Camera.Pivot, float32(math.Exp(float64(-d.dy)*0.008)))
	},
	actZoom: (*model).zoom,
}

// move carries out a gesture. One of the camera takes it out of a flight.
func (m *model) move(a act, d drag) {
	if f := gestures[a]; f != nil {
		if binding(a).Group == "Camera" && a != actZoom {
			m.flight.stop(&m.view.Camera)
		}
		f(m, d)
	}
}
