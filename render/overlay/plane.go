package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// plane draws the plane through which flow is counted, with the bodies and the mass that have gone through.
func plane(f *Frame, to *glyph.List) {
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
