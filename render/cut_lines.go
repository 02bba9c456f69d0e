package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// cutLines draws the lines in which planes cut through meshes: of a closed mesh the border of its cut face; of a
// mesh that has no inside, such as a bottle without thickness, the cut wall.
type cutLines struct {
	lines *segments
	away  []float32 // distance of each vertex of a mesh beyond a plane [m]
}

// cutWidth is the width of the line of a cut wall without thickness [px at scale 1]; other lines are half as wide.
const cutWidth = 3

func newCutLines(k *programs) (drawer, error) {
	b, err := newSegments(k)
	return &cutLines{lines: b}, err
}

func (c *cutLines) prepare(f *frame) {
	c.lines.list = c.lines.list[:0]
	if !f.View.Cutting() {
		return
	}
	for i := range f.Meshes {
		m := &f.Meshes[i]
		a := f.meshes.of(m.Geometry)
		if !f.cutThrough(m, a) {
			continue
		}
		line := glyph.Segment{Width: cutWidth, Color: f.Tint(m.Color, f.Theme.Glass)}
		line.Color[3] = 255
		if a.closed != 0 || f.View.Style != view.Solid {
			line = glyph.Segment{Width: 0.5 * cutWidth, Color: f.Theme.Ink.Alpha(0.85)}
		}
		for n := range f.View.Cuts {
			c.cut(f, m, n, line)
		}
	}
	c.lines.upload()
}

// cut adds the lines in which the n-th plane of the view cuts a mesh, without the parts that the other planes cut
// away.
func (c *cutLines) cut(f *frame, m *bridge.Mesh, n int, line glyph.Segment) {
	plane := f.View.Cuts[n]
	if !plane.On() {
		return
	}
	model, g := overlay.Placement(m), m.Geometry
	at := func(v int32) mgl32.Vec3 { return model.Mul4x1(mgl32.Vec3(g.Vertices[v]).Vec4(1)).Vec3() }
	c.away = c.away[:0]
	for v := range g.Vertices {
		c.away = append(c.away, plane.Beyond(at(int32(v))))
	}
	for _, t := range g.Triangles {
		if !inRange(g, t) {
			continue
		}
		var ends [2]mgl32.Vec3
		found := 0
		for k := range t {
			a, b := t[k], t[(k+1)%3]
			da, db := c.away[a], c.away[b]
			if (da < 0) == (db < 0) || found == 2 {
				continue
			}
			p, q := at(a), at(b)
			ends[found] = p.Add(q.Sub(p).Mul(da / (da - db)))
			found++
		}
		if found == 2 && f.shorten(n, &ends) {
			line.From, line.To = ends[0], ends[1]
			c.lines.list = append(c.lines.list, line)
		}
	}
}

// shorten cuts off the parts of a line that lie beyond any plane but the n-th, and reports whether any part is
// left.
func (f *frame) shorten(n int, ends *[2]mgl32.Vec3) bool {
	for i, cut := range f.View.Cuts {
		if i == n || !cut.On() {
			continue
		}
		a, b := cut.Beyond(ends[0]), cut.Beyond(ends[1])
		switch {
		case a > 0 && b > 0:
			return false
		case a > 0:
			ends[0] = ends[0].Add(ends[1].Sub(ends[0]).Mul(a / (a - b)))
		case b > 0:
			ends[1] = ends[1].Add(ends[0].Sub(ends[1]).Mul(b / (b - a)))
		}
	}
	return true
}

func (c *cutLines) draw(*frame) {
	c.lines.draw(c.lines.plain, 0, len(c.lines.list), 1, !onTop)
}

func (c *cutLines) close() { c.lines.close() }
