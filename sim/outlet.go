package sim

import (
	"cmp"
	"fmt"
	"math"

	"tumble/sim/bridge"
	"tumble/sim/limit"
	"tumble/sim/schedule"
)

// OutletDef describes a place where bodies leave the world: those that forces move and
// whose centre of mass is in the volume.
type OutletDef struct {
	Name   string
	Volume Volume
	When   schedule.When
	Keep   bool // bodies in the volume stay; those outside are taken
	Every  int  // steps between two looks

	// After so much it is done and takes no more; 0: never. The last body may exceed the mass.
	MaxMass   float64 // [kg]
	MaxBodies int
}

// outlet is an outlet at work.
type outlet struct {
	def    OutletDef
	bodies int64   // taken so far
	mass   float64 // taken so far [kg]
	energy float64 // kinetic and potential, that went with the bodies [J]
	last   float64 // time of the last look [s]
	rate   rate
	done   bool
	doneAt float64 // [s]
}

// event returns the outlet as others see it that wait for its end.
func (o *outlet) event() schedule.Event {
	d := &o.def
	return schedule.Event{
		Kind: "outlet", Name: d.Name, After: d.When.After, Ends: d.MaxMass > 0 || d.MaxBodies > 0,
		Cure: "maxMass or maxBodies", Done: o.done, At: o.doneAt,
	}
}

// AddOutlet adds an outlet.
func (w *World) AddOutlet(d OutletDef) error {
	var err error
	if d.Volume, err = d.Volume.check(); err == nil {
		err = cmp.Or(limit.CheckName(d.Name), d.check())
	}
	if err != nil {
		return fmt.Errorf("sim: add outlet %q: %w", d.Name, err)
	}
	w.outlets = append(w.outlets, outlet{def: d})
	return nil
}

// check returns an error for the first number that is out of its range.
func (d *OutletDef) check() error {
	switch {
	case d.Every < 1:
		return fmt.Errorf("every must be ≥ 1 step, got %d", d.Every)
	case !(d.MaxMass >= 0) || d.MaxBodies < 0:
		return fmt.Errorf("maxMass and maxBodies must be ≥ 0, got %g, %d", d.MaxMass, d.MaxBodies)
	}
	return d.When.Check()
}

// full reports whether the outlet has taken all that it is to take.
func (o *outlet) full() bool {
	d := &o.def
	return d.MaxMass > 0 && o.mass >= d.MaxMass || d.MaxBodies > 0 && o.bodies >= int64(d.MaxBodies)
}

// exchangeBodies lets bodies leave and enter.
func (w *World) exchangeBodies() {
	for i := range w.outlets {
		if o := &w.outlets[i]; !o.done && w.clock.step%int64(o.def.Every) == 0 && w.clock.time >= o.def.When.Begins(w.doneAt) {
			w.drain(o)
		}
	}
	w.removeMarked()
	w.feedInlets()
}

// drain marks the bodies that the outlet takes and counts them. A body that another
// outlet has taken in this step is gone already.
func (w *World) drain(o *outlet) {
	before := o.mass
	for _, n := range w.bodies.Created {
		i := int(n)
		if o.full() {
			break
		}
		if w.bodies.Kind[i] != bridge.Dynamic || w.removal.has(i) || o.def.Volume.contains(w.bodies.Pos[i]) == o.def.Keep {
			continue
		}
		w.removal.mark(i, w.bodies.Len())
		o.bodies++
		o.mass += w.bodies.Mass[i].Mass
		e := w.energyOf(i)
		o.energy += e
		w.ledger.Outlets.Bodies += e
	}
	o.rate.add(o.mass-before, w.clock.time-o.last)
	o.last = w.clock.time
	if o.full() {
		o.done, o.doneAt = true, w.clock.time
		w.notice(bridge.Info, "", "outlet %s is done: %d bodies, %.6g kg", o.def.Name, o.bodies, o.mass)
	}
}

// rate is a flow of mass, averaged over the recent past.
type rate struct{ value float64 } // [kg/s]

// rateMemory is the time after which a change of the flow shows by 1 - 1/e [s].
const rateMemory = 0.1

// add takes in that so much mass [kg] passed in the last while [s].
func (r *rate) add(mass, while float64) {
	if while > 0 {
		r.value += (r.value - mass/while) * math.Expm1(-while/rateMemory)
	}
}
