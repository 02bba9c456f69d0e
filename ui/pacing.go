package ui

import (
	"time"

	"example.org/tumble/render/view"
)

// pacer decides when to draw and how well. The window shares the processor with the
// simulation, so that it draws no more often than it must: on software GL a bit more than
// half of the time is spent on pictures while the simulation runs, and nothing is drawn
// that did not change.
type pacer struct {
	software bool                    // pictures are drawn by the processor
	cost     [numRungs]time.Duration // of a picture when little else is in its way; 0: not known
	ratio    [numRungs]float64       // how many times longer the rung above takes; 0: not known
	last     time.Time               // start of the last picture
	at       rung                    // where pictures of a running simulation are, unless the wanted ones are plainer
}

// rung is how plainly a picture is drawn. What takes too long gives up one thing after the other.
type rung int

// The rungs from the finest down.
const (
	rungBest rung = iota
	rungGood
	rungPlain
	rungFast
	rungThreeQuarters
	rungHalf
	numRungs
)

// rungs says what pictures of a rung are: their quality, the part of the resolution along each
// side, and what people are told that was given up.
var rungs = [numRungs]struct {
	quality view.Quality
	share   float32
	name    string
}{
	{view.Best, 0, ""},
	{view.Good, 0, "good"},
	{view.Plain, 0, "no shadows"},
	{view.Fast, 0, "fast"},
	{view.Fast, 0.75, "fast, ¾ resolution"},
	{view.Fast, 0.5, "fast, ½ resolution"},
}

// wantedRung returns the rung of a quality that a person has chosen.
func wantedRung(q view.Quality) rung {
	for i := range rungs {
		if rungs[i].quality == q {
			return rung(i)
		}
	}
	return rungFast
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

// rung returns how plainly to draw: a processor that cannot keep up draws fast pictures of a
// camera that is being moved, and plainer ones than wanted of a running simulation if those take
// much too long; and the wanted ones as soon as all rests.
func (p *pacer) rung(q view.Quality, w work) rung {
	wanted := wantedRung(q)
	switch {
	case !p.software:
		return wanted
	case w.moving && p.cost[wanted] > sluggish:
		down := max(wanted, rungFast)
		for down < rungHalf && p.cost[down] > dear {
			down++
		}
		return down
	case w.running:
		return max(wanted, p.at)
	}
	return wanted
}

// interval returns the shortest time between two pictures.
func (p *pacer) interval(q view.Quality, w work) time.Duration {
	d, most, cost := fastFrame, share, p.cost[p.rung(q, w)]
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

// drew notes that a picture of a rung started at now and took d. What else runs on the machine,
// the simulation first, makes some pictures take several times as long as others. The cost
// follows the quick ones, at once, and slow ones hesitantly: to draw less often
// because other work slows drawing down would not make any picture ready sooner.
func (p *pacer) drew(r rung, now time.Time, d time.Duration) {
	p.last = now
	c := &p.cost[r]
	if *c == 0 {
		*c = d
	}
	if d < *c {
		*c += (d - *c) / 2
	} else {
		*c += (d - *c) / 40
	}
	// What finer pictures would take now follows from what they took beside these.
	if r > 0 && p.ratio[r] == 0 && p.cost[r-1] > 0 {
		p.ratio[r] = max(1, float64(p.cost[r-1])/float64(*c))
	}
	for q := r; q > 0 && p.ratio[q] > 0; q-- {
		p.cost[q-1] = min(p.cost[q-1], time.Duration(float64(p.cost[q])*p.ratio[q]))
	}
	if *c > dear && r < rungHalf {
		p.at = max(p.at, r+1)
		p.ratio[r+1] = 0 // to be found anew
	}
	for p.at > 0 && p.ratio[p.at] > 0 && p.cost[p.at-1] < affordable {
		p.at--
	}
}

// due reports whether a picture may be drawn, and if not, how long to wait.
func (p *pacer) due(q view.Quality, now time.Time, w work) (time.Duration, bool) {
	wait := p.last.Add(p.interval(q, w)).Sub(now)
	return wait, wait <= time.Millisecond/2
}
