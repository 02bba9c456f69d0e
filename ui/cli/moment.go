package cli

import (
	"errors"
	"fmt"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
)

var stateCommand = command{
	name: "state", args: "FILE",
	reports: true,
	does:    "takes any moment out of a run file, or out of dumps of LIGGGHTS and LAMMPS",
	more: "FILE is what run --run-file has written. The moment is the first step at or after --at; it is computed\n" +
		"from the key frame before it, to the same bits as in the run; series hold it alone, and run --again writes\n" +
		"them of all the run. Or FILE is a folder, a file or a pattern of dumps: the moment is the last one at or\n" +
		"before --at, and series hold all moments until then.",
	example: "tumble state pour.tumble --at 1.25s --state moment.json --vtk paraview",
	prepare: func(f *flags) action {
		s := &stateFlags{flags: f}
		s.play.declare(f)
		f.time("at", "simulated time of the moment (the end of the run)", &s.at)
		s.declareScene(f)
		s.exports.declare(f)
		return s.run
	},
}

type stateFlags struct {
	simFlags
	flags   *flags
	play    playFlags
	at      float64 // [s]
	exports exportFlags
}

func (s *stateFlags) run(c *call) error {
	name, err := c.one("state", "FILE")
	if err != nil {
		return err
	}
	played := source.IsDumps(name)
	if !played && !scene.IsSaved(name) {
		return &usageError{"state", "state: FILE must be a run file (" + scene.SavedExt + ") or dumps, got " + name}
	}
	if err := s.exports.check(); err != nil {
		return &usageError{"state", "state: " + err.Error()}
	}
	if err := c.tryAll("state", s.exports.wanted(), false, name); err != nil {
		return err
	}
	if played {
		return s.statePlayed(c, name)
	}
	if s.at > 0 {
		s.moment = &s.at
	}
	sc, err := batch.Load(c, func() (run.Scene, error) { return s.load(name) })
	if err != nil {
		return err
	}
	defer sc.World.Close()
	if s.at > sc.World.Clock().Time+sc.World.Clock().Dt {
		return fmt.Errorf("state: --at: the run of %s ends at %s, got %s", name, spell.Time(sc.World.Clock().Time),
			spell.Time(s.at))
	}
	w, err := s.exports.write(c, &batch.Run{Scene: sc, Goal: batch.NoSteps(sc)})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.messages(), "%s: step %d, %s, hash %016x\n", name, sc.World.Clock().Step,
		spell.Time(sc.World.Clock().Time), sc.World.Hash())
	for i := range w.Result.Regions {
		fmt.Fprint(c.messages(), w.Result.Regions[i].Text())
	}
	for i := range w.Result.Surfaces {
		fmt.Fprint(c.messages(), w.Result.Surfaces[i].Text())
	}
	for i := range w.Result.Planes {
		fmt.Fprint(c.messages(), w.Result.Planes[i].Text())
	}
	return errors.Join(w.Failed...)
}
