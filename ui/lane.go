package ui

import (
	"slices"

	"github.com/inkyblackness/imgui-go/v4"
)

// statusShare is the part of the lane beside the clock that the status may take: the rest is the time line's.
const statusShare = 0.55

// lanePane shows the time along the bottom of the window: play and step, how far the scene is, and what
// the status line says.
func (g *gui) lanePane(at rect) {
	g.barPane("##lane", at, func() {
		list, y := imgui.WindowDrawList(), at.y+at.height/2
		list.AddRectFilled(imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + at.width, Y: at.y + 1}, packed(colorLine))
		parts := slices.DeleteFunc(g.statusParts(), func(q part) bool { return q.id == "speed" || q.id == "rec" })
		gap := g.px(18)
		clock, rest := parts[:1], parts[1:]
		left, right := at.x+g.px(8), at.x+at.width-g.px(12)
		if s := g.m.snap; s != nil {
			left = g.laneButtons(left, y, min(g.px(30), at.height)) + g.px(12)
			if s.End > 0 {
				end := part{id: "end", text: "of " + quantity(s.End, "s", 4), color: colorSecondary, rank: 1}
				clock = append(slices.Clone(clock), end)
			}
		}
		clock, w := g.fitParts(clock, right-left, g.px(4), 0)
		g.putParts(clock, left, y, g.px(4), false)
		left += w + gap
		rest, w = g.fitParts(rest, (right-left)*statusShare, gap, 0)
		if len(rest) > 0 && left+w < right {
			g.putParts(rest, right-w, y, gap, true)
			right -= w + gap
		}
		if g.m.snap == nil {
			return
		}
		if right = g.trackMenu(right, at); right-left > g.px(40) {
			g.timeLine(left, right, at)
		}
	})
}

// laneButtons shows play and step, and returns where they end.
func (g *gui) laneButtons(x, y, h float32) float32 {
	play := icon(iconPause)
	if g.m.paused() {
		play = iconPlay
	}
	for _, b := range []struct {
		act  act
		sign icon
	}{{actPlay, play}, {actStep, iconStep}, {actNextEvent, iconNext}} {
		imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: float32(int(y - h/2))})
		if g.bare("lane "+binding(b.act).Text, b.sign, h, h, colorText) {
			g.m.do(b.act)
		}
		g.tip(tipFor(b.act, ""))
		x += h + g.px(2)
	}
	return x
}
