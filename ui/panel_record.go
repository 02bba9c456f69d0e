package ui

import (
	"fmt"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// recordPanel makes videos.
func (g *gui) recordPanel() {
	r := &g.m.recorder
	g.Disabled(r.state != idle, g.recordChoices)
	imgui.Dummy(imgui.Vec2{Y: g.Px(2)})
	w := imgui.ContentRegionAvail().X
	sign, text := widget.Icon(widget.IconRecord), "Record"
	if r.state == recording {
		sign, text = widget.IconStop, "Stop"
	}
	if g.IconButton("record", sign, text, w, g.Px(30), false, widget.ColorRecord) {
		g.m.do(keymap.Record)
	}
	g.Tip(keymap.Tip(keymap.Record, ""))
	g.retakeRow()
	g.recordState()
}

// recordChoices are set before a recording starts.
func (g *gui) recordChoices() {
	r := &g.m.recorder
	w := g.Label("Frames", "Frames per second of the video.")
	if i := g.Choice("fps", choices(frameRates, "%g"), r.fps, w); i >= 0 {
		r.fps = i
	}
	w = g.Label("Speed", "Simulated seconds per second of video. Every frame is exact in simulated time, however long "+
		"it takes to draw.")
	if i := g.Combo("speed", choices(videoSpeeds, "×%g"), r.speed, w); i >= 0 {
		r.speed = i
	}
	var sizes []string
	for _, s := range videoSizes {
		sizes = append(sizes, s.name)
	}
	w = g.Label("Size", "Size of the video in pixels; “view” is the size the view has when the recording starts.")
	if i := g.Combo("size", sizes, r.size, w); i >= 0 {
		r.size = i
	}
	var formats []string
	for _, f := range videoFormats {
		formats = append(formats, f.name)
	}
	w = g.Label("Format", "MP4 (H.264) plays everywhere, WebM (VP9) is smaller and slower to make, GIF is for short "+
		"films in pages that show no other: its pictures wait in memory until the end.")
	if i := g.Choice("format", formats, r.format, w); i >= 0 {
		r.format = i
	}
}

// recordState tells what is being written and where, in as many lines whatever happens: nothing
// below moves.
func (g *gui) recordState() {
	r := &g.m.recorder
	state, note := "", ""
	switch {
	case r.state == recording:
		state = fmt.Sprintf("%s   %s   %d × %d", format.Clock(r.length()), format.Count(r.frames, "frame", "frames"),
			r.width,
			r.height)
		if note = r.note; g.m.recordingWaits() != "" {
			note = g.m.recordingWaits()
		}
	case r.closing > 0 || r.state == draining:
		note = "Finishing the video…"
	}
	folder := g.m.config.OutputDir
	if folder == "" {
		folder = "."
	}
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	where, tip := "Files go to "+folder, folder
	if r.path != "" {
		where, tip = "Video "+filepath.Base(r.path), r.path
	}
	g.Line("where", g.Fonts.Small, widget.ColorSecondary, where, tip)
	g.Line("state", g.Fonts.Mono, widget.ColorRecord, state, "")
	g.Line("note", g.Fonts.Small, widget.ColorSecondary, note, note)
}

// choices writes the values of a list.
func choices(values []float64, verb string) []string {
	var s []string
	for _, v := range values {
		s = append(s, fmt.Sprintf(verb, v))
	}
	return s
}
