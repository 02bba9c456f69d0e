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

// saver saves the run, the moment or the scene.
type saver struct {
	*shared
	camera    *camera
	observer  *observer
	questions *questions
	dialog    *saving         // the open dialog; nil: it is closed
	picturing *bridge.SaveRun // command that waits for its picture
}

// saving is the state of the dialog.
type saving struct{ name string } // path without extension

// savings are the files that can be saved. Enter chooses the first.
var savings = []struct {
	title, about, ending string
	do                   func(sv *saver, path string)
}{
	{"The run", "All of it, with its edits and tracks: to open, to go on, to film again, to prove itself elsewhere.",
		".tumble", func(sv *saver, path string) {
			for _, v := range sv.camera.views {
				sv.observer.reportStored(v)
			}
			sv.picturing = &bridge.SaveRun{Path: path}
		}},
	{"This moment", "The state that is shown now, to go on from it.", "-state.tumble",
		func(sv *saver, path string) { sv.picturing = &bridge.SaveRun{Path: path, Moment: true} }},
	{"The scene", "A scene file with what was edited: to begin anew, to change by hand.", ".yaml",
		func(sv *saver, path string) { sv.send(bridge.SaveScene{Path: path}) }},
}

// toggle opens the dialog, which proposes a new name in the folder of pictures and videos, or closes it.
func (sv *saver) toggle() {
	if sv.dialog != nil || sv.snap == nil {
		sv.dialog = nil
		return
	}
	sv.dialog = &saving{sv.names.next(sv.snap.Scene)}
}

// save saves the row i of savings. An existing file is replaced only after a question.
func (sv *saver) save(i int) {
	name := strings.TrimSpace(sv.dialog.name)
	sv.dialog = nil
	if name == "" {
		return
	}
	for _, s := range savings { // a person may have typed the extension
		name = strings.TrimSuffix(name, s.ending)
	}
	path, err := filepath.Abs(name + savings[i].ending)
	if err != nil {
		sv.toasts.add(bridge.Warning, err.Error(), sv.now)
		return
	}
	outfile.Follow(path) // so links in it are allowed: a person has typed it
	if _, err := os.Lstat(path); err != nil {
		savings[i].do(sv, path)
		return
	}
	sv.questions.ask(question{about: "save", text: fmt.Sprintf("There is a file %s. Replace it?", path), yes: "Replace",
		do: func() { savings[i].do(sv, path) }})
}

// savePane shows the dialog that asks what to save, and under which name.
func (sv *saver) savePane(u *widget.Context, v layout.Rect) {
	row := u.Px(62)
	at := u.Middle(v, u.Px(520), u.Px(112)+row*float32(len(savings)))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(18, 16))
	u.Pane("##save", at, widget.ColorRaised, 0)
	u.Shade(at)
	u.OverlayHead("Save", at)
	chosen := -1
	if u.Entry("save name", "A name, or a path", &sv.dialog.name, at.Width-u.Px(36)) {
		chosen = 0
	}
	imgui.Dummy(imgui.Vec2{Y: u.Px(4)})
	for i, s := range savings {
		p, w := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
		if widget.Clickable("save "+s.title, w, row-u.Px(6)) {
			chosen = i
		}
		u.ButtonFace(p, w, row-u.Px(6), false)
		title, key := s.title, filepath.Base(sv.dialog.name)+s.ending
		if i == 0 {
			key += "   Enter"
		}
		u.TextAt(u.Fonts.Medium, widget.ColorText, p.X+u.Px(12), p.Y+u.Px(17), title)
		kw := min(widget.TextWidth(u.Fonts.Small, key), w-u.Px(130))
		u.TextAt(u.Fonts.Small, widget.ColorFaint, p.X+w-u.Px(12)-kw, p.Y+u.Px(17), u.Fit(u.Fonts.Small, key, kw+1))
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, p.X+u.Px(12), p.Y+u.Px(38), u.Fit(u.Fonts.Small, s.about, w-u.Px(24)))
		u.Tip("")
		imgui.SetCursorScreenPos(imgui.Vec2{X: p.X, Y: p.Y + row})
	}
	imgui.End()
	imgui.PopStyleVar()
	if chosen >= 0 {
		sv.save(chosen)
	}
}

// The size of the small picture of a run or a scene, at a scale of 1.
const (
	pictureWidth  = 96
	pictureHeight = 60
)

// thumbnail returns a small PNG of a picture, as large as the picker shows it on dense screens; empty if the
// picture is too small.
func thumbnail(m *image.RGBA) string {
	size := m.Bounds().Size()
	w, h := 2*pictureWidth, 2*pictureHeight
	if size.X < w || size.Y < h {
		return ""
	}
	part := m.Bounds() // the middle part with the aspect of the small picture
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
