package ui

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/tumble/render/view"
)

// Kinds of jobs that make pages, as people see them.
const (
	jobReplay = "Replay"
	jobReport = "Report"
)

// poseRates are the choices of how many poses a replay has in a second of simulated time.
var poseRates = []float64{60, 30, 15}

// pages is what the panel of pages has chosen.
type pages struct {
	whole  bool // of the scene to its end, else of the run as far as it has come
	rate   int  // index into poseRates
	forces bool
}

// pagesPanel makes pages of the run that any browser shows.
func (g *gui) pagesPanel() {
	g.pagesChoices()
	why := g.m.whyNoJob()
	for _, k := range []struct {
		kind, text, about string
		task              func(*model) Task
	}{
		{jobReplay, "Write a replay", "One HTML file that plays the run in 3D in any browser, offline: turn it, scrub, " +
			"point at a body for its numbers.", (*model).replayTask},
		{jobReport, "Write a report", "One HTML file to read, print and send: pictures as this view is drawn, the replay, " +
			"whether to trust the run, scene and materials, charts, and how to make it again.", (*model).reportTask},
	} {
		g.jobButton(k.kind, k.text, strings.TrimSpace(k.about+" "+why), why == "", func() {
			g.m.makeOfRun(k.kind, k.task(g.m))
		})
	}
	g.paragraph(g.fonts.small, colorSecondary, "Both are HTML files that open offline, made again from the run in the "+
		"background.")
}

// pagesChoices chooses what pages have.
func (g *gui) pagesChoices() {
	p, s := &g.m.pages, g.m.snap
	w := g.label("Of", "The run as far as it has come, or the whole scene: then it goes on to the scene's end, in the "+
		"background, with what was edited until now.")
	canGoOn, now := s.End > s.Time, 0
	if p.whole && canGoOn {
		now = 1
	}
	g.disabled(!canGoOn, func() {
		if i := g.choice("of", []string{"run so far", "whole scene"}, now, w); i >= 0 && canGoOn {
			p.whole = i == 1
		}
	})
	w = g.label("Poses a second", "Of the replay, per second of simulated time. The file grows with them.")
	if i := g.choice("poses", choices(poseRates, "%g"), p.rate, w); i >= 0 {
		p.rate = i
	}
	if g.toggle("Contact forces", "", p.forces) {
		p.forces = !p.forces
	}
	g.tip("Takes the forces of contacts along in replays; the file grows by about their number.")
}

// replayTask is what makes a replay of the run.
func (m *model) replayTask() Task {
	rate := poseRates[m.pages.rate]
	flags := append(m.untilFlags(m.pages.whole), "--every", fmt.Sprintf("%.9gs", 1/rate))
	if m.pages.forces {
		flags = append(flags, "--forces")
	}
	return Task{Command: "replay", Flags: append(flags, "-o"), Path: m.recorder.names.next(m.snap.Scene) + ".html"}
}

// reportTask is what makes a report of the run, with pictures that are drawn as the view is.
func (m *model) reportTask() Task {
	flags := append(m.untilFlags(m.pages.whole), "--poses", fmt.Sprintf("%.9gs", 1/poseRates[m.pages.rate]))
	if m.pages.forces {
		flags = append(flags, "--forces")
	}
	return Task{Command: "report", Flags: append(append(flags, lookFlags(&m.view)...), "-o"),
		Path: m.recorder.names.next(m.snap.Scene) + "-report.html"}
}

// untilFlags say how far a run goes that is done again: as far as it has come, or as the whole scene.
func (m *model) untilFlags(whole bool) []string {
	if s := m.snap; whole && s.End > s.Time {
		return []string{"--until", strconv.FormatFloat(s.End, 'g', -1, 64) + "s"}
	}
	return nil
}

// lookFlags are the flags of the command line that draw as a view does, but for what pictures of many moments have not:
// where the eye is, trails, what is selected.
func lookFlags(v *view.View) []string {
	f := []string{"--view", fmt.Sprintf("%g,%g", v.Camera.Azimuth, v.Camera.Elevation), "--overlays", "none"}
	for _, o := range view.Overlays {
		if v.Overlays&o.Bit != 0 && o.Bit != view.OverlayTrails {
			f = append(f, "--overlays", o.Name)
		}
	}
	f = append(f, "--style", view.StyleNames[v.Style], "--marks", view.MarkNames[v.Marks],
		"--color-by", v.Quantity().Name, "--color-map", view.ColorMapNames()[v.ColorMap],
		"--color-scale", view.ColorScaleNames[v.ColorScale])
	if v.Camera.Ortho {
		f = append(f, "--projection", "orthographic")
	}
	return f
}
