package render

import (
	"math"
	"slices"

	"tumble/render/view"
	"tumble/sim/bridge"
)

// legendRange maps a quantity of bodies to colours. Its range starts at 0 and only grows,
// so that a colour means the same from picture to picture, until the quantity or the scene
// changes.
type legendRange struct {
	quantity view.ColorBy
	revision uint64
	lo, hi   float32
	contacts []int32 // of each body, if they are the quantity
}

// value returns the quantity of a body; 0 for an index that is none.
func (l *legendRange) value(s *bridge.Snapshot, body int32) float32 {
	if body < 0 || int(body) >= len(s.Bodies) {
		return 0
	}
	b := &s.Bodies[body]
	switch l.quantity {
	case view.ColorBySpeed:
		return norm(b.Velocity)
	case view.ColorBySpin:
		return norm(b.Spin)
	case view.ColorByContacts:
		return float32(l.contacts[body])
	case view.ColorByHeight:
		return b.Center[2]
	}
	return float32(b.Number)
}

// follow takes the values of a picture into the range.
func (l *legendRange) follow(s *bridge.Snapshot, v *view.View) {
	if l.quantity != v.ColorBy || l.revision != s.Revision {
		*l = legendRange{quantity: v.ColorBy, revision: s.Revision}
	}
	if l.quantity == view.ColorByContacts {
		l.count(s)
	}
	if v.ColorRange != [2]float32{} {
		l.lo, l.hi = v.ColorRange[0], v.ColorRange[1]
		return
	}
	for i := range s.Capsules {
		x := l.value(s, s.Capsules[i].Body)
		if x-x == 0 { // finite
			l.lo, l.hi = min(l.lo, x), max(l.hi, x)
		}
	}
}

// count finds how many contacts each body has.
func (l *legendRange) count(s *bridge.Snapshot) {
	l.contacts = slices.Grow(l.contacts[:0], len(s.Bodies))[:len(s.Bodies)]
	clear(l.contacts)
	for i := range s.Contacts {
		for _, body := range [2]int32{s.Contacts[i].A, s.Contacts[i].B} {
			if body >= 0 && int(body) < len(l.contacts) {
				l.contacts[body]++
			}
		}
	}
}

// color returns the colour of a body.
func (l *legendRange) color(s *bridge.Snapshot, body int32) rgba {
	x := l.value(s, body)
	if l.quantity == view.ColorByBody {
		return categories[int64(x)%int64(len(categories))]
	}
	if l.hi <= l.lo {
		return viridis[0]
	}
	return ramp(viridis[:], (x-l.lo)/(l.hi-l.lo))
}

func norm(v [3]float32) float32 {
	return float32(math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])))
}

// legend draws the scale of the colours at the right side.
type legend struct{}

func newLegend(*kit) (drawer, error) { return legend{}, nil }

func (legend) prepare(f *frame) {
	l, h, s := f.legend, f.hud, f.scale
	if l.quantity == view.ColorByShape || l.quantity == view.ColorByBody {
		return
	}
	t := f.theme
	width, height := 18*s, min(240*s, 0.5*float32(f.height))
	x, y := float32(f.width)-14*s-width, 0.5*(float32(f.height)-height)
	title := view.ColorByNames[l.quantity]
	if unit := view.ColorByUnits[l.quantity]; unit != "" {
		title += " (" + unit + ")"
	}
	h.text(x+width-h.face.width(title), y-1.6*h.face.line, title, t.text, t.halo)
	h.rect(x-1, y-1, width+2, height+2, t.halo)
	n := len(viridis) - 1
	for i := 0; i < n; i++ {
		h.fade(x, y+height*float32(i)/float32(n), width, height/float32(n), viridis[n-i], viridis[n-1-i])
	}
	l.ticks(f, x, y, height)
}

// ticks writes numbers in steps of 1, 2 or 5 beside the bar, and both ends.
func (l *legendRange) ticks(f *frame, x, y, height float32) {
	h, s, t := f.hud, f.scale, f.theme
	lo, hi := float64(l.lo), float64(l.hi)
	if !(hi > lo) {
		hi = lo + 1
	}
	write := func(v float64) {
		at := y + height*float32((hi-v)/(hi-lo))
		h.line(x-5*s, at, x-1, at, 1, t.text)
		text := short(v)
		h.text(x-9*s-h.face.width(text), at-0.55*h.face.line, text, t.text, t.halo)
	}
	write(lo)
	write(hi)
	step := niceAbove((hi - lo) / 5)
	room := (hi - lo) * float64(1.1*h.face.line/height)
	for k := math.Ceil(lo / step); k*step < hi; k++ {
		if v := k * step; v-lo > room && hi-v > room {
			write(v)
		}
	}
}

func (legend) draw(*frame) {}
func (legend) close()      {}
