package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"
)

// callout says beside the panel column why an edit was not taken. Nothing in the column moves for
// it: a person who has just typed something wrong clicks where the field was.
type callout struct {
	y    float32 // of the row [units of the window]
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
	g.callouts = append(g.callouts, callout{y, why})
}

// showCallouts draws the callouts of the panels left of the column at x, one below another. They
// take no clicks.
func (g *gui) showCallouts(x float32) {
	gap, padX, padY := g.px(6), g.px(10), g.px(5)
	most := atLeast1(min(g.px(320), x-2*gap))
	bottom := float32(0)
	for i, c := range g.callouts {
		imgui.PushFont(g.fonts.small)
		size := imgui.CalcTextSize(c.text, false, atLeast1(most-2*padX))
		imgui.PopFont()
		w, h := min(size.X+2*padX+g.px(3), most), size.Y+2*padY
		at := rect{x - gap - w, max(c.y, bottom), w, h}
		bottom = at.y + h + g.px(4)
		imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: padX, Y: padY})
		g.pane(fmt.Sprintf("##refusal%d", i), at, hex(0x2A2C31, 0.98), imgui.WindowFlagsNoInputs|quiet)
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
