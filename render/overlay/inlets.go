package overlay

import (
	"math"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// inlets draws the volume of each inlet as a wire cylinder with an arrow along its axis, paler if the
// inlet is done or switched off.
func inlets(f *Frame, to *glyph.List) {
	to.Lift = 1
	for i := range f.Inlets {
		drawInlet(to, &f.Inlets[i])
	}
	if len(f.Inlets) > 0 {
		s := f.Scale
		to.Key("inlet, paler when it makes nothing", 18*s, func(to *glyph.Sheet, x, y float32) {
			to.KeyArrow(x, y, 18*s, 2*s, inletTint)
		})
	}
}

func drawInlet(to *glyph.List, in *bridge.Inlet) {
	axis := vec.New(float64(in.Axis[0]), float64(in.Axis[1]), float64(in.Axis[2]))
	if axis.Norm2() == 0 || !axis.IsFinite() {
		return
	}
	u := axis.Perpendicular()
	v := axis.Unit().Cross(u)
	color := inletTint.Alpha(0.9)
	if in.Done || in.Flow.Off {
		color = inletTint.Alpha(0.35)
	}
	const sides = 48
	at := func(i int, along float32) [3]float32 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / sides)
		round := u.Scale(c).Add(v.Scale(s)).Scale(float64(in.Radius)).Float32()
		return glyph.Along(glyph.Along(in.Position, in.Axis, along), round, 1)
	}
	for i := range sides {
		for _, along := range [2]float32{0, in.Height} {
			to.Hidden = append(to.Hidden, glyph.Line(at(i, along), at(i+1, along), 1.4, color))
		}
		if i%(sides/8) == 0 {
			to.Hidden = append(to.Hidden, glyph.Line(at(i, 0), at(i, in.Height), 1, color.Alpha(0.5*float32(color[3])/255)))
		}
	}
	from, tip := glyph.Along(in.Position, in.Axis, 0.25*in.Height), glyph.Along(in.Position, in.Axis, 0.75*in.Height)
	to.Hidden = append(to.Hidden, glyph.Arrow(from, tip, 2, 10, color))
}
