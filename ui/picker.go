package ui

import (
	"image"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// picker lists the scenes that can be opened.
type picker struct {
	*shared
	scene    *scene
	memory   *memory
	open     bool
	typed    string                            // to search for
	picked   int                               // index into what was found
	walked   bool                              // the arrow keys moved the choice in this frame
	pictures map[string]imgui.TextureID        // of scenes, by their names
	texture  func(image.Image) imgui.TextureID // makes another one
}

// pickerRow is the height of a scene in the picker, at a scale of 1.
const pickerRow = 70

// scenePicker lists the scenes; typing narrows the list, Enter loads the chosen one.
func (pk *picker) scenePicker(u *widget.Context, v layout.Rect) {
	scenes := pk.scenes()
	found := match(scenes, pk.typed)
	row := u.Px(pickerRow)
	h := u.Px(94) + row*float32(len(scenes))
	at := u.Middle(v, u.Px(660), h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(18, 16))
	u.Pane("##picker", at, widget.ColorRaised, 0)
	u.OverlayHead("Scenes", at)
	appearing := imgui.IsWindowAppearing()
	if appearing {
		pk.typed, pk.picked = "", 0
		pk.thumbnails(u, scenes)
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(widget.AtLeast1(at.Width - u.Px(36)))
	searched := pk.typed
	load := imgui.InputTextWithHintV("##search", "Type to search, or the path of a scene file", &pk.typed,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	typing := imgui.IsItemActive()
	if pk.typed != searched { // the best of what is found now is chosen
		found, pk.picked = match(scenes, pk.typed), 0
	}
	pk.movePick(u, len(found))
	pk.walked = pk.walked || pk.typed != searched
	imgui.BeginChildV("##list", imgui.Vec2{Y: widget.AtLeast1(at.Height - u.Px(94))}, false, 0)
	chosen, moved := pk.picked, imgui.CurrentIO().MouseDelta() != imgui.Vec2{}
	for i, s := range found {
		if pk.sceneRowIn(u, s, i == chosen, row) {
			pk.picked, load = i, true
		}
		if moved && imgui.IsItemHovered() {
			pk.picked = i
		}
	}
	if len(found) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "No built-in scene matches. Enter opens it as a file.")
	}
	imgui.EndChild()
	if !typing && !appearing && !load && imgui.IsKeyPressed(imgui.KeyIndex(imgui.KeyEscape)) {
		pk.open = false
	}
	imgui.End()
	imgui.PopStyleVar()
	if load {
		pk.loadPicked(u, found)
	}
}

// thumbnails takes the pictures of the run files among some scenes.
func (pk *picker) thumbnails(u *widget.Context, scenes []Scene) {
	if pk.config.Thumbnail == nil || pk.texture == nil {
		return
	}
	for _, s := range scenes {
		if _, there := pk.pictures[s.Name]; there || !strings.EqualFold(filepath.Ext(s.Name), ".tumble") {
			continue
		}
		if m := pk.config.Thumbnail(s.Name); m != nil {
			pk.pictures[s.Name] = pk.texture(m)
		}
	}
}

// movePick moves the choice by the arrow keys.
func (pk *picker) movePick(u *widget.Context, n int) {
	before := pk.picked
	if imgui.IsKeyPressed(imgui.KeyIndex(imgui.KeyDownArrow)) {
		pk.picked++
	}
	if imgui.IsKeyPressed(imgui.KeyIndex(imgui.KeyUpArrow)) {
		pk.picked--
	}
	if pk.picked >= n {
		pk.picked = n - 1
	}
	if pk.picked < 0 {
		pk.picked = 0
	}
	pk.walked = pk.picked != before
}

func (pk *picker) loadPicked(u *widget.Context, found []Scene) {
	name := strings.TrimSpace(pk.typed)
	if pk.picked < len(found) {
		name = found[pk.picked].Name
	}
	if name != "" {
		pk.scene.load(name)
	}
	pk.open = false
}

// sceneRowIn draws a scene of the picker and reports whether it was clicked. Only the chosen one
// is lit: a pointer that moves chooses what it is over.
func (pk *picker) sceneRowIn(u *widget.Context, s Scene, chosen bool, h float32) bool {
	p, w := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	clicked := widget.Clickable("scene "+s.Name, w, h-u.Px(4))
	end := imgui.Vec2{X: p.X + w, Y: p.Y + h - u.Px(4)}
	list := imgui.WindowDrawList()
	if chosen {
		list.AddRectFilledV(p, end, widget.Pack(widget.ColorFrame), u.Px(3), imgui.DrawFlagsRoundCornersAll)
	}
	if pk.snap != nil && pk.snap.Scene == s.Name {
		list.AddRectFilled(p, imgui.Vec2{X: p.X + u.Px(3), Y: end.Y}, widget.Pack(widget.ColorAccent))
	}
	if chosen && pk.walked {
		imgui.SetScrollHereY(0.5)
	}
	x := p.X + u.Px(9)
	if texture, ok := pk.pictures[s.Name]; ok {
		lo := imgui.Vec2{X: x, Y: p.Y + u.Px(3)}
		list.AddImage(texture, lo, lo.Plus(u.Vec(pictureWidth, pictureHeight)))
		x += u.Px(pictureWidth)
	}
	x += u.Px(12)
	u.TextAt(u.Fonts.Medium, widget.ColorText, x, p.Y+u.Px(14), s.Title)
	for i, line := range u.Wrap(u.Fonts.Small, s.About, end.X-u.Px(10)-x, 2) {
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, x, p.Y+u.Px(33+16*float32(i)), line)
	}
	if !filepath.IsAbs(s.Name) {
		u.TextAt(u.Fonts.Mono, widget.ColorFaint, end.X-u.Px(10)-widget.TextWidth(u.Fonts.Mono, s.Name), p.Y+u.Px(14),
			s.Name)
	}
	return clicked
}

// scenes lists the files that were opened lately and then the built-in scenes.
func (pk *picker) scenes() []Scene {
	var list []Scene
	for _, path := range pk.memory.kept.Recent {
		list = append(list, Scene{Name: path, Title: filepath.Base(path), About: "Opened lately, from " +
			filepath.Dir(path)})
	}
	return append(list, pk.config.Scenes...)
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
