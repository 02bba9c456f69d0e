package ui

import (
	"time"

	"tumble/render/view"
)

// pacer decides when to draw. The window shares the processor with the simulation, so
// that it draws no more often than it must: on software GL at most every second moment is
// spent on pictures while the simulation runs, and nothing is drawn that did not change.
type pacer struct {
	software bool                             // pictures are drawn by the processor
	cost     [view.NumQualities]time.Duration // of a picture, smoothed
	last     time.Time                        // start of the last picture
}

const (
	fastFrame = time.Second / 60
	slowFrame = time.Second / 30
	sluggish  = 30 * time.Millisecond
	expensive = 15 * time.Millisecond
	share     = 0.6 // of the time of one core that pictures may take
	busyShare = 0.9 // while a person moves the camera
)

// quality returns the quality to draw with: a camera that is being moved by a processor
// that cannot keep up gets fast pictures, and the wanted one as soon as it rests.
func (p *pacer) quality(wanted view.Quality, moving bool) view.Quality {
	if moving && p.software && p.cost[wanted] > sluggish {
		return view.Fast
	}
	return wanted
}

// interval returns the shortest time between two pictures, while the simulation runs and
// while a person moves the camera.
func (p *pacer) interval(q view.Quality, running, moving bool) time.Duration {
	d, most, cost := fastFrame, share, p.cost[p.quality(q, moving)]
	if !running {
		return d
	}
	if moving {
		most = busyShare
	}
	if p.software && cost > fastFrame/2 {
		d = slowFrame
	}
	if cost > expensive {
		if need := time.Duration(float64(cost) / most); need > d {
			d = need
		}
	}
	return d
}

// drew notes that a picture started at now and took d.
func (p *pacer) drew(q view.Quality, now time.Time, d time.Duration) {
	p.last = now
	c := &p.cost[q]
	if *c == 0 {
		*c = d
	}
	*c += (d - *c) / 6
}

// due reports whether a picture may be drawn, and if not, how long to wait.
func (p *pacer) due(q view.Quality, now time.Time, running, moving bool) (time.Duration, bool) {
	wait := p.last.Add(p.interval(q, running, moving)).Sub(now)
	return wait, wait <= time.Millisecond/2
}
