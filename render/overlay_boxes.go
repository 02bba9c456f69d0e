package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// boxes draws the bounding box along the axes of each body.
type boxes struct {
	lines  *lineBatch
	bounds map[int64][2]mgl32.Vec3 // by the number of the body
}

func newBoxes(k *kit) (drawer, error) {
	b, err := newLineBatch(k)
	return &boxes{b, map[int64][2]mgl32.Vec3{}}, err
}

func (o *boxes) prepare(f *frame) {
	o.lines.list = o.lines.list[:0]
	o.measure(f)
	drawn, all := 0, 0
	f.eachChosen(func(b *bridge.Body, shown bool) {
		box, ok := o.bounds[b.Number]
		if !ok {
			return
		}
		all++
		if shown {
			drawn++
			o.box(box[0], box[1])
		}
	})
	o.lines.upload()
	f.ownKey("bounding box, "+someOf(drawn, all, "bodies"), 18*f.scale, func(f *frame, x, y float32) {
		s := f.scale
		for _, e := range [4][4]float32{{4, -5, 14, -5}, {14, -5, 14, 5}, {14, 5, 4, 5}, {4, 5, 4, -5}} {
			f.hud.line(x+e[0]*s, y+e[1]*s, x+e[2]*s, y+e[3]*s, 1.2*s, boxTint)
		}
	})
}

// measure finds the boxes of all bodies.
func (o *boxes) measure(f *frame) {
	clear(o.bounds)
	grow := func(body int32, p mgl32.Vec3, r mgl32.Vec3) {
		if !f.moves(body) {
			return
		}
		number := f.Bodies[body].Number
		box, ok := o.bounds[number]
		if !ok {
			inf := float32(math.Inf(1))
			box = [2]mgl32.Vec3{{inf, inf, inf}, {-inf, -inf, -inf}}
		}
		for k := range p {
			box[0][k], box[1][k] = min(box[0][k], p[k]-r[k]), max(box[1][k], p[k]+r[k])
		}
		o.bounds[number] = box
	}
	for i := range f.Capsules {
		c := &f.Capsules[i]
		reach := mgl32.Vec3{c.Radius, c.Radius, c.Radius}
		for k := range reach {
			reach[k] += c.Half * abs(c.Axis[k])
		}
		grow(c.Body, c.Center, reach)
	}
	for i := range f.Meshes {
		if !f.moves(f.Meshes[i].Body) {
			continue // it may be large
		}
		model := placement(&f.Meshes[i])
		for _, v := range f.Meshes[i].Geometry.Vertices {
			grow(f.Meshes[i].Body, model.Mul4x1(mgl32.Vec3(v).Vec4(1)).Vec3(), mgl32.Vec3{})
		}
	}
}

// box adds the twelve edges of a box.
func (o *boxes) box(lo, hi mgl32.Vec3) {
	for i := range 8 {
		for k := range 3 {
			if i>>k&1 == 0 {
				a, b := pickCorner(lo, hi, i), pickCorner(lo, hi, i|1<<k)
				o.lines.list = append(o.lines.list, lineInstance{a, 1.1, b, 0, boxTint.alpha(0.8)})
			}
		}
	}
}

func (o *boxes) draw(*frame) { o.lines.draw(1, !onTop) }
func (o *boxes) close()      { o.lines.close() }
