package overlay

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
)

// label is the number of a body.
type label struct {
	text       string
	x, y       float32 // of the middle [px]
	depth      float32 // before the eye [m]
	always     bool    // the body is selected or under the pointer
	wide, tall float32 // [px]
}

// rectangle is a part of the picture [px].
type rectangle struct{ x0, y0, x1, y1 float32 }

// labelLimit is the greatest number of labels in a picture; leastLabelled is the least diameter of a body
// that has a label without being selected or under the pointer [px at scale 1].
const (
	labelLimit    = 200
	leastLabelled = 9
)

// nearCell is the side of the cells in which nearest searches the nearest surface [px].
const nearCell = 6

// labels writes the numbers of bodies at their middles: first of bodies that are selected or under the pointer,
// then of visible bodies that are large enough on the screen, the nearest first. It leaves out a label that would
// lie over another.
func labels(f *Frame, to *glyph.List) {
	m := f.scratch
	m.labels, m.taken = m.labels[:0], m.taken[:0]
	near := nearest(f, f.Capsules)
	f.eachChosen(func(b *bridge.Body, _ bool) { addLabel(f, to, near, b) })
	slices.SortStableFunc(m.labels, func(a, b label) int {
		if a.always != b.always {
			if a.always {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.depth, b.depth)
	})
	n := 0
	for i := range m.labels {
		if n < labelLimit && placeLabel(f, to, &m.labels[i]) {
			n++
		}
	}
	to.OwnKey("number, "+countText(n, len(m.labels), "body in sight", "bodies in sight"), 0, nil)
}

// nearest returns the depth of the nearest surface of spheres and capsules in each cell of the screen [m], in rows.
func nearest(f *Frame, capsules []bridge.Capsule) []float32 {
	columns, rows := f.Width/nearCell+1, f.Height/nearCell+1
	near := slices.Grow(f.scratch.near[:0], columns*rows)[:columns*rows]
	f.scratch.near = near
	for i := range near {
		near[i] = 1e30
	}
	for i := range capsules {
		c := &capsules[i]
		for _, along := range [3]float32{-c.Half, 0, c.Half} {
			x, y, depth, ok := f.Screen(glyph.Along(c.Center, c.Axis, along))
			if !ok || !(x > 0 && y > 0 && x < float32(f.Width) && y < float32(f.Height)) {
				continue
			}
			reach := int(0.7*c.Radius/f.PixelAt(depth)) / nearCell
			column, row := int(x)/nearCell, int(y)/nearCell
			for r := max(row-reach, 0); r <= min(row+reach, rows-1); r++ {
				for q := max(column-reach, 0); q <= min(column+reach, columns-1); q++ {
					at := &near[r*columns+q]
					*at = min(*at, depth-c.Radius)
				}
			}
			if c.Half == 0 {
				break
			}
		}
	}
	return near
}

// addLabel adds the label of a body that may have one.
func addLabel(f *Frame, to *glyph.List, near []float32, b *bridge.Body) {
	x, y, depth, ok := f.Screen(b.Center)
	if !ok || !(x > 0 && y > 0 && x < float32(f.Width) && y < float32(f.Height)) {
		return
	}
	always := f.View.Selected.HasBody(b.Number) ||
		f.View.Hover.Kind == bridge.ThingBody && f.View.Hover.Body == b.Number
	if !always {
		small := 2*f.Grain()/f.PixelAt(depth) < leastLabelled*f.Scale
		front := near[int(y)/nearCell*(f.Width/nearCell+1)+int(x)/nearCell]
		if small || front < depth-1.6*f.Grain() {
			return
		}
	}
	text := strconv.FormatInt(b.Number, 10)
	f.scratch.labels = append(f.scratch.labels, label{text, x, y, depth, always, to.Face.Width(text), to.Face.Line})
}

// placeLabel writes a label unless it would lie over another label, and reports whether it has written it.
func placeLabel(f *Frame, to *glyph.List, l *label) bool {
	x0, y0 := l.x-0.5*l.wide, l.y-0.5*l.tall
	at := rectangle{x0 - 1, y0, x0 + l.wide + 1, y0 + l.tall}
	for _, t := range f.scratch.taken {
		if at.x0 < t.x1 && t.x0 < at.x1 && at.y0 < t.y1 && t.y0 < at.y1 {
			return false
		}
	}
	f.scratch.taken = append(f.scratch.taken, at)
	color := glyph.Hex(0xFFFFFF)
	if l.always {
		color = glyph.Hex(0xFFC733)
	}
	to.Text(x0, y0, l.text, color, glyph.Hex(0x15171A).Alpha(0.9))
	return true
}
