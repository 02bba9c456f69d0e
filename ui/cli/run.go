package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"tumble/sim"
	"tumble/sim/bridge"
)

var runCommand = command{
	name: "run", args: "SCENE",
	does: "runs a scene without a window and says how it ended",
	more: "The same scene, seed and settings give the same hash, on any number of cores and whatever is\n" +
		"written. A run that is killed leaves whole files. A saved state (--save, .tumble) goes on where it\n" +
		"was: --until is time since the first start, --steps N are N more, --set changes what can be edited\n" +
		"live; counts, energies and notices of the result are those since the first start.",
	example: "tumble run bottle --until 4.1s --seed 3 --json --state end.json\n" +
		"tumble run script.py --save-scene scene.yaml\n" +
		"tumble run bottle --until 2s --save half.tumble\n" +
		"tumble run half.tumble --until 4s --set materials.pill.tanPhi=0.6\n" +
		"tumble run bottle --vtk paraview --every 0.02s --csv series.csv --every 0.01s",
	prepare: func(f *flags) action {
		r := &runFlags{}
		r.declareEnd(f)
		r.declareScene(f, 0)
		f.toggle("json", "the result as one JSON object on standard output", &r.json)
		r.exports.declare(f)
		f.file("save-scene", "writes the scene, of whatever kind it is, as a scene file (.yaml), and runs it only if --until or --steps says how far", &r.scene)
		return r.run
	},
}

type runFlags struct {
	simFlags
	json    bool
	exports exportFlags
	scene   string
}

// run carries the command out. After Ctrl-C the results are those of that moment.
func (r *runFlags) run(c *call) error {
	name, err := c.one("run", "SCENE")
	if err != nil {
		return err
	}
	if r.scene != "" {
		notices, err := saveScene(name, r.options(0), r.scene)
		if err != nil {
			return err
		}
		if r.until == 0 && r.steps == 0 {
			for _, n := range notices {
				fmt.Fprintln(c.env.Stdout, "notice:", n)
			}
			return nil
		}
	}
	sc, err := r.load(name)
	if err != nil {
		return err
	}
	defer sc.World.Close()
	g, err := r.goal("run", sc)
	if err != nil {
		return err
	}
	began, begin := time.Now(), now(sc.World)
	ended := r.exports.march(c, sc, g, newProgress(c.env))
	if ended != nil && !errors.Is(ended, errInterrupted) {
		return ended
	}
	result := newResult(sc, begin, time.Since(began))
	if r.json {
		err = printJSON(c.env.Stdout, result)
	} else {
		err = result.print(c.env.Stdout)
	}
	if err == nil {
		err = ended
	}
	return err
}

// newResult collects the outcome of a run that went on from a moment and took so long from
// there.
func newResult(sc sim.Scene, begin Moment, wall time.Duration) Result {
	var s bridge.Snapshot
	w := sc.World
	w.Fill(&s)
	r := Result{
		Origin: sc.Origin(), Workers: s.Stats.Workers, Steps: s.Step, Time: s.Time, TimeStep: s.Params.TimeStep,
		Bodies: s.Stats.Bodies, Contacts: s.Stats.Contacts, Hash: fmt.Sprintf("%016x", w.Hash()),
		Wall: wall.Seconds(), MaxOverlapRatio: s.Stats.MaxOverlapRatio,
		Energy: newEnergy(w.Energy()), Inlets: []Inlet{}, Notices: []string{},
	}
	if begin.Steps > 0 {
		r.Resumed = &begin
	}
	if r.Wall > 0 {
		r.RealTimeFactor = (r.Time - begin.Time) / r.Wall
		r.StepsPerSecond = float64(r.Steps-begin.Steps) / r.Wall
		r.BodyStepsPerSecond = r.StepsPerSecond * float64(r.Bodies)
	}
	for _, in := range s.Inlets {
		out := Inlet{Name: in.Name, Bodies: in.Bodies, Mass: in.Mass}
		if in.Done {
			out.FinishedAt = &in.DoneAt
		}
		r.Inlets = append(r.Inlets, out)
	}
	for _, n := range w.Notices() {
		r.Notices = append(r.Notices, n.Text)
	}
	return r
}

// print writes the result for a person.
func (r Result) print(w io.Writer) error {
	text := fmt.Sprintf("%s, seed %d: %s in %d steps of %s\n", r.Scene, r.Seed, formatTime(r.Time), r.Steps, formatTime(r.TimeStep))
	if r.Resumed != nil {
		text += fmt.Sprintf("went on from a saved state at %s, step %d\n", formatTime(r.Resumed.Time), r.Resumed.Steps)
	}
	text += fmt.Sprintf("%d bodies, %d contacts, largest overlap %.2g %% of the radius\n", r.Bodies, r.Contacts, 100*r.MaxOverlapRatio)
	for _, in := range r.Inlets {
		text += fmt.Sprintf("inlet %s: %d bodies, %.5g kg", in.Name, in.Bodies, in.Mass)
		if in.FinishedAt != nil {
			text += ", finished at " + formatTime(*in.FinishedAt)
		}
		text += "\n"
	}
	text += fmt.Sprintf("took %.3g s: %.3gx real time, %.4g steps/s on %d workers\n", r.Wall, r.RealTimeFactor, r.StepsPerSecond, r.Workers)
	for _, n := range r.Notices {
		text += "notice: " + n + "\n"
	}
	_, err := io.WriteString(w, text+"hash "+r.Hash+"\n")
	return err
}
