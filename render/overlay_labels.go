package render

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/tumble/sim/run/bridge"
)

// labels writes the numbers of bodies at their middles: of what is selected or pointed at always,
// of others if they are seen and large enough on the screen, the nearest first, as long as none
// lies over another.
type labels struct {
	list  []label
	taken []rectangle
	near  []float32 // depth of the nearest surface in each cell of the screen [m]
}

type label struct {
	text       string
	x, y       float32 // of the middle [px]
	depth      float32 // before the eye [m]
	always     bool
	wide, tall float32 // [px]
}

type rectangle struct{ x0, y0, x1, y1 float32 }

// labelLimit is the most labels in a picture; leastLabelled is the smallest diameter of a body that
// is labelled without being selected [px at scale 1].
const (
	labelLimit    = 200
	leastLabelled = 9
)

// nearCell is the side of the cells in which what is seen is looked for [px].
const nearCell = 6

func newLabels(*kit) (drawer, error) { return new(labels), nil }

func (o *labels) prepare(f *frame) {
	o.list, o.taken = o.list[:0], o.taken[:0]
	o.survey(f)
	f.eachChosen(func(b *bridge.Body, _ bool) { o.offer(f, b) })
	slices.SortStableFunc(o.list, func(a, b label) int {
		if a.always != b.always {
			if a.always {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.depth, b.depth)
	})
	n := 0
	for i := range o.list {
		if n < labelLimit && o.place(f, &o.list[i]) {
			n++
		}
	}
	f.ownKey("number, "+someOf(n, len(o.list), "bodies in sight"), 0, nil)
}

// screen returns where a point is on the picture [px] and its depth before the eye [m].
func (f *frame) screen(p [3]float32) (x, y, depth float32, ok bool) {
	q := f.shared.viewProj.Mul4x1([4]float32{p[0], p[1], p[2], 1})
	if !(q[3] > 0) {
		return 0, 0, 0, false
	}
	depth = f.camera.Eye().Sub(p).Dot(f.camera.Back())
	return (q[0]/q[3] + 1) / 2 * float32(f.width), (q[1]/q[3] + 1) / 2 * float32(f.height), depth, true
}

// pixelAt returns the size of a pixel at a depth [m].
func (f *frame) pixelAt(depth float32) float32 {
	if f.camera.Ortho {
		return f.pixel()
	}
	return f.pixel() * depth / f.camera.Distance
}

// survey finds the nearest surface of spheres and capsules in each cell of the screen.
func (o *labels) survey(f *frame) {
	columns, rows := f.width/nearCell+1, f.height/nearCell+1
	o.near = slices.Grow(o.near[:0], columns*rows)[:columns*rows]
	for i := range o.near {
		o.near[i] = 1e30
	}
	for i := range f.Capsules {
		c := &f.Capsules[i]
		for _, along := range [3]float32{-c.Half, 0, c.Half} {
			x, y, depth, ok := f.screen(toward(c.Center, c.Axis, along))
			if !ok || !(x > 0 && y > 0 && x < float32(f.width) && y < float32(f.height)) {
				continue
			}
			reach := int(0.7*c.Radius/f.pixelAt(depth)) / nearCell
			column, row := int(x)/nearCell, int(y)/nearCell
			for r := max(row-reach, 0); r <= min(row+reach, rows-1); r++ {
				for q := max(column-reach, 0); q <= min(column+reach, columns-1); q++ {
					at := &o.near[r*columns+q]
					*at = min(*at, depth-c.Radius)
				}
			}
			if c.Half == 0 {
				break
			}
		}
	}
}

// offer adds the label of a body that may have one.
func (o *labels) offer(f *frame, b *bridge.Body) {
	x, y, depth, ok := f.screen(b.Center)
	if !ok || !(x > 0 && y > 0 && x < float32(f.width) && y < float32(f.height)) {
		return
	}
	always := f.view.Selected.HasBody(b.Number) ||
		f.view.Hover.Kind == bridge.ThingBody && f.view.Hover.Body == b.Number
	if !always {
		small := 2*f.grain()/f.pixelAt(depth) < leastLabelled*f.scale
		near := o.near[int(y)/nearCell*(f.width/nearCell+1)+int(x)/nearCell]
		if small || near < depth-1.6*f.grain() {
			return
		}
	}
	text := strconv.FormatInt(b.Number, 10)
	face := f.hud.face
	o.list = append(o.list, label{text, x, y, depth, always, face.width(text), face.line})
}

// place writes a label unless it would lie over another, and reports whether it did.
func (o *labels) place(f *frame, l *label) bool {
	x0, y0 := l.x-0.5*l.wide, l.y-0.5*l.tall
	at := rectangle{x0 - 1, y0, x0 + l.wide + 1, y0 + l.tall}
	for _, t := range o.taken {
		if at.x0 < t.x1 && t.x0 < at.x1 && at.y0 < t.y1 && t.y0 < at.y1 {
			return false
		}
	}
	o.taken = append(o.taken, at)
	color := hex(0xFFFFFF)
	if l.always {
		color = hex(0xFFC733)
	}
	f.hud.text(x0, y0, l.text, color, hex(0x15171A).alpha(0.9))
	return true
}

func (o *labels) draw(*frame) {}
func (o *labels) close()      {}
