package render

// contacts marks each contact point and its normal: a disk where it sticks, a ring where
// it slides, so that the state is told without colours too. Marks are as large as their spacing
// on the screen lets them be, so that what is marked is still seen.
type contacts struct {
	ticks *lineBatch
	dots  *dotBatch
}

func newContacts(k *kit) (drawer, error) {
	t, err := newLineBatch(k)
	if err != nil {
		return nil, err
	}
	d, err := newDotBatch(k)
	return &contacts{t, d}, err
}

// Diameters of the marks of contacts [px at scale 1], and the part of their spacing that they take.
const (
	leastDot = 1.5
	mostDot  = 6
	dotShare = 0.52
)

func (o *contacts) prepare(f *frame) {
	o.ticks.list, o.dots.list = o.ticks.list[:0], o.dots.list[:0]
	size := clamp(dotShare*f.marked.spacing(f), leastDot, mostDot)
	reach := min(0.75*f.grain(), size*f.scale*f.pixel())
	for i := range f.marked.list {
		m := &f.marked.list[i]
		color, kind := sticking, uint8(0)
		if m.Sliding {
			color, kind = sliding, 255
		}
		o.ticks.list = append(o.ticks.list, lineInstance{toward(m.Point, m.Normal, -reach), 0.25 * size,
			toward(m.Point, m.Normal, reach), 0, color.alpha(0.85 * m.opacity)})
		o.dots.list = append(o.dots.list, dotInstance{m.Point, size, color.alpha(m.opacity), [4]uint8{kind}})
	}
	o.ticks.upload()
	o.dots.upload()
	s := f.scale
	f.countKey()
	f.key("sticking contact", 10*s, func(f *frame, x, y float32) { f.ring(x+5*s, y, 1.5*s, 3*s, sticking) })
	f.key("sliding contact", 10*s, func(f *frame, x, y float32) { f.ring(x+5*s, y, 3.5*s, 2*s, sliding) })
}

// ring draws a circle of the given radius and line width in the key.
func (f *frame) ring(x, y, radius, width float32, c rgba) {
	const sides = 20
	for i := 0; i < sides; i++ {
		x0, y0 := onCircle(x, y, radius, float64(i)/sides)
		x1, y1 := onCircle(x, y, radius, float64(i+1)/sides)
		f.hud.line(x0, y0, x1, y1, width, c)
	}
}

func (o *contacts) draw(*frame) {
	o.ticks.draw(0, onTop)
	o.dots.draw()
}

func (o *contacts) close() {
	o.ticks.close()
	o.dots.close()
}
