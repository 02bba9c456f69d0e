package overlay

import (
	"math"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Sizes of the marks of hinges and sliders [px at scale 1].
const (
	jointAxis = 60 // half the length of the axis
	jointArc  = 20 // radius of the arc round a hinge
	jointDot  = 8
)

// joints draws the axis of each hinge and slider, and how far its body has turned about it or gone along it: an arc
// with an arm to the body, or an arrow from where the body was.
func joints(f *Frame, to *glyph.List) {
	for i := range f.Joints {
		drawJoint(f, to, &f.Joints[i])
	}
	if len(f.Joints) > 0 {
		s := f.Scale
		to.Key("axis of a hinge or a slider, and the way on it", 18*s, func(to *glyph.Sheet, x, y float32) {
			to.KeyArrow(x, y, 18*s, 2*s, motionTint)
		})
	}
}

func drawJoint(f *Frame, to *glyph.List, j *bridge.Joint) {
	px := float64(f.Scale * f.Pixel())
	half := jointAxis * px
	start := j.Point.AddScaled(j.At.Sub(j.Point).Dot(j.Axis), j.Axis)
	if j.Slides {
		half, start = half+math.Abs(j.Way), j.At.AddScaled(-j.Way, j.Axis)
	}
	to.Arrows = append(to.Arrows, glyph.Line(start.AddScaled(-half, j.Axis).Float32(),
		start.AddScaled(half, j.Axis).Float32(), 1.6, motionTint))
	to.Points = append(to.Points, glyph.Dot(start.Float32(), jointDot, motionTint, glyph.Disk))
	if j.Slides {
		to.Arrows = append(to.Arrows, glyph.Arrow(start.Float32(), j.At.Float32(), presentWidth, 10, motionTint))
		return
	}
	arm := j.At.Sub(start)
	if arm.Norm() > jointDot*px { // else the body turns about its centre
		to.Arrows = append(to.Arrows, glyph.Line(start.Float32(), j.At.Float32(), 1.6, motionTint.Alpha(0.6)))
	} else {
		arm = j.Axis.Perpendicular()
	}
	drawTurn(to, start, j, arm.Unit().Scale(jointArc*px))
}

// drawTurn draws the arc from where the arm of a hinge was to where it is; of more than a turn, the last one.
func drawTurn(to *glyph.List, center vec.Vec3, j *bridge.Joint, arm vec.Vec3) {
	angle := j.Way
	if math.Abs(angle) > 2*math.Pi {
		angle = math.Copysign(2*math.Pi, angle)
	}
	steps := max(int(math.Abs(angle)/0.4), 1)
	at := func(k int) [3]float32 {
		turn := vec.FromAxisAngle(j.Axis, angle*(float64(k)/float64(steps)-1))
		return center.Add(turn.Rotate(arm)).Float32()
	}
	for k := 1; k < steps; k++ {
		to.Arrows = append(to.Arrows, glyph.Line(at(k-1), at(k), 1.6, motionTint))
	}
	to.Arrows = append(to.Arrows, glyph.Arrow(at(steps-1), at(steps), 1.6, 9, motionTint))
}
