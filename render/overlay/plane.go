package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// plane draws the plane through which flow is counted, with the bodies and the mass that have gone through, and the
// discs and rectangles with what went forward.
func plane(f *Frame, to *glyph.List) {
	if f.View.Measured.Through {
		for i := range f.Through {
			f.part(to, &f.Through[i], i == f.View.Measured.Part)
		}
	}
	if !f.View.Measured.Flow {
		return
	}
	var at [4][2]float32
	corners := PlaneCorners(f.View.Measured.Plane, [2][3]float32{f.Box[0], f.Box[1]})
	low := 0
	for k, corner := range corners {
		x, y, _, before := f.Screen(corner)
		if at[k] = [2]float32{x, y}; !before {
			return
		}
		if y > at[low][1] {
			low = k
		}
	}
	to.Area(at, measureTint.Alpha(0.16))
	for k := range corners {
		f.stroke(to, corners[k], corners[(k+1)%4], 1, measureTint.Alpha(0.8))
	}
	const last = 3                                                                // columns of a plane: bodies, mass, rate
	counted := f.Timeline.Followed[bridge.OfPlane].Plane == f.View.Measured.Plane // it may have been moved since
	if v := f.Followed[bridge.OfPlane].Values; len(v) >= last && counted {
		text := spell.Count(int64(v[len(v)-last]), "body", "bodies") + "   " + reading(v[len(v)-last+1], "kg")
		f.tag(to, at[low][0], at[low][1]+4*f.Scale, text)
	}
}

// PlaneCorners returns the corners of the drawn part of a plane, which is a little larger than a scene between two
// corners.
func PlaneCorners(p bridge.Plane, b [2][3]float32) (list [4]mgl32.Vec3) {
	u, v := (p.Axis+1)%3, (p.Axis+2)%3
	more := 0.1 * max(b[1][u]-b[0][u], b[1][v]-b[0][v])
	for k := range list {
		list[k][p.Axis] = float32(p.At)
		list[k][u], list[k][v] = b[0][u]-more, b[0][v]-more
		if k == 1 || k == 2 {
			list[k][u] = b[1][u] + more
		}
		if k >= 2 {
			list[k][v] = b[1][v] + more
		}
	}
	return list
}

// part draws a disc or a rectangle, with an arrow that goes forward.
func (f *Frame) part(to *glyph.List, p *bridge.Passed, chosen bool) {
	ink := measureTint.Alpha(0.6)
	if chosen {
		ink = measureTint
	}
	if p.Frame.Orientation == (vec.Quat{}) { // its body is not there
		return
	}
	var line []mgl32.Vec3
	now := p.Plane.Part.Of(&p.Frame)
	for _, v := range now.Outline() {
		line = append(line, v.Float32())
	}
	middle := mgl32.Vec3(now.Center.Float32())
	low := [2]float32{0, -1} // the lowest point that is seen
	for k := range line {
		next := line[(k+1)%len(line)]
		x, y, _, a := f.Screen(line[k])
		u, v, _, b := f.Screen(next)
		if s, t, _, c := f.Screen(middle); a && b && c {
			to.Area([4][2]float32{{s, t}, {x, y}, {u, v}, {s, t}}, measureTint.Alpha(0.16))
		}
		if f.stroke(to, line[k], next, 1.2, ink); a && y > low[1] {
			low = [2]float32{x, y}
		}
	}
	tip := middle.Add(mgl32.Vec3(now.Forward().Float32()).Mul(0.6 * line[0].Sub(middle).Len()))
	to.Arrows = append(to.Arrows, glyph.Arrow(middle, tip, 2, 9, ink))
	if low[1] >= 0 {
		text := p.Plane.Name + "   forward " + spell.Count(p.Forward.Bodies, "body", "bodies") + "   " +
			reading(p.Forward.Mass, "kg")
		f.tag(to, low[0], low[1]+4*f.Scale, text)
	}
}
