package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// selection selects bodies and contacts.
type selection struct {
	*shared
	viewport *viewport
	boxed    *layout.Rect // box that is being drawn to select bodies, or nil
}

// selectMore adds a thing to the selection, or removes it.
func (sel *selection) selectMore(t bridge.Thing) {
	switch s := sel.view.Selected; {
	case t.Kind == bridge.NoThing:
	case s.Has(t) || t.Kind == bridge.ThingBody && s.HasBody(t.Body):
		sel.view.Selected = s.Without(t)
	default:
		sel.view.Selected = s.With(t)
	}
}

// boxSelect is the gesture that draws a box and selects the bodies whose middle is in it.
func (sel *selection) boxSelect(d drag) {
	lo := [2]float32{min(d.from[0], d.at[0]), min(d.from[1], d.at[1])}
	hi := [2]float32{max(d.from[0], d.at[0]), max(d.from[1], d.at[1])}
	box := layout.Box(lo[0], lo[1], hi[0]-lo[0], hi[1]-lo[1])
	sel.boxed = &box
	if d.part != dragEnds {
		return
	}
	sel.boxed = nil
	if sel.snap == nil {
		return
	}
	sel.view.Selected = view.NewThings(sel.inBox(sel.snap, box)...)
}

// inBox returns the visible bodies whose middle is in a rectangle of the window.
func (sel *selection) inBox(s *bridge.Snapshot, box layout.Rect) (list []bridge.Thing) {
	seen := map[int32]bool{}
	inside := func(body int32) {
		if body < 0 || int(body) >= len(s.Bodies) || seen[body] || sel.view.Hidden.HasBody(s.Bodies[body].Number) {
			return
		}
		seen[body] = true
		x, y, ok := sel.viewport.inWindow(s.Bodies[body].Center)
		if ok && x >= box.X && y >= box.Y && x < box.X+box.Width && y < box.Y+box.Height {
			list = append(list, s.BodyThing(body, 0, 0))
		}
	}
	for i := range s.Capsules {
		inside(s.Capsules[i].Body)
	}
	for i := range s.Meshes {
		inside(s.Meshes[i].Body)
	}
	return list
}

// copyNumbers copies the numbers of the selected things to the clipboard, separated by commas: for a body its
// number, for a contact the numbers of both bodies.
func (sel *selection) copyNumbers() {
	var list []string
	for _, t := range sel.view.Selected.List() {
		if t.Kind == bridge.ThingContact {
			list = append(list, fmt.Sprintf("%d-%d", t.Body, t.Other))
		} else {
			list = append(list, fmt.Sprint(t.Body))
		}
	}
	if len(list) > 0 {
		text := strings.Join(list, ", ")
		sel.copy(text)
		sel.toasts.add(bridge.Info, "Copied "+format.Shorten(text, 60), sel.now)
	}
}

// selectionBox shows the box that a person draws.
func (sel *selection) selectionBox(u *widget.Context) {
	b := sel.boxed
	if b == nil {
		return
	}
	list := imgui.ForegroundDrawList()
	p, q := imgui.Vec2{X: b.X, Y: b.Y}, imgui.Vec2{X: b.X + b.Width, Y: b.Y + b.Height}
	widget.Fill(list, p, q, widget.Pack(widget.Fade(widget.ColorAccent, 0.15)))
	widget.Outline(list, p, q, widget.Pack(widget.ColorAccentHi), 0, u.Px(1))
}
