package widget

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
)

// Menus holds the menu that is open, if one is.
type Menus struct {
	Now *menu
	at  [2]float32 // where a menu was opened last [units of the window]
}

// menu lists what can be done with the thing that was clicked with the right button.
type menu struct {
	Title string
	items []MenuItem
	fresh bool // it was opened in this frame: the click that opened it does not close it
}

// MenuItem is a row of a menu.
type MenuItem struct {
	Text string
	Hint string // such as the key that does the same
	Do   func()
}

// Open shows a menu at a place of the window; a menu that is open closes.
func (m *Menus) Open(x, y float32, title string, items ...MenuItem) {
	m.at, m.Now = [2]float32{x, y}, &menu{Title: title, items: items, fresh: true}
}

// OpenNext shows a menu in the place of the menu that was opened last.
func (m *Menus) OpenNext(title string, items ...MenuItem) { m.Open(m.at[0], m.at[1], title, items...) }

// Close closes the menu that is open.
func (m *Menus) Close() { m.Now = nil }

// ShowMenu shows the menu that is open. A click on a row does it, one anywhere else closes the menu.
func (u *Context) ShowMenu() {
	n := u.Menus.Now
	if n == nil {
		return
	}
	w := TextWidth(u.Fonts.Medium, n.Title)
	for _, i := range n.items {
		w = max(w, TextWidth(u.Fonts.Text, i.Text)+u.Px(20)+TextWidth(u.Fonts.Small, i.Hint))
	}
	row, pad := u.Px(26), u.Px(10)
	w = min(w+2*pad, u.Size.X)
	h := row*float32(len(n.items)+1) + u.Px(10)
	at := layout.Box(max(min(u.Menus.at[0], u.Size.X-w), 0), max(min(u.Menus.at[1], u.Size.Y-h), 0), w, h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{Y: u.Px(4)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{})
	if n.fresh {
		imgui.SetNextWindowFocus()
	}
	u.Pane("##menu", at, ColorRaised, imgui.WindowFlagsNoScrollbar)
	list := imgui.WindowDrawList()
	u.Border(at, ColorLine)
	u.TextAt(u.Fonts.Medium, ColorSecondary, at.X+pad, at.Y+u.Px(4)+row/2, n.Title)
	imgui.Dummy(Sized(w, row))
	for i, item := range n.items {
		imgui.PushIDInt(i)
		p := imgui.CursorScreenPos()
		if Clickable("item", w, row) {
			u.Menus.Close()
			item.Do()
		}
		if imgui.IsItemHovered() {
			list.AddRectFilled(p, imgui.Vec2{X: p.X + w, Y: p.Y + row}, Pack(ColorHover))
		}
		u.TextAt(u.Fonts.Text, ColorText, p.X+pad, p.Y+row/2, item.Text)
		u.TextAt(u.Fonts.Small, ColorFaint, p.X+w-pad-TextWidth(u.Fonts.Small, item.Hint), p.Y+row/2, item.Hint)
		imgui.PopID()
	}
	elsewhere := !imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem)
	if !n.fresh && elsewhere && (imgui.IsMouseClicked(0) || imgui.IsMouseClicked(1)) {
		u.Menus.Close()
	}
	n.fresh = false
	imgui.End()
	imgui.PopStyleVarV(2)
}
