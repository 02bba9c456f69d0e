package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// ghost is the colour of the forecast.
var ghost = glyph.Hex(0x8CC8FF)

// mostRims is the greatest number of edges that are drawn of a mesh in the forecast.
const mostRims = 5000

// Opacities of ghosts: of bodies that would move by more than half of their radius or turn far, and of bodies that
// would only shift a little.
const parting, shifting = 1, 0.3

// forecast draws the result that a tried edit would have: ghosts of bodies at the places where they would come to
// lie, and dashed lines along the paths of their centres. Of a dense pile only the ghosts in front are drawn,
// because the outlines of all bodies would be too dense to read.
func forecast(f *Frame, to *glyph.List) {
	w := &f.Forecast
	if w.Version == 0 {
		return
	}
	hidden := func(number int64) bool { return f.View.Hidden.HasBody(number) }
	if f.View.Style != view.Wire {
		now := map[[2]int32]*bridge.Capsule{}
		for i := range f.Capsules {
			now[[2]int32{f.Capsules[i].Body, f.Capsules[i].Shape}] = &f.Capsules[i]
		}
		near := nearest(f, w.Capsules)
		for i := range w.Capsules {
			c := &w.Capsules[i]
			was := now[[2]int32{c.Body, c.Shape}]
			if c.Body >= 0 && int(c.Body) < len(f.Bodies) && hidden(f.Bodies[c.Body].Number) || stays(was, c) ||
				behind(f, near, c) {
				continue
			}
			strength := float32(parting)
			if was != nil && distance(was.Center, c.Center) < 0.5*c.Radius && distance(was.Axis, c.Axis) < 0.5 {
				strength = shifting
			}
			to.Ghosts = append(to.Ghosts, glyph.Capsule{Center: c.Center, Half: c.Half, Axis: c.Axis, Radius: c.Radius,
				Side: c.Side, Color: ghost.Alpha(strength)})
		}
	}
	for i := range w.Paths {
		p := w.Paths[i].Points
		if hidden(w.Paths[i].Body) {
			continue
		}
		for k := 1; k < len(p); k += 2 {
			to.Lines = append(to.Lines, glyph.Line(p[k-1], p[k], 1.6, ghost.Alpha(0.7)))
		}
	}
	for i := range w.Meshes {
		drawRims(to, &w.Meshes[i])
	}
	s := f.Scale
	to.OwnKey("what if: the next "+quantity(w.Until-w.From, "s"), 18*s, func(to *glyph.Sheet, x, y float32) {
		for k := range 3 {
			to.Line(x+float32(k)*7*s, y, x+(float32(k)*7+4)*s, y, 1.6*s, ghost)
		}
	})
}

// behind reports whether a ghost lies behind another ghost, given the depths that nearest returns.
func behind(f *Frame, near []float32, c *bridge.Capsule) bool {
	x, y, depth, ok := f.Screen(c.Center)
	if !ok || !(x > 0 && y > 0 && x < float32(f.Width) && y < float32(f.Height)) {
		return false
	}
	return near[int(y)/nearCell*(f.Width/nearCell+1)+int(x)/nearCell] < depth-1.6*c.Radius
}

// drawRims adds the listed edges of a mesh at its place in the forecast.
func drawRims(to *glyph.List, m *bridge.Mesh) {
	g, model := m.Geometry, Placement(m)
	corner := func(i int32) [3]float32 { return model.Mul4x1(mgl32.Vec3(g.Vertices[i]).Vec4(1)).Vec3() }
	for k, e := range g.Edges {
		if k == mostRims || e[0] < 0 || e[1] < 0 || int(max(e[0], e[1])) >= len(g.Vertices) {
			return
		}
		to.Lines = append(to.Lines, glyph.Line(corner(e[0]), corner(e[1]), 1.2, ghost.Alpha(0.6)))
	}
}

// stays reports whether a body would stay at its place, so that its ghost would not be visible.
func stays(now, then *bridge.Capsule) bool {
	return now != nil && distance(now.Center, then.Center) < 0.02*then.Radius && distance(now.Axis, then.Axis) < 0.02
}

func distance(a, b [3]float32) float32 { return mgl32.Vec3(a).Sub(b).Len() }
