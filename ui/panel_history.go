package ui

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// historyPanel plots one number of the selected thing over the last steps.
type historyPanel struct{ *inspector }

func (ins historyPanel) draw(u *widget.Context) {
	in := ins.reply()
	traces := in.Things[0].Traces()
	names := make([]string, 0, len(traces))
	for _, t := range traces {
		names = append(names, t.Name)
	}
	w := imgui.ContentRegionAvail().X
	if i := u.Combo("trace", names, ins.trace, w); i >= 0 {
		ins.trace = i
	}
	values, unit := in.History.Values[ins.trace], traces[ins.trace].Unit
	if len(values) < 2 {
		u.Paragraph(u.Fonts.Small, widget.ColorFaint, "The last 200 steps come here as the run goes on.")
		return
	}
	lo, hi := values[0], values[0]
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	if !(hi-lo <= math.MaxFloat32) {
		u.Paragraph(u.Fonts.Small, widget.ColorFaint, "Some of the last steps have no number.")
		return
	}
	ins.plot(u, values, lo, hi, w, u.Px(80))
	u.Reading("Highest", format.Quantity(float64(hi), unit, 4), "")
	u.Reading("Lowest", format.Quantity(float64(lo), unit, 4), "")
	u.Tip(fmt.Sprintf("Of the last %d steps.", len(values)))
}

// plot draws values from left to right, the newest at the right end.
func (ins *inspector) plot(u *widget.Context, values []float32, lo, hi, w, h float32) {
	p := imgui.CursorScreenPos()
	widget.Clickable("plot", w, h)
	list := imgui.WindowDrawList()
	widget.FillRounded(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, widget.Pack(widget.ColorFrame), u.Px(3),
		imgui.DrawFlagsRoundCornersAll)
	if hi <= lo {
		hi = lo + 1
	}
	pad := u.Px(4)
	place := func(i int, v float32) imgui.Vec2 {
		x := float32(bridge.HistoryLength-len(values)+i) / (bridge.HistoryLength - 1)
		return imgui.Vec2{X: p.X + pad + x*(w-2*pad), Y: p.Y + h - pad - (v-lo)/(hi-lo)*(h-2*pad)}
	}
	for i := 1; i < len(values); i++ {
		list.AddLineV(place(i-1, values[i-1]), place(i, values[i]), widget.Pack(widget.ColorAccentHi), u.Px(1.5))
	}
}

// rulerPanel shows the distances between the two things that were selected last.
type rulerPanel struct{ *inspector }

func (ins rulerPanel) draw(u *widget.Context) {
	in := ins.reply()
	ins.drawRows(u, rulerRows(&in.Ruler))
}

// rulerRows returns the numbers of the ruler.
func rulerRows(r *bridge.Ruler) []numberRow {
	rows := []numberRow{one("Between centres", "m", r.Center,
		"Of bodies, or of two parts of one; of a wall, from its plane."),
		three("… along axes", "m", r.Centers[0].Sub(r.Centers[1]), "From the thing selected before to the last one.")}
	if r.HasGap {
		rows = append(rows, one("Between surfaces", "m", r.Gap, "Negative where they overlap; 0 where they cross."))
	}
	return rows
}
