package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// motions draws the way of each body that goes through key frames, over everything: lines from one to the
// next, at each the axes of the body as it is turned there, and a ring round the one that is chosen.
type motions struct {
	lines *lineBatch
	dots  *dotBatch
}

// Sizes of the marks [px at scale 1].
const (
	triadLength  = 26
	frameDot     = 9
	chosenRing   = 19
	presentWidth = 2.5
)

func newMotions(k *kit) (drawer, error) {
	lines, err := newArrowBatch(k)
	if err != nil {
		return nil, err
	}
	dots, err := newDotBatch(k)
	return &motions{lines, dots}, err
}

func (o *motions) prepare(f *frame) {
	o.lines.list, o.dots.list = o.lines.list[:0], o.dots.list[:0]
	for i := range f.Motions {
		if one := &f.Motions[i]; len(one.Keys) > 0 && !one.Retired {
			o.path(f, i, one)
		}
	}
	o.lines.upload()
	o.dots.upload()
	if len(o.dots.list) > 0 {
		f.key("key frames of a motion, pale where past", 18*f.scale, func(f *frame, x, y float32) {
			f.hud.line(x, y, x+18*f.scale, y, 2*f.scale, motionTint)
		})
	}
}

// path draws the way of one body.
func (o *motions) path(f *frame, number int, one *bridge.Motion) {
	at := func(k int) [3]float32 { return one.Keys[k].Position.Float32() }
	past := func(k int) bool { return one.Begun && one.Keys[k].Time <= f.Time-one.At }
	for k := range one.Keys {
		c := motionTint
		if past(k) {
			c = c.alpha(0.45)
		}
		if k > 0 && !(past(k-1) && !past(k)) {
			o.lines.list = append(o.lines.list, lineInstance{at(k - 1), 2, at(k), 0, c})
		} else if k > 0 { // on its way from one to the next: from where it is, which an edit may have changed
			here := f.centerOf(one.Moves, at(k-1))
			o.lines.list = append(o.lines.list, lineInstance{at(k - 1), 2, here, 0, c.alpha(0.45)},
				lineInstance{here, presentWidth, at(k), 10, c})
		}
		o.dots.list = append(o.dots.list, dotInstance{point: at(k), diameter: frameDot, color: c})
		if chosen := (view.KeyFrame{Chosen: true, Motion: number, Key: k}); f.view.KeyFrame == chosen {
			o.dots.list = append(o.dots.list, dotInstance{point: at(k), diameter: chosenRing, color: handTint,
				kind: [4]uint8{255}})
		}
		o.triad(f, one.Keys[k])
	}
}

// triad draws the axes of a body as it is turned at a key frame.
func (o *motions) triad(f *frame, key bridge.MotionKey) {
	from := key.Position.Float32()
	length := float64(triadLength * f.scale * f.pixel())
	for axis, c := range axisColors {
		to := key.Position.AddScaled(length, key.Orientation.Rotate(vec.Axis(axis)))
		o.lines.list = append(o.lines.list, lineInstance{from, 1.6, to.Float32(), 0, c})
	}
}

// centerOf returns where the body of a number is, or instead if it is not there.
func (f *frame) centerOf(number int64, instead [3]float32) mgl32.Vec3 {
	for i := range f.Bodies {
		if f.Bodies[i].Number == number {
			return f.Bodies[i].Center
		}
	}
	return instead
}

func (o *motions) draw(*frame) {
	if len(o.dots.list) > 0 {
		o.lines.draw(0, onTop)
		o.dots.draw()
	}
}

func (o *motions) close() {
	o.lines.close()
	o.dots.close()
}
