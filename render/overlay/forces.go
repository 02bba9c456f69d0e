package overlay

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
)

// Length of the arrow of the full force at glyph scale 1: forceRoom radii of the smallest body, but at least
// leastForce and at most mostForce [px at scale 1].
const (
	leastForce = 18
	mostForce  = 80
	forceRoom  = 4
)

// beyond is the greatest size of the mark of a force larger than the full force, in full sizes.
const beyond = 1.5

// forces draws the forces in each contact: for each dynamic body an arrow along the normal and a
// thinner arrow for friction, both from the contact point and with a length in proportion to the force.
func forces(f *Frame, to *glyph.List) {
	full := f.Full.Force
	if full == 0 {
		return
	}
	room := float32(math.Round(float64(forceRoom * f.Grain() / f.Pixel() / f.Scale)))
	size := f.View.GlyphScale * mgl32.Clamp(room, leastForce, mostForce)
	unit := size * f.Scale * f.Pixel() / float32(full)
	for i := range f.Marks.List {
		m := &f.Marks.List[i]
		for k, body := range [2]int32{m.A, m.B} {
			if _, ok := movable(f.Snapshot, body); !ok {
				continue
			}
			toBody := float32(1 - 2*k) // a contact holds the tangential force on A; on B it is the opposite
			forceArrow(f, to, m, m.Normal, -toBody*m.NormalForce*unit, 1, NormalTint)
			forceArrow(f, to, m, m.Tangential, toBody*unit, 0.75, TangentialTint)
		}
	}
	sample, share := sampleOf(full)
	length, s := share*size*f.Scale, f.Scale
	f.countKey(to)
	to.Key(fmt.Sprintf("normal force, %s = %s", f.sampleLength(length), quantity(sample, "N")), length,
		func(to *glyph.Sheet, x, y float32) { to.KeyArrow(x, y, length, 3*s, NormalTint) })
	to.Key("friction force, to the same scale", length,
		func(to *glyph.Sheet, x, y float32) { to.KeyArrow(x, y, length, 2.2*s, TangentialTint) })
}

// forceArrow adds the arrow t*v of a force; width is its width as a part of the usual width.
func forceArrow(f *Frame, to *glyph.List, m *Mark, v [3]float32, t, width float32, c glyph.RGBA) {
	length := glyph.Norm(v) * mgl32.Abs(t) / f.Pixel() / f.Scale // [px at scale 1]
	if !(length > 1.5) {
		return
	}
	if most := float32(mostForce * beyond); length > most {
		t *= most / length
		length = most
	}
	w := width * mgl32.Clamp(0.16*length, 1.2, 3.5)
	tip, head := glyph.Along(m.Point, v, t), min(3.2*w, 0.7*length)
	to.Arrows = append(to.Arrows, glyph.Arrow(m.Point, tip, w, head, c.Alpha(m.Opacity)))
}

// movable returns the centre of a body, and reports whether forces move the body.
func movable(s *bridge.Snapshot, body int32) ([3]float32, bool) {
	if body < 0 || int(body) >= len(s.Bodies) || s.Bodies[body].Kind != bridge.Dynamic {
		return [3]float32{}, false
	}
	return s.Bodies[body].Center, true
}
