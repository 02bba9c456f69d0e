package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
)

// toastStack shows the messages at the bottom of the view.
func (g *gui) toastStack(v rect) {
	w := g.px(340)
	if most := v.width - g.px(statusLeft) - g.px(10); w > most {
		w = most
	}
	bottom := v.y + v.height - g.px(floatMargin)
	if g.m.hidden {
		bottom -= g.px(statusHeight + floatMargin)
	}
	for i := len(g.m.toasts.list) - 1; i >= 0; i-- {
		t := &g.m.toasts.list[i]
		h := g.messageHeight(*t, w-2*g.px(18)) + 2*g.px(9) + g.px(2)
		if bottom-h < v.y+g.px(60) {
			return
		}
		bottom -= h
		g.toast(i, t, rect{v.x + g.px(statusLeft), bottom, w, h})
		bottom -= g.px(6)
	}
}

// levelColor is the colour of the bar beside a message.
func levelColor(l bridge.Level) imgui.Vec4 {
	return [...]imgui.Vec4{bridge.Info: colorAccent, bridge.Warning: colorWarning, bridge.Refused: colorRecord,
		bridge.Fault: colorRecord}[l]
}

// toast shows a message. It goes on to show while the pointer is over it.
func (g *gui) toast(i int, t *toast, at rect) {
	a := t.opacity(g.m.now)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, a)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: g.px(18), Y: g.px(9)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, g.vec(6, 4))
	flags := quiet
	if t.file == "" { // nothing to click
		flags |= imgui.WindowFlagsNoInputs
	}
	g.pane(fmt.Sprintf("##toast%d", i), at, colorRaised, flags|imgui.WindowFlagsNoScrollbar)
	list, corner := imgui.WindowDrawList(), imgui.Vec2{X: at.x, Y: at.y}
	list.PushClipRect(corner, imgui.Vec2{X: at.x + at.width, Y: at.y + at.height})
	list.AddRectFilledV(corner, imgui.Vec2{X: at.x + g.px(4), Y: at.y + at.height}, packed(fade(levelColor(t.level), a)),
		g.px(3), imgui.DrawFlagsRoundCornersLeft)
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
	imgui.PushFont(g.fonts.text)
	h := imgui.CalcTextSize(t.text, false, atLeast1(w)).Y
	imgui.PopFont()
	if t.file != "" {
		imgui.PushFont(g.fonts.small)
		h += imgui.CalcTextSize(t.file, false, atLeast1(w)).Y + g.px(4+22+4)
		imgui.PopFont()
	}
	return h
}

// message writes a message, and for a file its path and what can be done with it.
func (g *gui) message(t toast) {
	g.paragraph(g.fonts.text, colorText, t.text)
	if t.file == "" {
		return
	}
	g.paragraph(g.fonts.small, colorSecondary, t.file)
	h := g.px(22)
	const open, cp = "Open folder", "Copy path"
	if g.m.opener != "" {
		if g.button("open "+t.file, open, "", g.buttonWidth(open, ""), h, false) {
			g.m.openFolder(t.file)
		}
		imgui.SameLineV(0, g.px(6))
	}
	if g.button("copy "+t.file, cp, "", g.buttonWidth(cp, ""), h, false) {
		g.m.copy(t.file)
	}
}

// bellList shows the messages that were, newest first, below the bell.
func (g *gui) bellList() {
	top := g.at.top.y + g.at.top.height
	w := min(g.px(420), g.size.X)
	h := min(g.px(460), g.at.lane.y-top-g.px(12))
	at := rect{g.size.X - w - g.px(8), top + g.px(6), w, h}
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.vec(14, 12))
	g.pane("##bell", at, colorRaised, 0)
	g.overlayHead("Messages", at)
	imgui.BeginChildV("##messages", sized(at.width-g.px(28), at.height-g.px(48)), false, 0)
	if len(g.m.toasts.kept) == 0 {
		g.paragraph(g.fonts.text, colorSecondary, "There have been none.")
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
	h := g.px(18)
	if hit("time", w, h) {
		g.m.copy(t.whole())
	}
	c := colorFaint
	if imgui.IsItemHovered() {
		c = colorText
	}
	g.tip("Click to copy this message.")
	list := imgui.WindowDrawList()
	list.AddCircleFilled(imgui.Vec2{X: p.X + g.px(4), Y: p.Y + h/2}, g.px(4), packed(levelColor(t.level)))
	g.put(g.fonts.mono, c, p.X+g.px(16), p.Y+h/2, t.born.Format("15:04:05"))
	g.put(g.fonts.small, c, p.X+w-width(g.fonts.small, "Copy"), p.Y+h/2, "Copy")
	g.message(t)
	imgui.Dummy(imgui.Vec2{Y: g.px(8)})
}
