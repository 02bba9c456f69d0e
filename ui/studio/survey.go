//go:build !headless

package studio

import (
	"context"
	"errors"

	"example.org/tumble/render/overlay"
	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/run/replayer"
)

// surveyForces runs the scene of a video once without pictures, so that arrows and tubes of all frames have the
// scale of the largest force that a frame shows. It loads worlds of its own: the worlds of the video must still be
// at their start afterwards.
func (f *Film) surveyForces(ctx context.Context, from Scene, g batch.Goal, progress batch.ProgressFunc) error {
	scenes, err := f.Comparison.load(ctx, from)
	if err != nil {
		return err
	}
	defer closeAll(scenes)
	worlds := newWorlds(&f.Comparison, scenes)
	s := bridge.Snapshot{Wanted: bridge.Wanted{Contacts: true}}
	most := 0.0
	progress = progress.About(func() string { return "looking for the largest force" })
	err = f.eachFrame(ctx, scenes[0], worlds, g, progress, func(float64) error {
		worlds.fill(&s)
		most = max(most, overlay.FullForce(&s))
		for i := range s.Comparison.Others {
			most = max(most, overlay.FullForce(&s.Comparison.Others[i]))
		}
		return nil
	})
	f.View.FullForce = float32(most)
	return err
}

// eachFrame steps the worlds from the beginning of the video to the goal, and calls what at each frame with the
// time of the frame [s]. With Blur it also stops at the moments between frames. With Hold the time goes on while
// the worlds stand still.
func (f *Film) eachFrame(ctx context.Context, sc run.Scene, worlds *worlds, g batch.Goal, progress batch.ProgressFunc,
	what func(time float64) error) error {
	if sc.Past != nil {
		sc.StopWhen = nil // a recorded run ends where it ended
	}
	stops, err := batch.NewStops(sc)
	if err != nil {
		return err
	}
	if f.Comparison.Worlds() > 1 {
		sc.Past = nil // each world runs with its own value, not as recorded
	}
	way := replayer.Of(sc.Past, sc.World)
	follow := func(w *sim.World) error {
		if err := worlds.follow(w); err != nil {
			return err
		}
		return stops.Check(w)
	}
	begin, fps := max(g.Begin.Time, f.From), f.FPS*float64(max(f.Blur, 1))
	times := controls.NewFrameTimes(begin, fps, f.Speed, f.slowOf(&sc))
	for k := 0; f.Hold == 0 || float64(k) < f.Hold*fps-1e-9; k++ {
		time := times.Next()
		next := batch.Goal{Begin: g.Begin, Until: time}
		if f.Hold > 0 {
			next.Until = begin
			if err := batch.Interrupted(ctx); err != nil {
				return err
			}
			progress.Of(batch.Progress{Done: float64(k) / (f.Hold * fps), Time: begin, Begin: begin})
		}
		if err := batch.Along(ctx, way, next, g, progress, follow); errors.Is(err, run.ErrEnough) {
			return nil
		} else if err != nil {
			return err
		}
		if !next.Reached(sc.World) {
			return nil // the run ended at the goal, before the next frame
		}
		if err := what(time); err != nil {
			return err
		}
		times.Delivered(sc.World.Clock().Time)
	}
	return nil
}
