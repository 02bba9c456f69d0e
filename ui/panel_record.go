package ui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// draw shows the panel that makes videos.
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
	r.remakeRow(u)
	r.recordState(u)
}

// recordChoices shows the choices that are made before a recording starts.
func (r *recorder) recordChoices(u *widget.Context) {
	var names []string
	about := ""
	for _, c := range clocks {
		names = append(names, c.name)
		about += format.Sentence(c.name) + ": " + c.about + "\n"
	}
	chosen := clocks[r.clock]
	why := chosen.whyNot(r)
	if why != "" {
		about += "Now a video " + chosen.name + " cannot be made: " + why + "."
	}
	w := u.Label("Follows", strings.TrimSuffix(about, "\n"))
	if i := u.Combo("clock", names, r.clock, w); i >= 0 {
		r.clock = i
	}
	w = u.Label("Frames", "Pictures in a second of the video.")
	if i := u.Choice("fps", format.Each(frameRates, "%g"), r.fps, w); i >= 0 {
		r.fps = i
	}
	u.Disabled(chosen.speedless, func() {
		w = u.Label("Speed", "Simulated seconds in a second of the video; a video as you saw it is as fast as the run was.")
		if i := u.Combo("speed", format.Each(videoSpeeds, "×%g"), r.speedIndex, w); i >= 0 {
			r.speedIndex = i
		}
	})
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

// recordState shows what is being written and where. It always takes the same number of lines, so that nothing
// below it moves.
func (r *recorder) recordState(u *widget.Context) {
	state, note := "", ""
	switch {
	case r.state == recording:
		state = r.recordingText()
		if note = fmt.Sprintf("%s, %d × %d", r.note, r.width, r.height); r.recordingWaits() != "" {
			note = r.recordingWaits()
		}
	case r.closing > 0 || r.state == draining:
		note = "Finishing the video…"
	default:
		if c := r.follows(); c != nil {
			note = format.Sentence(c.promise(r)) + "."
		}
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
	making := false
	for _, j := range slices.Clone(r.jobs.list) {
		making = making || isRealTime(j)
		if isRealTime(j) && u.ProgressRow(j.kind, j.kind, j.progressText(), format.Sentence(j.now.About),
			j.now.Done, !j.ended) {
			r.jobs.cancelJob(j)
		}
	}
	if !making || state != "" {
		u.Line("state", u.Face(state), widget.ColorRecord, state, "")
	}
	u.Line("note", u.Fonts.Small, widget.ColorSecondary, note, note)
}
