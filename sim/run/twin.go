package run

import (
	"iter"
	"slices"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
)

// comparison is what is known of the worlds of a run while there are several.
type comparison struct {
	both       bool // edits go to all of them, else to the one that leads
	divergence bridge.Divergence
}

// DivergenceBound is from which distance of a body from its copy on worlds count as parted, if nothing else is said: in
// radii of the body [1].
const DivergenceBound = 0.01

// others goes through the worlds that do not lead, in the order of their places.
func (r *Runner) others() iter.Seq2[int, *instance] {
	return func(yield func(int, *instance) bool) {
		for place, it := range r.worlds {
			if it != r.instance && !yield(place, it) {
				return
			}
		}
	}
}

// place returns the place of the world that leads: 0 for the world that was there before the others.
func (r *Runner) place() int { return slices.Index(r.worlds, r.instance) }

// beginTwin puts a copy of the world beside it.
func (r *Runner) beginTwin() {
	switch {
	case len(r.worlds) > 1:
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
	r.last = edited{}
	twin := *r.instance
	twin.scene.World = w
	twin.history = &replayer.Replayer{History: r.history.Fork(r.scene.World.Hash(), state), World: w}
	twin.seeking, twin.keeping = nil, keeping{}
	r.worlds = append(r.worlds, &twin)
	r.comparison = comparison{divergence: bridge.Divergence{Bound: DivergenceBound}}
}

// eachEdited does something to the world that leads, and to the others if edits are for all.
func (r *Runner) eachEdited(do func(*instance)) {
	do(r.instance)
	for _, it := range r.others() {
		if r.comparison.both {
			do(it)
		}
	}
	forget(&r.comparison.divergence, r.moment().Step)
}

// stepOthers lets the others follow a step of the world that leads, and looks whether they part.
func (r *Runner) stepOthers() {
	until := r.scene.World.Clock().Time
	for place, it := range r.others() {
		w := it.scene.World
		for w.Clock().Time < until-tolerance(w) && w.Log().Fault() == "" {
			it.step()
		}
		if fault := w.Log().Fault(); fault != "" && !r.controls.Paused {
			r.controls.Paused, r.hold = true, "The world "+Letter(place)+" has stopped: "+fault
		}
		CompareWorlds(&r.comparison.divergence, r.scene.World, w)
	}
}

// tolerance is what times may differ by and be the same [s]: the sum of many time steps is not exact.
func tolerance(w *sim.World) float64 { return 1e-6 * w.Clock().Dt }

// Letter names the world at a place.
func Letter(place int) string { return string(rune('A' + place)) }

// CompareWorlds notes whether two worlds that have made a step each have parted.
func CompareWorlds(p *bridge.Divergence, a, b *sim.World) {
	if p.Bits.Yes && p.Bodies.Yes {
		return
	}
	d := a.Compare(b)
	at := bridge.Moment{Step: a.Clock().Step, Time: a.Clock().Time}
	if !p.Bits.Yes && d.What != "" {
		p.Bits = bridge.FirstDifference{Yes: true, At: at, What: d.What, Body: int64(d.Body)}
	}
	if !p.Bodies.Yes && d.Ratio() > p.Bound {
		p.Bodies = bridge.FirstDifference{Yes: true, At: at, What: "distance", Body: int64(d.Farthest), Distance: d.Distance,
			Radius: d.Radius}
	}
}

// forget takes back what is known of a parting after a step: the worlds go another way from there.
func forget(p *bridge.Divergence, step int64) {
	for _, parted := range []*bridge.FirstDifference{&p.Bits, &p.Bodies} {
		if parted.At.Step > step {
			*parted = bridge.FirstDifference{}
		}
	}
}

// rememberAll takes key frames that are due, after steps that took some time.
func (r *Runner) rememberAll(took time.Duration) {
	for _, it := range r.worlds {
		it.remember(took)
	}
}

// chooseTwin makes the world at a place the one that leads.
func (r *Runner) chooseTwin(c bridge.ChooseTwin) {
	if len(r.worlds) == 1 || c.Place < 0 || c.Place >= len(r.worlds) {
		r.say(bridge.Refused, "twin", "there is no world %d beside this one", c.Place)
		return
	}
	r.finishSeek()
	r.comparison.both = c.Both
	if c.Place == r.place() {
		return
	}
	r.instance = r.worlds[c.Place]
	r.meter, r.read = meter{}, time.Time{}
	r.inspecting.forget()
	for _, it := range r.worlds {
		it.last = edited{}
	}
}

// endTwin goes on with the world at a place alone. What the others have done stays as tracks.
func (r *Runner) endTwin(place int) {
	if len(r.worlds) == 1 || place < 0 || place >= len(r.worlds) {
		r.say(bridge.Refused, "twin", "there is no world %d beside this one", place)
		return
	}
	r.chooseTwin(bridge.ChooseTwin{Place: place})
	parting := r.comparison.divergence
	for _, it := range r.others() {
		r.history.Adopt(it.history.History)
	}
	r.dropOthers()
	r.keeping.file = nil // the next step begins it with the tracks of all
	r.say(bridge.Info, "", "world %s goes on; %s", Letter(place), parting)
}

// dropOthers leaves the world that leads alone.
func (r *Runner) dropOthers() {
	for _, it := range r.others() {
		if it.keeping.keeper != nil { // what is kept goes on with this world
			r.keeping = it.keeping
		}
		r.guard(it.scene.World.Close)
	}
	r.worlds, r.comparison = []*instance{r.instance}, comparison{}
}

func (r *Runner) setDivergenceBound(bound float64) {
	switch {
	case len(r.worlds) == 1:
		r.say(bridge.Refused, "twin", "there is no twin")
	case !(bound > 0 && bound <= 1e6):
		r.say(bridge.Refused, "twin.bound", "the bound must be in (0, 1e6] radii, got %g", bound)
	default:
		r.comparison.divergence.Bound, r.comparison.divergence.Bodies = bound, bridge.FirstDifference{}
	}
}

// given is what a person has done to the worlds of a run, to be done again to those of the same scene.
type given struct {
	edits [][]bridge.Edit // of each world
	place int             // of the one that leads
	comparison
}

func (r *Runner) given() given {
	g := given{place: r.place(), comparison: r.comparison}
	for _, it := range r.worlds {
		g.edits = append(g.edits, it.history.Given())
	}
	return g
}

// repeatAll puts worlds beside the one of the same scene, as they were, and gives all of them their edits.
func (r *Runner) repeatAll(g given) {
	if len(g.edits) > 1 {
		if r.beginTwin(); len(r.worlds) == 1 {
			g.edits, g.place = [][]bridge.Edit{g.edits[g.place]}, 0
		} else {
			if g.place == 1 {
				slices.Reverse(r.worlds)
			}
			r.comparison.both, r.comparison.divergence.Bound = g.both, g.divergence.Bound
		}
	}
	for place, it := range r.worlds {
		it.repeat(g.edits[place])
	}
}
