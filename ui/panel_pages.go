package ui

import (
	"strings"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// Kinds of jobs that make pages, as people see them.
const (
	jobReplay = "Replay"
	jobReport = "Report"
)

// poseRates are the choices of how many poses a replay has in a second of simulated time.
var poseRates = []float64{60, 30, 15}

// pages are the choices of the panel that makes replays and reports.
type pages struct {
	*shared
	jobs *jobs

	whole  bool // the pages cover the scene to its end, else the run so far
	rate   int  // index into poseRates
	forces bool
	live   bool
	engine struct {
		asked  bool
		whyNot error // why pages can only play; nil: they can compute their run
	}
}

// draw shows the panel that makes pages of the run, which any browser can show.
func (pg *pages) draw(u *widget.Context) {
	pg.pagesChoices(u)
	why := pg.jobs.whyNoJob()
	for _, k := range []struct {
		kind, text, about string
		task              func() Task
	}{
		{jobReplay, "Write a replay", "One HTML file that plays the run in 3D in any browser, offline: turn it, scrub, " +
			"point at a body for its numbers.", pg.replayTask},
		{jobReport, "Write a report", "One HTML file to read, print and send: pictures as this view is drawn, the replay, " +
			"whether to trust the run, scene and materials, charts, and how to make it again.", pg.reportTask},
	} {
		pg.jobs.jobButton(u, k.kind, k.text, strings.TrimSpace(k.about+" "+why), why == "", func() {
			pg.jobs.makeOfRun(k.kind, k.task())
		})
	}
	u.Paragraph(u.Fonts.Small, widget.ColorSecondary,
		"Both are HTML files that open offline, made again from the run in the "+
			"background.")
}

// pagesChoices shows the choices of what pages contain.
func (pg *pages) pagesChoices(u *widget.Context) {
	s := pg.snap
	w := u.Label("Of", "The run as far as it has come, or the whole scene: then it goes on to the scene's end, in the "+
		"background, with what was edited until now.")
	canGoOn, now := s.End > s.Time, 0
	if pg.whole && canGoOn {
		now = 1
	}
	u.Disabled(!canGoOn, func() {
		if i := u.Choice("of", []string{"run so far", "whole scene"}, now, w); i >= 0 && canGoOn {
			pg.whole = i == 1
		}
	})
	w = u.Label("Poses a second", "Of the replay, per second of simulated time. The file grows with them.")
	if i := u.Choice("poses", format.Each(poseRates, "%g"), pg.rate, w); i >= 0 {
		pg.rate = i
	}
	if u.Toggle("Contact forces", "", pg.forces) {
		pg.forces = !pg.forces
	}
	u.Tip("Takes the forces of contacts along in replays; the file grows by about their number.")
	why := pg.whyNotLive()
	u.Disabled(why != nil, func() {
		if u.Toggle("With the engine", "", pg.live && why == nil) && why == nil {
			pg.live = !pg.live
		}
	})
	tip := "A replay whose reader has the run computed anew in the browser, sees that the bits are yours, and tries " +
		"other numbers. Adds some 3 MB."
	if why != nil {
		tip += "\n" + format.Sentence(why.Error()) + "."
	}
	u.Tip(tip)
}

// whyNotLive returns the reason why pages can only play; nil: they can compute their run.
func (pg *pages) whyNotLive() error {
	if e := &pg.engine; !e.asked && pg.config.WhyNotLive != nil {
		e.asked, e.whyNot = true, pg.config.WhyNotLive()
	}
	return pg.engine.whyNot
}

// replay returns the replay that the panel describes.
func (pg *pages) replay() MakeReplay {
	return MakeReplay{Until: pg.until(pg.whole), Every: 1 / poseRates[pg.rate], Forces: pg.forces}
}

// replayTask returns the task that makes a replay of the run.
func (pg *pages) replayTask() Task {
	m := pg.replay()
	m.Live = pg.live && pg.whyNotLive() == nil
	return Task{pg.names.next(pg.snap.Scene) + ".html", m}
}

// reportTask returns the task that makes a report of the run, with pictures in the style of the view.
func (pg *pages) reportTask() Task {
	return Task{pg.names.next(pg.snap.Scene) + "-report.html", MakeReport{pg.replay(), pg.view}}
}
