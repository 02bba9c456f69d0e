package ui

import (
	"time"

	"tumble/render/view"
)

// pacer decides when to draw. The window shares the processor with the simulation, so
// that it draws no more often than it must: on software GL a bit more than half of the time
// is spent on pictures while the simulation runs, and nothing is drawn that did not change.
type pacer struct {
	software bool                             // pictures are drawn by the processor
	cost     [view.NumQualities]time.Duration // of a picture when little else is in its way
	last     time.Time                        // start of the last picture
}

const (
	fastFrame = time.Second / 60
	slowFrame = time.Second / 30
	sluggish  = 30 * time.Millisecond
	expensive = 15 * time.Millisecond
	share     = 0.6 // of the time that pictures may take
	mostShare = 0.8 // where share would give fewer than steady pictures
	busyShare = 0.9 // while a person moves the camera
	steady    = time.Second / 20
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
		need := time.Duration(float64(cost) / most)
		if need > steady && !moving {
			need = max(steady, time.Duration(float64(cost)/mostShare))
		}
		d = max(d, need)
	}
	return d
}

// drew notes that a picture started at now and took d. What else runs on the machine, the
// simulation first, makes some pictures take several times as long as others. The cost
// follows the quick ones, at once, and slow ones hesitantly: to draw less often because
// others are at work would leave the processor to them and not make a picture any quicker.
func (p *pacer) drew(q view.Quality, now time.Time, d time.Duration) {
	p.last = now
	c := &p.cost[q]
	if *c == 0 {
		*c = d
	}
	if d < *c {
		*c += (d - *c) / 2
	} else {
		*c += (d - *c) / 40
	}
}

// due reports whether a picture may be drawn, and if not, how long to wait.
func (p *pacer) due(q view.Quality, now time.Time, running, moving bool) (time.Duration, bool) {
	wait := p.last.Add(p.interval(q, running, moving)).Sub(now)
	return wait, wait <= time.Millisecond/2
}
