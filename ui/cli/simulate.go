package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"example.org/tumble/sim"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// simFlags are the flags that mean the same for every command that runs a scene.
type simFlags struct {
	seed, workers, steps int64
	until                float64 // [s]
	set                  []string
	readable             readFlags
	reads                []string // files that the scene was made of
	moment               *float64 // of a run file: the time to go to [s]; nil: its end
}

// declareScene declares what decides the physics of a run, which uses all cores but some
// that are left for other work of the program.
func (s *simFlags) declareScene(f *flags, left int) {
	f.integer("seed", "seed of the random streams (0)", 0, &s.seed)
	s.workers = int64(max(runtime.GOMAXPROCS(0)-left, 1))
	f.count("workers", fmt.Sprintf("cores to use; results do not depend on it (%d)", s.workers), 1, limit.Workers,
		&s.workers)
	f.text("set", "PATH=VALUE", "changes the scene, as often as wanted: damping=0.1, materials.pill.tanPhi=0.4, "+
		"gravity=0,0,-9.81", func(text string) error {
		v, err := parseSetting(text)
		if err == nil {
			s.set = append(s.set, v.path+"="+v.value)
		}
		return err
	})
	s.readable.declare(f)
}

// readFlags say what a scene may read.
type readFlags struct{ folders []string }

func (r *readFlags) declare(f *flags) {
	f.text("allow-read", "DIR", "lets the scene or script read meshes and tables below this folder, too, as often as "+
		"wanted (its own folder only)", func(dir string) error {
		info, err := os.Stat(dir)
		if err != nil || !info.IsDir() {
			return fmt.Errorf("must be a folder, got %q", dir)
		}
		r.folders = append(r.folders, dir)
		return nil
	})
}

// declareEnd declares where a run ends.
func (s *simFlags) declareEnd(f *flags) {
	f.time("until", "simulated time to stop at: 4s, 200ms (the scene's own end)", &s.until)
	f.integer("steps", "number of steps to do instead, from where the scene or state begins", 1, &s.steps)
}

// load makes the world of a scene.
func (s *simFlags) load(name string) (run.Scene, error) {
	if s.seed > 0 && scene.IsSaved(name) {
		return run.Scene{}, errors.New("--seed: the random streams of a saved state go on where they were, so that it " +
			"takes no seed")
	}
	return s.loadSeed(name, uint64(s.seed))
}

func (s *simFlags) loadSeed(name string, seed uint64) (run.Scene, error) {
	o := s.options(seed)
	o.At = s.moment
	o.Seen = func(file string) { s.reads = append(s.reads, file) }
	return loadScene(name, o)
}

// options returns what the flags add to a scene.
func (s *simFlags) options(seed uint64) scene.Options {
	return scene.Options{Seed: seed, Workers: int(s.workers), Set: s.set, AllowRead: s.readable.folders}
}

// goal is where a run ends: at a time, or after a number of steps. A saved state does not
// begin at zero.
type goal struct {
	begin Moment
	until float64 // [s]
	steps int64   // since the first start; 0: by time
}

func now(w *sim.World) Moment { return Moment{w.Clock().Time, w.Clock().Step} }

// goal returns where a run of the scene is to end.
func (s *simFlags) goal(command string, sc run.Scene) (goal, error) {
	begin := now(sc.World)
	switch {
	case s.until > 0 && s.steps > 0:
		return goal{}, &usageError{command, command + ": give --until or --steps, not both"}
	case s.steps > 0:
		return goal{begin: begin, steps: begin.Steps + s.steps}, nil
	case s.until > 0:
		return timeGoal(command, "--until", sc, s.until)
	case sc.End <= 0:
		return goal{}, &usageError{command, fmt.Sprintf("%s: scene %s has no end of its own: give --until or --steps",
			command, sc.Name)}
	case before(sc.End, sc):
		return goal{}, &usageError{command, fmt.Sprintf("%s: scene %s ends at %.9g s, before the saved state, which is at "+
			"%.9g s: give --until or --steps",
			command, sc.Name, sc.End, begin.Time)}
	}
	g := goal{begin: begin, until: sc.End}
	return g, g.far(command, "the end of the scene", sc)
}

// timeGoal returns a time that a flag gave as where a run ends.
func timeGoal(command, flag string, sc run.Scene, until float64) (goal, error) {
	g := goal{begin: now(sc.World), until: until}
	if before(until, sc) {
		return g, &usageError{command, fmt.Sprintf("%s: %s: must not be before the saved state, which is at %.9g s, got "+
			"%.9g s",
			command, flag, g.begin.Time, until)}
	}
	return g, g.far(command, flag, sc)
}

// before reports whether a time [s] is before a saved state, which is that of all times since the step before it.
func before(time float64, sc run.Scene) bool {
	c := sc.World.Clock()
	return c.Step > 0 && time < c.Time-c.Dt-tolerance(sc.World)
}

// tolerance is what times may differ by and be the same [s]: the sum of many time steps is
// not exact.
func tolerance(w *sim.World) float64 { return 1e-6 * w.Clock().Dt }

// reached reports whether the world is there.
func (g goal) reached(w *sim.World) bool {
	if g.steps > 0 {
		return w.Clock().Step >= g.steps
	}
	return w.Clock().Time >= g.until-tolerance(w)
}

// mostSteps is how many steps a time may be away: a world that makes a million steps a second has them in four months.
// Farther away sums of time steps lose their digits, until a step no longer moves the clock.
const mostSteps = 1e13

// far refuses a time that the world of a scene never reaches; what names it in the error.
func (g goal) far(command, what string, sc run.Scene) error {
	step := sim.PlanOf(sc.World).Step
	if g.until-g.begin.Time <= mostSteps*step {
		return nil
	}
	return &usageError{command, fmt.Sprintf("%s: %s: must be at most %g time steps away, which are %s here, got %.3g s",
		command, what, mostSteps, formatTime(mostSteps*step), g.until-g.begin.Time)}
}

// state is how far the world has come toward the goal.
func (g goal) state(w *sim.World) progressState {
	s := progressState{time: w.Clock().Time, begin: g.begin.Time}
	if g.steps > 0 {
		s.done = float64(w.Clock().Step-g.begin.Steps) / float64(g.steps-g.begin.Steps)
		return s
	}
	s.done, s.until = (s.time-s.begin)/(g.until-s.begin), g.until
	return s
}

// march steps the world until it reaches stop, or whole if that comes first, telling how
// far it has come toward whole. It ends early at a signal and when the world faults; the
// error then says when.
func (c *call) march(w *sim.World, stop, whole goal, p *progress) error {
	return c.marchWatched(w, stop, whole, p, func(*sim.World) error { return nil })
}

// marchWatched is march with a function that looks at the world before the first step and
// after each; an error of theirs ends it.
func (c *call) marchWatched(w *sim.World, stop, whole goal, p *progress, watch func(*sim.World) error) error {
	if err := watch(w); err != nil {
		return err
	}
	for n := 0; !stop.reached(w) && !whole.reached(w); n++ {
		if err := c.interrupted(); err != nil {
			return fmt.Errorf("%w at %s", err, formatTime(w.Clock().Time))
		}
		if n%64 == 0 {
			p.tell(whole.state(w))
		}
		w.Step()
		if err := stopped(w); err != nil {
			return err
		}
		if err := watch(w); err != nil {
			return err
		}
	}
	w.Audit()
	return stopped(w)
}

// stopped returns why a world goes on no more, nil if it does.
func stopped(w *sim.World) error {
	if fault := w.Log().Fault(); fault != "" {
		return fmt.Errorf("the simulation stopped at %s, step %d: %s", formatTime(w.Clock().Time), w.Clock().Step, fault)
	}
	return nil
}
