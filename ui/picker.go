package ui

import (
	"image"
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/find"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// picker lists the scenes that can be opened.
type picker struct {
	*shared
	scene    *scene
	memory   *memory
	open     bool
	finder   widget.Finder
	pictures map[string]imgui.TextureID        // of scenes, by their names
	texture  func(image.Image) imgui.TextureID // uploads a picture
}

// pickerRow is the height of a scene in the picker, at a scale of 1.
const pickerRow = 70

// scenePicker lists the scenes; typing narrows the list, Enter loads the chosen one.
func (pk *picker) scenePicker(u *widget.Context, v layout.Rect) {
	scenes := pk.scenes()
	row, head := u.Px(pickerRow), u.Px(24+8)+u.EntryHeight()+2*u.Px(16)
	at := u.Middle(v, u.Px(660), head+row*float32(len(scenes)))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(18, 16))
	u.Pane("##picker", at, widget.ColorRaised, imgui.WindowFlagsNoScrollbar)
	u.Shade(at)
	u.OverlayHead("Scenes", at)
	if imgui.IsWindowAppearing() {
		pk.finder = widget.Finder{}
		pk.thumbnails(u, scenes)
	}
	load := u.Entry("search", "Type to search, or the path of a scene file", &pk.finder.Typed, at.Width-u.Px(36))
	imgui.Dummy(imgui.Vec2{Y: u.Px(2)})
	found := match(scenes, pk.finder.Typed)
	clicked := u.Rows(&pk.finder, len(found), widget.Sized(at.Width-u.Px(36), at.Height-head), row,
		func(i int, p imgui.Vec2, w float32, _ bool) { pk.sceneRow(u, found[i], p, w) })
	if len(found) == 0 {
		imgui.SetCursorPos(imgui.Vec2{X: u.Px(18), Y: head - u.Px(8)})
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "No built-in scene matches. Enter opens it as a file.")
	}
	imgui.End()
	imgui.PopStyleVar()
	if load || clicked {
		pk.loadPicked(found)
	}
}

// thumbnails loads the pictures of the run files among the scenes.
func (pk *picker) thumbnails(u *widget.Context, scenes []Scene) {
	if pk.config.Thumbnail == nil || pk.texture == nil {
		return
	}
	for _, s := range scenes {
		if _, ok := pk.pictures[s.Name]; ok || !strings.EqualFold(filepath.Ext(s.Name), ".tumble") {
			continue
		}
		if m := pk.config.Thumbnail(s.Name); m != nil {
			pk.pictures[s.Name] = pk.texture(m)
		}
	}
}

// loadPicked loads the picked scene, or if no scene matches, the typed text as the path of a file.
func (pk *picker) loadPicked(found []Scene) {
	name := strings.TrimSpace(pk.finder.Typed)
	if pk.finder.Picked < len(found) {
		name = found[pk.finder.Picked].Name
	}
	if name != "" {
		pk.scene.load(name)
	}
	pk.open = false
}

// sceneRow draws a scene of the picker.
func (pk *picker) sceneRow(u *widget.Context, s Scene, p imgui.Vec2, w float32) {
	end := imgui.Vec2{X: p.X + w, Y: p.Y + u.Px(pickerRow-4)}
	list := imgui.WindowDrawList()
	if pk.snap != nil && pk.snap.Scene == s.Name {
		widget.Fill(list, p, imgui.Vec2{X: p.X + u.Px(3), Y: end.Y}, widget.Pack(widget.ColorAccent))
	}
	x := p.X + u.Px(9)
	if texture, ok := pk.pictures[s.Name]; ok {
		lo := imgui.Vec2{X: x, Y: p.Y + u.Px(5)}
		list.AddImage(texture, lo, lo.Plus(u.Vec(pictureWidth, pictureHeight)))
		x += u.Px(pictureWidth)
	}
	x += u.Px(12)
	u.TextAt(u.Fonts.Medium, widget.ColorText, x, p.Y+u.Px(14), s.Title)
	for i, line := range u.Wrap(u.Fonts.Small, s.About, end.X-u.Px(10)-x, 2) {
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, x, p.Y+u.Px(33+16*float32(i)), line)
	}
	if !filepath.IsAbs(s.Name) {
		u.TextAt(u.Fonts.Small, widget.ColorFaint, end.X-u.Px(10)-widget.TextWidth(u.Fonts.Small, s.Name), p.Y+u.Px(14),
			s.Name)
	}
}

// scenes lists the recently opened files and then the built-in scenes.
func (pk *picker) scenes() []Scene {
	var list []Scene
	for _, path := range pk.memory.kept.Recent {
		list = append(list, Scene{Name: path, Title: filepath.Base(path), About: "Opened lately, from " +
			filepath.Dir(path)})
	}
	return append(list, pk.config.Scenes...)
}

// match returns the scenes that a search finds by name, title or text, best first.
func match(scenes []Scene, search string) []Scene {
	var found []Scene
	for _, i := range find.Order(len(scenes), search, func(i int) []string {
		return []string{scenes[i].Name, scenes[i].Title, scenes[i].About}
	}) {
		found = append(found, scenes[i])
	}
	return found
}
