package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/scene/source"
)

// playFlags are the flags of commands that play dumps of other programs.
type playFlags struct{ timeStep float64 }

func (p *playFlags) declare(f *flags) {
	f.time("timestep", "time step of the run of LAMMPS or LIGGGHTS whose dumps are played, if they do not say their "+
		"times (as they say)", &p.timeStep)
}

// open reads the index of the dumps of a run.
func (p *playFlags) open(c *call, name string) (*playback.Run, error) {
	r, err := batch.Await(c, func() (*playback.Run, error) { return p.read(name) })
	if err == nil && r.Note != "" {
		fmt.Fprintf(c.env.Stderr, "tumble: %s\n", r.Note)
	}
	return r, err
}

// read reads the index without the messages of open.
func (p *playFlags) read(name string) (*playback.Run, error) { return source.Dumps(name, p.timeStep) }

// refusePlayed refuses the flags that change a run, because dumps cannot be changed.
func (s *simFlags) refusePlayed(command string, f *flags, others ...string) error {
	for _, name := range append([]string{"seed", "set", "steps", "workers"}, others...) {
		if f.given(name) {
			return &usageError{command, fmt.Sprintf("%s: --%s is for scenes: what happened in dumps cannot be changed", command,
				name)}
		}
	}
	return nil
}

// play calls show with each moment from an index on until a time [s], and shows the progress. A signal interrupts
// it.
func (c *call) play(r *playback.Run, from int, until float64, show func(*playback.Moment) error) error {
	p := newProgress(c.env)
	defer p.clear()
	return batch.Play(c, r, from, until, p.show, show)
}

// replayPlayed writes dumps as a replay page.
func (r *replayFlags) replayPlayed(c *call, name, output string) error {
	if err := r.refusePlayed("replay", r.flags); err != nil {
		return err
	}
	if r.forces {
		return errors.New("--forces: " + bridge.WhyNoContacts)
	}
	if r.live.on {
		return errors.New("--live: " + bridge.WhyNoEdits)
	}
	from, err := r.play.open(c, name)
	if err != nil {
		return err
	}
	sc := batch.SceneOf(from)
	session, err := export.Open([]run.Output{r.page(&sc, output)}, "")
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
	return errors.Join(err, session.Close(), printPage(c, output, from.Step(from.Len()-1)))
}

// resultName returns the name from which the default names of results are made.
func resultName(name string, played bool) string {
	if played {
		return playedName(name)
	}
	return name
}

// playedName returns the default name for results of dumps: the name of the folder or of the file, of a pattern
// without its stars.
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
