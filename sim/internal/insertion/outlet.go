package insertion

import (
	"cmp"
	"example.org/tumble/sim/spell"
	"fmt"
	"math"

	"example.org/tumble/sim/internal/ages"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/limit"
)

// OutletDef describes a place where bodies leave the world: the bodies that forces move and
// whose centre of mass is in the volume.
type OutletDef struct {
	Name   string
	Volume Volume
	When   schedule.When
	Keep   bool // bodies in the volume stay; those outside are taken
	Every  int  // steps between two checks

	// After this much the outlet is done and takes no more; 0: no limit. The last body may exceed the mass.
	MaxMass   float64 // [kg]
	MaxBodies int
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

// Outlet is an outlet at work.
type Outlet struct {
	Def    OutletDef
	Bodies int64     // taken so far
	Mass   float64   // taken so far [kg]
	Energy float64   // kinetic and potential, that went with the bodies [J]
	Ages   ages.Ages // of the bodies, when it took them
	Done   bool      // it takes no more ...
	DoneAt float64   // ... since this time [s]

	last float64 // time of the last check [s]
	rate rate
}

// newOutlet prepares an outlet.
func newOutlet(d OutletDef) (o Outlet, err error) {
	if d.Volume, err = d.Volume.Checked(); err != nil {
		return o, err
	}
	return Outlet{Def: d}, cmp.Or(limit.CheckName(d.Name), d.check())
}

// event returns the outlet as an event, for those that wait for its end.
func (o *Outlet) event() schedule.Event {
	d := &o.Def
	return schedule.Event{
		Kind: "outlet", Name: d.Name, After: d.When.After, Ends: d.MaxMass > 0 || d.MaxBodies > 0,
		Cure: "maxMass or maxBodies", Done: o.Done, At: o.DoneAt,
	}
}

// full reports whether the outlet has reached one of its limits.
func (o *Outlet) full() bool {
	d := &o.Def
	return d.MaxMass > 0 && o.Mass >= d.MaxMass || d.MaxBodies > 0 && o.Bodies >= int64(d.MaxBodies)
}

// drainIfDue takes bodies if a check is due in this step.
func (o *Outlet) drainIfDue(s *Site, now schedule.Now) {
	if !o.Done && now.Step%int64(o.Def.Every) == 0 && now.Time >= o.Def.When.Begins(s.Times) {
		o.drain(s, now)
	}
}

// drain takes bodies and counts them. A body that another outlet has taken in this step is gone already.
func (o *Outlet) drain(s *Site, now schedule.Now) {
	before := o.Mass
	for _, i := range s.Bodies.Created {
		if o.full() {
			break
		}
		if s.Bodies.Kind[i] != body.Dynamic || o.Def.Volume.Contains(s.Bodies.Pos[i]) == o.Def.Keep {
			continue
		}
		if energy, ok := s.remove(int(i)); ok {
			o.Bodies++
			o.Mass += s.Bodies.Mass(int(i)).Mass
			o.Energy += energy
			o.Ages.Add(now.Time - s.Bodies.Born(int(i)))
		}
	}
	o.rate.add(o.Mass-before, now.Time-o.last)
	o.last = now.Time
	if o.full() {
		o.Done, o.DoneAt = true, now.Time
		s.Log.Add(notice.Info, "", "outlet %s is done: %s, %.6g kg", o.Def.Name,
			spell.Count(o.Bodies, "body", "bodies"), o.Mass)
	}
}

// Rate returns the mass that the outlet takes per time, an exponential mean over rateMemory [kg/s].
func (o *Outlet) Rate() float64 { return o.rate.value }

// rate is a flow of mass, averaged over the recent past.
type rate struct{ value float64 } // [kg/s]

// rateMemory is the time after which a change of the flow shows by 1 - 1/e [s].
const rateMemory = 0.1

// add adds a mass [kg] that passed in the last while [s].
func (r *rate) add(mass, while float64) {
	if while > 0 {
		r.value += (r.value - mass/while) * math.Expm1(-while/rateMemory)
	}
}
