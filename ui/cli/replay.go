package cli

import (
	"errors"
	"fmt"
	"os"

	"example.org/tumble/sim"
	"example.org/tumble/sim/export"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

var replayCommand = command{
	name: "replay", args: "SCENE|FILE.tumble",
	does: "writes a run as a page that plays it in any browser: one HTML file, without network",
	more: "Of a run file the whole run is done again, with what was edited in it. Pictures are --every apart; of a\n" +
		"run of more than four million poses every other one is left out until it fits.",
	example: "tumble replay bottle -o pour.html\ntumble replay pour.tumble --forces -o pour.html",
	prepare: func(f *flags) action {
		r := &replayFlags{every: run.Interval{Time: 1.0 / 60}}
		f.file("output", "name of the page, an .html (SCENE.html); - is standard output", &r.output)
		f.text("every", "TIME", "distance between poses, as a time or as in 500steps (1/60 s)", func(s string) (err error) {
			r.every, err = parseInterval(s)
			return err
		})
		f.toggle("forces", "takes the forces of contacts along; the page grows by about their number", &r.forces)
		r.declareEnd(f)
		r.declareScene(f, 0)
		return r.run
	},
}

type replayFlags struct {
	simFlags
	every  run.Interval
	forces bool
	output string
}

// run carries the command out. After Ctrl-C, or when the simulation stops, the page holds the run until then.
func (r *replayFlags) run(c *call) error {
	name, err := c.one("replay", "SCENE")
	if err != nil {
		return err
	}
	output, err := outputName(r.output, name, ".html")
	if err != nil {
		return err
	}
	if err := c.tryAll("replay", []wanted{{flag: "-o", name: output}}, false, name); err != nil {
		return err
	}
	var recorded *scene.Recorded
	if scene.IsSaved(name) {
		if recorded, err = scene.ReadRecorded(name); err != nil {
			return err
		}
		if end, _ := recorded.End(); end.Step == recorded.Begin().Step {
			recorded = nil // a state, to go on from
		} else {
			begin := recorded.Begin().Time
			r.moment = &begin
		}
	}
	sc, err := await(c, func() (run.Scene, error) { return r.load(name) })
	if err != nil {
		return err
	}
	defer sc.World.Close()
	session, err := r.open(sc, output)
	if err != nil {
		return err
	}
	var steps int64
	var ended error
	if recorded != nil {
		steps, ended = r.again(c, recorded, session)
	} else {
		ended = r.march(c, sc, session)
		steps = sc.World.Clock().Step
	}
	return errors.Join(ended, r.say(c, output, steps))
}

// open begins the page.
func (r *replayFlags) open(sc run.Scene, output string) (*export.Session, error) {
	o := run.Output{Format: "replay", Path: output, Every: r.every, Origin: sc.Origin(), View: sc.View, Title: sc.Title}
	if r.forces {
		o.Parts = []string{export.Forces}
	}
	return export.Open([]run.Output{o}, "")
}

// march runs the scene to its goal and writes the page.
func (r *replayFlags) march(c *call, sc run.Scene, session *export.Session) error {
	g, err := r.goal("replay", sc)
	if err != nil {
		return err
	}
	p := newProgress(c.env)
	err = c.marchWatched(sc.World, g, g, p, func(w *sim.World) error {
		if err := session.Observe(w); err != nil {
			return err
		}
		if sc.Watch != nil {
			return sc.Watch(w)
		}
		return nil
	})
	p.clear()
	if errors.Is(err, run.ErrEnough) {
		err = nil
	}
	return errors.Join(err, session.Finish(sc.World))
}

// errFarEnough ends the repetition of a run at --until.
var errFarEnough = errors.New("the run was repeated as far as asked")

// again does the run of a file again, from its beginning, and writes the page. It returns the last step.
func (r *replayFlags) again(c *call, recorded *scene.Recorded, session *export.Session) (steps int64, err error) {
	end, _ := recorded.End()
	begin := recorded.Begin()
	if len(r.set) > 0 || r.steps > 0 {
		return 0, errors.Join(session.Close(), &usageError{"replay",
			"replay: a run file is done again as it was: it takes no --set and no --steps"})
	}
	g := goal{begin: Moment{begin.Time, begin.Step}, until: end.Time}
	if r.until > 0 {
		g.until = min(r.until, end.Time)
	}
	p := newProgress(c.env)
	hash := end.Hash
	err = recorded.Again(int(r.workers), func(w *sim.World) error {
		if err := c.interrupted(); err != nil {
			return fmt.Errorf("%w at %s", err, formatTime(w.Clock().Time))
		}
		if steps = w.Clock().Step; steps%64 == 0 {
			p.tell(g.state(w))
		}
		if steps == end.Step {
			hash = w.Hash()
			return session.Finish(w)
		}
		if g.reached(w) {
			if err := session.Finish(w); err != nil {
				return err
			}
			return errFarEnough
		}
		return session.Observe(w)
	})
	p.clear()
	if err == errFarEnough {
		err = nil
	} else if err == nil && hash != end.Hash {
		err = errors.New("the run was not the same again: the page shows how it went now; tumble check says where it differs")
	}
	return steps, errors.Join(err, session.Close())
}

// say tells what was written.
func (r *replayFlags) say(c *call, output string, steps int64) error {
	if outfile.IsStream(output) {
		return nil
	}
	info, err := os.Stat(output)
	if err != nil {
		return nil // why, the error before tells
	}
	_, err = fmt.Fprintf(c.say(), "%s: %.2f MB, %d steps\n", output, float64(info.Size())/1e6, steps)
	return err
}
