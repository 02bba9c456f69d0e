package ui

import (
	"fmt"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// draw makes videos.
func (r *recorder) draw(u *widget.Context) {
	u.Disabled(r.state != idle, func() { r.recordChoices(u) })
	imgui.Dummy(imgui.Vec2{Y: u.Px(2)})
	w := imgui.ContentRegionAvail().X
	sign, text := widget.Icon(widget.IconRecord), "Record"
	if r.state == recording {
		sign, text = widget.IconStop, "Stop"
	}
	if u.IconButton("record", sign, text, w, u.Px(30), false, widget.ColorRecord) {
		r.do(keymap.Record)
	}
	u.Tip(keymap.Tip(keymap.Record, ""))
	r.retakeRow(u)
	r.recordState(u)
}

// recordChoices are set before a recording starts.
func (r *recorder) recordChoices(u *widget.Context) {
	w := u.Label("Frames", "Frames per second of the video.")
	if i := u.Choice("fps", format.Each(frameRates, "%g"), r.fps, w); i >= 0 {
		r.fps = i
	}
	w = u.Label("Speed", "Simulated seconds per second of video. Every frame is exact in simulated time, however long "+
		"it takes to draw.")
	if i := u.Combo("speed", format.Each(videoSpeeds, "×%g"), r.speedIndex, w); i >= 0 {
		r.speedIndex = i
	}
	var sizes []string
	for _, s := range videoSizes {
		sizes = append(sizes, s.name)
	}
	w = u.Label("Size", "Size of the video in pixels; “view” is the size the view has when the recording starts.")
	if i := u.Combo("size", sizes, r.size, w); i >= 0 {
		r.size = i
	}
	var formats []string
	for _, f := range videoFormats {
		formats = append(formats, f.name)
	}
	w = u.Label("Format", "MP4 (H.264) plays everywhere, WebM (VP9) is smaller and slower to make, GIF is for short "+
		"films in pages that show no other: its pictures wait in memory until the end.")
	if i := u.Choice("format", formats, r.format, w); i >= 0 {
		r.format = i
	}
}

// recordState shows what is being written and where, in as many lines whatever happens: nothing
// below moves.
func (r *recorder) recordState(u *widget.Context) {
	state, note := "", ""
	switch {
	case r.state == recording:
		state = fmt.Sprintf("%s   %s   %d × %d", format.Clock(r.length()), format.Count(r.frames, "frame", "frames"),
			r.width,
			r.height)
		if note = r.note; r.recordingWaits() != "" {
			note = r.recordingWaits()
		}
	case r.closing > 0 || r.state == draining:
		note = "Finishing the video…"
	}
	folder := r.config.OutputDir
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
	u.Line("where", u.Fonts.Small, widget.ColorSecondary, where, tip)
	u.Line("state", u.Fonts.Mono, widget.ColorRecord, state, "")
	u.Line("note", u.Fonts.Small, widget.ColorSecondary, note, note)
}
