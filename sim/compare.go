package sim

import (
	"math"

	"example.org/tumble/sim/internal/body"
)

// Difference is how the bodies of two worlds differ. The zero value is no difference.
type Difference struct {
	What string  // the first thing in which a bit differs, bodies by their numbers; empty if none does
	Body body.ID // whose it is, -1 for the time

	Farthest body.ID // body that is farthest from its copy, in radii; of those as far the first
	Distance float64 // of their centres, +Inf if only one world has it [m]
	Radius   float64 // of it: the smallest of its shapes, else how far it reaches [m]
}

// Ratio returns the largest distance of a body from its copy, in radii [1].
func (d *Difference) Ratio() float64 {
	if d.Distance == 0 {
		return 0
	}
	return d.Distance / d.Radius
}

// Compare returns how the bodies of two worlds differ after a step of each, bodies of the same number being copies
// of each other. Where the worlds are not at the same time, distances are taken as if the other had gone on straight
// ahead until then. It changes neither.
func (w *World) Compare(o *World) Difference {
	var d Difference
	if w.clock.Time != o.clock.Time {
		d.What, d.Body = "time", -1
	}
	later := w.clock.Time - o.clock.Time
	mine, others := w.bodies.Created, o.bodies.Created
	for len(mine) > 0 || len(others) > 0 {
		a, b := body.ID(math.MaxInt64), body.ID(math.MaxInt64)
		if len(mine) > 0 {
			a = w.bodies.Info[mine[0]].ID
		}
		if len(others) > 0 {
			b = o.bodies.Info[others[0]].ID
		}
		switch {
		case a == b:
			d.body(&w.bodies, &o.bodies, int(mine[0]), int(others[0]), later)
			mine, others = mine[1:], others[1:]
		case a < b:
			d.alone(&w.bodies, int(mine[0]))
			mine = mine[1:]
		default:
			d.alone(&o.bodies, int(others[0]))
			others = others[1:]
		}
	}
	return d
}

// body looks at a body and its copy.
func (d *Difference) body(b, o *body.Set, i, k int, later float64) {
	id := b.Info[i].ID
	switch {
	case d.What != "":
	case b.Pos[i] != o.Pos[k]:
		d.What, d.Body = "position", id
	case b.Ori[i] != o.Ori[k]:
		d.What, d.Body = "orientation", id
	case b.Vel[i] != o.Vel[k]:
		d.What, d.Body = "velocity", id
	case b.Spin[i] != o.Spin[k]:
		d.What, d.Body = "spin", id
	}
	d.far(id, b.Pos[i].Sub(o.Pos[k].AddScaled(later, o.Vel[k])).Norm(), b.Template(i))
}

// alone looks at a body that only one of the worlds has.
func (d *Difference) alone(b *body.Set, i int) {
	if d.What == "" {
		d.What, d.Body = "presence", b.Info[i].ID
	}
	d.far(b.Info[i].ID, math.Inf(1), b.Template(i))
}

// far takes the distance of a body from its copy.
func (d *Difference) far(id body.ID, distance float64, t *body.Template) {
	if !(distance > 0) {
		return
	}
	r := t.SmallestRadius()
	if r == 0 {
		r = t.BoundingRadius()
	}
	if r > 0 && distance/r > d.Ratio() {
		d.Farthest, d.Distance, d.Radius = id, distance, r
	}
}
