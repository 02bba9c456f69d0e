package bridge

import "example.org/tumble/sim/vec"

// Stage returns the box around everything in the scene and around the places where something will happen:
// inlets, and walls that bodies may reach, if they are no farther from the rest than the given multiple
// of its size. For an empty scene the lower corner is above the upper.
func (s *Snapshot) Stage(times float64) (lo, hi [3]float32) {
	box := vec.EmptyBox()
	include := func(p [3]float32, reach float32) {
		c, r := vec.New(float64(p[0]), float64(p[1]), float64(p[2])), float64(reach)
		if c.IsFinite() {
			box = box.Include(c.Sub(vec.New(r, r, r))).Include(c.Add(vec.New(r, r, r)))
		}
	}
	include(s.Bounds.Core[0], 0)
	include(s.Bounds.Core[1], 0)
	for i := range s.Inlets {
		in := &s.Inlets[i]
		end := in.Position
		for k := range end {
			end[k] += in.Height * in.Axis[k]
		}
		reach := max(in.Radius, in.Volume.Half[0], in.Volume.Half[1], in.Volume.Half[2])
		include(in.Position, reach)
		include(end, reach)
	}
	if box.IsEmpty() {
		return box.Lo.Float32(), box.Hi.Float32()
	}
	near := times * box.Size().Norm()
	for i := range s.Walls {
		axis, at := int(s.Walls[i].Axis), float64(s.Walls[i].Position)
		if at > box.Lo.Component(axis)-near && at < box.Hi.Component(axis)+near {
			box = box.Include(box.Lo.WithComponent(axis, at))
		}
	}
	return box.Lo.Float32(), box.Hi.Float32()
}
