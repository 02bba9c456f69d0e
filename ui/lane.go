package ui

import (
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// statusShare is the part of the lane at its right end for status and messages. It does not depend on their texts,
// so that the time line does not move.
const (
	statusShare = 0.34
	mostStatus  = 560 // at a scale of 1
)

// lanePane shows the lane along the bottom of the window: the buttons play and step, the time line, and the status
// line or the newest message.
func (g *gui) lanePane(at layout.Rect) {
	status := g.statusPlace(at)
	g.BarPane("##lane", at, func() {
		list, y := imgui.WindowDrawList(), at.Y+at.Height/2
		widget.Fill(list, imgui.Vec2{X: at.X, Y: at.Y}, imgui.Vec2{X: at.X + at.Width, Y: at.Y + 1},
			widget.Pack(widget.ColorLine))
		parts := slices.DeleteFunc(g.statusParts(), func(q part) bool { return q.id == "speed" || q.id == "rec" })
		gap := g.Px(18)
		clock, rest := parts[:1], parts[1:]
		left, right := at.X+g.Px(8), status.X-gap
		if s := g.m.snap; s != nil {
			left = g.laneButtons(left, y, min(g.Px(30), at.Height)) + g.Px(12)
			if text := endText(s); text != "" {
				clock = append(slices.Clone(clock), part{id: "end", text: text, color: widget.ColorSecondary, rank: 1})
			}
		}
		clock, w := g.fitParts(clock, right-left, g.Px(4))
		g.putParts(clock, left, y, g.Px(4), false)
		left += w + gap
		if len(g.m.toasts.list) == 0 {
			rest, w = g.fitParts(rest, status.Width, gap)
			g.putParts(rest, status.X+max(status.Width-w, 0), y, gap, true)
		}
		if g.m.snap == nil {
			return
		}
		if right = g.m.timeline.trackMenu(g.Context, right, at); right-left > g.Px(40) {
			g.m.timeline.timeLine(g.Context, left, right, at)
		}
	})
	if len(g.m.toasts.list) > 0 {
		g.m.messages.toastPane(g.Context, status)
	}
}

// statusPlace returns the rectangle of status and messages in the lane.
func (g *gui) statusPlace(lane layout.Rect) layout.Rect {
	w, h := float32(int(min(lane.Width*statusShare, g.Px(mostStatus)))), min(g.Px(toastHeight), lane.Height)
	return layout.Box(lane.X+lane.Width-w-g.Px(8), float32(int(lane.Y+(lane.Height-h)/2)), w, h)
}

// laneButtons shows reset, play and step, and returns the right end of the last one.
func (g *gui) laneButtons(x, y, h float32) float32 {
	play := widget.Icon(widget.IconPause)
	if g.m.paused() {
		play = widget.IconPlay
	}
	for _, b := range []struct {
		act  keymap.Action
		sign widget.Icon
	}{{keymap.Reset, widget.IconReset}, {keymap.Play, play}, {keymap.Step, widget.IconStep},
		{keymap.NextEvent, widget.IconNext}} {
		imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: float32(int(y - h/2))})
		if g.FlatButton("lane "+keymap.Of(b.act).Text, b.sign, h, h, widget.ColorText) {
			g.m.do(b.act)
		}
		g.Tip(keymap.Tip(b.act, ""))
		x += h + g.Px(2)
	}
	return x
}
