package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"

	"example.org/tumble/sim"
	"example.org/tumble/sim/bench"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/batch"
)

var benchCommand = command{
	name: "bench", does: "measures the throughput of the engine: one JSON line",
	reports: true,
	more: "The work load is a pile of equal bodies at rest in an open box, which other DEM programs are measured\n" +
		"with as well. Making it is not timed, and all cores settle it; --pile starts from a file. A scene is measured\n" +
		"from its start.",
	example: "tumble bench --shape capsule --n 5000 --workers 2",
	prepare: func(f *flags) action {
		b := &benchFlags{count: 1000, warm: 500, capsules: true}
		b.steps = 2000
		f.integer("seed", "seed of the random streams of a scene (0)", 0, &b.seed)
		f.count("workers", "cores to use (1; with --window all)", 1, limit.Workers, &b.workers)
		f.text("scene", "NAME", "a scene instead of a pile", func(s string) error {
			b.scene = s
			return nil
		})
		f.choice("shape", "SHAPE", "of the bodies in the pile: capsule or sphere (capsule)", []string{"sphere", "capsule"},
			func(i int) {
				b.capsules = i == 1
			})
		f.count("n", "number of bodies in the pile (1000)", 1, limit.Bodies, &b.count)
		f.file("pile", "a settled pile: one line \"side count radius shaft\", then \"x y z w x y z\" per body", &b.pile)
		f.toggle("pouring", "take one side of the box away: the pile pours out while it is timed", &b.pouring)
		f.integer("steps", "number of steps to time (2000)", 1, &b.steps)
		f.integer("warm-up", "number of steps before, that are not timed (500)", 0, &b.warm)
		f.toggle("window", "measures a scene (the pill bottle) beside the window that shows it, to its end", &b.window)
		return b.run
	},
}

type benchFlags struct {
	simFlags
	count, warm int64
	capsules    bool
	pouring     bool
	scene, pile string
	window      bool
}

// run carries the command out.
func (b *benchFlags) run(c *call) error {
	if len(c.args) > 0 {
		return &usageError{"bench", "bench: takes no argument, got " + c.args[0]}
	}
	if b.scene != "" && b.pile != "" {
		return &usageError{"bench", "bench: give --scene or --pile, not both"}
	}
	if b.window {
		b.workers = cmp.Or(b.workers, int64(runtime.GOMAXPROCS(0)))
		return b.runWindow(c)
	}
	b.workers = cmp.Or(b.workers, 1)
	line, err := batch.Await(c, func() ([]byte, error) { return b.measure(c) })
	if err != nil {
		return err
	}
	_, err = c.env.Stdout.Write(append(line, '\n'))
	return err
}

// measure runs the benchmark and returns the line to print.
func (b *benchFlags) measure(c *call) ([]byte, error) {
	p := newProgress(c.env)
	w, scene, shapes, err := b.world(p)
	p.clear()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	warm := batch.Goal{Begin: batch.Now(w), Steps: w.Clock().Step + b.warm}
	ended := batch.March(c, w, warm, warm, p.show, nil)
	p.clear()
	if ended != nil {
		return nil, ended
	}
	measured := bench.Measure(w, scene, shapes, b.steps)
	if f := w.Log().Fault(); f != "" {
		return nil, errors.New("bench: " + f)
	}
	return json.Marshal(measured)
}

// world returns the world to measure, with the names of its scene and shapes.
func (b *benchFlags) world(shown *progress) (w *sim.World, scene, shapes string, err error) {
	if b.scene != "" {
		sc, err := b.load(b.scene)
		return sc.World, sc.Name, "", err
	}
	p := bench.Pile{Capsules: b.capsules, Count: int(b.count), Workers: int(b.workers), Pouring: b.pouring}
	if b.pile == "" {
		w, err = p.Settle(func(s bench.Settling) { shown.show(settling(s)) })
		return w, "pile", p.Shape(), err
	}
	data, err := input.Read(b.pile, limit.DataBytes)
	if err != nil {
		return nil, "", "", fmt.Errorf("bench: %w", err)
	}
	if p, w, err = p.Read(bytes.NewReader(data)); err != nil {
		err = fmt.Errorf("%s: %w", b.pile, err)
	}
	return w, "pile", p.Shape(), err
}

// settling returns how far a pile has settled, in the form of the line of progress.
func settling(s bench.Settling) batch.Progress {
	p := batch.Progress{Done: min(s.Time/s.Until, 1), Time: s.Time, Until: s.Until, About: "the pile settles"}
	if s.Time > s.Until {
		p.Until = 0
		p.About = fmt.Sprintf("the pile still moves: %.1g J per body, at rest %.1g J", s.Energy, s.Rest)
	}
	return p
}
