package widget

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
)

// Quiet is a flag for panes that appear by themselves: they must not take the keyboard from a field in which a
// person types.
const Quiet = imgui.WindowFlagsNoFocusOnAppearing

// Pane starts a window at a fixed place; a raised pane has a shadow. The caller must call imgui.End.
func (u *Context) Pane(id string, at layout.Rect, background imgui.Vec4, flags imgui.WindowFlags) {
	imgui.SetNextWindowPos(imgui.Vec2{X: at.X, Y: at.Y})
	imgui.SetNextWindowSize(Sized(at.Width, at.Height))
	imgui.PushStyleColor(imgui.StyleColorWindowBg, background)
	imgui.BeginV(id, nil, imgui.WindowFlagsNoDecoration|imgui.WindowFlagsNoMove|
		imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoNav|flags)
	imgui.PopStyleColor()
	if background == ColorRaised {
		u.shadow(at)
	}
}

// shadow draws the shadow around the present pane.
func (u *Context) shadow(at layout.Rect) {
	const steps = 14
	list := imgui.WindowDrawList()
	list.PushClipRectV(imgui.Vec2{}, u.Size, false)
	for i := range steps {
		far := u.Px(1) * float32(i)
		dark := float32(steps-i) / steps
		lo := imgui.Vec2{X: at.X - far, Y: at.Y - far + u.Px(3)}
		hi := imgui.Vec2{X: at.X + at.Width + far, Y: at.Y + at.Height + far + u.Px(3)}
		Outline(list, lo, hi, Pack(Fade(colorShadow, dark*dark)), u.Px(4)+far, u.Px(1))
	}
	list.PopClipRect()
}

// Middle returns a rectangle in the middle of the view. A rectangle wider than the view covers a part of the
// columns.
func (u *Context) Middle(v layout.Rect, w, h float32) layout.Rect {
	if most := u.Size.X - u.Px(20); w > most {
		w = most
	}
	if most := v.Height - u.Px(20); h > most {
		h = most
	}
	x := max(u.Px(10), min(v.X+(v.Width-w)/2, u.Size.X-u.Px(10)-w))
	return layout.Box(float32(int(x)), float32(int(v.Y+(v.Height-h)/2)), w, h)
}

// OverlayHead draws the title of an overlay and a hint that Esc closes it.
func (u *Context) OverlayHead(title string, at layout.Rect) {
	u.Border(at, ColorLine)
	p := imgui.CursorScreenPos()
	y := p.Y + u.Px(9)
	u.TextAt(u.Fonts.Medium, ColorText, p.X, y, title)
	hint := "Esc closes"
	u.TextAt(u.Fonts.Small, ColorFaint, at.X+at.Width-u.Px(22)-TextWidth(u.Fonts.Small, hint), y, hint)
	imgui.Dummy(u.Vec(1, 24))
}

// BarPane shows a bar, which is flat: it has neither rounding nor padding.
func (u *Context) BarPane(id string, at layout.Rect, show func()) {
	if at.Width < 1 || at.Height < 1 {
		return
	}
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{})
	u.Pane(id, at, colorBar, imgui.WindowFlagsNoScrollWithMouse|imgui.WindowFlagsNoScrollbar)
	show()
	imgui.End()
	imgui.PopStyleVarV(3)
}

// AtLeast1 returns a length that imgui accepts as a length. A narrow window may leave no room for a widget, but
// imgui refuses a widget without a size, and takes 0 and less for "as long as there is room".
func AtLeast1(x float32) float32 { return max(x, 1) }

// Sized returns a size whose lengths imgui accepts; see AtLeast1.
func Sized(w, h float32) imgui.Vec2 { return imgui.Vec2{X: AtLeast1(w), Y: AtLeast1(h)} }

// Shade dims the whole window except the present pane.
func (u *Context) Shade(at layout.Rect) {
	list, w, h := imgui.WindowDrawList(), u.Size.X, u.Size.Y
	right, bottom := at.X+at.Width, at.Y+at.Height
	list.PushClipRect(imgui.Vec2{}, u.Size)
	for _, r := range [4][4]float32{{0, 0, w, at.Y}, {0, bottom, w, h}, {0, at.Y, at.X, bottom},
		{right, at.Y, w, bottom}} {
		Fill(list, imgui.Vec2{X: r[0], Y: r[1]}, imgui.Vec2{X: r[2], Y: r[3]}, Pack(colorShade))
	}
	list.PopClipRect()
}

// Border draws the edge of the present pane. It sets a clip rectangle of its own, because the margins of the pane
// would clip the edge.
func (u *Context) Border(at layout.Rect, c imgui.Vec4) {
	lo, hi := imgui.Vec2{X: at.X, Y: at.Y}, imgui.Vec2{X: at.X + at.Width, Y: at.Y + at.Height}
	list := imgui.WindowDrawList()
	list.PushClipRect(lo, hi)
	Outline(list, lo, hi, Pack(c), u.Px(4), 1)
	list.PopClipRect()
}
