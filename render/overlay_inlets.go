package render

import (
	"math"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// inlets draws the volume of each source of bodies as a wire cylinder with an arrow along
// its axis, paler when it is done.
type inlets struct{ lines *lineBatch }

func newInlets(k *kit) (drawer, error) {
	b, err := newLineBatch(k)
	return &inlets{b}, err
}

func (o *inlets) prepare(f *frame) {
	o.lines.list = o.lines.list[:0]
	for i := range f.Inlets {
		o.cylinder(&f.Inlets[i])
	}
	o.lines.upload()
	if len(f.Inlets) > 0 {
		f.key("inlet, paler when it makes nothing", 18*f.scale, func(f *frame, x, y float32) {
			f.keyArrow(x, y, 18*f.scale, 2*f.scale, inletTint)
		})
	}
}

func (o *inlets) cylinder(in *bridge.Inlet) {
	axis := vec.New(float64(in.Axis[0]), float64(in.Axis[1]), float64(in.Axis[2]))
	if axis.Norm2() == 0 || !axis.IsFinite() {
		return
	}
	u := axis.Perpendicular()
	v := axis.Unit().Cross(u)
	color := inletTint.alpha(0.9)
	if in.Done || in.Flow.Off {
		color = inletTint.alpha(0.35)
	}
	const sides = 48
	at := func(i int, along float32) [3]float32 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / sides)
		round := u.Scale(c).Add(v.Scale(s)).Scale(float64(in.Radius)).Float32()
		return toward(toward(in.Position, in.Axis, along), round, 1)
	}
	for i := 0; i < sides; i++ {
		for _, along := range [2]float32{0, in.Height} {
			o.lines.list = append(o.lines.list, lineInstance{at(i, along), 1.4, at(i+1, along), 0, color})
		}
		if i%(sides/8) == 0 {
			o.lines.list = append(o.lines.list, lineInstance{at(i, 0), 1, at(i, in.Height), 0,
				color.alpha(0.5 * float32(color[3]) / 255)})
		}
	}
	o.lines.list = append(o.lines.list, lineInstance{toward(in.Position, in.Axis, 0.25*in.Height), 2,
		toward(in.Position, in.Axis, 0.75*in.Height), 10, color})
}

func (o *inlets) draw(*frame) { o.lines.draw(1, !onTop) }
func (o *inlets) close()      { o.lines.close() }
