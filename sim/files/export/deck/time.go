package deck

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/vec"
)

// setTime chooses the time step and the length of the run.
func (d *Deck) setTime() {
	p := d.plan
	d.dt = p.Step
	switch {
	case d.TimeStep > 0:
		d.dt = d.TimeStep
		d.row("timeStep", Approximated, "%g s, as it was asked for, from the first step to the last", d.dt)
	case p.Params.TimeStep > 0:
		d.row("timeStep", Exact, "fixed: %g s", d.dt)
	default:
		d.row("timeStep", Approximated, "that of the first step, %g s, to the last; here it follows the stiffness of the "+
			"contacts: --time-step sets another", d.dt)
	}
	if !(d.Until > d.start) {
		d.refuse("end", fmt.Errorf("must be later than the start, got %g s and %g s", d.Until, d.start))
	}
	d.steps = int64(math.Ceil((d.Until-d.start)/d.dt - 1e-6))
	d.dumpEvery = max(int64(math.Round(d.DumpEvery/d.dt)), 1)
	d.row("order", Approximated, "velocity Verlet there, leapfrog here; sums of forces in another order: trajectories "+
		"part after some impacts, averages do not")
}

// setBox chooses the simulation box of the program. Outlets become sides of the box.
func (d *Deck) setBox() {
	if len(d.atoms) == 0 && len(d.feeds) == 0 {
		d.refuse("bodies", fmt.Errorf("there is nothing to reckon with: no body with a mass, and no inlet that makes one"))
		return
	}
	d.box = d.box.Grow(0.05*d.box.Size().Norm() + 1e-6)
	for _, w := range d.planes {
		d.box = d.box.Include(d.box.Center().WithComponent(w.axis, w.position))
		grown := d.box.Grow(0.02 * d.box.Size().Norm())
		d.box.Lo = d.box.Lo.WithComponent(w.axis, grown.Lo.Component(w.axis))
		d.box.Hi = d.box.Hi.WithComponent(w.axis, grown.Hi.Component(w.axis))
	}
	for i := range d.plan.Outlets {
		def := &d.plan.Outlets[i].Def
		d.refuse("outlet "+def.Name, d.setOutlet(def))
	}
	for i := range d.plan.Forces {
		def := &d.plan.Forces[i].Def
		d.refuse("force "+def.Name, d.addForce(def))
	}
	d.program.space(d)
}

// setOutlet makes an outlet a side of the box, or refuses it.
func (d *Deck) setOutlet(def *insertion.OutletDef) error {
	if err := d.program.outlets(d); err != nil {
		return err
	}
	v := &def.Volume
	k := along(v.Axis)
	if v.Kind != insertion.VolumeHalfSpace || k < 0 || def.Keep || def.When.After != "" || def.When.Start > d.start ||
		def.MaxMass > 0 || def.MaxBodies > 0 {
		return fmt.Errorf("only a half-space across a global axis, from the start and without limit, can be told")
	}
	d.row("outlet "+def.Name, Approximated, "the side of the box: bodies are taken out where neighbours are listed "+
		"anew, and counted by the log (atoms)")
	return d.cut(k, v.Axis.Component(k) > 0, v.Origin.Component(k))
}

// cut moves a side of the box to the boundary of a half-space, which lies below or above that side along the axis.
func (d *Deck) cut(axis int, below bool, at float64) error {
	for i := range d.meshes {
		for _, v := range d.meshes[i].mesh.Vertices {
			if x := v.Component(axis); below && x <= at || !below && x >= at {
				return fmt.Errorf("mesh %s reaches into it, where the box ends there", d.meshes[i].name)
			}
		}
	}
	if below {
		d.box.Lo, d.ends[axis][0] = d.box.Lo.WithComponent(axis, at), true
	} else {
		d.box.Hi, d.ends[axis][1] = d.box.Hi.WithComponent(axis, at), true
	}
	if !(d.box.Lo.Component(axis) < d.box.Hi.Component(axis)) {
		return fmt.Errorf("nothing is left of the box")
	}
	return nil
}

// includePose enlarges the box to contain a mesh in a pose to which a motion brings it.
func (d *Deck) includePose(m *surface, at vec.Vec3, q vec.Quat) {
	turn := q.Mul(m.pose.Conj())
	for _, v := range m.mesh.Vertices {
		d.include(at.Add(turn.Rotate(v.Sub(m.center))), 0)
	}
}
