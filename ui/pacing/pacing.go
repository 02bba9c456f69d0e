// Package pacing decides when the window draws a picture, and how plainly, so that the simulation beside it has its
// share of the processor. It is pure: the time is an argument.
package pacing

import (
	"time"

	"example.org/tumble/render/view"
)

// Pacer decides when to draw and how well. The window shares the processor with the
// simulation, so that it draws no more often than it must: on software GL a bit more than
// half of the time is spent on pictures while the simulation runs, and nothing is drawn
// that did not change.
type Pacer struct {
	Software bool                    // pictures are drawn by the processor
	Cost     [numRungs]time.Duration // of a picture when little else is in its way; 0: not known
	ratio    [numRungs]float64       // how many times longer the rung above takes; 0: not known
	Last     time.Time               // start of the last picture
	at       Rung                    // where pictures of a running simulation are, unless the wanted ones are plainer
}

// Rung is how plainly a picture is drawn. What takes too long gives up one thing after the other.
type Rung int

// The rungs from the finest down.
const (
	Best Rung = iota
	Good
	Plain
	Fast
	ThreeQuarters
	Half
	numRungs
)

// Rungs says what pictures of a rung are: their quality, the part of the resolution along each
// side, and what the status line says that was given up.
var Rungs = [numRungs]struct {
	Quality view.Quality
	Share   float32
	Name    string
}{
	{view.Best, 0, ""},
	{view.Good, 0, "good"},
	{view.Plain, 0, "no shadows"},
	{view.Fast, 0, "fast"},
	{view.Fast, 0.75, "fast, ¾ resolution"},
	{view.Fast, 0.5, "fast, ½ resolution"},
}

// WantedRung returns the rung of a quality that a person has chosen.
func WantedRung(q view.Quality) Rung {
	for i := range Rungs {
		if Rungs[i].Quality == q {
			return Rung(i)
		}
	}
	return Fast
}

// Work is what goes on beside the drawing.
type Work struct {
	Running bool // the simulation steps
	Behind  bool // and is slower than it was asked to be
	Moving  bool // a person moves the camera
	Filming bool // the simulation waits for pictures of a video
}

// Times between pictures, and how long pictures may take.
const (
	FastFrame   = time.Second / 60
	slowFrame   = time.Second / 30
	behindFrame = time.Second / 24 // as films have; the rest of the time goes to the simulation
	filmFrame   = time.Second / 10 // beside a video of another size, whose pictures come first
	sluggish    = 30 * time.Millisecond
	Expensive   = 15 * time.Millisecond
	share       = 0.6 // of the time that pictures may take
	mostShare   = 0.8 // where share would give fewer than steady pictures
	busyShare   = 0.9 // while a person moves the camera
	steady      = time.Second / 20

	// Pictures become plain when they take so long that a dozen a second is too many, and
	// good again when there would be time for twenty: far enough apart not to waver.
	Dear       = 70 * time.Millisecond
	affordable = 40 * time.Millisecond
)

// Rung returns how plainly to draw: a processor that cannot keep up draws fast pictures of a
// camera that is being moved, and plainer ones than wanted of a running simulation if those take
// much too long; and the wanted ones as soon as all rests.
func (p *Pacer) Rung(q view.Quality, w Work) Rung {
	wanted := WantedRung(q)
	switch {
	case !p.Software:
		return wanted
	case w.Moving && p.Cost[wanted] > sluggish:
		down := max(wanted, Fast)
		for down < Half && p.Cost[down] > Dear {
			down++
		}
		return down
	case w.Running:
		return max(wanted, p.at)
	}
	return wanted
}

// interval returns the shortest time between two pictures.
func (p *Pacer) interval(q view.Quality, w Work) time.Duration {
	d, most, cost := FastFrame, share, p.Cost[p.Rung(q, w)]
	if !w.Running {
		return d
	}
	if w.Moving {
		most = busyShare
	}
	if p.Software && cost > FastFrame/2 {
		d = slowFrame
		if w.Behind && !w.Moving {
			d = behindFrame
		}
	}
	if cost > Expensive {
		need := time.Duration(float64(cost) / most)
		if need > steady && !w.Moving {
			need = max(steady, time.Duration(float64(cost)/mostShare))
		}
		d = max(d, need)
	}
	if w.Filming && !w.Moving {
		d = max(d, filmFrame)
	}
	return d
}

// Drew notes that a picture of a rung started at now and took d. What else runs on the machine,
// the simulation first, makes some pictures take several times as long as others. The cost
// follows the quick ones, at once, and slow ones hesitantly: to draw less often
// because other work slows drawing down would not make any picture ready sooner.
func (p *Pacer) Drew(r Rung, now time.Time, d time.Duration) {
	p.Last = now
	c := &p.Cost[r]
	if *c == 0 {
		*c = d
	}
	if d < *c {
		*c += (d - *c) / 2
	} else {
		*c += (d - *c) / 40
	}
	// What finer pictures would take now follows from what they took beside these.
	if r > 0 && p.ratio[r] == 0 && p.Cost[r-1] > 0 {
		p.ratio[r] = max(1, float64(p.Cost[r-1])/float64(*c))
	}
	for q := r; q > 0 && p.ratio[q] > 0; q-- {
		p.Cost[q-1] = min(p.Cost[q-1], time.Duration(float64(p.Cost[q])*p.ratio[q]))
	}
	if *c > Dear && r < Half {
		p.at = max(p.at, r+1)
		p.ratio[r+1] = 0 // to be found anew
	}
	for p.at > 0 && p.ratio[p.at] > 0 && p.Cost[p.at-1] < affordable {
		p.at--
	}
}

// Due reports whether a picture may be drawn, and if not, how long to wait.
func (p *Pacer) Due(q view.Quality, now time.Time, w Work) (time.Duration, bool) {
	wait := p.Last.Add(p.interval(q, w)).Sub(now)
	return wait, wait <= time.Millisecond/2
}
