package ui

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// The height of a scene in the picker and the size of its picture, at a scale of 1.
const (
	pickerRow     = 70
	pictureWidth  = 96
	pictureHeight = 60
)

// scenePicker lists the scenes; typing narrows the list, Enter loads the chosen one.
func (g *gui) scenePicker(v layout.Rect) {
	scenes := g.m.scenes()
	found := match(scenes, g.search)
	row := g.Px(pickerRow)
	h := g.Px(94) + row*float32(len(scenes))
	at := g.Middle(v, g.Px(660), h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(18, 16))
	g.Pane("##picker", at, widget.ColorRaised, 0)
	g.OverlayHead("Scenes", at)
	appearing := imgui.IsWindowAppearing()
	if appearing {
		g.search, g.picked = "", 0
		g.thumbnails(scenes)
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(widget.AtLeast1(at.Width - g.Px(36)))
	searched := g.search
	load := imgui.InputTextWithHintV("##search", "Type to search, or the path of a scene file", &g.search,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	typing := imgui.IsItemActive()
	if g.search != searched { // the best of what is found now is chosen
		found, g.picked = match(scenes, g.search), 0
	}
	g.movePick(len(found))
	g.walked = g.walked || g.search != searched
	imgui.BeginChildV("##list", imgui.Vec2{Y: widget.AtLeast1(at.Height - g.Px(94))}, false, 0)
	chosen, moved := g.picked, imgui.CurrentIO().MouseDelta() != imgui.Vec2{}
	for i, s := range found {
		if g.sceneRowIn(s, i == chosen, row) {
			g.picked, load = i, true
		}
		if moved && imgui.IsItemHovered() {
			g.picked = i
		}
	}
	if len(found) == 0 {
		g.Paragraph(g.Fonts.Text, widget.ColorSecondary, "No built-in scene matches. Enter opens it as a file.")
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

// thumbnails takes the pictures of the run files among some scenes.
func (g *gui) thumbnails(scenes []Scene) {
	if g.m.config.Thumbnail == nil || g.texture == nil {
		return
	}
	for _, s := range scenes {
		if _, there := g.pictures[s.Name]; there || !strings.EqualFold(filepath.Ext(s.Name), ".tumble") {
			continue
		}
		if m := g.m.config.Thumbnail(s.Name); m != nil {
			g.pictures[s.Name] = g.texture(m)
		}
	}
}

// movePick moves the choice by the arrow keys.
func (g *gui) movePick(n int) {
	before := g.picked
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
	g.walked = g.picked != before
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

// sceneRowIn draws a scene of the picker and reports whether it was clicked. Only the chosen one
// is lit: a pointer that moves chooses what it is over.
func (g *gui) sceneRowIn(s Scene, chosen bool, h float32) bool {
	p, w := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	clicked := widget.Clickable("scene "+s.Name, w, h-g.Px(4))
	end := imgui.Vec2{X: p.X + w, Y: p.Y + h - g.Px(4)}
	list := imgui.WindowDrawList()
	if chosen {
		list.AddRectFilledV(p, end, widget.Pack(widget.ColorFrame), g.Px(3), imgui.DrawFlagsRoundCornersAll)
	}
	if g.m.snap != nil && g.m.snap.Scene == s.Name {
		list.AddRectFilled(p, imgui.Vec2{X: p.X + g.Px(3), Y: end.Y}, widget.Pack(widget.ColorAccent))
	}
	if chosen && g.walked {
		imgui.SetScrollHereY(0.5)
	}
	x := p.X + g.Px(9)
	if texture, ok := g.pictures[s.Name]; ok {
		lo := imgui.Vec2{X: x, Y: p.Y + g.Px(3)}
		list.AddImage(texture, lo, lo.Plus(g.Vec(pictureWidth, pictureHeight)))
		x += g.Px(pictureWidth)
	}
	x += g.Px(12)
	g.TextAt(g.Fonts.Medium, widget.ColorText, x, p.Y+g.Px(14), s.Title)
	for i, line := range g.Wrap(g.Fonts.Small, s.About, end.X-g.Px(10)-x, 2) {
		g.TextAt(g.Fonts.Small, widget.ColorSecondary, x, p.Y+g.Px(33+16*float32(i)), line)
	}
	if !filepath.IsAbs(s.Name) {
		g.TextAt(g.Fonts.Mono, widget.ColorFaint, end.X-g.Px(10)-widget.TextWidth(g.Fonts.Mono, s.Name), p.Y+g.Px(14),
			s.Name)
	}
	return clicked
}

// scenes lists the files that were opened lately and then the built-in scenes.
func (m *model) scenes() []Scene {
	var list []Scene
	for _, path := range m.memory.Recent {
		list = append(list, Scene{Name: path, Title: filepath.Base(path), About: "Opened lately, from " +
			filepath.Dir(path)})
	}
	return append(list, m.config.Scenes...)
}

// match returns the scenes whose name, title or text hold all words of the search: first the
// one that is called so, then those whose name begins so, has it, whose title has it, and last
// those that only speak of it.
func match(scenes []Scene, search string) []Scene {
	search = strings.ToLower(strings.TrimSpace(search))
	words := strings.Fields(search)
	holds := func(text string) bool {
		text = strings.ToLower(text)
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
	}
	const ranks = 5
	var found [ranks][]Scene
	for _, s := range scenes {
		name := strings.ToLower(s.Name)
		for rank, fits := range [ranks]bool{
			name == search, strings.HasPrefix(name, search), holds(name), holds(name + " " + s.Title),
			holds(name + " " + s.Title + " " + s.About),
		} {
			if fits {
				found[rank] = append(found[rank], s)
				break
			}
		}
	}
	return slices.Concat(found[:]...)
}
