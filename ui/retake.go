package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/ui/remember"
)

// retake is what is needed to make the last video again, and its making.
type retake struct {
	last   Retake // View is empty before there was a video
	look   bridge.Look
	track  int           // that it was made of
	of     uint64        // revision of the world
	making chan struct{} // closed to end it; nil: none is being made
}

// Size of a video that is made again.
const (
	retakeWidth  = 3840
	retakeHeight = 2160
)

// filmed notes how a frame of a video was seen.
func (m *model) filmed(s *bridge.Snapshot) {
	r := &m.retake
	name := strings.TrimSuffix(filepath.Base(m.recorder.path), filepath.Ext(m.recorder.path))
	if r.last.View != name {
		*r = retake{making: r.making, track: s.Timeline.Present, of: s.Revision}
		r.last = Retake{View: name, Path: strings.TrimSuffix(m.recorder.path, filepath.Ext(m.recorder.path)) + "-4k.mp4",
			Width: retakeWidth, Height: retakeHeight, FPS: m.recorder.rate, Speed: videoSpeeds[m.recorder.speed], From: s.Time}
	}
	r.last.Until = s.Time
	look := remember.LookOf(&m.recorder.view)
	look.Name, look.Film = name, true
	if look != r.look {
		r.look = look
		m.send(bridge.Saw{Look: look, At: bridge.Moment{Step: s.Step, Time: s.Time}})
	}
}

// again4K makes the last video again, or ends that.
func (m *model) again4K() {
	r := &m.retake
	if r.making != nil {
		close(r.making)
		r.making = nil
		return
	}
	folder, err := os.MkdirTemp("", "tumble-")
	if err != nil {
		m.toasts.add(bridge.Warning, "The video cannot be made again: "+err.Error(), m.now)
		return
	}
	job := r.last
	job.Run = filepath.Join(folder, "run.tumble")
	m.send(bridge.SaveRun{Path: job.Run, Quiet: true})
	stop := make(chan struct{})
	r.making = stop
	m.recorder.remaking++
	do, done := m.config.Retake, m.recorder.done
	go func() {
		err := do(job, stop)
		os.RemoveAll(folder)
		done <- finished{path: job.Path, err: err, again: true}
	}()
}

// retaken tells what came of a video that was made again.
func (m *model) retaken(f finished) {
	ended := m.retake.making == nil
	m.retake.making = nil
	switch {
	case ended:
		m.toasts.add(bridge.Info, "The video is not made again", m.now)
	case f.err != nil:
		m.toasts.add(bridge.Warning, "The video cannot be made again: "+f.err.Error(), m.now)
	default:
		m.toasts.addFile(fmt.Sprintf("Video, %d × %d", retakeWidth, retakeHeight), f.path, m.now)
	}
}

// retakeRow offers to make the last video again.
func (g *gui) retakeRow() {
	m := g.m
	r, s := &m.retake, m.snap
	if m.config.Retake == nil || s == nil {
		return
	}
	text, tip := "Make again at 4K", "Runs what the last video shows again, in the background, and makes it as large as "+
		"3840 × 2160 and of the best quality, with the same camera, overlays and colours."
	able := r.last.View != "" && m.recorder.state == idle && r.of == s.Revision && r.track == s.Timeline.Present &&
		len(s.Timeline.Kept) > 0
	switch {
	case r.making != nil:
		text, tip, able = "Making it at 4K… stop", "Nothing of it is left then.", true
	case !able:
		tip += " There is none yet of the track that is shown."
	}
	g.disabled(!able, func() {
		if g.button("again", text, "", imgui.ContentRegionAvail().X, g.rowHeight(), false) {
			m.again4K()
		}
	})
	g.tip(tip)
}
