package render

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// explain draws how the contact that is selected came about: what the rule looked at, with the weights, the
// point and the normal, and in a corner a lens in which the overlap is as large as it must be to be seen. Between
// two things that are selected it draws the ruler.
type explain struct {
	lines *lineBatch
	dots  *dotBatch
}

func newExplain(k *kit) (drawer, error) {
	lines, err := newArrowBatch(k)
	if err != nil {
		return nil, err
	}
	dots, err := newDotBatch(k)
	return &explain{lines, dots}, err
}

// Colours of what is explained.
var (
	countsTint = hex(0xFFC733) // places that count, and the point
	dropsTint  = hex(0x9AA0AA) // places that do not
	rulerTint  = hex(0xFFC733)
)

func (o *explain) prepare(f *frame) {
	o.lines.list, o.dots.list = o.lines.list[:0], o.dots.list[:0]
	in := &f.Inspected
	if c := &in.Contact; f.view.Explain && in.Things[0].Kind == bridge.ThingContact && !in.Gone[0] &&
		f.view.Selected.Has(in.Things[0]) && len(c.Explained.Places) > 0 {
		o.places(f, c)
		o.lens(f, c)
		s := f.scale
		f.key("counts, with its weight", 12*s, func(f *frame, x, y float32) { f.ring(x+6*s, y, 2*s, 4*s, countsTint) })
		f.key("looked at, does not count", 12*s, func(f *frame, x, y float32) { f.ring(x+6*s, y, 4*s, 1.5*s, dropsTint) })
	}
	if r := &in.Ruler; r.Given && f.view.Selected.Has(in.Things[0]) && f.view.Selected.Has(in.Things[1]) {
		o.ruler(f, r)
	}
	o.lines.upload()
	o.dots.upload()
}

// places draws what the rule looked at where it is.
func (o *explain) places(f *frame, c *bridge.ContactNumbers) {
	written := 0
	for i := range c.Explained.Places {
		p := &c.Explained.Places[i]
		tint, kind, size := dropsTint, uint8(255), float32(7)
		if p.Weight > 0 {
			tint, kind, size = countsTint, 0, float32(5+7*math.Sqrt(p.Weight))
		}
		from, to := p.From.Float32(), p.To.Float32()
		o.lines.list = append(o.lines.list, lineInstance{from, 1.2, to, 0, tint.alpha(0.8)})
		o.dots.list = append(o.dots.list, dotInstance{to, size, tint, [4]uint8{kind}})
		if p.Weight > 0 && p.Point != (vec.Vec3{}) && written < 6 {
			written++
			if x, y, _, ok := f.screen(p.Point.Float32()); ok && p.Weight < 1 {
				f.hud.text(x+9*f.scale, y-16*f.scale, fmt.Sprintf("%.2f", p.Weight), countsTint, f.theme.halo)
			}
		}
	}
	point, reach := c.Point.Float32(), 0.7*f.grain()
	o.lines.list = append(o.lines.list, lineInstance{toward(point, c.Normal.Float32(), -reach), 2,
		toward(point, c.Normal.Float32(), reach), 10, normalTint})
	o.dots.list = append(o.dots.list, dotInstance{point, 11, countsTint, [4]uint8{}},
		dotInstance{point, 15, normalTint, [4]uint8{255}})
}

// lensRadius is the radius of the lens, lensOverlap how deep the overlap is in it [px at scale 1].
const (
	lensRadius  = 84
	lensOverlap = 24
)

// lens draws the contact cut along its normal, which points up, at the right of the picture: the outlines of both
// bodies near it, with the overlap so exaggerated that it can be seen, and the forces on B.
func (o *explain) lens(f *frame, c *bridge.ContactNumbers) {
	if !(c.Overlap > 0) {
		return
	}
	s, h := f.scale, f.hud
	r := min(lensRadius*s, 0.14*float32(f.height))
	x, y := float32(f.width)-r-16*s, 0.4*float32(f.height)
	least := math.Inf(1)
	for _, core := range c.Explained.Cores {
		if core.Given {
			least = min(least, core.Radius)
		}
	}
	unit := 0.8 * float64(r) / least // [px/m]
	h.disc(x, y, r, f.theme.pane)
	h.circle(x, y, r, 1.5*s, dropsTint)
	for i, side := range [2]float32{1, -1} {
		radius := float32(0) // flat
		if core := c.Explained.Cores[i]; core.Given {
			radius = float32(core.Radius * unit)
		}
		tint := [2]rgba{hex(0x6AAEE2), hex(0xE8837A)}[i]
		h.arc(arc{x, y - side*lensOverlap/2*s, radius, side}, y, r-3*s, 2*s, tint)
		h.text(x-0.12*r, y+side*0.72*r-7*s, "AB"[i:i+1], tint, f.theme.halo)
	}
	o.lensForces(f, c, x, y, r)
	at := x - 0.42*r
	h.line(at, y-lensOverlap/2*s, at, y+lensOverlap/2*s, 1.5*s, f.theme.text)
	times := lensOverlap * float64(s) / (c.Overlap * unit)
	lines := [2]string{"overlap " + quantity(c.Overlap, "m"), "drawn × " + short(roundUp(times))}
	for k, text := range lines {
		h.text(x-h.face.width(text)/2, y+r+(6+float32(k)*16)*s, text, f.theme.text, f.theme.halo)
	}
}

// lensForces draws the normal and the tangential force on B.
func (o *explain) lensForces(f *frame, c *bridge.ContactNumbers, x, y, r float32) {
	force := max(math.Abs(c.NormalForce), c.TangentialForce)
	if !(force > 0) {
		return
	}
	s, tint := f.scale, sticking
	if c.Sliding {
		tint = sliding
	}
	f.hud.arrow(x, y, x, y-float32(c.NormalForce/force)*0.5*r, 2*s, countsTint)
	f.hud.arrow(x, y, x+float32(c.TangentialForce/force)*0.5*r, y, 2*s, tint)
}

// circle draws the line of a large circle.
func (h *hud) circle(x, y, radius, width float32, c rgba) {
	const sides = 72
	for i := range sides {
		x0, y0 := onCircle(x, y, radius, float64(i)/sides)
		x1, y1 := onCircle(x, y, radius, float64(i+1)/sides)
		h.line(x0, y0, x1, y1, width, c)
	}
}

// disc fills a circle.
func (h *hud) disc(x, y, radius float32, c rgba) {
	const sides = 72
	for i := range sides {
		x0, y0 := onCircle(x, y, radius, float64(i)/sides)
		x1, y1 := onCircle(x, y, radius, float64(i+1)/sides)
		h.shape([4][2]float32{{x, y}, {x0, y0}, {x1, y1}, {x, y}}, c)
	}
}

// arc is a part of a circle: its highest point, its radius, 0 for a straight line, and 1 where the circle lies below
// that point, -1 where it lies above it.
type arc struct{ x, y, radius, side float32 }

// arc draws the part of an arc that lies in a circle round the height of its middle.
func (h *hud) arc(a arc, middle, clip, width float32, c rgba) {
	const pieces = 48
	var last [2]float32
	drawn := false
	for i := range pieces + 1 {
		dx := clip * (2*float32(i)/pieces - 1)
		y := a.y
		if a.radius > 0 {
			if dx*dx > a.radius*a.radius {
				drawn = false
				continue
			}
			y += a.side * (a.radius - float32(math.Sqrt(float64(a.radius*a.radius-dx*dx))))
		}
		if dx*dx+(y-middle)*(y-middle) > clip*clip {
			drawn = false
			continue
		}
		if drawn {
			h.line(last[0], last[1], a.x+dx, y, width, c)
		}
		last, drawn = [2]float32{a.x + dx, y}, true
	}
}

// arrow draws an arrow.
func (h *hud) arrow(x0, y0, x1, y1, width float32, c rgba) {
	h.line(x0, y0, x1, y1, width, c)
	dx, dy := x1-x0, y1-y0
	n := float32(math.Hypot(float64(dx), float64(dy)))
	if n < 4*width {
		return
	}
	dx, dy = dx/n*3*width, dy/n*3*width
	h.line(x1, y1, x1-dx-dy/1.6, y1-dy+dx/1.6, width, c)
	h.line(x1, y1, x1-dx+dy/1.6, y1-dy-dx/1.6, width, c)
}

// ruler draws the distances between two things with their numbers.
func (o *explain) ruler(f *frame, r *bridge.Ruler) {
	a, b := r.Centers[0].Float32(), r.Centers[1].Float32()
	o.lines.list = append(o.lines.list, lineInstance{a, 1.2, b, 0, rulerTint.alpha(0.65)})
	for _, p := range [2][3]float32{a, b} {
		o.dots.list = append(o.dots.list, dotInstance{point: p, diameter: 6, color: rulerTint})
	}
	text := quantity(r.Center, "m")
	middle := mgl32.Vec3(a).Add(mgl32.Vec3(b)).Mul(0.5)
	if r.HasGap {
		p, q := r.Surface[0].Float32(), r.Surface[1].Float32()
		o.lines.list = append(o.lines.list, lineInstance{p, 3, q, 0, rulerTint})
		middle = mgl32.Vec3(p).Add(mgl32.Vec3(q)).Mul(0.5)
		text = "gap " + quantity(r.Gap, "m") + ", centres " + text
	}
	if x, y, _, ok := f.screen(middle); ok {
		f.hud.text(x+10*f.scale, y+6*f.scale, text, rulerTint, f.theme.halo)
	}
}

func (o *explain) draw(*frame) {
	if len(o.lines.list) > 0 {
		o.lines.draw(0, onTop)
	}
	if len(o.dots.list) > 0 {
		o.dots.draw()
	}
}

func (o *explain) close() {
	o.lines.close()
	o.dots.close()
}
