package cli

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
)

var exportCommand = command{
	name: "export", args: "SCENE",
	reports: true,
	does:    "writes a scene as a folder that LIGGGHTS or LAMMPS runs on a cluster",
	more: "SCENE may be a saved state. The folder holds the deck, meshes, run.sh for mpirun and Slurm, and mapping.md,\n" +
		"which says of each setting whether it is exact, approximated or lost. What the other program cannot be\n" +
		"told is an error that names it.",
	example: "tumble export bottle --to liggghts --damping-as restitution -o run",
	prepare: func(f *flags) action {
		e := &deckFlags{dumpEvery: 0.01}
		f.choice("to", "PROGRAM", "the program: "+strings.Join(deck.Programs, ", "), deck.Programs,
			func(i int) { e.program = deck.Programs[i] })
		f.time("until", "simulated time to stop at (the scene's own end)", &e.until)
		f.time("every", "time between dumps (10ms)", &e.dumpEvery)
		f.time("time-step", "time step of the other program (that of the scene)", &e.timeStep)
		f.choice("damping-as", "WORD", "what to put in the place of Cundall damping, which is refused otherwise: restitution",
			[]string{"restitution"}, func(int) { e.restitution = true })
		f.text("output", "DIR", "the folder to write", func(s string) error {
			e.folder = s
			return nil
		})
		e.declareScene(f)
		return e.run
	},
}

type deckFlags struct {
	simFlags
	program             string
	folder              string
	dumpEvery, timeStep float64 // [s]
	restitution         bool
}

func (e *deckFlags) run(c *call) error {
	name, err := c.one("export", "SCENE")
	switch {
	case err != nil:
		return err
	case e.program == "":
		return &usageError{"export", "export: --to: say for which program: " + strings.Join(deck.Programs, ", ")}
	case e.folder == "":
		return &usageError{"export", "export: -o: say into which folder"}
	}
	if err := deck.CheckFolder(e.folder); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	sc, err := batch.Load(c, func() (run.Scene, error) { return e.load(name) })
	if err != nil {
		return err
	}
	defer sc.World.Close()
	goal, err := e.goal("export", sc)
	if err != nil {
		return err
	}
	d, err := batch.Deck(sc, goal, deck.Options{Program: e.program, TimeStep: e.timeStep, DumpEvery: e.dumpEvery,
		DampingAsRestitution: e.restitution}, e.folder)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.messages(), "%s: written for %s; %s\n", e.folder, e.program, d.Summary())
	return err
}
