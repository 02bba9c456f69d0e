package run

import (
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/bridge"
)

// twin is a world that runs beside the one that leads, from one moment on and on the same clock.
type twin struct {
	*strand
	leads    int // place of the world that leads: 0 for the one that was there before
	both     bool
	from     bridge.Moment // where the worlds began to be two
	parting  bridge.Parting
	within   bool // what is done now is done to the twin
	readings bridge.Readings
	now      bridge.Sample // as of readings
}

// PartingBound is from which distance of a body from its copy on worlds count as parted, if nothing else is said: in
// radii of the body [1].
const PartingBound = 0.01

// beginTwin puts a copy of the world beside it.
func (r *Runner) beginTwin() {
	switch {
	case r.twin != nil:
		r.say(bridge.Refused, "twin", "there are two worlds already: end the twin first")
		return
	case !r.remembers():
		r.say(bridge.Refused, "twin", "a script looks at each step of this scene: it cannot be copied as it runs")
		return
	case r.scene.World.Log().Fault() != "":
		r.say(bridge.Refused, "twin", "the simulation has stopped")
		return
	}
	state := r.scene.World.Checkpoint()
	w, err := r.restore(state)
	if err != nil {
		r.say(bridge.Refused, "twin", "%v", err)
		return
	}
	s := *r.strand
	s.scene.World, s.history, s.seeking, s.keeping = w, r.history.Fork(r.scene.World.Hash(), state), nil, keeping{}
	r.twin = &twin{strand: &s, from: r.moment(), parting: bridge.Parting{Bound: PartingBound}}
	r.last = edited{}
	r.twin.last = edited{}
}

// onTwin does something to the twin as it is done to the world that leads.
func (r *Runner) onTwin(do func()) {
	t := r.twin
	swap := func() { r.strand, t.strand = t.strand, r.strand }
	t.within = true
	swap()
	defer func() {
		swap()
		t.within = false
	}()
	do()
}

// everywhere does something to the world that leads, and to the twin if edits are for both.
func (r *Runner) everywhere(do func()) {
	do()
	if t := r.twin; t != nil {
		if t.both {
			r.onTwin(do)
		}
		forget(&t.parting, r.moment().Step)
	}
}

// stepTwin lets the twin follow a step of the world that leads, and looks whether they part.
func (r *Runner) stepTwin() {
	t := r.twin
	if t == nil {
		return
	}
	until := r.scene.World.Clock().Time
	r.onTwin(func() {
		w := r.scene.World
		for w.Clock().Time < until-tolerance(w) && w.Log().Fault() == "" {
			r.replay()
			before := w.Clock()
			w.Step()
			if r.history.Reached(r.moment()) {
				r.keepStep()
			}
			r.sample(before)
			r.sampleFollowed(before)
		}
	})
	if fault := t.scene.World.Log().Fault(); fault != "" && !r.paused {
		r.paused, r.hold = true, "The world "+Letter(1-t.leads)+" has stopped: "+fault
	}
	Look(&t.parting, r.scene.World, t.scene.World)
}

// tolerance is what times may differ by and be the same [s]: the sum of many time steps is not exact.
func tolerance(w *sim.World) float64 { return 1e-6 * w.Clock().Dt }

// Letter names the world at a place.
func Letter(place int) string { return string(rune('A' + place)) }

// Look notes whether two worlds that have made a step each have parted.
func Look(p *bridge.Parting, a, b *sim.World) {
	if p.Bits.Yes && p.Bodies.Yes {
		return
	}
	d := a.Compare(b)
	at := bridge.Moment{Step: a.Clock().Step, Time: a.Clock().Time}
	if !p.Bits.Yes && d.What != "" {
		p.Bits = bridge.Parted{Yes: true, At: at, What: d.What, Body: int64(d.Body)}
	}
	if !p.Bodies.Yes && d.Ratio() > p.Bound {
		p.Bodies = bridge.Parted{Yes: true, At: at, What: "distance", Body: int64(d.Farthest), Distance: d.Distance,
			Radius: d.Radius}
	}
}

// forget takes back what is known of a parting after a step: the worlds go another way from there.
func forget(p *bridge.Parting, step int64) {
	for _, parted := range []*bridge.Parted{&p.Bits, &p.Bodies} {
		if parted.At.Step > step {
			*parted = bridge.Parted{}
		}
	}
}

// rememberAll takes key frames that are due, after steps that took some time.
func (r *Runner) rememberAll(took time.Duration) {
	r.remember(took)
	if r.twin != nil {
		r.onTwin(func() { r.remember(took) })
	}
}

// seekTwin lets the twin go to the time to which the world that leads has come.
func (r *Runner) seekTwin() {
	if r.twin == nil || r.twin.within {
		return
	}
	w := r.scene.World
	to, paused := bridge.Moment{Step: end.Step, Time: w.Clock().Time - tolerance(w)}, r.paused
	r.onTwin(func() { r.seek(to, false) })
	r.paused = paused
}

// chooseTwin makes the world at a place the one that leads.
func (r *Runner) chooseTwin(c bridge.ChooseTwin) {
	t := r.twin
	if t == nil || c.Place < 0 || c.Place > 1 {
		r.say(bridge.Refused, "twin", "there is no world %d beside this one", c.Place)
		return
	}
	r.arrive()
	t.both = c.Both
	if c.Place == t.leads {
		return
	}
	r.strand, t.strand = t.strand, r.strand
	t.leads = c.Place
	r.meter, r.read = meter{}, time.Time{}
	r.inspecting.forget()
	r.last, t.last = edited{}, edited{}
}

// endTwin goes on with the world at a place alone. What the other one has done stays as a track.
func (r *Runner) endTwin(place int) {
	t := r.twin
	if t == nil || place < 0 || place > 1 {
		r.say(bridge.Refused, "twin", "there is no world %d beside this one", place)
		return
	}
	r.chooseTwin(bridge.ChooseTwin{Place: place})
	if t.keeping.keeper != nil { // what is kept goes on with this world
		r.keeping, t.keeping = t.keeping, keeping{}
	}
	r.keeping.file = nil // the next step begins it with the tracks of both
	r.history.Adopt(t.history)
	r.say(bridge.Info, "", "world %s goes on; %s", Letter(place), t.parting)
	r.dropTwin()
}

// dropTwin leaves the world that leads alone.
func (r *Runner) dropTwin() {
	if t := r.twin; t != nil {
		r.twin = nil
		if t.keeping.keeper != nil { // that of the run, however it goes on
			r.keeping = t.keeping
		}
		r.guard(t.scene.World.Close)
	}
}

func (r *Runner) setPartingBound(bound float64) {
	switch {
	case r.twin == nil:
		r.say(bridge.Refused, "twin", "there is no twin")
	case !(bound > 0 && bound <= 1e6):
		r.say(bridge.Refused, "twin.bound", "the bound must be in (0, 1e6] radii, got %g", bound)
	default:
		r.twin.parting.Bound, r.twin.parting.Bodies = bound, bridge.Parted{}
	}
}

// repeatTwin puts a twin beside the world of the same scene, as the one was that is given, with its edits; nil is
// none.
func (r *Runner) repeatTwin(was *twin) {
	if was == nil {
		return
	}
	if r.beginTwin(); r.twin == nil {
		return
	}
	r.twin.leads, r.twin.both, r.twin.parting.Bound = was.leads, was.both, was.parting.Bound
	r.onTwin(func() { r.repeat(was.history.Given()) })
}
