package ui

import (
	"fmt"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"
)

// recordPanel makes videos.
func (g *gui) recordPanel() {
	r := &g.m.recorder
	g.disabled(r.state != idle, g.recordChoices)
	imgui.Dummy(imgui.Vec2{Y: g.px(2)})
	w := imgui.ContentRegionAvail().X
	sign, text := icon(iconRecord), "Record"
	if r.state == recording {
		sign, text = iconStop, "Stop"
	}
	if g.iconButton(actRecord, sign, text, w, g.px(30), false, colorRecord) {
		g.m.do(actRecord)
	}
	g.retakeRow()
	g.recordState()
}

// recordChoices are set before a recording starts.
func (g *gui) recordChoices() {
	r := &g.m.recorder
	w := g.label("Frames", "Frames per second of the video.")
	if i := g.choice("fps", choices(frameRates, "%g"), r.fps, w); i >= 0 {
		r.fps = i
	}
	w = g.label("Speed", "Simulated seconds per second of video. Every frame is exact in simulated time, however long "+
		"it takes to draw.")
	if i := g.combo("speed", choices(videoSpeeds, "×%g"), r.speed, w); i >= 0 {
		r.speed = i
	}
	var sizes []string
	for _, s := range videoSizes {
		sizes = append(sizes, s.name)
	}
	w = g.label("Size", "Size of the video in pixels; “view” is the size the view has when the recording starts.")
	if i := g.combo("size", sizes, r.size, w); i >= 0 {
		r.size = i
	}
	var formats []string
	for _, f := range videoFormats {
		formats = append(formats, f.name)
	}
	w = g.label("Format", "MP4 (H.264) plays everywhere, WebM (VP9) is smaller and slower to make, GIF is for short "+
		"films in pages that show no other: its pictures wait in memory until the end.")
	if i := g.choice("format", formats, r.format, w); i >= 0 {
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
		state = fmt.Sprintf("%s   %s   %d × %d", clock(r.length()), count(r.frames, "frame", "frames"), r.width,
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
	g.line("where", g.fonts.small, colorSecondary, where, tip)
	g.line("state", g.fonts.mono, colorRecord, state, "")
	g.line("note", g.fonts.small, colorSecondary, note, note)
}

// choices writes the values of a list.
func choices(values []float64, format string) []string {
	var s []string
	for _, v := range values {
		s = append(s, fmt.Sprintf(format, v))
	}
	return s
}
