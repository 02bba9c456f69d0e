package render

// contacts marks each contact point and its normal: a disk where it sticks, a ring where
// it slides, so that the state is told without colours too.
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

func (o *contacts) prepare(f *frame) {
	o.ticks.list, o.dots.list = o.ticks.list[:0], o.dots.list[:0]
	reach := 0.75 * f.grain() * f.view.GlyphScale
	for i := range f.Contacts {
		c := &f.Contacts[i]
		color, kind, size := sticking, uint8(0), float32(6)
		if c.Sliding {
			color, kind, size = sliding, 255, 9
		}
		o.ticks.list = append(o.ticks.list, lineInstance{toward(c.Point, c.Normal, -reach), 1.6,
			toward(c.Point, c.Normal, reach), 0, color.alpha(0.85)})
		o.dots.list = append(o.dots.list, dotInstance{c.Point, size, color, [4]uint8{kind}})
	}
	o.ticks.upload()
	o.dots.upload()
	o.key(f)
}

// key says what the marks mean.
func (o *contacts) key(f *frame) {
	s := f.scale
	f.key("sliding", 10*s, func(x, y float32) { f.ring(x+5*s, y, 3.5*s, 2*s, sliding) })
	f.key("sticking", 10*s, func(x, y float32) { f.ring(x+5*s, y, 1.5*s, 3*s, sticking) })
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
