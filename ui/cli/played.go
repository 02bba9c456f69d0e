package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/export/deck"
	"example.org/tumble/sim/playback"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/source"
	"example.org/tumble/sim/spell"
)

// playFlags are those of commands that play the dumps of other programs.
type playFlags struct{ timeStep float64 }

func (p *playFlags) declare(f *flags) {
	f.time("timestep", "time step of the run of LAMMPS or LIGGGHTS whose dumps are played, if they do not say their "+
		"times (as they say)", &p.timeStep)
}

// IsPlayed reports whether a name stands for the run of another program. That of a built-in scene does not, also where
// a folder has the same: ./bottle is the folder.
func IsPlayed(name string) bool { return playback.Is(name) && !scene.IsBuiltIn(name) }

// open reads the index of the dumps of a run.
func (p *playFlags) open(c *call, name string) (*playback.Run, error) {
	r, err := batch.Await(c, func() (*playback.Run, error) { return p.read(name) })
	if err == nil && r.Note != "" {
		fmt.Fprintf(c.env.Stderr, "tumble: %s\n", r.Note)
	}
	return r, err
}

// read reads the index, as open does for a person who waits. A folder that "tumble export" wrote says itself what its
// dumps are of.
func (p *playFlags) read(name string) (*playback.Run, error) {
	stage, err := stageOf(name)
	if err != nil {
		return nil, err
	}
	return playback.Open(name, playback.Options{TimeStep: p.timeStep, Stage: stage})
}

// stageOf returns the stage of the dumps of an exported scene, nil of others.
func stageOf(folder string) (*playback.Stage, error) {
	if _, err := os.Stat(filepath.Join(folder, deck.RecordName)); err != nil {
		return nil, nil
	}
	record, err := deck.ReadRecord(folder)
	if err != nil {
		return nil, err
	}
	sc, err := source.Load(filepath.Join(folder, record.Scene), scene.Options{})
	if err != nil {
		return nil, fmt.Errorf("the scene that %s was exported from: %w", folder, err)
	}
	defer sc.World.Close()
	return playback.NewStage(&playback.Exported{Folder: folder, Record: record, Title: sc.Title, View: sc.View,
		World: sc.World, Plan: sim.PlanOf(sc.World)})
}

// sceneOf is what a run of another program has of a scene; it has no world.
func sceneOf(r *playback.Run) run.Scene {
	return run.Scene{Name: r.Name, Title: r.Title, View: r.View, End: r.Times[r.Len()-1]}
}

// refusePlayed refuses the flags that change a run, which dumps are not changed by.
func (s *simFlags) refusePlayed(command string, f *flags, others ...string) error {
	for _, name := range append([]string{"seed", "set", "steps", "workers"}, others...) {
		if f.given(name) {
			return &usageError{command, fmt.Sprintf("%s: --%s is for scenes: what happened in dumps cannot be changed", command,
				name)}
		}
	}
	return nil
}

// lacking refuses what a moment cannot show.
func lacking(m *playback.Moment, v *view.View) error {
	if why := m.Lacks.Reason(v.Quantity().Needs()); why != "" {
		return fmt.Errorf("--color-by %s: %s", v.Quantity().Name, why)
	}
	for _, o := range view.Overlays {
		if v.Overlays&o.Bit == 0 {
			continue
		}
		if why := m.Lacks.Reason(o.Bit.Needs()); why != "" {
			return fmt.Errorf("--overlays %s: %s", o.Name, why)
		}
	}
	return nil
}

// within refuses a time that a run of dumps does not reach.
func within(r *playback.Run, flag string, at float64) error {
	if first, last := r.Times[0], r.Times[r.Len()-1]; at < first*(1-1e-9) || at > last*(1+1e-9) {
		return fmt.Errorf("%s: the dumps of %s are from %s to %s, got %s", flag, r.Name, spell.Time(first), spell.Time(last),
			spell.Time(at))
	}
	return nil
}

// play gives the moments from one on to the last before a time to a function, which may be interrupted.
func (c *call) play(r *playback.Run, from int, until float64, show func(*playback.Moment) error) error {
	p := newProgress(c.env)
	defer p.clear()
	last := r.Nearest(until)
	for k := from; k <= last; k++ {
		if err := batch.Interrupted(c); err != nil {
			return fmt.Errorf("%w at %s", err, spell.Time(r.Times[k]))
		}
		m, err := r.Read(k)
		if err != nil {
			return err
		}
		if err := show(m); err != nil {
			return err
		}
		p.tell(batch.Progress{Done: float64(k-from+1) / float64(last-from+1), Time: m.Time, Begin: r.Times[from],
			Until: r.Times[last]})
	}
	return nil
}

// replayPlayed writes dumps as a page.
func (r *replayFlags) replayPlayed(c *call, name, output string) error {
	if err := r.refusePlayed("replay", r.flags); err != nil {
		return err
	}
	if r.forces {
		return errors.New("--forces: " + bridge.WhyNoContacts)
	}
	from, err := r.play.open(c, name)
	if err != nil {
		return err
	}
	session, err := r.open(sceneOf(from), output)
	if err != nil {
		return err
	}
	until := from.Times[from.Len()-1]
	if r.until > 0 {
		until = min(until, r.until)
	}
	var last *playback.Moment
	err = c.play(from, 0, until, func(m *playback.Moment) error {
		last = m
		return session.Observe(m)
	})
	if last != nil {
		err = errors.Join(err, session.Finish(last))
	}
	return errors.Join(err, session.Close(), r.say(c, output, from.Step(from.Len()-1)))
}

// resultName is what results are called after if nobody says.
func resultName(name string, played bool) string {
	if played {
		return playedName(name)
	}
	return name
}

// playedName is what results of dumps are called after: the folder, or the file, a pattern without its stars.
func playedName(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	base := filepath.Base(name)
	base = strings.TrimSuffix(base, ".gz")
	if stars := strings.Trim(strings.ReplaceAll(strings.TrimSuffix(base, filepath.Ext(base)), "*", ""), "."); stars != "" {
		return stars
	}
	return "dumps"
}
