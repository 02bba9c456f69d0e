//go:build !headless

package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Film is a video of a scene, of a run file or of dumps: one frame every Speed/FPS of simulated time,
// each showing the first step at or after its time.
type Film struct {
	Options
	Comparison Comparison

	// Shown is the view of a run file to use: the name of a stored view, ShownRun or ShownAll. Empty: the
	// view of the options.
	Shown string

	FPS, Speed float64         // frames, and simulated seconds, per second of video; 0: 60 and 1
	From       float64         // simulated time at which the video begins [s]; 0: at the start of the scene or run
	Until      float64         // simulated time at which the video ends [s]; 0: at the end of the scene or run
	Steps      int64           // number of steps, in place of Until; 0: Until counts
	Hold       float64         // length of a video of the single moment From [s]; 0: the world moves
	Slow       *bridge.SetSlow // a stretch with a speed of its own; nil: the scene's
	Turn       float64         // angle by which the eye goes round in the whole video [°]
	Path       *Path           // path of the eye, in place of Turn
	Blur       int             // number of moments in the mean of each frame; 0: one
	Survey     bool            // marks are scaled to the largest force of the whole video; the scene runs twice

	Output  string            // .mp4, .webm, .gif, .avi, or .png with a number such as %04d; - is standard output
	Most    int64             // largest size of the file, to which the quality is adapted [bytes]; 0: no limit
	Partial bool              // if the context ends, the frames so far stay
	Note    func(text string) // receives a note about the format as soon as the file is open; may be nil
}

// mostHold is the largest number of frames of one moment: an hour at 60 a second.
const mostHold = 216_000

// surveyShare is roughly the share that the run for the largest force has in the whole work.
const surveyShare = 0.25

// Check checks the options without their scene. Its error is a batch.OptionError.
func (f Film) Check() error {
	f.settle()
	switch {
	case f.Hold*f.FPS > mostHold:
		return about("still", fmt.Errorf("%s at %g frames per second are %g frames, at most %g", spell.Time(f.Hold), f.FPS,
			math.Ceil(f.Hold*f.FPS), float64(mostHold)))
	case f.Path != nil && (len(f.Path.Keys) < 2 || f.Path.SpansVideo && len(f.Path.Keys) > 2):
		return about("view", errors.New("a path has two keys, or more than two with times"))
	}
	return nil
}

// settle sets default values.
func (f *Film) settle() { f.FPS, f.Speed = cmp.Or(f.FPS, 60), cmp.Or(f.Speed, 1) }

// Make runs the scene and films it. It returns a result for each video, also for videos that ended early.
//
// Errors: a batch.OptionError, errors of loading, running, drawing and encoding; the cause of the
// context's end.
func (f Film) Make(ctx context.Context, from Scene, progress batch.ProgressFunc) ([]Result, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	f.settle()
	if f.Comparison.Worlds() == 1 {
		from.Options.At = &f.From
	}
	scenes, err := f.Comparison.load(ctx, from)
	if err != nil {
		return nil, err
	}
	defer closeAll(scenes)
	g, err := f.goal(scenes[0])
	if err != nil {
		return nil, err
	}
	takes, err := f.recordings(scenes[0])
	if err != nil {
		return nil, err
	}
	if f.Survey {
		if err := f.surveyForces(ctx, from, g, progress.Part(0, surveyShare)); err != nil {
			return nil, err
		}
		progress = progress.Part(surveyShare, 1)
	}
	flight, err := f.flight(scenes[0], g)
	if err != nil {
		return nil, err
	}
	return f.shoot(ctx, takes, scenes, func(s *studio) error {
		s.flight = flight
		return f.film(ctx, s, g, takes, progress)
	})
}

// shoot opens the renderer of the scenes and the files of the recordings, and closes them after the work.
func (f *Film) shoot(ctx context.Context, takes []recording, scenes []run.Scene, work func(*studio) error) ([]Result,
	error) {
	f.View.KeepScales = true
	s, err := open(f.Options, &f.Comparison, scenes...)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := f.openRecordings(ctx, s, takes); err != nil {
		return nil, err
	}
	ended := work(s)
	frames := takes[0].out.Frames()
	if err := closeRecordings(takes); err != nil {
		if ended != nil && (ended.Error() == err.Error() || ctx.Err() != nil && !f.Partial) {
			return nil, ended
		}
		return nil, errors.Join(ended, err)
	}
	var list []Result
	for _, t := range takes {
		r := s.result(t.output)
		r.Frames, r.FPS, r.Speed, r.View, r.Reduction = frames, f.FPS, f.Speed, t.name, t.out.Reduction()
		list = append(list, r)
	}
	return list, ended
}

// film draws the frames from the beginning of the scene or state to the goal.
func (f *Film) film(ctx context.Context, s *studio, g batch.Goal, takes []recording,
	progress batch.ProgressFunc) error {
	var pix []byte
	frames, moments := 0, 0
	progress = progress.About(func() string { return spell.Count(frames, "frame", "frames") })
	return f.eachFrame(ctx, s.scene, s.worlds, g, progress, func(time float64) (err error) {
		s.time = time
		shown := moments%max(f.Blur, 1) == 0 // no moments are averaged before the first frame
		moments++
		if pix, err = f.frame(ctx, s, takes, pix, shown); shown {
			frames++
		}
		if why := batch.Interrupted(ctx); err != nil && why != nil {
			return fmt.Errorf("%w at %s", why, spell.Time(s.snapshot.Time))
		}
		return err
	})
}

// goal returns the end of the video; for a run file the default is the end of the run.
func (f *Film) goal(sc run.Scene) (batch.Goal, error) {
	if f.From > 0 && sc.Past != nil && f.From > sc.Past.On().Until.Time {
		return batch.Goal{}, about("from", fmt.Errorf("the run of %s ends at %s, got %s", sc.Name,
			spell.Time(sc.Past.On().Until.Time), spell.Time(f.From)))
	}
	if f.Hold > 0 {
		g, err := batch.At(sc, max(f.From, sc.World.Clock().Time))
		return g, about("from", err)
	}
	if sc.Past != nil && f.Until == 0 && f.Steps == 0 {
		if last := sc.Past.On().Last().Step; last > sc.World.Clock().Step {
			return batch.Goal{Begin: batch.Now(sc.World), Steps: last}, nil
		}
	}
	g, err := batch.To(sc, f.Until, f.Steps)
	if f.Until > 0 {
		err = about("until", err)
	}
	return g, err
}

// slowOf returns the stretch of a scene's video that has a speed of its own.
func (f *Film) slowOf(sc *run.Scene) *bridge.SetSlow {
	switch {
	case f.Hold > 0: // a single moment has no stretch
		return &bridge.SetSlow{}
	case f.Slow != nil:
		return f.Slow
	}
	return &sc.Slow
}

// flight returns the path of the eye in the video, or nil if the eye does not move.
func (f *Film) flight(sc run.Scene, g batch.Goal) (*flight, error) {
	way := Path{Keys: []Key{{Eye: f.Eye}, {Eye: f.Eye}}, SpansVideo: true}
	switch {
	case f.Path != nil:
		way = *f.Path
	case f.Turn == 0:
		return nil, nil
	}
	if !way.SpansVideo {
		return &flight{keys: way.Keys}, nil
	}
	begin, end := max(g.Begin.Time, f.From), 0.0
	switch {
	case f.Hold > 0:
		end = begin + f.Hold
	case g.Until > 0:
		end = g.Until
	case sc.Past != nil:
		end = sc.Past.On().Until.Time
	case f.Path == nil:
		return nil, about("turn", ErrNoEnd)
	default:
		return nil, about("view", ErrNoEnd)
	}
	if !(end > begin) {
		return nil, fmt.Errorf("the eye cannot move in a video from %s to %s", spell.Time(begin), spell.Time(end))
	}
	return &flight{turn: f.Turn, keys: []Key{{begin, way.Keys[0].Eye}, {end, way.Keys[1].Eye}}}, nil
}
