package run

import (
	"iter"
	"slices"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
)

// comparison holds facts about the worlds of a run with several.
type comparison struct {
	both       bool // edits go to all worlds, else to the leading one
	divergence bridge.Divergence
}

// DivergenceBound is the default distance of a body from its copy from which worlds count as diverged: in
// radii of the body [1].
const DivergenceBound = 0.01

// others iterates over the worlds that do not lead, in the order of their places.
func (r *Runner) others() iter.Seq2[int, *instance] {
	return func(yield func(int, *instance) bool) {
		for place, it := range r.worlds {
			if it != r.instance && !yield(place, it) {
				return
			}
		}
	}
}

// place returns the place of the leading world: 0 for the world that was there first.
func (r *Runner) place() int { return slices.Index(r.worlds, r.instance) }

// beginTwin adds a copy of the world.
func (r *Runner) beginTwin() {
	switch {
	case len(r.worlds) > 1:
		r.notify(bridge.Refused, "twin", "there are two worlds already: end the twin first")
		return
	case !r.remembers():
		r.notify(bridge.Refused, "twin", "a script looks at each step of this scene: it cannot be copied as it runs")
		return
	case r.scene.World.Log().Fault() != "":
		r.notify(bridge.Refused, "twin", "the simulation has stopped")
		return
	}
	state := r.scene.World.Checkpoint()
	w, err := r.restore(state)
	if err != nil {
		r.notify(bridge.Refused, "twin", "%v", err)
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

// eachEdited calls a function for the leading world, and for the others if edits go to all.
func (r *Runner) eachEdited(do func(*instance)) {
	do(r.instance)
	for _, it := range r.others() {
		if r.comparison.both {
			do(it)
		}
	}
	forget(&r.comparison.divergence, r.moment().Step)
}

// stepOthers lets the others follow a step of the leading world, and checks whether they diverge.
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

// tolerance is the difference up to which times count as equal [s]: the sum of many time steps is not
// exact.
func tolerance(w *sim.World) float64 { return 1e-6 * w.Clock().Dt }

// Letter returns the name of the world at a place.
func Letter(place int) string { return string(rune('A' + place)) }

// CompareWorlds records whether two worlds have diverged after a step of each.
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

// forget removes differences found after a step, because the worlds go another way from there.
func forget(p *bridge.Divergence, step int64) {
	for _, parted := range []*bridge.FirstDifference{&p.Bits, &p.Bodies} {
		if parted.At.Step > step {
			*parted = bridge.FirstDifference{}
		}
	}
}

// rememberAll saves key frames that are due; took is the wall time of the last steps.
func (r *Runner) rememberAll(took time.Duration) {
	for _, it := range r.worlds {
		it.remember(took)
	}
}

// chooseTwin makes the world at a place the leading one.
func (r *Runner) chooseTwin(c bridge.ChooseTwin) {
	if len(r.worlds) == 1 || c.Place < 0 || c.Place >= len(r.worlds) {
		r.notify(bridge.Refused, "twin", "there is no world %d beside this one", c.Place)
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

// endTwin continues the world at a place alone. The courses of the others stay as tracks.
func (r *Runner) endTwin(place int) {
	if len(r.worlds) == 1 || place < 0 || place >= len(r.worlds) {
		r.notify(bridge.Refused, "twin", "there is no world %d beside this one", place)
		return
	}
	r.chooseTwin(bridge.ChooseTwin{Place: place})
	parting := r.comparison.divergence
	for _, it := range r.others() {
		r.history.Adopt(it.history.History)
	}
	r.dropOthers()
	r.keeping.file = nil // the next step writes the file again with the tracks of all worlds
	r.notify(bridge.Info, "", "world %s goes on; %s", Letter(place), parting)
}

// dropOthers closes all worlds except the leading one.
func (r *Runner) dropOthers() {
	for _, it := range r.others() {
		if it.keeping.keeper != nil { // the kept file continues with this world
			r.keeping = it.keeping
		}
		r.guard(it.scene.World.Close)
	}
	r.worlds, r.comparison = []*instance{r.instance}, comparison{}
}

func (r *Runner) setDivergenceBound(bound float64) {
	switch {
	case len(r.worlds) == 1:
		r.notify(bridge.Refused, "twin", "there is no twin")
	case !(bound > 0 && bound <= 1e6):
		r.notify(bridge.Refused, "twin.bound", "the bound must be in (0, 1e6] radii, got %g", bound)
	default:
		r.comparison.divergence.Bound, r.comparison.divergence.Bodies = bound, bridge.FirstDifference{}
	}
}

// given holds the edits of the worlds of a run, to be repeated in new worlds of the same scene.
type given struct {
	edits [][]bridge.Edit // for each world
	place int             // place of the leading world
	comparison
}

func (r *Runner) given() given {
	g := given{place: r.place(), comparison: r.comparison}
	for _, it := range r.worlds {
		g.edits = append(g.edits, it.history.Given())
	}
	return g
}

// repeatAll restores the worlds beside a new world of the same scene, and applies the edits of each.
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
