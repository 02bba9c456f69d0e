package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// helpOverlay lists all bindings over the view.
func (g *gui) helpOverlay(v rect) {
	columns := [][]string{{"Camera", "Run"}, {"Show", "Window"}}
	rows := 0
	for _, c := range columns {
		n := 0
		for _, group := range c {
			n += 2 + len(inGroup(group))
		}
		if n > rows {
			rows = n
		}
	}
	line := g.px(21)
	if most := float32(int((v.height - g.px(90)) / float32(rows))); line > most {
		line = atLeast1(most) // squeezed in a low window
	}
	w, h := g.px(800), float32(rows)*line+g.px(70)
	at := g.middle(v, w, h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.vec(22, 16))
	g.pane("##help", at, colorRaised, 0)
	title := "Keys and mouse"
	if n := navigations[g.m.navigation]; n.drags != nil {
		title += ", the camera as in " + n.name
	}
	g.overlayHead(title, at)
	p := imgui.CursorScreenPos()
	each := (at.width - g.px(44) - g.px(28)) / 2
	for i, c := range columns {
		x, y := p.X+float32(i)*(each+g.px(28)), p.Y+g.px(6)
		for _, group := range c {
			g.put(g.fonts.medium, colorAccentHi, x, y+line/2, group)
			y += line
			for _, b := range inGroup(group) {
				g.put(g.fonts.small, colorText, x, y+line/2, b.Text)
				g.keyCaps(g.m.chords(b), x+each, y+line/2)
				y += line
			}
			y += line / 2
		}
	}
	imgui.Dummy(sized(1, float32(rows)*line))
	imgui.End()
	imgui.PopStyleVar()
}

// keyCaps draws chords as keys, the last one ending at x.
func (g *gui) keyCaps(chords []Chord, x, y float32) {
	list := imgui.WindowDrawList()
	for i := len(chords) - 1; i >= 0; i-- {
		s := chords[i].String()
		w := width(g.fonts.small, s) + g.px(10)
		if least := g.px(19); w < least {
			w = least
		}
		h := imgui.FontSize() + g.px(2)
		lo := imgui.Vec2{X: float32(int(x - w)), Y: float32(int(y - h/2))}
		list.AddRectFilledV(lo, imgui.Vec2{X: lo.X + w, Y: lo.Y + h}, packed(colorFrame), g.px(3),
			imgui.DrawFlagsRoundCornersAll)
		g.put(g.fonts.small, colorText, lo.X+(w-width(g.fonts.small, s))/2, y, s)
		x -= w + g.px(4)
	}
}

// inGroup returns the bindings of a group.
func inGroup(group string) []*Binding {
	var list []*Binding
	for i := range bindings {
		if bindings[i].Group == group {
			list = append(list, &bindings[i])
		}
	}
	return list
}

// middle returns a rectangle in the middle of the view, no larger than it.
func (g *gui) middle(v rect, w, h float32) rect {
	if most := g.size.X - g.px(20); w > most {
		w = most
	}
	if most := v.height - g.px(20); h > most {
		h = most
	}
	x := v.x + (v.width-w)/2
	if x < g.px(10) {
		x = g.px(10)
	}
	return rect{float32(int(x)), float32(int(v.y + (v.height-h)/2)), w, h}
}

// overlayHead draws the title of an overlay and the hint how to close it.
func (g *gui) overlayHead(title string, at rect) {
	g.rim(at, colorLine)
	p := imgui.CursorScreenPos()
	y := p.Y + g.px(9)
	g.put(g.fonts.medium, colorText, p.X, y, title)
	hint := "Esc closes"
	g.put(g.fonts.small, colorFaint, at.x+at.width-g.px(22)-width(g.fonts.small, hint), y, hint)
	imgui.Dummy(g.vec(1, 24))
}
