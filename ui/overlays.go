package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// helpOverlay shows the keys over the view, or a topic of the manual. Each page scrolls for itself.
func (g *gui) helpOverlay(v rect) {
	at := g.middle(v, g.px(900), g.px(760))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.vec(22, 16))
	g.pane("##help", at, colorRaised, 0)
	g.overlayHead(g.helpTitle(), at)
	names := []string{"keys"}
	for i := range g.manual {
		names = append(names, g.manual[i].Name)
	}
	w := at.width - g.px(44)
	if i := g.choice("topic", names, g.m.topic, w); i >= 0 {
		g.m.topic = i
	}
	imgui.BeginChildV("##"+names[g.m.topic], sized(w, at.height-g.px(90)), false, 0)
	if g.m.topic == 0 {
		g.keysPage(w - g.px(12))
	} else {
		g.topicPage(&g.manual[g.m.topic-1], w-g.px(12))
	}
	imgui.EndChild()
	imgui.End()
	imgui.PopStyleVar()
}

// helpTitle says what the help shows.
func (g *gui) helpTitle() string {
	if g.m.topic > 0 {
		return g.manual[g.m.topic-1].Title
	}
	title := "Keys and mouse"
	if n := navigations[g.m.navigation]; n.drags != nil {
		title += ", the camera as in " + n.name
	}
	return title
}

// helpColumns are the groups of bindings as the help shows them side by side.
var helpColumns = [][]string{{"Select", "Camera", "Run"}, {"Show", "Window"}}

// keysPage lists all bindings, group by group in two columns.
func (g *gui) keysPage(w float32) {
	p, line, gap := imgui.CursorScreenPos(), g.px(21), g.px(28)
	each, most := (w-gap)/2, float32(0)
	for i, c := range helpColumns {
		x, y := p.X+float32(i)*(each+gap), p.Y+g.px(6)
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
		most = max(most, y-p.Y)
	}
	imgui.Dummy(sized(1, most))
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

// middle returns a rectangle in the middle of the view, or over a part of the columns where it is wider.
func (g *gui) middle(v rect, w, h float32) rect {
	if most := g.size.X - g.px(20); w > most {
		w = most
	}
	if most := v.height - g.px(20); h > most {
		h = most
	}
	x := max(g.px(10), min(v.x+(v.width-w)/2, g.size.X-g.px(10)-w))
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
