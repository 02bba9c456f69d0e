package ui

import (
	"strings"

	"example.org/tumble/ui/widget"
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
	g.Paragraph(g.Fonts.Small, widget.ColorSecondary,
		"Both are HTML files that open offline, made again from the run in the "+
			"background.")
}

// pagesChoices chooses what pages have.
func (g *gui) pagesChoices() {
	p, s := &g.m.pages, g.m.snap
	w := g.Label("Of", "The run as far as it has come, or the whole scene: then it goes on to the scene's end, in the "+
		"background, with what was edited until now.")
	canGoOn, now := s.End > s.Time, 0
	if p.whole && canGoOn {
		now = 1
	}
	g.Disabled(!canGoOn, func() {
		if i := g.Choice("of", []string{"run so far", "whole scene"}, now, w); i >= 0 && canGoOn {
			p.whole = i == 1
		}
	})
	w = g.Label("Poses a second", "Of the replay, per second of simulated time. The file grows with them.")
	if i := g.Choice("poses", choices(poseRates, "%g"), p.rate, w); i >= 0 {
		p.rate = i
	}
	if g.Toggle("Contact forces", "", p.forces) {
		p.forces = !p.forces
	}
	g.Tip("Takes the forces of contacts along in replays; the file grows by about their number.")
}

// replay is a replay as the panel says.
func (m *model) replay() MakeReplay {
	return MakeReplay{Until: m.until(m.pages.whole), Every: 1 / poseRates[m.pages.rate], Forces: m.pages.forces}
}

// replayTask is what makes a replay of the run.
func (m *model) replayTask() Task {
	return Task{m.names.next(m.snap.Scene) + ".html", m.replay()}
}

// reportTask is what makes a report of the run, with pictures that are drawn as the view is.
func (m *model) reportTask() Task {
	return Task{m.names.next(m.snap.Scene) + "-report.html", MakeReport{m.replay(), m.view}}
}
