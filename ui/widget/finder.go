package widget

import "github.com/inkyblackness/imgui-go/v4"

// Finder is the state of a list of rows that a person filters by typing, and goes through with the arrow keys or
// the pointer.
type Finder struct {
	Typed  string
	Picked int  // highlighted row, which Enter chooses
	Follow bool // the list scrolls to the row Picked
	seen   string
}

// settles is the number of frames that imgui takes to give a field the keyboard. If it is asked again before, the
// field accepts no text.
const settles = 3

// Entry draws the text field of a menu or of another overlay, with width w. The field has the keyboard from the
// beginning, and gets it back after a click beside it; Escape closes the overlay. Entry reports whether Enter was
// pressed.
func (u *Context) Entry(id, hint string, text *string, w float32) (enter bool) {
	lost := imgui.IsWindowFocused() && !imgui.IsAnyItemActive() && !imgui.IsMouseDown(0) && u.asked == 0
	if imgui.IsWindowAppearing() || lost {
		imgui.SetKeyboardFocusHere()
		u.asked = settles
	}
	imgui.SetNextItemWidth(AtLeast1(w))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Px(10), Y: u.Px(6)})
	enter = imgui.InputTextWithHintV("##"+id, hint, text,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	imgui.PopStyleVar()
	u.Menus.Typed = u.Menus.Typed || imgui.IsItemActive()
	return enter
}

// EntryHeight is the height of an entry.
func (u *Context) EntryHeight() float32 { return u.Px(textHeight + 12) }

// walk moves the highlighted row by the keys, among n rows, of which shown are visible at once. When the typed
// text changes, the first and best row is highlighted.
func (f *Finder) walk(n, shown int) {
	if f.Typed != f.seen {
		f.seen, f.Picked, f.Follow = f.Typed, 0, true
	}
	was := f.Picked
	for key, by := range map[int]int{imgui.KeyDownArrow: 1, imgui.KeyUpArrow: -1, imgui.KeyPageDown: shown,
		imgui.KeyPageUp: -shown} {
		if imgui.IsKeyPressed(imgui.KeyIndex(key)) {
			f.Picked += by
		}
	}
	f.Picked = max(min(f.Picked, n-1), 0)
	f.Follow = f.Follow || f.Picked != was
}

// Rows draws n rows of height h in a scrolling part of the present pane, and reports whether a row was clicked,
// which is then the picked row. Only the picked row is highlighted; a moving pointer picks the row under it. The
// function row draws row i with its corner at p and with width w; it is called only for visible rows.
func (u *Context) Rows(f *Finder, n int, size imgui.Vec2, h float32,
	row func(i int, p imgui.Vec2, w float32, lit bool)) (clicked bool) {
	f.walk(n, max(int(size.Y/h)-1, 1))
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{})
	imgui.BeginChildV("##rows", size, false, 0)
	w, top := AtLeast1(imgui.ContentRegionAvail().X), imgui.ScrollY()
	if f.Follow {
		f.Follow = false
		if at := h * float32(f.Picked); at < top {
			imgui.SetScrollY(at)
		} else if at+h > top+size.Y {
			imgui.SetScrollY(at + h - size.Y)
		}
	}
	moved := imgui.CurrentIO().MouseDelta() != imgui.Vec2{}
	for i := int(top / h); i < min(n, int((top+size.Y)/h)+1); i++ {
		imgui.SetCursorPos(imgui.Vec2{Y: h * float32(i)})
		p := imgui.CursorScreenPos()
		imgui.PushIDInt(i)
		if Clickable("row", w, h) {
			f.Picked, clicked = i, true
		}
		imgui.PopID()
		if moved && imgui.IsItemHovered() {
			f.Picked = i
		}
		if i == f.Picked {
			FillRounded(imgui.WindowDrawList(), p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, Pack(ColorHover), u.Px(4),
				imgui.DrawFlagsRoundCornersAll)
		}
		row(i, p, w, i == f.Picked)
	}
	imgui.SetCursorPos(imgui.Vec2{Y: max(h*float32(n)-1, 0)})
	imgui.Dummy(imgui.Vec2{X: 1, Y: 1})
	imgui.EndChild()
	imgui.PopStyleVar()
	return clicked
}
