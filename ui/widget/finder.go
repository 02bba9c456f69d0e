package widget

import "github.com/inkyblackness/imgui-go/v4"

// Finder is a list of rows that a person narrows by typing, and goes through with the arrow keys or the pointer.
type Finder struct {
	Typed  string
	Picked int  // row that is lit, which Enter takes
	Follow bool // the list scrolls to that row
	seen   string
}

// settles is how many frames imgui takes to give a field the keyboard: asked again before, it takes no text.
const settles = 3

// Entry draws the field of what lies over the window, of width w. It has the keyboard from the beginning, and again
// after a click beside it; Escape closes what it is in. It reports whether Enter was pressed.
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

// walk moves the lit row by the keys, among n rows of which so many are shown at once. The best row is lit when
// another text is typed.
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

// Rows draws n rows of height h in a part of the present pane that scrolls, and reports whether one was clicked,
// which is then the picked one. Only the picked one is lit: a pointer that moves picks what it is over. The function
// draws row i with its corner at p, in so much width; only rows in sight are drawn.
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
			imgui.WindowDrawList().AddRectFilledV(p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, Pack(ColorHover), u.Px(4),
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
