package widget

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/find"
	"example.org/tumble/ui/layout"
)

// Menus holds the open menu, if there is one, and the state of imgui's own popups that the model must know.
type Menus struct {
	Now   *menu
	Typed bool // a text field of a menu or of another overlay has the keyboard
	Popup bool // a popup was shown in the last frame

	at    layout.Rect // widget of the menu that was opened last; without a size: place of the pointer
	close bool        // the popup is to be closed
}

// menu lists the actions for the thing that was clicked with the right button, or the values that a widget can
// have.
type menu struct {
	Title  string
	items  []MenuItem
	finder Finder
	fresh  bool // the menu was opened in this frame: the click that opened it must not close it
}

// MenuItem is a row of a menu.
type MenuItem struct {
	Text string
	Hint string // such as the key of the same action
	Do   func()
	Now  bool // the row is the present choice
}

// Open shows a menu at a place of the window; a menu that is open closes.
func (m *Menus) Open(x, y float32, title string, items ...MenuItem) {
	m.OpenBelow(layout.Rect{X: x, Y: y}, title, items...)
}

// OpenBelow shows a menu below a widget, or above it if the menu does not fit below and has more room above. The
// menu is at least as wide as the widget.
func (m *Menus) OpenBelow(at layout.Rect, title string, items ...MenuItem) {
	m.at, m.Now = at, &menu{Title: title, items: items, fresh: true}
	for i := range items {
		if items[i].Now {
			m.Now.finder.Picked, m.Now.finder.Follow = i, true
		}
	}
}

// OpenNext shows a menu in the place of the menu that was opened last.
func (m *Menus) OpenNext(title string, items ...MenuItem) { m.OpenBelow(m.at, title, items...) }

// Close closes the menu that is open.
func (m *Menus) Close() { m.Now = nil }

// ClosePopup closes the popup that is shown.
func (m *Menus) ClosePopup() { m.close = true }

// Popup shows the popup that imgui.OpenPopup has opened under a name.
func (u *Context) Popup(id string, show func()) {
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(12, 10))
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, u.Vec(6, 6))
	if imgui.BeginPopup(id) {
		u.Menus.Popup = true
		lo, size := imgui.WindowPos(), imgui.WindowSize()
		u.shadow(layout.Box(lo.X, lo.Y, size.X, size.Y))
		if u.Menus.close {
			u.Menus.close = false
			imgui.CloseCurrentPopup()
		}
		show()
		imgui.EndPopup()
	}
	imgui.PopStyleVarV(2)
}

// longMenu is the largest number of rows of a menu without a search field.
const longMenu = 12

// ShowMenu shows the menu that is open. A click on a row carries the row out; a click anywhere else closes the
// menu.
func (u *Context) ShowMenu() {
	n := u.Menus.Now
	if n == nil {
		return
	}
	row, pad, mark := u.Px(26), u.Px(6), float32(0)
	w := TextWidth(u.Fonts.Medium, n.Title)
	for i := range n.items {
		item := &n.items[i]
		w = max(w, TextWidth(u.Fonts.Text, item.Text)+u.Px(20)+TextWidth(u.Fonts.Small, item.Hint))
		if item.Now {
			mark = u.Px(14)
		}
	}
	head, field := float32(0), float32(0)
	if n.Title != "" {
		head = row
	}
	if len(n.items) > longMenu {
		field = u.EntryHeight() + pad
	}
	w = min(max(w+mark+4*pad, u.Menus.at.Width), u.Size.X)
	at := u.Menus.at
	below, above := u.Size.Y-at.Y-at.Height-head-field-3*pad, at.Y-head-field-3*pad
	if at.Width == 0 { // the menu may lie beside the pointer
		below = u.Size.Y - head - field - 2*pad
	}
	room := float32(len(n.items)) * row
	y := at.Y + at.Height + u.Px(2)
	if room > below && above > below {
		room = min(room, max(above, row))
		y = at.Y - u.Px(2) - head - field - room - 2*pad
	}
	room = min(room, max(below, above, row))
	h := head + field + room + 2*pad
	box := layout.Box(max(min(at.X, u.Size.X-w), 0), max(min(y, u.Size.Y-h), 0), w, h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: pad})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{})
	u.Pane("##menu", box, ColorRaised, imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse)
	u.Border(box, ColorLine)
	if head > 0 {
		u.TextAt(u.Fonts.Medium, ColorSecondary, box.X+2*pad, box.Y+pad+row/2, n.Title)
		imgui.Dummy(Sized(1, row))
	}
	enter := imgui.IsKeyPressed(imgui.KeyIndex(imgui.KeyEnter))
	if field > 0 {
		enter = u.Entry("menu", "Type to search", &n.finder.Typed, w-2*pad)
		imgui.Dummy(Sized(1, pad))
	}
	found := find.Order(len(n.items), n.finder.Typed, func(i int) []string {
		return []string{n.items[i].Text, n.items[i].Hint}
	})
	clicked := u.Rows(&n.finder, len(found), Sized(w-2*pad, room), row, func(i int, p imgui.Vec2, w float32, _ bool) {
		u.menuRow(&n.items[found[i]], p, w, row, mark)
	})
	elsewhere := !imgui.IsWindowHoveredV(imgui.HoveredFlagsRootAndChildWindows |
		imgui.HoveredFlagsAllowWhenBlockedByActiveItem)
	imgui.End()
	imgui.PopStyleVarV(2)
	switch {
	case (clicked || enter && !n.fresh) && n.finder.Picked < len(found):
		u.Menus.Close()
		n.items[found[n.finder.Picked]].Do()
	case !n.fresh && elsewhere && (imgui.IsMouseClicked(0) || imgui.IsMouseClicked(1)):
		u.Menus.Close()
	}
	n.fresh = false
}

// menuRow draws a row of a menu. A dot marks the present choice; mark is the room for the dot before the texts.
func (u *Context) menuRow(item *MenuItem, p imgui.Vec2, w, h, mark float32) {
	pad := u.Px(6)
	if item.Now {
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: p.X + pad + u.Px(3), Y: p.Y + h/2}, u.Px(3),
			Pack(ColorAccentHi))
	}
	hint := p.X + w - pad - TextWidth(u.Fonts.Small, item.Hint)
	u.TextAt(u.Fonts.Text, ColorText, p.X+pad+mark, p.Y+h/2, u.Fit(u.Fonts.Text, item.Text, hint-p.X-pad-mark))
	u.TextAt(u.Fonts.Small, ColorFaint, hint, p.Y+h/2, item.Hint)
}
