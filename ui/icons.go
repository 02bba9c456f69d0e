package ui

import "github.com/inkyblackness/imgui-go/v4"

// icon draws a sign of height h about a point.
type icon func(list imgui.DrawList, x, y, h float32, c imgui.PackedColor)

func iconPlay(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	triangle(list, x-h*0.36, y, h, 1, c)
}

func iconPause(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	bar(list, x-h*0.24, y, h, c)
	bar(list, x+h*0.24, y, h, c)
}

func iconStep(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	triangle(list, x-h*0.55, y, h, 1, c)
	bar(list, x+h*0.5, y, h, c)
}

func iconReset(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	bar(list, x-h*0.5, y, h, c)
	triangle(list, x+h*0.55, y, h, -1, c)
}

func iconRecord(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	list.AddCircleFilled(imgui.Vec2{X: x, Y: y}, h/2, c)
}

func iconStop(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	list.AddRectFilled(imgui.Vec2{X: x - h*0.45, Y: y - h*0.45}, imgui.Vec2{X: x + h*0.45, Y: y + h*0.45}, c)
}

// triangle has its upright side at x and points to the side.
func triangle(list imgui.DrawList, x, y, h, side float32, c imgui.PackedColor) {
	list.AddTriangleFilled(imgui.Vec2{X: x, Y: y - h/2}, imgui.Vec2{X: x + side*h*0.87, Y: y},
		imgui.Vec2{X: x, Y: y + h/2}, c)
}

// bar is an upright bar with its middle at x, y.
func bar(list imgui.DrawList, x, y, h float32, c imgui.PackedColor) {
	list.AddRectFilled(imgui.Vec2{X: x - h*0.12, Y: y - h/2}, imgui.Vec2{X: x + h*0.12, Y: y + h/2}, c)
}

// iconButton draws a button with a sign, and a text if there is one.
func (g *gui) iconButton(a act, sign icon, text string, w, h float32, on bool, tint imgui.Vec4) bool {
	p := imgui.CursorScreenPos()
	clicked := hit("icon "+binding(a).Text, w, h)
	g.face(p, w, h, on)
	x := p.X + w/2
	if text != "" {
		tw := width(g.fonts.medium, text)
		x = p.X + (w-tw-g.px(22))/2 + g.px(6)
		g.put(g.fonts.medium, colorText, x+g.px(16), p.Y+h/2, text)
	}
	sign(imgui.WindowDrawList(), x, p.Y+h/2, g.px(11), packed(tint))
	g.tip(tipFor(a, ""))
	return clicked
}
