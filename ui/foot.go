package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"
)

// footHeight is the height of the foot of a column at a scale of 1: two lines of text.
const footHeight = 46

// refusal says in the foot of the column, after its name, why the last edit of a field was not taken.
func (g *gui) refusal(key string) {
	if why := g.m.refuse.of(key); why != "" {
		if name := wordFor(key); name != "" {
			why = name + ": " + why
		}
		g.refused = append(g.refused, why)
	}
}

// foot is the place at the bottom of a column that is kept for why an edit was not taken: nothing in the
// column moves for it. Else it says how fields are used.
func (g *gui) foot(at rect, hint string) {
	pad := g.px(12)
	list := imgui.WindowDrawList()
	list.AddRectFilled(imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + at.width, Y: at.y + 1}, packed(colorLine))
	text, c := hint, colorFaint
	if n := len(g.refused); n > 0 {
		text, c = g.refused[0], colorRecord
		if n > 1 {
			text = fmt.Sprintf("%s (and %d more)", text, n-1)
		}
		list.AddRectFilled(imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + g.px(3), Y: at.y + at.height}, packed(c))
	}
	if at.x == g.at.dock.x {
		g.footText = text
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.x, Y: at.y})
	hit("foot", at.width, at.height)
	for i, line := range g.wrap(g.fonts.small, text, at.width-2*pad, 2) {
		g.put(g.fonts.small, c, at.x+pad, at.y+g.px(14+17*float32(i)), line)
	}
	if len(g.refused) > 0 {
		text = strings.Join(g.refused, "\n")
	}
	g.tip(text)
	g.refused = g.refused[:0]
}

// beside returns the end of the column at x that has the view beside it, and whether the view is left of
// that.
func (g *gui) beside(x float32) (end float32, left bool) {
	for _, c := range []rect{g.at.rail, g.at.dock, g.at.inspector} {
		if x >= c.x && x < c.x+c.width {
			if c.x > g.at.view.x && !g.at.over {
				return c.x, true
			}
			return c.x + c.width, false
		}
	}
	return x, false
}
