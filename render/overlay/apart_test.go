package overlay

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// crosses reports whether a line comes into the rectangle that the capital letters of a text fill [px].
func crosses(text *glyph.Part, a, b [2]float32) bool {
	x, base, high := text.Points[0][0], text.Points[0][1], 0.6*text.Size
	for i := range 101 {
		p := mgl32.Vec2(a).Add(mgl32.Vec2(b).Sub(a).Mul(float32(i) / 100))
		if p[0] > x && p[0] < x+text.Advance && p[1] > base-high && p[1] < base {
			return true
		}
	}
	return false
}

// textAndLines returns the last text of what an overlay draws, the texts before it, and its lines.
func textAndLines(list *glyph.List) (last *glyph.Part, texts, lines []glyph.Part) {
	for i, p := range list.Parts {
		switch p.Kind {
		case glyph.KindLine:
			lines = append(lines, p)
		case glyph.KindText:
			if last != nil {
				texts = append(texts, *last)
			}
			last = &list.Parts[i]
		}
	}
	return last, texts, lines
}

// The length at the axes lies on no axis and on no letter, from wherever one looks.
func TestAxesLeaveTheirLength(t *testing.T) {
	v := straight()
	for azimuth := float32(-180); azimuth < 180; azimuth += 15 {
		for elevation := float32(-90); elevation <= 90; elevation += 15 {
			v.Camera.Azimuth, v.Camera.Elevation = azimuth, elevation
			length, letters, lines := textAndLines(drawn(t, "axes", pair(), &v))
			for _, l := range lines {
				if crosses(length, l.Points[0], l.Points[1]) {
					t.Fatalf("from %g, %g: an axis crosses %q", azimuth, elevation, length.Text)
				}
			}
			for _, l := range letters {
				x, y := l.Points[0][0], l.Points[0][1]
				if crosses(length, [2]float32{x, y - 0.3*l.Size}, [2]float32{x + l.Advance, y - 0.3*l.Size}) {
					t.Fatalf("from %g, %g: %q lies on %q", azimuth, elevation, l.Text, length.Text)
				}
			}
		}
	}
}

// The number of the ruler lies beside its line, whichever way that goes.
func TestRulerLeavesItsNumber(t *testing.T) {
	s, v := pair(), straight()
	things := [2]bridge.Thing{s.BodyThing(1, 0, 0), s.BodyThing(2, 0, 0)}
	s.Inspected.Things, v.Selected = things, view.NewThings(things[:]...)
	for angle := float32(0); angle < 360; angle += 7 {
		end := mgl32.Rotate3DY(mgl32.DegToRad(angle)).Mul3x1(mgl32.Vec3{0.04, 0, 0})
		s.Inspected.Ruler = bridge.Ruler{Given: true, Center: 0.04,
			Centers: [2]vec.Vec3{{}, vec.New(float64(end[0]), float64(end[1]), float64(end[2]))}}
		number, _, _ := textAndLines(drawn(t, "ruler", s, &v))
		f := NewFrame(s, &v, 400, 300)
		ax, ay, _, _ := f.Screen(mgl32.Vec3{})
		bx, by, _, _ := f.Screen(end)
		if crosses(number, [2]float32{ax, ay}, [2]float32{bx, by}) {
			t.Errorf("at %g degrees the ruler strikes through %q", angle, number.Text)
		}
	}
}
