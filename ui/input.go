package ui

import (
	"github.com/go-gl/glfw/v3.3/glfw"

	"tumble/ui/internal/imguigl"
)

// pointer follows the mouse over the view: which gesture goes on, and where it is.
type pointer struct {
	x, y   float32
	button int // held in a gesture, -1 for none
	act    act
}

// capture says what imgui wants for itself in a frame.
type capture struct {
	mouse, text bool
}

// input carries out the events of a frame by the table of bindings.
func (m *model) input(p *pointer, events []imguigl.Event, want capture) {
	for _, e := range events {
		switch e.Kind {
		case imguigl.Move:
			dx, dy := e.X-p.x, e.Y-p.y
			p.x, p.y = e.X, e.Y
			if p.button >= 0 {
				m.move(p.act, drag{dx: dx, dy: dy})
			}
		case imguigl.Button:
			m.press(p, e, want)
		case imguigl.Wheel:
			if b := find(Chord{Gesture: Turn}); b != nil && !want.mouse && e.Y != 0 {
				x, y := m.placeInView(p.x, p.y)
				m.move(b.act, drag{dy: e.Y, x: x, y: y})
			}
		case imguigl.Key:
			if b := find(Chord{Mods: glfw.ModifierKey(e.Mods), Key: glfw.Key(e.Code)}); b != nil && e.Down && !want.text &&
				(b.repeat || !e.Repeat) {
				m.do(b.act)
			}
		case imguigl.Char:
			if b := find(Chord{Rune: e.Rune}); b != nil && !want.text {
				m.do(b.act)
			}
		}
	}
}

// press starts or ends a gesture.
func (m *model) press(p *pointer, e imguigl.Event, want capture) {
	if !e.Down {
		if e.Code == p.button {
			p.button = -1
		}
		return
	}
	if want.mouse || p.button >= 0 || e.Code > 2 {
		return
	}
	g := [...]Gesture{DragLeft, DragRight, DragMiddle}[e.Code]
	b := find(Chord{Mods: glfw.ModifierKey(e.Mods), Gesture: g})
	if b == nil {
		b = find(Chord{Gesture: g})
	}
	if b != nil {
		p.button, p.act = e.Code, b.act
	}
}

// placeInView turns a place of the window into one of the view, -1 to 1, right and up.
func (m *model) placeInView(x, y float32) (float32, float32) {
	a := m.area
	if a.width <= 0 || a.height <= 0 {
		return 0, 0
	}
	return 2*(x-a.x)/a.width - 1, 1 - 2*(y-a.y)/a.height
}
