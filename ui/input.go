package ui

import (
	"math"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
)

// pointer follows the mouse over the view: where it is, and which gesture is in progress.
type pointer struct {
	x, y    float32
	over    bool // it is over the view, not over a panel
	button  int  // held in a gesture, -1 for none
	mods    glfw.ModifierKey
	act     keymap.Action // of a drag; keymap.NumActions for none
	pressed place
	legend  bool // it was pressed on the legend
	moved   bool // it has moved farther than a click may
	clicked place
	delay   time.Duration // how late the time of an event may be: events are handled only between pictures
	hovered hovered
	frame   bool // a key frame is held, not the thing behind its mark
	grip    hold // handle that is held
	line    bool // the line between two worlds is held
}

// place is where and when a button was pressed, and what lay there in the picture on the screen.
type place struct {
	x, y   float32
	at     time.Time
	button int
	hit    view.Hit
}

// hovered is the place and the picture that were last looked up for the pointer.
type hovered struct {
	x, y    float32
	picture int
}

// Bounds of a click: how far the pointer may move [units of the window], and how soon a second click must follow
// for a double click. The duration of a click has no bound: where pictures take long, it cannot be measured.
const (
	clickReach  = 4
	doubleClick = 500 * time.Millisecond
)

// capture says whether imgui wants the mouse or typed text for itself in a frame.
type capture struct {
	mouse, text bool
}

// input carries out the events of a frame according to the table of bindings.
func (m *model) input(p *pointer, events []imguigl.Event, want capture) {
	p.over = !want.mouse && m.viewport.inView(p.x, p.y)
	for _, e := range events {
		if e.Kind != imguigl.Move {
			m.timeline.touch()
		}
		if p.button < 0 {
			m.viewport.enterTile(p.x, p.y)
		}
		switch e.Kind {
		case imguigl.Move:
			m.point(p, e, want)
		case imguigl.Button:
			m.help.greet = m.help.greet && !e.Down
			m.press(p, e, want)
		case imguigl.Wheel:
			if m.hand.held.on {
				m.hand.moveDepth(e.Y)
				continue
			}
			if b := keymap.Lookup(keymap.Chord{Gesture: keymap.Turn}); b != nil && !want.mouse && e.Y != 0 {
				d := m.dragAt(p)
				d.dy, d.hit = e.Y, m.viewport.pick(e.Picture, p.x, p.y)
				m.move(b.Action, d)
			}
		case imguigl.Key:
			c := keymap.Chord{Mods: glfw.ModifierKey(e.Mods), Key: glfw.Key(e.Code)}
			if b := keymap.Lookup(c); b != nil && e.Down && (b.Repeat || !e.Repeat) && !m.typed(c, b.Action, want) {
				m.do(b.Action)
			}
		case imguigl.Char:
			if b := keymap.Lookup(keymap.Chord{Rune: e.Rune}); b != nil && !want.text {
				m.do(b.Action)
			}
		}
	}
}

// typed reports whether a key belongs to the field that a person types in. Escape does not if the field belongs to
// a layer, since Escape closes the layer.
func (m *model) typed(c keymap.Chord, a keymap.Action, want capture) bool {
	if a == keymap.Cancel {
		return want.text && !m.menus.Typed
	}
	return want.text && c.Types()
}

// point follows the pointer. A drag begins when the pointer has moved too far for a click.
func (m *model) point(p *pointer, e imguigl.Event, want capture) {
	dx, dy := e.X-p.x, e.Y-p.y
	p.x, p.y = e.X, e.Y
	p.over = !want.mouse && m.viewport.inView(p.x, p.y)
	if p.button < 0 || p.act == keymap.NumActions && !p.frame && !p.line && p.grip.kind == noGrip {
		return
	}
	if !p.moved {
		dx, dy = p.x-p.pressed.x, p.y-p.pressed.y
		if math.Hypot(float64(dx), float64(dy)) < clickReach {
			return
		}
		p.moved = true
		m.drag(p, dragBegins, 0, 0)
	}
	m.drag(p, dragGoesOn, dx, dy)
}

// drag carries out a part of a drag: its begin, a move or its end.
func (m *model) drag(p *pointer, part dragPart, dx, dy float32) {
	d := m.dragAt(p)
	d.part, d.dx, d.dy, d.hit = part, dx, dy, p.pressed.hit
	d.from = [2]float32{p.pressed.x, p.pressed.y}
	switch {
	case p.grip.kind != noGrip:
		m.grips.move(p.grip, d)
		return
	case p.line:
		m.viewport.moveLine(p.x)
		return
	case p.frame:
		m.motions.moveFrame(d)
		return
	}
	m.move(p.act, d)
}

// dragAt returns a drag at the present place of the pointer.
func (m *model) dragAt(p *pointer) drag {
	x, y := m.viewport.placeInView(p.x, p.y)
	return drag{x: x, y: y, from: [2]float32{p.x, p.y}, at: [2]float32{p.x, p.y}}
}

// press starts or ends a gesture.
func (m *model) press(p *pointer, e imguigl.Event, want capture) {
	if !e.Down {
		if e.Code == p.button {
			m.letGo(p)
		}
		return
	}
	if want.mouse || p.button >= 0 || e.Code > 2 {
		return
	}
	g := [...]keymap.Gesture{keymap.DragLeft, keymap.DragRight, keymap.DragMiddle}[e.Code]
	if p.legend = m.drawing.onLegend(p.x, p.y); p.legend {
		g = [...]keymap.Gesture{keymap.DragLegend, keymap.NoGesture, keymap.NoGesture}[e.Code]
	}
	p.mods = glfw.ModifierKey(e.Mods)
	b := keymap.Navigations[m.camera.navigation].Drag(p.mods, g)
	p.button, p.act, p.moved, p.frame, p.line = e.Code, keymap.NumActions, false, false, false
	p.grip = hold{}
	if b != nil {
		p.act = b.Action
	}
	p.pressed = place{p.x, p.y, e.At, e.Code, m.viewport.pick(e.Picture, p.x, p.y)}
	m.menus.Close()
	if g == keymap.DragLeft && p.mods == 0 {
		if p.grip = m.grips.under(p.x, p.y); p.grip.kind != noGrip {
			m.grips.begin(p.grip)
			return
		}
	}
	if p.line = g == keymap.DragLeft && p.mods == 0 && m.viewport.onLine(p.x, p.y); p.line {
		return
	}
	if f, ok := m.motions.frameUnder(p.x, p.y); ok && g == keymap.DragLeft && p.mods == 0 {
		m.motions.chooseFrame(f)
		p.frame = true
	}
}

// letGo ends a gesture: if the pointer did not move, it was a click.
func (m *model) letGo(p *pointer) {
	button := p.button
	p.button = -1
	if p.moved {
		m.drag(p, dragEnds, 0, 0)
		return
	}
	if p.frame || p.line || p.grip.kind != noGrip {
		return
	}
	if button == 0 && p.mods&keymap.Modifiers == 0 && m.camera.clickTripod(p.pressed.x, p.pressed.y) {
		return
	}
	g := [...]keymap.Gesture{keymap.Click, keymap.RightClick, keymap.MiddleClick}[button]
	if p.legend {
		g = [...]keymap.Gesture{keymap.NoGesture, keymap.ClickLegend, keymap.NoGesture}[button]
	}
	now, last := p.pressed, p.clicked
	near := math.Hypot(float64(now.x-last.x), float64(now.y-last.y)) < clickReach
	if button == last.button && g == keymap.Click && near && now.at.Sub(last.at) < doubleClick+p.delay &&
		!last.at.IsZero() {
		g, now = keymap.DoubleClick, place{}
		p.pressed.hit = last.hit // the thing that was aimed at may have moved since the first click
	}
	p.clicked = now
	if b := keymap.Lookup(keymap.Chord{Mods: p.mods, Gesture: g}); b != nil {
		d := m.dragAt(p)
		d.hit = p.pressed.hit
		gestures[b.Action](m, d)
	}
}

// hover sets what lies under the pointer in the picture of a number, which is the one on the screen.
func (m *model) hover(p *pointer, picture int) {
	now := hovered{p.x, p.y, picture}
	switch {
	case p.button >= 0:
		return
	case !p.over || m.menus.Now != nil || m.drawing.onLegend(p.x, p.y):
		m.view.Hover, p.hovered, m.grips.over = bridge.Thing{}, hovered{}, hold{}
		return
	case now == p.hovered:
		return
	}
	p.hovered = now
	if m.grips.over = m.grips.under(p.x, p.y); m.grips.over.kind != noGrip {
		m.view.Hover = bridge.Thing{}
		return
	}
	m.view.Hover = m.viewport.pick(picture, p.x, p.y).Thing
}
