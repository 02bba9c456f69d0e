package sim

import (
	"math"

	"example.org/tumble/sim/internal/body"
)

// Difference describes how the bodies of two worlds differ. Its zero value means no difference.
type Difference struct {
	What string  // first quantity in which a bit differs, bodies in the order of their numbers; empty: none differs
	Body body.ID // body with this quantity, -1 for the time

	Farthest body.ID // body that is farthest from its copy, in its radii; the first of several
	Distance float64 // between the centres of Farthest and its copy, +Inf if only one world has this body [m]
	Radius   float64 // of Farthest: the smallest radius of its shapes or, without one, its bounding radius [m]
}

// Ratio returns the largest distance of a body from its copy, in radii [1].
func (d *Difference) Ratio() float64 {
	if d.Distance == 0 {
		return 0
	}
	return d.Distance / d.Radius
}

// Compare returns how the bodies of two worlds differ after a step of each world. Bodies with the same number are
// copies of each other. If the times of the worlds differ, the bodies of o are moved to the time of w at constant
// velocity before distances are measured. Compare changes neither world.
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
			a = w.bodies.ID(int(mine[0]))
		}
		if len(others) > 0 {
			b = o.bodies.ID(int(others[0]))
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

// body compares body i of one world with its copy k in the other, which is later [s] behind in time.
func (d *Difference) body(b, o *body.Set, i, k int, later float64) {
	id := b.ID(i)
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

// alone notes a body that only one of the worlds has.
func (d *Difference) alone(b *body.Set, i int) {
	if d.What == "" {
		d.What, d.Body = "presence", b.ID(i)
	}
	d.far(b.ID(i), math.Inf(1), b.Template(i))
}

// far notes the distance of a body from its copy if it is the largest so far, in radii.
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
