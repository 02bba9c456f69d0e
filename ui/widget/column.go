package widget

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
)

// footHeight is the height of the foot of a column at a scale of 1: two lines of text.
const footHeight = 46

// Refusal shows in the foot of the column, after the name of a field, why its last edit was refused.
func (u *Context) Refusal(key string) {
	if why := u.Refusals.Of(key); why != "" {
		if name := u.NameOf(key); name != "" {
			why = name + ": " + why
		}
		u.refused = append(u.refused, why)
	}
}

// foot draws the foot of a column, with the reasons of refused edits or, if there are none, with a hint how fields
// are used. Its room is always kept, so that a refusal moves nothing in the column.
func (u *Context) foot(at layout.Rect, hint string) {
	pad := u.Px(12)
	list := imgui.WindowDrawList()
	Fill(list, imgui.Vec2{X: at.X, Y: at.Y}, imgui.Vec2{X: at.X + at.Width, Y: at.Y + 1}, Pack(ColorLine))
	text, c := hint, ColorFaint
	if n := len(u.refused); n > 0 {
		text, c = u.refused[0], ColorRecord
		if n > 1 {
			text = fmt.Sprintf("%s (and %d more)", text, n-1)
		}
		Fill(list, imgui.Vec2{X: at.X, Y: at.Y}, imgui.Vec2{X: at.X + u.Px(3), Y: at.Y + at.Height}, Pack(c))
	}
	u.FootText = text
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X, Y: at.Y})
	Clickable("foot", at.Width, at.Height)
	for i, line := range u.Wrap(u.Fonts.Small, text, at.Width-2*pad, 2) {
		u.TextAt(u.Fonts.Small, c, at.X+pad, at.Y+u.Px(14+17*float32(i)), line)
	}
	if len(u.refused) > 0 {
		text = strings.Join(u.refused, "\n")
	}
	u.Tip(text)
	u.refused = u.refused[:0]
}

// Column shows a column beside the view: its title, a cross that closes it, the scrolling contents and the foot.
func (u *Context) Column(id, title, hint string, at layout.Rect, closes, show func()) {
	if at.Width < 1 || at.Height < 1 {
		return
	}
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: u.Px(6)})
	u.Pane(id, at, ColorPanel, Quiet|imgui.WindowFlagsNoScrollWithMouse|imgui.WindowFlagsNoScrollbar)
	h := u.Px(30)
	u.TextAt(u.Fonts.Medium, ColorText, at.X+u.Px(12), at.Y+h/2, u.Fit(u.Fonts.Medium, title, at.Width-u.Px(50)))
	imgui.SetCursorPos(imgui.Vec2{X: max(at.Width-h, 0)})
	if u.FlatButton("close", IconClose, h, h, ColorSecondary) {
		closes()
	}
	imgui.SetCursorPos(imgui.Vec2{Y: h})
	foot := u.Px(footHeight)
	imgui.BeginChildV(id+" scrolls", Sized(at.Width, at.Height-h-foot), false, 0)
	show()
	imgui.EndChild()
	u.foot(layout.Box(at.X, at.Y+max(at.Height-foot, h), at.Width, foot), hint)
	imgui.End()
	imgui.PopStyleVarV(3)
}

// Inset shows a panel between the margins of a column. The panel is in a table of one cell, because widgets fill
// the width of the cell.
func (u *Context) Inset(title string, w float32, show func()) {
	pad := u.Px(12)
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, u.Vec(6, 5))
	imgui.SetCursorPos(imgui.Vec2{X: pad, Y: imgui.CursorPosY() + u.Px(6)})
	imgui.BeginGroup()
	imgui.PushID(title)
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{})
	flags := imgui.TableFlagsNoSavedSettings | imgui.TableFlagsNoPadOuterX | imgui.TableFlagsNoPadInnerX
	if imgui.BeginTableV("inset", 1, flags, imgui.Vec2{X: AtLeast1(w - 2*pad)}, 0) {
		imgui.TableNextColumn()
		show()
		imgui.EndTable()
	}
	imgui.PopStyleVar()
	imgui.PopID()
	imgui.EndGroup()
	imgui.PopStyleVar()
	imgui.Dummy(imgui.Vec2{Y: u.Px(10)})
}

// Section draws the heading of a panel and reports whether the panel is open.
func (u *Context) Section(title string, w float32) bool {
	p, h := imgui.CursorScreenPos(), u.Px(30)
	if Clickable("section "+title, w, h) {
		u.Open[title] = !u.Open[title]
	}
	if u.Seek == title { // the column scrolls so that this heading is at its upper edge
		u.Seek = ""
		imgui.SetScrollHereY(0)
	}
	open := u.Open[title]
	ground, c := ColorGround, ColorText
	if imgui.IsItemHovered() {
		ground = ColorFrame
	} else if !open {
		c = ColorSecondary
	}
	list := imgui.WindowDrawList()
	Fill(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + h - 1}, Pack(ground))
	list.AddLine(imgui.Vec2{X: p.X, Y: p.Y}, imgui.Vec2{X: p.X + w, Y: p.Y}, Pack(ColorLine))
	u.Chevron(p.X+u.Px(17), p.Y+h/2, open, ColorFaint)
	u.TextAt(u.Fonts.Medium, c, p.X+u.Px(30), p.Y+h/2, title)
	return open
}

// Chevron draws the small arrow that shows whether a section or list is open.
func (u *Context) Chevron(x, y float32, open bool, c imgui.Vec4) {
	list, a := imgui.WindowDrawList(), u.Px(4)
	t := u.Px(2)
	if open {
		list.AddLineV(imgui.Vec2{X: x - a, Y: y - a/2}, imgui.Vec2{X: x, Y: y + a/2}, Pack(c), t)
		list.AddLineV(imgui.Vec2{X: x, Y: y + a/2}, imgui.Vec2{X: x + a, Y: y - a/2}, Pack(c), t)
		return
	}
	list.AddLineV(imgui.Vec2{X: x - a/2, Y: y - a}, imgui.Vec2{X: x + a/2, Y: y}, Pack(c), t)
	list.AddLineV(imgui.Vec2{X: x + a/2, Y: y}, imgui.Vec2{X: x - a/2, Y: y + a}, Pack(c), t)
}
