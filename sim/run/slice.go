package run

import (
	"math"

	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// sliced returns the slice that a snapshot must have, without numbers if there can be none.
func (r *Runner) sliced() (s bridge.Slice) {
	of := r.controls.Wanted.Slice
	q := fields.Find(of.Quantity)
	if of.Field.Box.Name == "" || q == nil {
		return s
	}
	state := r.scene.World.State()
	g, err := fields.Of(of.Field, &state)
	if err != nil {
		return s
	}
	s.Of = of
	density, velocity := g.Numbers(fields.Find("density")), g.Numbers(fields.Find("velocity"))
	for cell, numbers := 0, g.Numbers(q); cell < g.Cells(); cell++ {
		v := velocity[3*cell : 3*cell+3]
		s.Density = append(s.Density, float32(density[cell]))
		s.Velocity = append(s.Velocity, vec.New(v[0], v[1], v[2]).Float32())
		row, x := numbers[cell*q.Width():(cell+1)*q.Width()], math.NaN()
		switch {
		case of.Component >= 0 && of.Component < len(row):
			x = row[of.Component]
		case len(row) == 3:
			x = vec.New(row[0], row[1], row[2]).Norm()
		}
		s.Values = append(s.Values, float32(x))
	}
	return s
}
