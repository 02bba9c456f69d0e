package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
)

// simFlags are the flags that mean the same for every command that runs a scene.
type simFlags struct {
	seed, workers, steps int64
	until                float64 // [s]
	set                  []string
	readable             readFlags
	reads                []string // files that the scene was made of
	moment               *float64 // time in a run file whose state to load [s]; nil: its end
}

// declareScene declares the flags that decide the physics of a run, and the number of cores.
func (s *simFlags) declareScene(f *flags) {
	f.integer("seed", "seed of the random streams (0)", 0, &s.seed)
	s.workers = int64(runtime.GOMAXPROCS(0))
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

// readFlags say which folders a scene may read, in addition to its own folder.
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

// declareEnd declares the flags for the end of a run.
func (s *simFlags) declareEnd(f *flags) {
	f.time("until", "simulated time to stop at: 4s, 200ms (the scene's own end)", &s.until)
	f.integer("steps", "number of steps to do instead, from where the scene or state begins", 1, &s.steps)
}

// load makes the world of a scene.
func (s *simFlags) load(name string) (run.Scene, error) {
	if err := checkSeed(name, uint64(s.seed)); err != nil {
		return run.Scene{}, err
	}
	return s.loadSeed(name, uint64(s.seed))
}

// checkSeed refuses a seed for a run that goes on from a saved state, since the state has its own seed.
func checkSeed(name string, seed uint64) error {
	if seed > 0 && scene.IsSaved(name) {
		return errors.New("--seed: the random streams of a saved state go on where they were, so that it takes no seed")
	}
	return nil
}

func (s *simFlags) loadSeed(name string, seed uint64) (run.Scene, error) {
	o := s.options(seed)
	o.At = s.moment
	o.OnRead = func(file string) { s.reads = append(s.reads, file) }
	return source.Load(name, o)
}

// options returns the options that the flags add to a scene.
func (s *simFlags) options(seed uint64) scene.Options {
	return scene.Options{Seed: seed, Workers: int(s.workers), Set: s.set, AllowRead: s.readable.folders}
}

// goal returns the goal at which a run of the scene ends.
func (s *simFlags) goal(command string, sc run.Scene) (batch.Goal, error) {
	if err := s.checkEnd(command); err != nil {
		return batch.Goal{}, err
	}
	g, err := batch.To(sc, s.until, s.steps)
	return g, s.ofEnd(command, err)
}

// checkEnd returns an error if both --until and --steps are given.
func (s *simFlags) checkEnd(command string) error {
	if s.until > 0 && s.steps > 0 {
		return &usageError{command, command + ": give --until or --steps, not both"}
	}
	return nil
}

// ofEnd rewrites an error about the end of a run so that it names the flags; other errors stay.
func (s *simFlags) ofEnd(command string, err error) error {
	far := errors.Is(err, batch.ErrFar)
	switch {
	case !far && !errors.Is(err, batch.ErrNoEnd) && !errors.Is(err, batch.ErrBefore):
		return err
	case s.until > 0:
		return &usageError{command, fmt.Sprintf("%s: --until: %v", command, err)}
	case far:
		return &usageError{command, fmt.Sprintf("%s: %v", command, err)}
	}
	return &usageError{command, fmt.Sprintf("%s: %v: give --until or --steps", command, err)}
}
