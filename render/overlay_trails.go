package render

import (
	"fmt"

	"example.org/tumble/sim/run/bridge"
)

// trails draws where bodies have been: lines through their last places, paler the older they are.
// It remembers what pictures and Watch show it.
type trails struct {
	lines    *lineBatch
	of       map[int64]*trail // by the number of the body
	revision uint64           // of the scene
	time     float64          // of the last snapshot [s]
	round    uint64           // counts snapshots
}

// trail is the last places of a body, a ring.
type trail struct {
	points  [trailPoints][3]float32 // [m]
	n, next int
	round   uint64 // of the last snapshot that had the body
}

// trailPoints is how many places a trail remembers, trailStep how far apart they are at least, in
// typical radii.
const (
	trailPoints = 40
	trailStep   = 0.5
)

// bodyLimit is the most bodies that have trails, or boxes: more are a tangle.
const bodyLimit = 500

func newTrails(k *kit) (drawer, error) {
	b, err := newLineBatch(k)
	return &trails{lines: b, of: map[int64]*trail{}}, err
}

// watch takes the places of bodies in a snapshot. A scene that begins anew, or goes back in time,
// has no past.
func (o *trails) watch(s *bridge.Snapshot, grain float32) {
	if s.Revision != o.revision || s.Time < o.time {
		clear(o.of)
	}
	o.revision, o.time = s.Revision, s.Time
	o.round++
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Kind == bridge.Static {
			continue
		}
		t := o.of[b.Number]
		if t == nil {
			t = new(trail)
			o.of[b.Number] = t
		}
		t.round = o.round
		if t.n == 0 || apart(b.Center, t.back(1)) > trailStep*grain {
			t.points[t.next] = b.Center
			t.next, t.n = (t.next+1)%trailPoints, min(t.n+1, trailPoints)
		}
	}
	if len(o.of) > len(s.Bodies) { // some have left
		for number, t := range o.of {
			if t.round != o.round {
				delete(o.of, number)
			}
		}
	}
}

// back returns the place of a trail that is the i-th from the last, from 1.
func (t *trail) back(i int) [3]float32 { return t.points[(t.next-i+trailPoints)%trailPoints] }

func (o *trails) prepare(f *frame) {
	o.lines.list = o.lines.list[:0]
	o.watch(f.Snapshot, f.grain())
	drawn, all := 0, 0
	f.eachChosen(func(b *bridge.Body, shown bool) {
		t := o.of[b.Number]
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
			to, part := t.back(i), 1-float32(i)/(trailPoints+1)
			o.lines.list = append(o.lines.list, lineInstance{from, 1.6, to, 0, f.theme.ink.alpha(0.75 * part * part)})
			from = to
		}
	})
	o.lines.upload()
	f.ownKey("trail, "+someOf(drawn, all, "bodies"), 18*f.scale, func(f *frame, x, y float32) {
		f.hud.line(x, y, x+18*f.scale, y, 1.6*f.scale, f.theme.ink.alpha(0.75))
	})
}

// someOf says how many there are, of how many.
func someOf(n, all int, what string) string {
	if n == all {
		return fmt.Sprintf("%s %s", grouped(n), what)
	}
	return fmt.Sprintf("%s of %s %s", grouped(n), grouped(all), what)
}

func (o *trails) draw(*frame) { o.lines.draw(0, !onTop) }
func (o *trails) close()      { o.lines.close() }

// Watch lets trails take the places of bodies in a snapshot that is not drawn.
func (r *Renderer) Watch(s *bridge.Snapshot) {
	for _, d := range r.drawers {
		if t, ok := d.(*trails); ok {
			t.watch(s, s.Bounds.Grain)
		}
	}
}
