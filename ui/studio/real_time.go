//go:build !headless

package studio

import (
	"context"
	"fmt"
	"math"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/replayer"
	"example.org/tumble/ui/remember"
)

// MakeRealTime films what a person saw of a run, in real time: each frame has the camera of that time, and shows the
// first step of the run at or after the moment that the window showed at that time; from frame to frame the run
// may go forwards, backwards or to another track. Of the options of the film only the size, FPS and Output count.
// The scene must have a Past; MakeRealTime closes its world.
//
// Errors: errors of repeating the run, of drawing and encoding; the cause of the context's end.
func (f Film) MakeRealTime(ctx context.Context, sc run.Scene, samples []remember.ViewSample,
	progress batch.ProgressFunc) error {
	f.settle()
	way := replayer.Of(sc.Past, sc.World)
	defer func() { way.World.Close() }()
	scenes, takes := []run.Scene{sc}, []recording{{output: f.Output}}
	_, err := f.shoot(ctx, takes, scenes, func(s *studio) error {
		s.framed = true
		var pix []byte
		frames := framesOf(samples, f.FPS)
		for k := range frames {
			v, track, time := sampleAt(samples, float64(k)/f.FPS)
			if err := goAlong(ctx, way, track, time); err != nil {
				return err
			}
			s.view, s.snapshot.Wanted = v, overlay.Wanted(&v)
			scenes[0].World, s.scene.World = way.World, way.World // going back creates a new world
			var err error
			if pix, err = f.frame(ctx, s, takes, pix, true); err != nil {
				return err
			}
			progress.Of(batch.Progress{Done: float64(k+1) / float64(frames), About: fmt.Sprintf("%d of %d pictures", k+1,
				frames)})
		}
		return nil
	})
	return err
}

// framesOf returns the number of frames of the video.
func framesOf(samples []remember.ViewSample, fps float64) int {
	return max(1, int(math.Round(samples[len(samples)-1].At*fps)))
}

// sampleAt returns what was seen at a time of the video [s]: the view, the track of the run, and the time on this
// track [s].
func sampleAt(samples []remember.ViewSample, at float64) (v view.View, track int, time float64) {
	i := 0
	for i+1 < len(samples) && samples[i+1].At <= at {
		i++
	}
	a := &samples[i]
	v, track, time = a.View, a.Track, a.Run.Time
	if i+1 == len(samples) || at <= a.At {
		return v, track, time
	}
	b := &samples[i+1]
	share := (at - a.At) / (b.At - a.At)
	if b.View.Camera.Ortho == v.Camera.Ortho {
		v.Camera = between(v.Camera, b.View.Camera, float32(share))
	}
	if b.Track == track && b.Run.Time > time {
		time += share * (b.Run.Time - time)
	}
	return v, track, time
}

// goAlong goes to the first step of a track at or after a time [s].
func goAlong(ctx context.Context, way *replayer.Replayer, track int, time float64) error {
	now, _ := way.Now()
	jump := now.ID != track
	if late := way.World.Clock().Time - time; !jump && late >= 0 && late < way.World.Clock().Dt {
		return nil // the world is at that step already
	}
	if jump {
		if err := way.Choose(track); err != nil {
			return err
		}
	}
	to := bridge.Moment{Step: math.MaxInt64, Time: time}
	left, err := way.Go(to, jump, way.World.Params().Workers)
	if err != nil {
		return err
	}
	if left != nil {
		left.Close()
	}
	return way.Advance(to, func() error { return batch.Interrupted(ctx) })
}
