package ui

import "time"

// pacer decides when to draw. The window shares the processor with the simulation, so
// that it draws no more often than it must: on software GL at most every second moment is
// spent on pictures while the simulation runs, and nothing is drawn that did not change.
type pacer struct {
	software bool          // pictures are drawn by the processor
	cost     time.Duration // of a picture, smoothed
	last     time.Time     // start of the last picture
}

const (
	fastFrame = time.Second / 60
	slowFrame = time.Second / 30
	expensive = 15 * time.Millisecond
	share     = 0.55 // of the time of one core that pictures may take
)

// interval returns the shortest time between two pictures.
func (p *pacer) interval(running bool) time.Duration {
	d := fastFrame
	if !running {
		return d
	}
	if p.software && p.cost > fastFrame/2 {
		d = slowFrame
	}
	if p.cost > expensive {
		if need := time.Duration(float64(p.cost) / share); need > d {
			d = need
		}
	}
	return d
}

// drew notes that a picture started at now and took d.
func (p *pacer) drew(now time.Time, d time.Duration) {
	p.last = now
	if p.cost == 0 {
		p.cost = d
	}
	p.cost += (d - p.cost) / 6
}

// due reports whether a picture may be drawn, and if not, how long to wait.
func (p *pacer) due(now time.Time, running bool) (time.Duration, bool) {
	wait := p.last.Add(p.interval(running)).Sub(now)
	return wait, wait <= time.Millisecond/2
}
