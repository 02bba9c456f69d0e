package ui

import (
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// layer is a card, list or dialog that lies over the window while it is open.
type layer struct {
	open   func(*model) bool
	close  func(*model)
	show   func(*model, *widget.Context, layout.Rect)
	middle bool // it lies in the middle of the window, and closes the others there when it opens
}

// layers are all layers of the window. Layers that open in the same frame lie over one another in this order.
var layers = []layer{
	{open: func(m *model) bool { return m.help.greet }, close: func(m *model) { m.help.greet = false },
		show: func(m *model, u *widget.Context, _ layout.Rect) {
			m.help.greetCard(u, m.shell.at.Floats[layout.Welcome])
		}},
	{open: func(m *model) bool { return m.search.open }, close: func(m *model) { m.search.open = false },
		show: func(m *model, u *widget.Context, _ layout.Rect) { m.search.findPane(u, m.shell.at.Floats[layout.Find]) }},
	{open: func(m *model) bool { return m.messages.open }, close: func(m *model) { m.messages.open = false },
		show: func(m *model, u *widget.Context, _ layout.Rect) { m.messages.bellList(u) }},
	{middle: true, open: func(m *model) bool { return m.help.open }, close: func(m *model) { m.help.open = false },
		show: func(m *model, u *widget.Context, v layout.Rect) { m.help.helpOverlay(u, v) }},
	{middle: true, open: func(m *model) bool { return m.picker.open }, close: func(m *model) { m.picker.open = false },
		show: func(m *model, u *widget.Context, v layout.Rect) { m.picker.scenePicker(u, v) }},
	{middle: true, open: func(m *model) bool { return m.palette.open }, close: func(m *model) { m.palette.open = false },
		show: func(m *model, u *widget.Context, _ layout.Rect) { m.showPalette(u) }},
	{middle: true, open: func(m *model) bool { return m.saver.dialog != nil },
		close: func(m *model) { m.saver.dialog = nil },
		show:  func(m *model, u *widget.Context, v layout.Rect) { m.saver.savePane(u, v) }},
	{open: func(m *model) bool { return len(m.questions.list) > 0 }, close: func(m *model) { m.questions.answer(false) },
		show: func(m *model, u *widget.Context, v layout.Rect) { m.questions.questionPane(u, v) }},
	// imgui shows its own popups
	{open: func(m *model) bool { return m.menus.Popup }, close: func(m *model) { m.menus.ClosePopup() },
		show: func(*model, *widget.Context, layout.Rect) {}},
	{open: func(m *model) bool { return m.menus.Now != nil }, close: func(m *model) { m.menus.Close() },
		show: func(_ *model, u *widget.Context, _ layout.Rect) { u.ShowMenu() }},
}

// stack holds the indices of the open layers, from the first one opened to the uppermost one.
type stack []int

// follow brings the stack up to date with the layers that are open now.
func (st *stack) follow(m *model) {
	*st = slices.DeleteFunc(*st, func(i int) bool { return !layers[i].open(m) })
	for i := range layers {
		if !layers[i].open(m) || slices.Contains(*st, i) {
			continue
		}
		if layers[i].middle {
			*st = slices.DeleteFunc(*st, func(k int) bool {
				if layers[k].middle {
					layers[k].close(m)
				}
				return layers[k].middle
			})
		}
		*st = append(*st, i)
	}
}

// closeTop closes the uppermost layer, and reports whether there was one.
func (st *stack) closeTop(m *model) bool {
	st.follow(m)
	if len(*st) == 0 {
		return false
	}
	layers[(*st)[len(*st)-1]].close(m)
	return true
}

// show shows the layers over the window. The uppermost one gets the focus again after a click on a window below
// it.
func (st *stack) show(m *model, u *widget.Context, v layout.Rect) {
	st.follow(m)
	for k, i := range slices.Clone(*st) {
		if k == len(*st)-1 && imgui.IsMouseReleased(0) && !imgui.IsAnyItemActive() {
			imgui.SetNextWindowFocus()
		}
		layers[i].show(m, u, v)
	}
}

// states are the states that Escape ends: before all layers those that a drag has begun (first), after them the
// lasting ones. Escape never quits the program.
var states = []struct {
	first bool
	on    func(*model) bool
	end   func(*model)
}{
	{true, func(m *model) bool { return m.hand.held.on }, func(m *model) { m.hand.release() }},
	{true, func(m *model) bool { return m.forecast.trying }, func(m *model) { m.forecast.dropTried() }},
	{false, func(m *model) bool { return m.refuse.Len() > 0 }, func(m *model) { m.refuse.Clear() }},
	{false, func(m *model) bool { return m.forecast.foresees() }, func(m *model) { m.forecast.dropTried() }},
	{false, func(m *model) bool { return m.camera.flight.flying },
		func(m *model) { m.camera.flight.stop(&m.view.Camera) }},
	{false, func(m *model) bool { return m.camera.following.on }, func(m *model) { m.camera.following.on = false }},
	{false, func(m *model) bool { return m.view.Selected.Len() > 0 }, func(m *model) { m.view.Selected = nil }},
	{false, func(m *model) bool { return m.fullScreen }, func(m *model) { m.fullScreen = false }},
	{false, func(m *model) bool { return m.shell.hidden }, func(m *model) { m.shell.hidden = false }},
}

// cancel ends a drag, else closes the uppermost layer, else ends the first lasting state that is on: one thing at
// a time.
func (m *model) cancel() {
	end := func(first bool) bool {
		for _, s := range states {
			if s.first == first && s.on(m) {
				s.end(m)
				return true
			}
		}
		return false
	}
	_ = end(true) || m.stack.closeTop(m) || end(false)
}
