package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// toastStack shows the messages at the bottom of the view.
func (g *gui) toastStack(v layout.Rect) {
	w := g.Px(340)
	if most := v.Width - g.Px(statusLeft) - g.Px(10); w > most {
		w = most
	}
	bottom := v.Y + v.Height - g.Px(layout.FloatMargin)
	if g.m.hidden {
		bottom -= g.Px(layout.StatusHeight + layout.FloatMargin)
	}
	for i := len(g.m.toasts.list) - 1; i >= 0; i-- {
		t := &g.m.toasts.list[i]
		h := g.messageHeight(*t, w-2*g.Px(18)) + 2*g.Px(9) + g.Px(2)
		if bottom-h < v.Y+g.Px(60) {
			return
		}
		bottom -= h
		g.toast(i, t, layout.Box(v.X+g.Px(statusLeft), bottom, w, h))
		bottom -= g.Px(6)
	}
}

// levelColor is the colour of the bar beside a message.
func levelColor(l bridge.Level) imgui.Vec4 {
	return [...]imgui.Vec4{bridge.Info: widget.ColorAccent, bridge.Warning: widget.ColorWarning,
		bridge.Refused: widget.ColorRecord,
		bridge.Fault:   widget.ColorRecord}[l]
}

// toast shows a message. It goes on to show while the pointer is over it.
func (g *gui) toast(i int, t *toast, at layout.Rect) {
	a := t.opacity(g.m.now)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, a)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: g.Px(18), Y: g.Px(9)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, g.Vec(6, 4))
	flags := widget.Quiet
	if t.file == "" { // nothing to click
		flags |= imgui.WindowFlagsNoInputs
	}
	g.Pane(fmt.Sprintf("##toast%d", i), at, widget.ColorRaised, flags|imgui.WindowFlagsNoScrollbar)
	list, corner := imgui.WindowDrawList(), imgui.Vec2{X: at.X, Y: at.Y}
	list.PushClipRect(corner, imgui.Vec2{X: at.X + at.Width, Y: at.Y + at.Height})
	list.AddRectFilledV(corner, imgui.Vec2{X: at.X + g.Px(4), Y: at.Y + at.Height},
		widget.Pack(widget.Fade(levelColor(t.level), a)),
		g.Px(3), imgui.DrawFlagsRoundCornersLeft)
	list.PopClipRect()
	g.message(*t)
	if imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem) {
		t.born = g.m.now
	}
	imgui.End()
	imgui.PopStyleVarV(3)
}

// messageHeight returns the height of a message that is wrapped to a width.
func (g *gui) messageHeight(t toast, w float32) float32 {
	imgui.PushFont(g.Fonts.Text)
	h := imgui.CalcTextSize(t.text, false, widget.AtLeast1(w)).Y
	imgui.PopFont()
	if t.file != "" {
		imgui.PushFont(g.Fonts.Small)
		h += imgui.CalcTextSize(t.file, false, widget.AtLeast1(w)).Y + g.Px(4+22+4)
		imgui.PopFont()
	}
	return h
}

// message writes a message, and for a file its path and what can be done with it.
func (g *gui) message(t toast) {
	g.Paragraph(g.Fonts.Text, widget.ColorText, t.text)
	if t.file == "" {
		return
	}
	g.Paragraph(g.Fonts.Small, widget.ColorSecondary, t.file)
	h := g.Px(22)
	const open, cp = "Open folder", "Copy path"
	if g.m.opener != "" {
		if g.Button("open "+t.file, open, "", g.ButtonWidth(open, ""), h, false) {
			g.m.openFolder(t.file)
		}
		imgui.SameLineV(0, g.Px(6))
	}
	if g.Button("copy "+t.file, cp, "", g.ButtonWidth(cp, ""), h, false) {
		g.m.copy(t.file)
	}
}

// bellList shows the messages that were, newest first, below the bell.
func (g *gui) bellList() {
	top := g.at.Top.Y + g.at.Top.Height
	w := min(g.Px(420), g.Size.X)
	h := min(g.Px(460), g.at.Lane.Y-top-g.Px(12))
	at := layout.Box(g.Size.X-w-g.Px(8), top+g.Px(6), w, h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(14, 12))
	g.Pane("##bell", at, widget.ColorRaised, 0)
	g.OverlayHead("Messages", at)
	imgui.BeginChildV("##messages", widget.Sized(at.Width-g.Px(28), at.Height-g.Px(48)), false, 0)
	if len(g.m.toasts.kept) == 0 {
		g.Paragraph(g.Fonts.Text, widget.ColorSecondary, "There have been none.")
	}
	for i := len(g.m.toasts.kept) - 1; i >= 0; i-- {
		imgui.PushIDInt(i)
		g.keptMessage(g.m.toasts.kept[i])
		imgui.PopID()
	}
	imgui.EndChild()
	imgui.End()
	imgui.PopStyleVar()
}

// keptMessage shows one of the messages that were, with its time. A click copies it.
func (g *gui) keptMessage(t toast) {
	p, w := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	h := g.Px(18)
	if widget.Clickable("time", w, h) {
		g.m.copy(t.whole())
	}
	c := widget.ColorFaint
	if imgui.IsItemHovered() {
		c = widget.ColorText
	}
	g.Tip("Click to copy this message.")
	list := imgui.WindowDrawList()
	list.AddCircleFilled(imgui.Vec2{X: p.X + g.Px(4), Y: p.Y + h/2}, g.Px(4), widget.Pack(levelColor(t.level)))
	g.TextAt(g.Fonts.Mono, c, p.X+g.Px(16), p.Y+h/2, t.born.Format("15:04:05"))
	g.TextAt(g.Fonts.Small, c, p.X+w-widget.TextWidth(g.Fonts.Small, "Copy"), p.Y+h/2, "Copy")
	g.message(t)
	imgui.Dummy(imgui.Vec2{Y: g.Px(8)})
}
