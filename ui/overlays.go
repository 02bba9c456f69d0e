package ui

import (
	"strings"

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
		line = most // squeezed in a low window
	}
	w, h := g.px(800), float32(rows)*line+g.px(70)
	at := g.middle(v, w, h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.vec(22, 16))
	g.pane("##help", at, hex(0x1C1D20, 0.98), 0)
	g.overlayHead("Keys and mouse", at)
	p := imgui.CursorScreenPos()
	each := (at.width - g.px(44) - g.px(28)) / 2
	for i, c := range columns {
		x, y := p.X+float32(i)*(each+g.px(28)), p.Y+g.px(6)
		for _, group := range c {
			g.put(g.fonts.medium, colorAccentHi, x, y+line/2, group)
			y += line
			for _, b := range inGroup(group) {
				g.put(g.fonts.small, colorText, x, y+line/2, b.Text)
				g.keyCaps(b.Chords, x+each, y+line/2)
				y += line
			}
			y += line / 2
		}
	}
	imgui.Dummy(imgui.Vec2{X: 1, Y: float32(rows) * line})
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
		list.AddRectFilledV(lo, imgui.Vec2{X: lo.X + w, Y: lo.Y + h}, packed(colorFrame), g.px(3), imgui.DrawFlagsRoundCornersAll)
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
	imgui.WindowDrawList().AddRectV(imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + at.width, Y: at.y + at.height},
		packed(colorLine), g.px(4), imgui.DrawFlagsRoundCornersAll, 1)
	p := imgui.CursorScreenPos()
	y := p.Y + g.px(9)
	g.put(g.fonts.medium, colorText, p.X, y, title)
	hint := "Esc closes"
	g.put(g.fonts.small, colorFaint, at.x+at.width-g.px(22)-width(g.fonts.small, hint), y, hint)
	imgui.Dummy(g.vec(1, 24))
}

// scenePicker lists the scenes; typing narrows the list, Enter loads the chosen one.
func (g *gui) scenePicker(v rect) {
	found := match(g.m.config.Scenes, g.search)
	row := g.px(46)
	h := g.px(94) + row*float32(len(g.m.config.Scenes))
	at := g.middle(v, g.px(520), h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.vec(18, 16))
	g.pane("##picker", at, hex(0x1C1D20, 0.99), 0)
	g.overlayHead("Scenes", at)
	appearing := imgui.IsWindowAppearing()
	if appearing {
		g.search, g.picked = "", 0
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(at.width - g.px(36))
	load := imgui.InputTextWithHintV("##search", "Type to search, or the path of a scene file", &g.search,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	typing := imgui.IsItemActive()
	g.movePick(len(found))
	imgui.BeginChildV("##list", imgui.Vec2{Y: at.height - g.px(94)}, false, 0)
	for i, s := range found {
		if g.sceneRowIn(s, i == g.picked, row) {
			g.picked, load = i, true
		}
	}
	if len(found) == 0 {
		g.paragraph(g.fonts.text, colorSecondary, "No built-in scene matches. Enter opens it as a file.")
	}
	imgui.EndChild()
	if !typing && !appearing && !load && imgui.IsKeyPressed(imgui.KeyIndex(imgui.KeyEscape)) {
		g.m.picker = false
	}
	imgui.End()
	imgui.PopStyleVar()
	if load {
		g.loadPicked(found)
	}
}

// movePick moves the choice by the arrow keys.
func (g *gui) movePick(n int) {
	if imgui.IsKeyPressed(imgui.KeyIndex(imgui.KeyDownArrow)) {
		g.picked++
	}
	if imgui.IsKeyPressed(imgui.KeyIndex(imgui.KeyUpArrow)) {
		g.picked--
	}
	if g.picked >= n {
		g.picked = n - 1
	}
	if g.picked < 0 {
		g.picked = 0
	}
}

func (g *gui) loadPicked(found []Scene) {
	name := strings.TrimSpace(g.search)
	if g.picked < len(found) {
		name = found[g.picked].Name
	}
	if name != "" {
		g.m.loadScene(name)
	}
	g.m.picker = false
}

// sceneRowIn draws a scene of the picker.
func (g *gui) sceneRowIn(s Scene, chosen bool, h float32) bool {
	p, w := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	clicked := imgui.InvisibleButton("scene "+s.Name, imgui.Vec2{X: w, Y: h - g.px(4)})
	end := imgui.Vec2{X: p.X + w, Y: p.Y + h - g.px(4)}
	list := imgui.WindowDrawList()
	if chosen || imgui.IsItemHovered() {
		list.AddRectFilledV(p, end, packed(colorFrame), g.px(3), imgui.DrawFlagsRoundCornersAll)
	}
	if g.m.snap != nil && g.m.snap.Scene == s.Name {
		list.AddRectFilled(p, imgui.Vec2{X: p.X + g.px(3), Y: end.Y}, packed(colorAccent))
	}
	x := p.X + g.px(12)
	g.put(g.fonts.medium, colorText, x, p.Y+g.px(13), s.Title)
	g.put(g.fonts.small, colorSecondary, x, p.Y+g.px(30), g.fit(g.fonts.small, s.About, w-g.px(24)))
	g.put(g.fonts.mono, colorFaint, end.X-g.px(10)-width(g.fonts.mono, s.Name), p.Y+g.px(13), s.Name)
	return clicked
}

// match returns the scenes whose name, title or text hold all words of the search.
func match(scenes []Scene, search string) []Scene {
	var found []Scene
	for _, s := range scenes {
		all := strings.ToLower(s.Name + " " + s.Title + " " + s.About)
		ok := true
		for _, word := range strings.Fields(strings.ToLower(search)) {
			ok = ok && strings.Contains(all, word)
		}
		if ok {
			found = append(found, s)
		}
	}
	return found
}
