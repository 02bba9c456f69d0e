package ui

import (
	"time"

	"tumble/render/view"
)

// pacer decides when to draw and how well. The window shares the processor with the
// simulation, so that it draws no more often than it must: on software GL a bit more than
// half of the time is spent on pictures while the simulation runs, and nothing is drawn
// that did not change.
type pacer struct {
	software bool                             // pictures are drawn by the processor
	cost     [view.NumQualities]time.Duration // of a picture when little else is in its way
	last     time.Time                        // start of the last picture
	// With spare, pictures are plain while the simulation runs. It is how many times longer
	// the wanted ones take; 0 if there is time for those.
	spare float64
}

// work is what goes on beside the drawing.
type work struct {
	running bool // the simulation steps
	behind  bool // and is slower than it was asked to be
	moving  bool // a person moves the camera
	filming bool // the simulation waits for pictures of a video
}

const (
	fastFrame   = time.Second / 60
	slowFrame   = time.Second / 30
	behindFrame = time.Second / 24 // as films have; the rest of the time goes to the simulation
	filmFrame   = time.Second / 10 // beside a video of another size, whose pictures come first
	sluggish    = 30 * time.Millisecond
	expensive   = 15 * time.Millisecond
	share       = 0.6 // of the time that pictures may take
	mostShare   = 0.8 // where share would give fewer than steady pictures
	busyShare   = 0.9 // while a person moves the camera
	steady      = time.Second / 20

	// Pictures become plain when they take so long that a dozen a second is too many, and
	// good again when there would be time for twenty: far enough apart not to waver.
	dear       = 70 * time.Millisecond
	affordable = 40 * time.Millisecond
)

// quality returns the quality to draw with: a processor that cannot keep up draws fast
// pictures of a camera that is being moved, and plainer ones than wanted of a running
// simulation if those take much too long; and the wanted ones as soon as all rests.
func (p *pacer) quality(wanted view.Quality, w work) view.Quality {
	if !p.software || wanted == view.Fast {
		return wanted
	}
	switch {
	case w.moving && p.cost[wanted] > sluggish:
		return view.Fast
	case w.running && p.spare > 0:
		return wanted - 1
	}
	return wanted
}

// interval returns the shortest time between two pictures.
func (p *pacer) interval(q view.Quality, w work) time.Duration {
	d, most, cost := fastFrame, share, p.cost[p.quality(q, w)]
	if !w.running {
		return d
	}
	if w.moving {
		most = busyShare
	}
	if p.software && cost > fastFrame/2 {
		d = slowFrame
		if w.behind && !w.moving {
			d = behindFrame
		}
	}
	if cost > expensive {
		need := time.Duration(float64(cost) / most)
		if need > steady && !w.moving {
			need = max(steady, time.Duration(float64(cost)/mostShare))
		}
		d = max(d, need)
	}
	if w.filming && !w.moving {
		d = max(d, filmFrame)
	}
	return d
}

// drew notes that a picture started at now and took d. What else runs on the machine, the
// simulation first, makes some pictures take several times as long as others. The cost
// follows the quick ones, at once, and slow ones hesitantly: to draw less often
// because other work slows drawing down would not make any picture ready sooner.
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
	fast := float64(p.cost[view.Fast])
	switch {
	case q != view.Fast && *c > dear:
		p.spare = 2 // until a fast picture shows how much it is
		if fast > 0 {
			p.spare = max(1, float64(*c)/fast)
		}
	case q == view.Fast && p.spare*fast < float64(affordable):
		p.spare = 0
	}
}

// due reports whether a picture may be drawn, and if not, how long to wait.
func (p *pacer) due(q view.Quality, now time.Time, w work) (time.Duration, bool) {
	wait := p.last.Add(p.interval(q, w)).Sub(now)
	return wait, wait <= time.Millisecond/2
}
