package overlay

import (
	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
)

// trails draws lines through the last places of bodies, paler for older places.
func trails(f *Frame, to *glyph.List) {
	drawn, all := 0, 0
	f.eachChosen(func(b *bridge.Body, shown bool) {
		t := f.Trails.of[b.Number]
		if t == nil {
			return
		}
		all++
		if !shown {
			return
		}
		drawn++
		from := b.Center
		for i := 1; i <= t.n; i++ {
			at, part := t.back(i), 1-float32(i)/(trailPoints+1)
			to.Hidden = append(to.Hidden, glyph.Line(from, at, 1.6, f.Theme.Ink.Alpha(0.75*part*part)))
			from = at
		}
	})
	s, ink := f.Scale, f.Theme.Ink.Alpha(0.75)
	to.OwnKey("trail, "+countText(drawn, all, "body", "bodies"), 18*s, func(to *glyph.Sheet, x, y float32) {
		to.Line(x, y, x+18*s, y, 1.6*s, ink)
	})
}

// Trails remembers the last places of the bodies of a world. The zero value remembers nothing.
type Trails struct {
	of       map[int64]*trail // by the number of the body
	revision uint64           // of the scene
	time     float64          // of the last snapshot [s]
	round    uint64           // counts snapshots
}

// trail holds the last places of a body in a ring buffer.
type trail struct {
	points  [trailPoints][3]float32 // [m]
	n, next int
	round   uint64 // of the last snapshot that had the body
}

// trailPoints is the number of places that a trail remembers, trailStep the least distance between
// two of them in radii of the smallest body.
const (
	trailPoints = 40
	trailStep   = 0.5
)

// Watch adds the places of the bodies in a snapshot; grain is the smallest radius [m]. It first forgets all trails
// if the scene was loaded again or its time went back.
func (t *Trails) Watch(s *bridge.Snapshot, grain float32) {
	if t.of == nil {
		t.of = map[int64]*trail{}
	}
	if s.Revision != t.revision || s.Time < t.time {
		clear(t.of)
	}
	t.revision, t.time = s.Revision, s.Time
	t.round++
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Kind == bridge.Static {
			continue
		}
		x := t.of[b.Number]
		if x == nil {
			x = new(trail)
			t.of[b.Number] = x
		}
		x.round = t.round
		if x.n == 0 || distance(b.Center, x.back(1)) > trailStep*grain {
			x.points[x.next] = b.Center
			x.next, x.n = (x.next+1)%trailPoints, min(x.n+1, trailPoints)
		}
	}
	if len(t.of) > len(s.Bodies) { // some bodies have left the world
		for number, x := range t.of {
			if x.round != t.round {
				delete(t.of, number)
			}
		}
	}
}

// back returns the i-th last place of a trail; the last place has i = 1.
func (t *trail) back(i int) [3]float32 { return t.points[(t.next-i+trailPoints)%trailPoints] }
