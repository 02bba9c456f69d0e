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

// Film is a video of a scene, of a run file or of dumps: one frame every Speed/FPS of simulated time, each of the first
// step at or after its time.
type Film struct {
	Options
	Comparison Comparison

	// Shown is the view of a run file in which it is shown: one that was stored there, ShownRun or ShownAll. Empty: that
	// of the options.
	Shown string

	FPS, Speed float64         // frames, and simulated seconds, per second of video; 0: 60 and 1
	From       float64         // simulated time at which it begins [s]; 0: where the scene or run does
	Until      float64         // at which it ends [s]; 0: where the scene or run does
	Steps      int64           // that it has, in place of Until; 0: Until says it
	Hold       float64         // of video in which the world stands still at From [s]; 0: it goes on
	Slow       *bridge.SetSlow // a stretch with a speed of its own; nil: that of the scene
	Turn       float64         // how far the eye goes round in the whole video [°]
	Path       *Path           // that the eye takes, in place of that
	Blur       int             // moments of which each frame is the mean; 0: one
	Survey     bool            // marks have the scale of the largest force of the video, for which it runs twice

	Output  string            // .mp4, .webm, .gif, .avi, or .png with a number such as %04d; - is standard output
	Most    int64             // that the file may have, for which the pictures give way [bytes]; 0: any number
	Partial bool              // when the context ends, the frames until then stay
	Note    func(text string) // is told at once what is good to know of the format; nil: nobody is
}

// mostHold is how many frames a world can stand still: an hour at 60 a second.
const mostHold = 216_000

// surveyShare is what the run for the largest force takes of the whole work, about.
const surveyShare = 0.25

// Check returns what is wrong with the options alone, without their scene: a
// batch.OptionError.
func (f Film) Check() error {
	f.settle()
	switch {
	case f.Hold*f.FPS > mostHold:
		return about("still", fmt.Errorf("%s at %g frames per second are %g frames, at most %g", spell.Time(f.Hold), f.FPS,
			math.Ceil(f.Hold*f.FPS), float64(mostHold)))
	case f.Path != nil && (len(f.Path.Keys) < 2 || f.Path.Whole && len(f.Path.Keys) > 2):
		return about("view", errors.New("a path has two keys, or more than two with times"))
	}
	return nil
}

// settle gives what is not said its usual value.
func (f *Film) settle() { f.FPS, f.Speed = cmp.Or(f.FPS, 60), cmp.Or(f.Speed, 1) }

// Make runs the scene and films it. It returns a result for each video, also of those that ended early.
//
// Errors: a batch.OptionError, those of loading the scene, of its run, of drawing and encoding; why the context ended.
func (f Film) Make(ctx context.Context, from Scene, tell batch.ProgressFunc) ([]Result, error) {
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
		if err := f.surveyForces(ctx, from, g, tell.Part(0, surveyShare)); err != nil {
			return nil, err
		}
		tell = tell.Part(surveyShare, 1)
	}
	flight, err := f.flight(scenes[0], g)
	if err != nil {
		return nil, err
	}
	return f.shoot(ctx, takes, scenes, func(s *studio) error {
		s.flight = flight
		return f.film(ctx, s, g, takes, tell)
	})
}

// shoot opens what draws the scenes and the files of the takes, and closes them after the work.
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
		r.Frames, r.FPS, r.Speed, r.View, r.Gave = frames, f.FPS, f.Speed, t.name, t.out.Gave()
		list = append(list, r)
	}
	return list, ended
}

// film draws the frames from where the scene or state begins to the goal.
func (f *Film) film(ctx context.Context, s *studio, g batch.Goal, takes []recording, tell batch.ProgressFunc) error {
	var pix []byte
	frames, moments := 0, 0
	tell = tell.About(func() string { return fmt.Sprintf("%d frames", frames) })
	return f.eachFrame(ctx, s.scene, s.worlds, g, tell, func(time float64) (err error) {
		s.time = time
		shown := moments%max(f.Blur, 1) == 0 // the first frame has nothing before it
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

// goal returns where the video ends: that of a run file is the end of the run if nothing else is said.
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
	case f.Hold > 0: // all of it is one moment
		return &bridge.SetSlow{}
	case f.Slow != nil:
		return f.Slow
	}
	return &sc.Slow
}

// flight returns how the eye moves in the video; nil: it stands still.
func (f *Film) flight(sc run.Scene, g batch.Goal) (*flight, error) {
	way := Path{Keys: []Key{{Eye: f.Eye}, {Eye: f.Eye}}, Whole: true}
	switch {
	case f.Path != nil:
		way = *f.Path
	case f.Turn == 0:
		return nil, nil
	}
	if !way.Whole {
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
