package cli

import (
	"fmt"
	"io"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
)

// tally is what is counted while a world runs, for the result.
type tally struct {
	began     time.Time
	begin     Moment
	taken     []float64 // by outlets before this part [kg]
	steps     int64     // that were looked at
	bodySteps int64     // bodies there were, summed over steps
	overlap   float64   // largest over the smaller radius
}

func startTally(w *sim.World) *tally {
	t := &tally{began: time.Now(), begin: now(w), steps: w.Clock().Step}
	var s bridge.Snapshot
	w.Fill(&s)
	for _, o := range s.Outlets {
		t.taken = append(t.taken, o.Mass)
	}
	return t
}

// look takes in a step.
func (t *tally) look(w *sim.World) {
	t.bodySteps += int64(w.NumBodies()) * (w.Clock().Step - t.steps)
	t.steps = w.Clock().Step
	t.overlap = max(t.overlap, w.Contacts().MaxOverlapRatio())
}

// newResult collects the outcome of a run that was watched.
func newResult(sc run.Scene, t *tally) Result {
	var s bridge.Snapshot
	w := sc.World
	w.Fill(&s)
	r := Result{
		Origin: sc.Origin(), Workers: s.Stats.Workers, Steps: s.Step, Time: s.Time, TimeStep: s.TimeStep,
		Bodies: s.Stats.Bodies, Contacts: s.Stats.Contacts, Hash: fmt.Sprintf("%016x", w.Hash()),
		Wall: time.Since(t.began).Seconds(), MaxOverlapRatio: t.overlap,
		Energy: newEnergy(w.Energy()), Inlets: []Inlet{}, Outlets: []Outlet{}, Notices: []string{},
	}
	if t.begin.Steps > 0 {
		r.Resumed = &t.begin
	}
	if r.Wall > 0 {
		r.RealTimeFactor = (r.Time - t.begin.Time) / r.Wall
		r.StepsPerSecond = float64(r.Steps-t.begin.Steps) / r.Wall
		r.BodyStepsPerSecond = float64(t.bodySteps) / r.Wall
	}
	for _, in := range s.Inlets {
		out := Inlet{Name: in.Name, Bodies: in.Bodies, Mass: in.Mass}
		if in.Done {
			out.FinishedAt = &in.DoneAt
		}
		r.Inlets = append(r.Inlets, out)
	}
	for i, o := range s.Outlets {
		out := Outlet{Name: o.Name, Bodies: o.Bodies, Mass: o.Mass}
		if while := r.Time - t.begin.Time; while > 0 {
			out.Rate = (o.Mass - t.taken[i]) / while
		}
		if o.Done {
			out.FinishedAt = &o.DoneAt
		}
		r.Outlets = append(r.Outlets, out)
	}
	for _, n := range w.Log().All() {
		r.Notices = append(r.Notices, n.Text)
	}
	return r
}

// print writes the result for a person.
func (r Result) print(w io.Writer) error {
	text := fmt.Sprintf("%s, seed %d: %s in %d steps of %s\n", r.Scene, r.Seed, formatTime(r.Time), r.Steps,
		formatTime(r.TimeStep))
	if r.Resumed != nil {
		text += fmt.Sprintf("went on from a saved state at %s, step %d\n", formatTime(r.Resumed.Time), r.Resumed.Steps)
	}
	text += fmt.Sprintf("%d bodies, %d contacts, largest overlap %.2g %% of the radius\n", r.Bodies, r.Contacts,
		100*r.MaxOverlapRatio)
	for _, in := range r.Inlets {
		text += fmt.Sprintf("inlet %s: %d bodies, %.5g kg", in.Name, in.Bodies, in.Mass)
		if in.FinishedAt != nil {
			text += ", finished at " + formatTime(*in.FinishedAt)
		}
		text += "\n"
	}
	for _, o := range r.Outlets {
		text += fmt.Sprintf("outlet %s: %d bodies, %.5g kg, %.3g kg/s in the mean", o.Name, o.Bodies, o.Mass, o.Rate)
		if o.FinishedAt != nil {
			text += ", finished at " + formatTime(*o.FinishedAt)
		}
		text += "\n"
	}
	text += fmt.Sprintf("took %.3g s: %.3gx real time, %.4g steps/s on %d workers\n", r.Wall, r.RealTimeFactor,
		r.StepsPerSecond, r.Workers)
	for _, n := range r.Notices {
		text += "notice: " + n + "\n"
	}
	_, err := io.WriteString(w, text+"hash "+r.Hash+"\n")
	return err
}
