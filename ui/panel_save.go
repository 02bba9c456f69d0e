package ui

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"
	"golang.org/x/image/draw"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// saving is what a person is about to save.
type saving struct{ name string } // without ending

// savings are what can be saved of what is on the screen. The first is what Enter does.
var savings = []struct {
	title, about, ending string
	do                   func(m *model, path string)
}{
	{"The run", "All of it, with its edits and tracks: to open, to go on, to film again, to prove itself elsewhere.",
		".tumble", func(m *model, path string) {
			for _, v := range m.views {
				m.seeStored(v)
			}
			m.picturing = &bridge.SaveRun{Path: path}
		}},
	{"This moment", "The state that is shown now, to go on from it.", "-state.tumble",
		func(m *model, path string) { m.picturing = &bridge.SaveRun{Path: path, Moment: true} }},
	{"The scene", "A scene file with what was edited: to begin anew, to change by hand.", ".yaml",
		func(m *model, path string) { m.send(bridge.SaveScene{Path: path}) }},
}

// toggleSaving asks what is to be saved, beside pictures and videos if nothing else is said.
func (m *model) toggleSaving() {
	if m.saving != nil || m.snap == nil {
		m.saving = nil
		return
	}
	m.saving = &saving{m.names.next(m.snap.Scene)}
	m.help, m.picker = false, false
}

// save saves one of savings. A file that is there is replaced only after a question.
func (m *model) save(i int) {
	name := strings.TrimSpace(m.saving.name)
	m.saving = nil
	if name == "" {
		return
	}
	for _, s := range savings { // a person may have typed the ending
		name = strings.TrimSuffix(name, s.ending)
	}
	path, err := filepath.Abs(name + savings[i].ending)
	if err != nil {
		m.toasts.add(bridge.Warning, err.Error(), m.now)
		return
	}
	outfile.Follow(path) // a person has typed it
	if _, err := os.Lstat(path); err != nil {
		savings[i].do(m, path)
		return
	}
	m.ask(question{about: "save", text: fmt.Sprintf("There is a file %s. Replace it?", path), yes: "Replace",
		do: func() { savings[i].do(m, path) }})
}

// savePane asks what is to be saved, and under which name.
func (g *gui) savePane(v layout.Rect) {
	if g.m.saving == nil {
		return
	}
	row := g.Px(62)
	at := g.Middle(v, g.Px(520), g.Px(112)+row*float32(len(savings)))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(18, 16))
	g.Pane("##save", at, widget.ColorRaised, 0)
	g.OverlayHead("Save", at)
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(widget.AtLeast1(at.Width - g.Px(36)))
	chosen := -1
	if imgui.InputTextV("##save name", &g.m.saving.name, imgui.InputTextFlagsEnterReturnsTrue, nil) {
		chosen = 0
	}
	imgui.Dummy(imgui.Vec2{Y: g.Px(4)})
	for i, s := range savings {
		p, w := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
		if widget.Clickable("save "+s.title, w, row-g.Px(6)) {
			chosen = i
		}
		g.ButtonFace(p, w, row-g.Px(6), false)
		title, key := s.title, filepath.Base(g.m.saving.name)+s.ending
		if i == 0 {
			key += "   Enter"
		}
		g.TextAt(g.Fonts.Medium, widget.ColorText, p.X+g.Px(12), p.Y+g.Px(17), title)
		kw := min(widget.TextWidth(g.Fonts.Small, key), w-g.Px(130))
		g.TextAt(g.Fonts.Small, widget.ColorFaint, p.X+w-g.Px(12)-kw, p.Y+g.Px(17), g.Fit(g.Fonts.Small, key, kw+1))
		g.TextAt(g.Fonts.Small, widget.ColorSecondary, p.X+g.Px(12), p.Y+g.Px(38), g.Fit(g.Fonts.Small, s.about, w-g.Px(24)))
		imgui.SetCursorScreenPos(imgui.Vec2{X: p.X, Y: p.Y + row})
	}
	imgui.End()
	imgui.PopStyleVar()
	if chosen >= 0 {
		g.m.save(chosen)
	}
}

// thumbnail returns a small PNG of a picture, as large as the picker shows it on dense screens; empty if there is none.
func thumbnail(m *image.RGBA) string {
	size := m.Bounds().Size()
	w, h := 2*pictureWidth, 2*pictureHeight
	if size.X < w || size.Y < h {
		return ""
	}
	part := m.Bounds() // the middle of it, of the right shape
	if cut := size.X - size.Y*w/h; cut > 0 {
		part.Min.X, part.Max.X = part.Min.X+cut/2, part.Max.X-cut/2
	} else {
		cut = size.Y - size.X*h/w
		part.Min.Y, part.Max.Y = part.Min.Y+cut/2, part.Max.Y-cut/2
	}
	small := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Rect, m, part, draw.Src, nil)
	var b bytes.Buffer
	if png.Encode(&b, small) != nil {
		return ""
	}
	return b.String()
}
