package overlay

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Sizes of the marks [px at scale 1].
const (
	triadLength  = 26
	frameDot     = 9
	chosenRing   = 19
	presentWidth = 2.5
)

// motions draws the path of each body that moves through key frames: lines from one key frame to the next, at
// each key frame the axes of the body in its orientation there, and a ring round the chosen key frame. Then it draws
// hinges and sliders.
func motions(f *Frame, to *glyph.List) {
	for i := range f.Motions {
		if m := &f.Motions[i]; len(m.Keys) > 0 && !m.Retired {
			drawMotion(f, to, i, m)
		}
	}
	keys := len(to.Points) > 0
	joints(f, to)
	if keys {
		s := f.Scale
		to.Key("key frames of a motion, pale where past", 18*s, func(to *glyph.Sheet, x, y float32) {
			to.Line(x, y, x+18*s, y, 2*s, motionTint)
		})
	}
}

// drawMotion draws the path of one body.
func drawMotion(f *Frame, to *glyph.List, number int, m *bridge.Motion) {
	at := func(k int) [3]float32 { return m.Keys[k].Position.Float32() }
	past := func(k int) bool { return m.Started && m.Keys[k].Time <= f.Time-m.At }
	for k := range m.Keys {
		c := motionTint
		if past(k) {
			c = c.Alpha(0.45)
		}
		if k > 0 && !(past(k-1) && !past(k)) {
			to.Arrows = append(to.Arrows, glyph.Line(at(k-1), at(k), 2, c))
		} else if k > 0 { // between the two: draw from the body, which an edit may have moved off the line
			here := f.centerOf(m.Moves, at(k-1))
			to.Arrows = append(to.Arrows, glyph.Line(at(k-1), here, 2, c.Alpha(0.45)),
				glyph.Arrow(here, at(k), presentWidth, 10, c))
		}
		to.Points = append(to.Points, glyph.Dot(at(k), frameDot, c, glyph.Disk))
		if chosen := (view.KeyFrame{Chosen: true, Motion: number, Key: k}); f.View.KeyFrame == chosen {
			to.Points = append(to.Points, glyph.Dot(at(k), chosenRing, handTint, glyph.Ring))
		}
		drawTriad(f, to, m.Keys[k])
	}
}

// drawTriad draws the axes of a body in its orientation at a key frame.
func drawTriad(f *Frame, to *glyph.List, key bridge.MotionKey) {
	from := key.Position.Float32()
	length := float64(triadLength * f.Scale * f.Pixel())
	for axis, c := range axisColors {
		tip := key.Position.AddScaled(length, key.Orientation.Rotate(vec.Axis(axis)))
		to.Arrows = append(to.Arrows, glyph.Line(from, tip.Float32(), 1.6, c))
	}
}

// centerOf returns the centre of the body with a number, or instead if there is no such body.
func (f *Frame) centerOf(number int64, instead [3]float32) mgl32.Vec3 {
	for i := range f.Bodies {
		if f.Bodies[i].Number == number {
			return f.Bodies[i].Center
		}
	}
	return instead
}
