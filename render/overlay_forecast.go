package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// forecast draws what would be if an edit that is tried were made: bodies that are seen through where they would come
// to lie, and dashed lines along which their centres would go there.
type forecast struct {
	lines *lineBatch
	clear clearBodies
}

// ghost is the colour of what would be.
var ghost = hex(0x8CC8FF)

func newForecast(k *kit) (drawer, error) {
	lines, err := newLineBatch(k)
	if err != nil {
		return nil, err
	}
	c, err := newClearThings(k)
	return &forecast{lines, clearBodies{c}}, err
}

func (o *forecast) prepare(f *frame) {
	o.lines.list, o.clear.bodies.list = o.lines.list[:0], o.clear.bodies.list[:0]
	defer o.lines.upload()
	w := &f.Forecast
	if w.Version == 0 {
		return
	}
	hidden := func(number int64) bool { return f.view.Hidden.HasBody(number) }
	if f.view.Style != view.Wire {
		now := map[[2]int32]*bridge.Capsule{}
		for i := range f.Capsules {
			now[[2]int32{f.Capsules[i].Body, f.Capsules[i].Shape}] = &f.Capsules[i]
		}
		for i := range w.Capsules {
			c := &w.Capsules[i]
			if c.Body >= 0 && int(c.Body) < len(f.Bodies) && hidden(f.Bodies[c.Body].Number) ||
				rests(now[[2]int32{c.Body, c.Shape}], c) {
				continue
			}
			o.clear.bodies.list = append(o.clear.bodies.list, capsuleInstance{
				center: c.Center, half: c.Half, axis: c.Axis, radius: c.Radius, side: c.Side, colors: [2]rgba{ghost, ghost},
			})
		}
	}
	gpu.Upload(o.clear.bodies.buffer, o.clear.bodies.list)
	for i := range w.Paths {
		p := w.Paths[i].Points
		if hidden(w.Paths[i].Body) {
			continue
		}
		for k := 1; k < len(p); k += 2 {
			o.lines.list = append(o.lines.list, lineInstance{p[k-1], 1.6, p[k], 0, ghost.alpha(0.7)})
		}
	}
	for i := range w.Meshes {
		o.rims(f, &w.Meshes[i])
	}
	f.ownKey("what if: the next "+quantity(w.Until-w.From, "s"), 18*f.scale, func(f *frame, x, y float32) {
		for k := range 3 {
			f.hud.line(x+float32(k)*7*f.scale, y, x+(float32(k)*7+4)*f.scale, y, 1.6*f.scale, ghost)
		}
	})
}

// rims adds the rims of a mesh that moves.
func (o *forecast) rims(f *frame, m *bridge.Mesh) {
	g, model := m.Geometry, placement(m)
	corner := func(i int32) [3]float32 { return model.Mul4x1(mgl32.Vec3(g.Vertices[i]).Vec4(1)).Vec3() }
	for k, e := range g.Edges {
		if k == mostRims || e[0] < 0 || e[1] < 0 || int(max(e[0], e[1])) >= len(g.Vertices) {
			return
		}
		o.lines.list = append(o.lines.list, lineInstance{corner(e[0]), 1.2, corner(e[1]), 0, ghost.alpha(0.6)})
	}
}

// mostRims is the most edges of a mesh that are drawn where it would be.
const mostRims = 5000

// rests reports whether a body would stay where it is, so that nobody could tell it from its ghost.
func rests(now, then *bridge.Capsule) bool {
	return now != nil && apart(now.Center, then.Center) < 0.02*then.Radius && apart(now.Axis, then.Axis) < 0.02
}

func (o *forecast) draw(f *frame) {
	if len(o.clear.bodies.list) > 0 {
		o.clear.draw(f)
	}
	o.lines.draw(0, onTop)
}

func (o *forecast) close() {
	o.lines.close()
	o.clear.close()
}
