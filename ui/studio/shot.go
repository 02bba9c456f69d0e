//go:build !headless

package studio

import (
	"context"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/replayer"
)

// Shot is a picture of a scene, or of several of its moments as a contact sheet.
type Shot struct {
	Options
	Print      Print
	Comparison Comparison
	At         []float64 // ascending simulated times [s]; none: start of the scene, or end of a run file or dumps
	Output     string    // .png, .svg or .pdf; - is standard output
}

// MostMoments is the largest number of moments of a contact sheet.
const MostMoments = 24

// Make runs the scene until the moments and draws them.
//
// Errors: a batch.OptionError, errors of loading, running, drawing and writing; the cause of the context's end.
func (o Shot) Make(ctx context.Context, from Scene, progress batch.ProgressFunc) (Result, error) {
	if err := o.dress(); err != nil {
		return Result{}, err
	}
	if len(o.At) > 0 {
		from.Options.At = &o.At[0]
	}
	scenes, err := o.Comparison.load(ctx, from)
	if err != nil {
		return Result{}, err
	}
	defer closeAll(scenes)
	goals, err := o.goals(scenes[0])
	if err != nil {
		return Result{}, err
	}
	// The renderer is opened before the run, so that a machine that cannot draw reports this at once.
	s, err := open(o.Options, &o.Comparison, scenes...)
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	if err := s.march(ctx, goals, progress); err != nil {
		return Result{}, err
	}
	return s.save(ctx, &o.Print, o.Output)
}

// Of draws the world of a scene as it is now.
func (o Shot) Of(ctx context.Context, sc run.Scene) (Result, error) {
	if err := o.dress(); err != nil {
		return Result{}, err
	}
	s, err := open(o.Options, &o.Comparison, sc)
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	return s.save(ctx, &o.Print, o.Output)
}

// goals returns the goals at which the run stops, one for each moment of the picture.
func (o *Shot) goals(sc run.Scene) (list []batch.Goal, err error) {
	for _, t := range o.At {
		g, err := batch.At(sc, t)
		if err != nil {
			return nil, about("at", err)
		}
		list = append(list, g)
	}
	if list == nil {
		list = []batch.Goal{batch.NoSteps(sc)}
	}
	return list, nil
}

// march steps the world to each of the goals. Of several goals it keeps each as a cell of the contact sheet.
func (s *studio) march(ctx context.Context, goals []batch.Goal, progress batch.ProgressFunc) error {
	w, last := s.scene.World, goals[len(goals)-1]
	if len(goals) == 1 {
		return batch.March(ctx, w, last, last, progress, s.trail(last.Until))
	}
	way := replayer.Of(s.scene.Past, w)
	for _, g := range goals {
		if err := batch.Along(ctx, way, g, last, progress, s.trail(g.Until)); err != nil {
			return err
		}
		if err := s.keep(g.Until); err != nil {
			return err
		}
	}
	return nil
}
