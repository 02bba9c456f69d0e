package widget

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// Icon draws an icon of height h with its middle at x, y.
type Icon func(list imgui.DrawList, x, y, h float32, c imgui.PackedColor)

// IconPlay is a triangle that points to the right.
func IconPlay(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	Triangle(list, x-h*0.36, y, h, 1, c)
}

// IconPause is two upright bars.
func IconPause(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	bar(list, x-h*0.24, y, h, c)
	bar(list, x+h*0.24, y, h, c)
}

// IconStep is a triangle that points to a bar.
func IconStep(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	Triangle(list, x-h*0.55, y, h, 1, c)
	bar(list, x+h*0.5, y, h, c)
}

// IconNext is a triangle that points at a dot.
func IconNext(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	Triangle(list, x-h*0.55, y, h, 1, c)
	list.AddCircleFilled(imgui.Vec2{X: x + h*0.55, Y: y}, h*0.2, c)
}

// IconReset is a triangle that points back to a bar.
func IconReset(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	bar(list, x-h*0.5, y, h, c)
	Triangle(list, x+h*0.55, y, h, -1, c)
}

// IconRecord is a dot.
func IconRecord(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	list.AddCircleFilled(imgui.Vec2{X: x, Y: y}, h/2, c)
}

// IconStop is a square.
func IconStop(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	Fill(list, imgui.Vec2{X: x - h*0.45, Y: y - h*0.45}, imgui.Vec2{X: x + h*0.45, Y: y + h*0.45}, c)
}

// IconScene is a box.
func IconScene(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	a, b, t := h*0.5, h*0.26, h*0.09
	top, mid, low := imgui.Vec2{X: x, Y: y - a}, imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x, Y: y + a}
	ul, ur := imgui.Vec2{X: x - a*0.9, Y: y - b}, imgui.Vec2{X: x + a*0.9, Y: y - b}
	dl, dr := imgui.Vec2{X: x - a*0.9, Y: y + b}, imgui.Vec2{X: x + a*0.9, Y: y + b}
	for _, l := range [][2]imgui.Vec2{{top, ul}, {top, ur}, {ul, mid}, {ur, mid}, {mid, low}, {ul, dl},
		{ur, dr}, {dl, low}, {dr, low}} {
		list.AddLineV(l[0], l[1], c, t)
	}
}

// IconMaterial is a ball with a highlight.
func IconMaterial(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	list.AddCircleV(imgui.Vec2{X: x, Y: y}, h*0.48, c, 24, h*0.09)
	list.AddCircleFilled(imgui.Vec2{X: x - h*0.15, Y: y - h*0.17}, h*0.12, c)
}

// IconFlow is a funnel with a grain below it.
func IconFlow(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	t := h * 0.09
	at := func(u, v float32) imgui.Vec2 { return imgui.Vec2{X: x + u*h, Y: y + v*h} }
	for _, side := range [2]float32{-1, 1} {
		list.AddLineV(at(0.48*side, -0.46), at(0.12*side, -0.02), c, t)
		list.AddLineV(at(0.12*side, -0.02), at(0.12*side, 0.18), c, t)
	}
	list.AddCircleFilled(at(0, 0.4), h*0.1, c)
}

// IconEye is an eye.
func IconEye(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	const n = 8
	for _, side := range [2]float32{-1, 1} {
		var last imgui.Vec2
		for i := range n + 1 {
			u := 2*float32(i)/n - 1
			p := imgui.Vec2{X: x + u*h*0.55, Y: y + side*h*0.36*(1-u*u)}
			if i > 0 {
				list.AddLineV(last, p, c, h*0.09)
			}
			last = p
		}
	}
	list.AddCircleFilled(imgui.Vec2{X: x, Y: y}, h*0.16, c)
}

// IconHidden is an eye that is crossed out.
func IconHidden(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	IconEye(list, x, y, h, c)
	list.AddLineV(imgui.Vec2{X: x - h*0.42, Y: y + h*0.42}, imgui.Vec2{X: x + h*0.42, Y: y - h*0.42}, c, h*0.1)
}

// IconLines is a box with only its edges visible.
func IconLines(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	at := func(u, v float32) imgui.Vec2 { return imgui.Vec2{X: x + u*h, Y: y + v*h} }
	Outline(list, at(-0.45, -0.15), at(0.15, 0.45), c, 0, h*0.09)
	Outline(list, at(-0.15, -0.45), at(0.45, 0.15), c, 0, h*0.09)
	for _, p := range [...]imgui.Vec2{{X: -0.45, Y: -0.15}, {X: 0.15, Y: -0.15}, {X: -0.45, Y: 0.45},
		{X: 0.15, Y: 0.45}} {
		list.AddLineV(at(p.X, p.Y), at(p.X+0.3, p.Y-0.3), c, h*0.09)
	}
}

// IconGlass is a see-through disk before another disk.
func IconGlass(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	list.AddCircleFilled(imgui.Vec2{X: x + h*0.18, Y: y}, h*0.26, c)
	list.AddCircleV(imgui.Vec2{X: x - h*0.12, Y: y}, h*0.38, c, 0, h*0.09)
}

// IconExport is an arrow out of a tray.
func IconExport(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	t := h * 0.09
	at := func(u, v float32) imgui.Vec2 { return imgui.Vec2{X: x + u*h, Y: y + v*h} }
	for _, l := range [][2]imgui.Vec2{
		{at(0, -0.5), at(0, 0.18)}, {at(-0.24, -0.26), at(0, -0.5)}, {at(0.24, -0.26), at(0, -0.5)},
		{at(-0.46, 0.12), at(-0.46, 0.46)}, {at(-0.46, 0.46), at(0.46, 0.46)}, {at(0.46, 0.46), at(0.46, 0.12)},
	} {
		list.AddLineV(l[0], l[1], c, t)
	}
}

// IconGauge is a dial with a needle.
func IconGauge(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	const n = 12
	t, y := h*0.09, y+h*0.28
	at := func(turn, r float32) imgui.Vec2 {
		sin, cos := math.Sincos(math.Pi * (1 - float64(turn)))
		return imgui.Vec2{X: x + r*h*float32(cos), Y: y - r*h*float32(sin)}
	}
	for i := range n {
		list.AddLineV(at(float32(i)/n, 0.58), at(float32(i+1)/n, 0.58), c, t)
	}
	list.AddLineV(at(0, 0.58), at(1, 0.58), c, t)
	list.AddLineV(at(0.5, 0), at(0.66, 0.42), c, t)
}

// IconChart is three bars.
func IconChart(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	for i, tall := range [3]float32{0.45, 0.95, 0.7} {
		left := x + h*(-0.46+0.34*float32(i))
		Fill(list, imgui.Vec2{X: left, Y: y + h*(0.48-tall)}, imgui.Vec2{X: left + h*0.22, Y: y + h*0.48}, c)
	}
}

// IconInspector is a window with a column at its right.
func IconInspector(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	lo, hi := imgui.Vec2{X: x - h*0.7, Y: y - h*0.5}, imgui.Vec2{X: x + h*0.7, Y: y + h*0.5}
	Outline(list, lo, hi, c, h*0.1, h*0.12)
	Fill(list, imgui.Vec2{X: x + h*0.15, Y: lo.Y}, hi, c)
}

// IconHelp is a question mark.
func IconHelp(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	size := imgui.CalcTextSize("?", false, 0)
	list.AddText(imgui.Vec2{X: float32(int(x - size.X/2)), Y: float32(int(y - size.Y/2))}, c, "?")
}

// IconBell is a bell.
func IconBell(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	list.AddCircleFilled(imgui.Vec2{X: x, Y: y - h*0.14}, h*0.38, c)
	Fill(list, imgui.Vec2{X: x - h*0.38, Y: y - h*0.14}, imgui.Vec2{X: x + h*0.38, Y: y + h*0.34}, c)
	Fill(list, imgui.Vec2{X: x - h*0.56, Y: y + h*0.28}, imgui.Vec2{X: x + h*0.56, Y: y + h*0.4}, c)
	list.AddCircleFilled(imgui.Vec2{X: x, Y: y + h*0.5}, h*0.13, c)
}

// IconFind is a magnifying glass.
func IconFind(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	r := h * 0.4
	list.AddCircleV(imgui.Vec2{X: x - h*0.12, Y: y - h*0.12}, r, c, 20, h*0.14)
	list.AddLineV(imgui.Vec2{X: x + h*0.18, Y: y + h*0.18}, imgui.Vec2{X: x + h*0.58, Y: y + h*0.58}, c, h*0.18)
}

// IconClose is a cross.
func IconClose(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	a, t := h*0.36, h*0.13
	list.AddLineV(imgui.Vec2{X: x - a, Y: y - a}, imgui.Vec2{X: x + a, Y: y + a}, c, t)
	list.AddLineV(imgui.Vec2{X: x + a, Y: y - a}, imgui.Vec2{X: x - a, Y: y + a}, c, t)
}

// Triangle draws a triangle with its vertical side at x, which points to the right for side 1 and to the left for
// -1.
func Triangle(list imgui.DrawList, x, y, h, side float32, c imgui.PackedColor) {
	list.AddTriangleFilled(imgui.Vec2{X: x, Y: y - h/2}, imgui.Vec2{X: x + side*h*0.87, Y: y},
		imgui.Vec2{X: x, Y: y + h/2}, c)
}

// bar draws a vertical bar with its middle at x, y.
func bar(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	Fill(list, imgui.Vec2{X: x - h*0.12, Y: y - h/2}, imgui.Vec2{X: x + h*0.12, Y: y + h/2}, c)
}

// IconButton draws a button with an icon, and a text if there is one.
func (u *Context) IconButton(id string, sign Icon, text string, w, h float32, on bool, tint imgui.Vec4) bool {
	p := imgui.CursorScreenPos()
	clicked := Clickable("icon "+id, w, h)
	u.ButtonFace(p, w, h, on)
	x := p.X + w/2
	if text != "" {
		tw := TextWidth(u.Fonts.Medium, text)
		x = p.X + (w-tw-u.Px(22))/2 + u.Px(6)
		u.TextAt(u.Fonts.Medium, ColorText, x+u.Px(16), p.Y+h/2, text)
	}
	sign(imgui.WindowDrawList(), x, p.Y+h/2, u.Px(11), Pack(tint))
	return clicked
}

// FlatButton draws a button that shows only its icon until the pointer is over it. The icon stands in a square at
// the left end.
func (u *Context) FlatButton(id string, sign Icon, w, h float32, tint imgui.Vec4) bool {
	p := imgui.CursorScreenPos()
	clicked := Clickable(id, w, h)
	if imgui.IsItemHovered() {
		u.ButtonFace(p, w, h, false)
	}
	sign(imgui.WindowDrawList(), p.X+min(w, u.Px(34))/2, p.Y+h/2, u.Px(11), Pack(tint))
	return clicked
}
