package cli

import (
	"errors"
	"fmt"
	"io"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene/source"
)

var runCommand = command{
	name: "run", args: "SCENE",
	reports: true,
	does:    "runs a scene without a window and says how it ended",
	more: "The same scene, seed and settings give the same hash, on any number of cores and whatever is\n" +
		"written. A run that is killed leaves whole files, one that is interrupted writes all that was asked\n" +
		"for. A result named - goes to standard output, and what else is said to standard error. A saved state (--save, " +
		".tumble) goes on where it\n" +
		"was: --until is time since the first start, --steps N are N more, --set changes what can be edited\n" +
		"live; counts, energies and notices of the result are those since the first start.",
	example: "tumble run bottle --until 4.1s --seed 3 --json --state end.json\n" +
		"tumble run script.py --save-scene scene.yaml\n" +
		"tumble run bottle --until 2s --save half.tumble\n" +
		"tumble run half.tumble --until 4s --set materials.pill.tanPhi=0.6\n" +
		"tumble run pour.tumble --again --vtk paraview\n" +
		"tumble run bottle --vtk paraview --every 0.02s --csv series.csv --every 0.01s",
	prepare: func(f *flags) action {
		r := &runFlags{flags: f}
		r.declareEnd(f)
		f.toggle("again", "does a run file again from its beginning, with what was edited in it, for series of all of it; "+
			"else it goes on from its end", &r.again)
		r.declareScene(f)
		f.toggle("json", "the result as one JSON object on standard output", &r.json)
		f.text("stop-when", "CONDITION", "ends the run in the step with which this becomes true, and says what made it so: "+
			"'overlap > 5%', 'contact(12, floor)', 'slip(17)', 'settled(press)', 'closure > 1e-3', of any body "+
			"that forces move 'speed > 3', or of a wall that is named 'name == \"lid\" && force > 5'; as often as wanted; "+
			"those of the scene (stopWhen) end it, too", func(text string) error {
			r.exports.stopWhen = append(r.exports.stopWhen, text)
			_, err := run.NewBreakpoint(text)
			return err
		})
		r.exports.declare(f)
		f.file("save-scene", "writes the scene, of whatever kind it is, as a scene file (.yaml), and runs it only if "+
			"--until or --steps says how far", &r.scene)
		return r.run
	},
}

type runFlags struct {
	simFlags
	flags   *flags
	json    bool
	again   bool
	exports exportFlags
	scene   string
}

// run carries the command out. After a signal it writes the results of that moment.
func (r *runFlags) run(c *call) error {
	name, err := c.one("run", "SCENE")
	if err != nil {
		return err
	}
	if err := r.exports.check(); err != nil {
		return &usageError{"run", "run: " + err.Error()}
	}
	if err := c.tryAll("run", append(r.exports.wanted(), wanted{flag: "--save-scene", name: r.scene}), r.json,
		name); err != nil {
		return err
	}
	if r.again {
		return r.runAgain(c, name)
	}
	if r.scene != "" {
		notices, err := batch.Await(c, func() ([]string, error) { return source.Save(name, r.options(0), r.scene) })
		switch {
		case errors.Is(err, source.ErrName):
			return &usageError{"run", "run: --save-scene: " + err.Error()}
		case err != nil:
			return err
		}
		if r.until == 0 && r.steps == 0 {
			for _, n := range notices {
				fmt.Fprintln(c.messages(), "notice:", n)
			}
			return nil
		}
	}
	if r.until > 0 {
		r.moment = &r.until
	}
	sc, err := batch.Load(c, func() (run.Scene, error) { return r.load(name) })
	if err != nil {
		return err
	}
	defer sc.World.Close()
	if err := c.tryAll("run", r.exports.wanted(), r.json, r.reads...); err != nil {
		return err
	}
	g, err := r.goal("run", sc)
	if err != nil {
		return err
	}
	return r.finish(c, &batch.Run{Scene: sc, Goal: g})
}

// finish carries the run out, and prints its result, unless the simulation stopped with an error.
func (r *runFlags) finish(c *call, what *batch.Run) (err error) {
	w, ended := r.exports.write(c, what)
	switch {
	case w == nil:
		return ended
	case ended != nil && !errors.Is(ended, batch.ErrInterrupted):
	case r.json:
		err = printJSON(c.env.Stdout, w.Result)
	default:
		_, err = io.WriteString(c.messages(), w.Result.Text())
	}
	return errors.Join(append(w.Failed, err, ended)...)
}
