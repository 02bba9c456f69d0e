package overlay

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
)

// boxes draws the bounding box of each body, with edges along the global axes.
func boxes(f *Frame, to *glyph.List) {
	to.Lift = 1
	bounds := boundsOf(f)
	drawn, all := 0, 0
	f.eachChosen(func(b *bridge.Body, shown bool) {
		box, ok := bounds[b.Number]
		if !ok {
			return
		}
		all++
		if shown {
			drawn++
			drawBox(to, box[0], box[1])
		}
	})
	s := f.Scale
	to.OwnKey("bounding box, "+countText(drawn, all, "body", "bodies"), 18*s, func(to *glyph.Sheet, x, y float32) {
		for _, e := range [4][4]float32{{4, -5, 14, -5}, {14, -5, 14, 5}, {14, 5, 4, 5}, {4, 5, 4, -5}} {
			to.Line(x+e[0]*s, y+e[1]*s, x+e[2]*s, y+e[3]*s, 1.2*s, boxTint)
		}
	})
}

// boundsOf returns the bounding boxes of all bodies that are not static, by the numbers of the bodies.
func boundsOf(f *Frame) map[int64][2]mgl32.Vec3 {
	bounds := f.scratch.bounds
	if bounds == nil {
		bounds = map[int64][2]mgl32.Vec3{}
		f.scratch.bounds = bounds
	}
	clear(bounds)
	grow := func(body int32, p mgl32.Vec3, r mgl32.Vec3) {
		if !f.Moves(body) {
			return
		}
		number := f.Bodies[body].Number
		box, ok := bounds[number]
		if !ok {
			inf := float32(math.Inf(1))
			box = [2]mgl32.Vec3{{inf, inf, inf}, {-inf, -inf, -inf}}
		}
		for k := range p {
			box[0][k], box[1][k] = min(box[0][k], p[k]-r[k]), max(box[1][k], p[k]+r[k])
		}
		bounds[number] = box
	}
	for i := range f.Capsules {
		c := &f.Capsules[i]
		reach := mgl32.Vec3{c.Radius, c.Radius, c.Radius}
		for k := range reach {
			reach[k] += c.Half * mgl32.Abs(c.Axis[k])
		}
		grow(c.Body, c.Center, reach)
	}
	for i := range f.Meshes {
		if !f.Moves(f.Meshes[i].Body) {
			continue // a static mesh has no box and may have many vertices
		}
		model := Placement(&f.Meshes[i])
		for _, v := range f.Meshes[i].Geometry.Vertices {
			grow(f.Meshes[i].Body, model.Mul4x1(mgl32.Vec3(v).Vec4(1)).Vec3(), mgl32.Vec3{})
		}
	}
	return bounds
}

// drawBox adds the twelve edges of a box.
func drawBox(to *glyph.List, lo, hi mgl32.Vec3) {
	for i := range 8 {
		for k := range 3 {
			if i>>k&1 == 0 {
				a, b := Corner(lo, hi, i), Corner(lo, hi, i|1<<k)
				to.Hidden = append(to.Hidden, glyph.Line(a, b, 1.1, boxTint.Alpha(0.8)))
			}
		}
	}
}
