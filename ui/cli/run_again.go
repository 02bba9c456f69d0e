package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/tumble/sim"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/export"
	"example.org/tumble/sim/run"
)

// runAgain does the run of a run file again for the series and the end that are asked for.
func (r *runFlags) runAgain(c *call, name string) error {
	for _, other := range []string{"seed", "set", "steps", "stop-when", "save", "run-file", "save-scene", "output"} {
		if r.flags.given(other) {
			return &usageError{"run", "run: --again: a run is done as it was, and takes no --" + other}
		}
	}
	p, err := r.perform(c, "run", name)
	if err != nil {
		return err
	}
	defer p.Scene.World.Close()
	if p.Recorded == nil {
		return &usageError{"run", fmt.Sprintf("run: --again: needs a run file, as --run-file and the window write them, "+
			"got %s", name)}
	}
	p.Scene.Outputs = nil // they were written by the run itself
	session, err := r.exports.open(c, p.Scene)
	if err != nil {
		return err
	}
	told := newProgress(c.env)
	s := &seriesWatcher{c: c, told: told, exports: &r.exports, session: session, scene: p.Scene,
		tally: batch.NewTally(p.Scene.World)}
	ended := p.March(c, s, told.tell)
	told.clear()
	if s.result != nil && r.json {
		err = printJSON(c.env.Stdout, *s.result)
	} else if s.result != nil {
		_, err = io.WriteString(c.say(), s.result.Text())
	}
	return errors.Join(append(r.exports.failed, err, ended)...)
}

// seriesWatcher writes series of a run that is done again, and its end.
type seriesWatcher struct {
	c       *call
	told    *progress
	exports *exportFlags
	session *export.Session
	scene   run.Scene
	tally   *batch.Tally
	result  *batch.Result // nil until the end
}

// Observe takes a moment where one is due. A series that cannot be written ends, and keeps no other from being written.
func (s *seriesWatcher) Observe(w *sim.World) error {
	s.tally.Look(w)
	if err := s.session.Observe(w); err != nil {
		s.exports.failed = append(s.exports.failed, err)
		s.told.clear()
		fmt.Fprintf(s.c.env.Stderr, "tumble: %v; the run goes on without it\n", err)
	}
	return nil
}

// Finish writes the last moment, and what is asked of the end.
func (s *seriesWatcher) Finish(w *sim.World) error {
	s.tally.Look(w)
	s.scene.World = w
	e := s.exports
	e.failed = append(append(e.failed, s.session.Finish(w)), e.final(s.scene)...)
	e.failed = slices.DeleteFunc(e.failed, func(err error) bool { return err == nil })
	result := s.tally.Result(s.scene)
	s.result = &result
	return nil
}
