package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"
)

// callout says beside a column why an edit was not taken. Nothing in the column moves for
// it: a person who has just typed something wrong clicks where the field was.
type callout struct {
	x, y float32 // the end of the column, and the row [units of the window]
	left bool    // it goes to the left from there
	text string
}

// refusal shows why the last edit of a field was not taken, beside the row of the last widget while
// that can be seen.
func (g *gui) refusal(key string) {
	why := g.m.refuse.of(key)
	if why == "" {
		return
	}
	y, top := imgui.ItemRectMin().Y, imgui.WindowPos().Y
	if y+g.rowHeight()/2 < top || y+g.rowHeight()/2 > top+imgui.WindowHeight() {
		return
	}
	x, left := g.beside(imgui.ItemRectMin().X)
	g.callouts = append(g.callouts, callout{x, y, left, why})
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

// showCallouts draws the callouts of the panels beside their columns, one below another. They
// take no clicks.
func (g *gui) showCallouts() {
	gap, padX, padY := g.px(6), g.px(10), g.px(5)
	most := atLeast1(min(g.px(320), g.at.view.width-2*gap))
	bottom := float32(0)
	for i, c := range g.callouts {
		imgui.PushFont(g.fonts.small)
		size := imgui.CalcTextSize(c.text, false, atLeast1(most-2*padX))
		imgui.PopFont()
		w, h := min(size.X+2*padX+g.px(3), most), size.Y+2*padY
		at := rect{c.x + gap, max(c.y, bottom), w, h}
		if c.left {
			at.x = c.x - gap - w
		}
		bottom = at.y + h + g.px(4)
		imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: padX, Y: padY})
		g.pane(fmt.Sprintf("##refusal%d", i), at, colorRaised, imgui.WindowFlagsNoInputs|quiet)
		list, end := imgui.WindowDrawList(), imgui.Vec2{X: at.x + w, Y: at.y + h}
		list.PushClipRect(imgui.Vec2{X: at.x, Y: at.y}, end)
		list.AddRectFilled(imgui.Vec2{X: end.X - g.px(3), Y: at.y}, end, packed(colorRecord))
		list.PopClipRect()
		g.paragraph(g.fonts.small, colorRecord, c.text)
		imgui.End()
		imgui.PopStyleVar()
	}
	g.callouts = g.callouts[:0]
}
