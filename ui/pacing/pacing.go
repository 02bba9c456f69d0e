// Package pacing decides when the window draws a picture, and in which quality, so that the simulation beside it
// has its share of the processor. It is pure: the time is an argument.
package pacing

import (
	"time"

	"example.org/tumble/render/view"
)

// Pacer decides when to draw and in which quality. The window shares the processor with the simulation. Therefore
// it draws no more often than necessary, and only what has changed; with OpenGL in software pictures take a bit
// more than half of the time while the simulation runs.
type Pacer struct {
	Software bool                    // pictures are drawn by the processor
	Cost     [numRungs]time.Duration // time of a picture while little else runs; 0: not known
	drawn    [numRungs]int           // pictures of a rung, up to trials
	ratio    [numRungs]float64       // how many times longer a picture of the next finer rung takes; 0: not known
	last     time.Time               // start of the last picture, or the time for which it was meant
	next     time.Time               // when the next picture is due
	lagged   time.Time               // when the simulation was last slower than requested
	at       Rung                    // rung of pictures of a running simulation, unless the wanted rung is plainer
}

// Rung is a level of quality of pictures. If pictures take too long, the next plainer rung gives up one more
// thing.
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

// Rungs describes the pictures of each rung: their quality, the share of the resolution along each side, and the
// text of the status line about the given up quality.
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

// Work describes the work that goes on beside the drawing.
type Work struct {
	Running bool // the simulation steps
	Behind  bool // the simulation is slower than requested
	Moving  bool // a person moves the camera
	Filming bool // the simulation waits for pictures of a video
}

// Times between pictures, and how long pictures may take.
const (
	FastFrame   = time.Second / 60
	slowFrame   = time.Second / 30
	behindFrame = time.Second / 24 // the rate of films; the rest of the time goes to the simulation
	filmFrame   = time.Second / 10 // beside a video of another size, whose pictures come first
	sluggish    = 30 * time.Millisecond
	Expensive   = 15 * time.Millisecond
	share       = 0.6 // share of the time that pictures may take
	mostShare   = 0.8 // if share would make the time between pictures longer than steady
	busyShare   = 0.9 // while a person moves the camera
	steady      = time.Second / 20

	// Pictures become plainer when they take too long for a dozen a second, and finer again when there would be time
	// for twenty. The two limits are so far apart that the quality does not oscillate.
	dear       = 70 * time.Millisecond
	affordable = 40 * time.Millisecond

	trials = 3 // first pictures of a rung, which may take long since programs are compiled

	frozen = time.Second / 4 // how long a window may not answer while a person moves the camera

	late   = 10 * time.Millisecond // how late a picture may begin without later ones being late as well
	lagFor = 3 * time.Second       // how long after it was too slow a simulation counts as too slow
	keepUp = 0.99                  // share of the requested speed from which on a simulation keeps up
)

// Rung returns the rung of the next picture. A processor that cannot keep up draws fast pictures while the camera
// moves. While the simulation runs it draws plainer pictures than wanted if the wanted ones take much too long.
// When everything rests it draws the wanted pictures.
func (p *Pacer) Rung(q view.Quality, w Work) Rung {
	wanted := WantedRung(q)
	switch {
	case !p.Software:
		return wanted
	case w.Moving && p.Cost[wanted] > sluggish:
		down := max(wanted, Fast)
		for down < Half && p.Cost[down] > affordable {
			down++
		}
		return down
	case w.Running:
		return max(wanted, p.at)
	}
	return wanted
}

// InParts reports whether a picture of a rung is drawn in parts, between which the window answers: if it takes long. A
// person who moves the camera waits for the picture itself, and parts make it later.
func (p *Pacer) InParts(r Rung, w Work) bool {
	most := dear
	if w.Moving {
		most = frozen
	}
	return p.Software && p.Cost[r] > most
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

// Begin records that a picture was begun, or was found to look like the one before. A picture that is a little late
// counts as begun when it was due, or there would be fewer than wanted: the pause before each ends a little late.
func (p *Pacer) Begin(now time.Time) {
	p.last = now
	if by := now.Sub(p.next); by >= 0 && by < late {
		p.last = p.next
	}
}

// Behind reports whether the simulation is slower than requested, or was so a moment ago: as soon as it keeps up there
// would be more pictures, and with these it might not. The two speeds are in simulated seconds per second; a simulation
// that is asked for speed 0, as fast as can be, is always behind.
func (p *Pacer) Behind(speed, asked float64, now time.Time) bool {
	if asked == 0 || speed < keepUp*asked {
		p.lagged = now
	}
	return now.Sub(p.lagged) < lagFor
}

// AddPicture records that a picture of a rung started at now and took d. Other work on the machine, above all the
// simulation, makes some pictures take several times as long as others. Therefore the cost follows quick pictures
// at once and slow pictures hesitantly: drawing less often because other work slows the drawing down would not
// finish any picture sooner. Of the first few pictures of a rung only the quickest counts, and the rung stays, since
// drivers compile a program while they first draw with it, once on each computer.
func (p *Pacer) AddPicture(r Rung, now time.Time, d time.Duration) {
	p.Begin(now)
	c := &p.Cost[r]
	switch {
	case *c == 0, d < *c && p.drawn[r] < trials:
		*c = d
	case d < *c:
		*c += (d - *c) / 2
	default:
		*c += (d - *c) / 40
	}
	if p.drawn[r]++; p.drawn[r] < trials {
		return
	}
	p.drawn[r] = trials
	// The present cost of finer pictures follows from the ratio of their cost to the cost of these pictures.
	if r > 0 && p.ratio[r] == 0 && p.Cost[r-1] > 0 {
		p.ratio[r] = max(1, float64(p.Cost[r-1])/float64(*c))
	}
	for q := r; q > 0 && p.ratio[q] > 0; q-- {
		p.Cost[q-1] = min(p.Cost[q-1], time.Duration(float64(p.Cost[q])*p.ratio[q]))
	}
	if *c > dear && r < Half {
		p.at = max(p.at, r+1)
		p.ratio[r+1] = 0 // will be measured again
	}
	for p.at > 0 && p.ratio[p.at] > 0 && p.Cost[p.at-1] < affordable {
		p.at--
	}
}

// Due reports whether a picture may be drawn, and if not, how long to wait.
func (p *Pacer) Due(q view.Quality, now time.Time, w Work) (time.Duration, bool) {
	p.next = p.last.Add(p.interval(q, w))
	wait := p.next.Sub(now)
	return wait, wait <= time.Millisecond/2
}
