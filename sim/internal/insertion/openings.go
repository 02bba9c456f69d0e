package insertion

import (
	"slices"

	"example.org/tumble/sim/vec"
)

// openings are the cells of a cover that are not marked, and in which a closer look at the core of a body finds
// that it may have room. The orientation of a body decides more: each opening has bars, which stand for the items
// near it. If a box of a body, relative to its centroid, overlaps a bar, then the box meets that item wherever in
// the cell the centroid is.
type openings struct {
	judged bool      // it is known whether there are few
	few    bool      // there are few, and all of them are known
	bars   []vec.Box // of all openings
	ends   []int     // where the bars of each opening end
	near   []vec.Box // boxes of the items near a cell, less the slack: these surely stay filled
}

const (
	mostUnmarked = 500 // cells that get a closer look, at most
	mostOpenings = 100 // openings that count as few, at most
	deepest      = 4   // how often a cell is halved along each axis, at most
)

// forget makes the openings unknown.
func (p *openings) forget() { p.judged, p.few, p.bars, p.ends = false, false, p.bars[:0], p.ends[:0] }

// bar returns a box that stands for an item: if a box relative to a point overlaps the bar, then it overlaps the
// item wherever in a place the point is.
func bar(item, place vec.Box) vec.Box {
	return vec.Box{Lo: item.Lo.Sub(place.Lo), Hi: item.Hi.Sub(place.Hi)}
}

// judge finds the openings, after a search without success, if they are few. They hold until the shapes are
// collected anew. No body reaches farther from its centroid than reach [m].
func (o *occupancy) judge(v *Volume, reach float64) {
	p := &o.openings
	if p.judged || o.cover.core == 0 {
		return
	}
	p.judged, p.few = true, true
	left := mostUnmarked
	o.cover.open(v, func(cell vec.Box) bool {
		o.approach(cell, reach)
		if !o.fills(v, cell, deepest) {
			p.add(cell, reach)
		}
		left--
		p.few = left > 0 && len(p.ends) <= mostOpenings && len(p.near) > 0
		return p.few
	})
}

// approach lists the items near a cell.
func (o *occupancy) approach(cell vec.Box, reach float64) {
	p, around := &o.openings, cell.Grow(reach)
	p.near = p.near[:0]
	x0, x1 := o.span(around, 0)
	y0, y1 := o.span(around, 1)
	z0, z1 := o.span(around, 2)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				for k := o.heads[(z*o.n[1]+y)*o.n[0]+x]; k >= 0; k = o.links[k].next {
					b := o.items[o.links[k].item].box.Grow(o.cover.inner - o.cover.core - o.slack)
					if b.Overlaps(around) && !slices.Contains(p.near, b) {
						p.near = append(p.near, b)
					}
				}
			}
		}
	}
}

// fills reports whether the items near a cell leave no room for bodies with the core of the cover, wherever in a
// part of the cell their centroid is.
func (o *occupancy) fills(v *Volume, part vec.Box, depth int) bool {
	core := vec.Box{}.Grow(o.cover.core)
	meets := func(item vec.Box) bool { return core.Overlaps(bar(item, part)) }
	if o.cover.fitsNowhere(v, part) || slices.ContainsFunc(o.openings.near, meets) {
		return true
	}
	if depth == 0 {
		return false
	}
	half := part.Size().Scale(0.5)
	for k := range 8 {
		lo := part.Lo
		for axis := range 3 {
			if k>>axis&1 > 0 {
				lo = lo.WithComponent(axis, part.Center().Component(axis))
			}
		}
		if !o.fills(v, vec.Box{Lo: lo, Hi: lo.Add(half)}, depth-1) {
			return false
		}
	}
	return true
}

// add adds a cell to the openings, with its bars.
func (p *openings) add(cell vec.Box, reach float64) {
	farthest := vec.Box{}.Grow(reach)
	for _, item := range p.near {
		if b := bar(item, cell); b.Overlaps(farthest) {
			p.bars = append(p.bars, b)
		}
	}
	p.ends = append(p.ends, len(p.bars))
}

// closed reports whether a trial has no room wherever its centroid is, as far as that is known.
func (o *occupancy) closed(t *trial) bool {
	p := &o.openings
	if !p.few || t.core < o.cover.inner {
		return false
	}
	first := 0
	for _, end := range p.ends {
		if !slices.ContainsFunc(p.bars[first:end], t.meets) {
			return false
		}
		first = end
	}
	return true
}
