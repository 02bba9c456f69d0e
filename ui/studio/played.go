//go:build !headless

package studio

import (
	"cmp"
	"context"
	"fmt"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/playback"
)

// Play draws dumps of another program as Make draws a scene. It shows the last moments at or before the times of
// At.
func (o Shot) Play(ctx context.Context, r *playback.Run, progress batch.ProgressFunc) (Result, error) {
	if err := o.dress(); err != nil {
		return Result{}, err
	}
	moments, err := o.momentsOf(r)
	if err != nil {
		return Result{}, err
	}
	s, err := open(o.Options, &o.Comparison, batch.SceneOf(r))
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	for _, k := range moments {
		if err := s.showPlayed(ctx, r, k, progress); err != nil {
			return Result{}, err
		}
		if len(moments) > 1 {
			if err := s.keep(r.Times[k]); err != nil {
				return Result{}, err
			}
		}
	}
	return s.save(ctx, &o.Print, o.Output)
}

// momentsOf returns the indices of the moments that the picture shows.
func (o *Shot) momentsOf(r *playback.Run) (list []int, err error) {
	if len(o.At) == 0 {
		return []int{r.Len() - 1}, nil
	}
	for _, at := range o.At {
		if err := batch.Within(r, at); err != nil {
			return nil, about("at", err)
		}
		list = append(list, r.Nearest(at))
	}
	return list, nil
}

// showPlayed prepares a moment for drawing. Before it, it reads the earlier moments that the trails need.
func (s *studio) showPlayed(ctx context.Context, r *playback.Run, k int, progress batch.ProgressFunc) error {
	from := k
	if s.view.Overlays&view.OverlayTrails != 0 {
		from = r.Nearest(r.Times[k] - trailTime)
	}
	return batch.Play(ctx, r, from, r.Times[k], progress, func(m *playback.Moment) error {
		if s.worlds.moment = m; m.Index < k {
			return s.watchPlayed()
		}
		return checkShown(m.Missing, &s.view)
	})
}

// watchPlayed adds the present positions of the bodies to the trails.
func (s *studio) watchPlayed() error {
	s.worlds.fill(&s.snapshot)
	return s.renderer.Watch(&s.snapshot, len(s.moments))
}

// checkShown returns an error if the view shows something that is missing.
func checkShown(missing bridge.Missing, v *view.View) error {
	if why := missing.Reason(v.Quantity().Needs); why != "" {
		return about("color-by", fmt.Errorf("%s: %s", v.Quantity().Name, why))
	}
	for _, o := range overlay.Choices() {
		if !o.Shown(v) {
			continue
		}
		if why := missing.Reason(o.Needs); why != "" {
			return about("overlays", fmt.Errorf("%s: %s", o.Name, why))
		}
	}
	return nil
}

// Play films dumps of another program as Make films a scene. A frame shows the last moment at or before its time.
// Each moment is drawn once, so that Hold, Turn, Path and Blur have no effect.
func (f Film) Play(ctx context.Context, from *playback.Run, progress batch.ProgressFunc) ([]Result, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	f.settle()
	f.Blur = 0
	begin, until, err := f.stretch(from)
	if err != nil {
		return nil, err
	}
	sc := batch.SceneOf(from)
	takes, err := f.recordings(sc)
	if err != nil {
		return nil, err
	}
	return f.shoot(ctx, takes, []run.Scene{sc}, func(s *studio) error {
		return f.filmPlayed(ctx, s, from, begin, until, takes, progress)
	})
}

// stretch returns the times at which the video begins and ends [s].
func (f *Film) stretch(from *playback.Run) (begin, until float64, err error) {
	begin, until = max(from.Times[0], f.From), from.Times[from.Len()-1]
	if f.Until > 0 {
		until = f.Until
	}
	return begin, until, cmp.Or(about("from", batch.Within(from, begin)), about("until", batch.Within(from, until)))
}

// filmPlayed draws each moment once, and writes the picture as often as frames show the moment.
func (f *Film) filmPlayed(ctx context.Context, s *studio, from *playback.Run, begin, until float64, takes []recording,
	progress batch.ProgressFunc) error {
	pix, frame := []byte(nil), 0
	at := func() float64 { return begin + float64(frame)*f.Speed/f.FPS }
	return batch.Play(ctx, from, from.Nearest(begin), until, progress, func(m *playback.Moment) (err error) {
		if at() <= until && from.Nearest(at()) != m.Index { // no frame shows this moment, but trails do
			s.worlds.moment = m
			return s.watchPlayed()
		}
		s.worlds.moment = m
		if err := checkShown(m.Missing, &s.view); err != nil {
			return err
		}
		for drawn := false; at() <= until*(1+1e-12) && from.Nearest(at()) == m.Index; frame++ {
			if drawn {
				err = takes[0].out.Write(pix)
			} else {
				pix, err = f.frame(ctx, s, takes, pix, true)
			}
			if drawn = true; err != nil {
				return err
			}
		}
		return nil
	})
}
