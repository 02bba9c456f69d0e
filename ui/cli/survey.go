//go:build !headless

package cli

import (
	"errors"

	"example.org/tumble/render"
	"example.org/tumble/sim"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
)

// surveyForces runs the scene of a video once without pictures, so that arrows and tubes of all frames have the scale
// of the largest force that a frame shows. The worlds are made anew: those of the video begin where they began.
func (r *recordFlags) surveyForces(c *call, name string, g goal) error {
	if !r.survey {
		return nil
	}
	scenes, err := await(c, func() ([]run.Scene, error) { return r.besideFlags.load(&r.simFlags, name) })
	if err != nil {
		return err
	}
	defer closeAll(scenes)
	worlds := newBeside(&r.besideFlags, scenes)
	s := bridge.Snapshot{Wanted: bridge.Wanted{Contacts: true}}
	most := 0.0
	p := newProgress(c.env)
	p.extra = "looking for the largest force"
	defer p.clear()
	err = r.eachFrame(c, scenes[0], worlds, g, p, func(float64) error {
		worlds.fill(&s)
		most = max(most, render.FullForce(&s))
		for i := range s.Beside.Others {
			most = max(most, render.FullForce(&s.Beside.Others[i]))
		}
		return nil
	})
	r.view.FullForce = float32(most)
	return err
}

// eachFrame steps the worlds of a video to each of its frames, from where it begins to the goal, and calls what there
// with the time [s], which goes on where the worlds stand still; with --blur to those between, too.
func (r *recordFlags) eachFrame(c *call, sc run.Scene, worlds *beside, g goal, p *progress,
	what func(time float64) error) error {
	replay, _ := replayed(sc)
	if replay != nil {
		sc.StopWhen = nil // it ends where it ended
	}
	stops, err := newStops(sc, nil)
	if err != nil {
		return err
	}
	if r.worlds() > 1 {
		replay = nil // they go their own ways
	}
	follow := func(w *sim.World) error {
		if replay != nil {
			replay.Apply(w)
		}
		if err := worlds.follow(w); err != nil {
			return err
		}
		return stops.look(w)
	}
	begin, fps := max(g.begin.Time, r.from), r.fps*float64(max(r.blur, 1))
	times := run.NewFrameTimes(begin, fps, r.speed, r.slowOf(&sc))
	for k := 0; r.still == 0 || float64(k) < r.still*fps-1e-9; k++ {
		time := times.Next()
		next := goal{begin: g.begin, until: time}
		if r.still > 0 {
			next.until = begin
			if err := c.interrupted(); err != nil {
				return err
			}
			p.tell(progressState{done: float64(k) / (r.still * fps), time: begin, begin: begin})
		}
		if err := c.marchWatched(sc.World, next, g, p, follow); errors.Is(err, run.ErrEnough) {
			return nil
		} else if err != nil {
			return err
		}
		if !next.reached(sc.World) {
			return nil // the goal comes before the next frame
		}
		if err := what(time); err != nil {
			return err
		}
		times.Delivered(sc.World.Clock().Time)
	}
	return nil
}
