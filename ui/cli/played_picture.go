//go:build !headless

package cli

import (
	"errors"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/playback"
	"example.org/tumble/sim/source"
)

// playedStudio opens what draws the moments of dumps.
func playedStudio(p *pictureFlags, b *besideFlags, r *playback.Run) (*studio, error) {
	return openStudio(p, b, source.SceneOf(r))
}

// refuseWorlds refuses worlds side by side: dumps are of one. Views of it are.
func (b *besideFlags) refuseWorlds(command string) error {
	if b.worlds() > 1 || b.fork > 0 {
		return &usageError{command, command + ": dumps are of one world: --beside takes views alone"}
	}
	return nil
}

// shotPlayed draws the last moments at or before times, or the last one.
func (o *shotFlags) shotPlayed(c *call, name, output string) error {
	if err := errors.Join(o.refusePlayed("shot", o.flags), o.refuseWorlds("shot")); err != nil {
		return err
	}
	r, err := o.play.open(c, name)
	if err != nil {
		return err
	}
	moments, err := o.momentsOf(r)
	if err != nil {
		return err
	}
	s, err := playedStudio(&o.pictureFlags, &o.besideFlags, r)
	if err != nil {
		return err
	}
	defer s.close()
	for _, k := range moments {
		if err := s.showPlayed(c, r, k); err != nil {
			return err
		}
		if len(moments) > 1 {
			if err := s.keep(r.Times[k]); err != nil {
				return err
			}
		}
	}
	return o.give(c, s, output)
}

// momentsOf returns which moments the picture shows.
func (o *shotFlags) momentsOf(r *playback.Run) (list []int, err error) {
	if len(o.at) == 0 {
		return []int{r.Len() - 1}, nil
	}
	for _, at := range o.at {
		err = errors.Join(err, within(r, "--at", at))
		list = append(list, r.Nearest(at))
	}
	return list, err
}

// showPlayed makes a moment the one that is drawn, after those of its trails.
func (s *studio) showPlayed(c *call, r *playback.Run, k int) error {
	from := k
	if s.view.Overlays&view.OverlayTrails != 0 {
		from = r.Nearest(r.Times[k] - trailTime)
	}
	return c.play(r, from, r.Times[k], func(m *playback.Moment) error {
		if s.worlds.moment = m; m.Index < k {
			return s.watchPlayed()
		}
		return lacking(m, &s.view)
	})
}

// watchPlayed takes the places of bodies for trails.
func (s *studio) watchPlayed() error {
	s.worlds.fill(&s.snapshot)
	return s.renderer.Watch(&s.snapshot, len(s.moments))
}

// recordPlayed makes a video of dumps. A frame shows the last moment at or before its time.
func (r *recordFlags) recordPlayed(c *call, name, output string) error {
	if err := errors.Join(r.refusePlayed("record", r.pictureFlags.flags), r.refuseWorlds("record"),
		r.refuseEye()); err != nil {
		return err
	}
	from, err := r.play.open(c, name)
	if err != nil {
		return err
	}
	begin, until, err := r.stretch(from)
	if err != nil {
		return err
	}
	takes, err := r.takes(source.SceneOf(from), output)
	if err != nil {
		return err
	}
	r.view.KeepScales = true
	s, err := playedStudio(&r.pictureFlags, &r.besideFlags, from)
	if err != nil {
		return err
	}
	defer s.close()
	if err := r.openTakes(c, s, takes); err != nil {
		return err
	}
	return r.finish(c, s, takes, r.filmPlayed(c, s, from, begin, until, takes))
}

// refuseEye refuses what dumps, whose moments are drawn once, do not have.
func (r *recordFlags) refuseEye() error {
	if r.turn != 0 || r.still > 0 || r.blur > 0 || r.look.path != nil {
		return &usageError{"record", "record: --turn, --still, --blur and paths in --view are for scenes: each moment of " +
			"dumps is drawn once"}
	}
	return nil
}

// stretch returns from when to when the video goes [s].
func (r *recordFlags) stretch(from *playback.Run) (begin, until float64, err error) {
	begin, until = max(from.Times[0], r.from), from.Times[from.Len()-1]
	if r.until > 0 {
		until = r.until
	}
	return begin, until, errors.Join(within(from, "--from", begin), within(from, "--until", until))
}

// filmPlayed draws each moment once, as often as frames show it.
func (r *recordFlags) filmPlayed(c *call, s *studio, from *playback.Run, begin, until float64, takes []take) error {
	pix, frame := []byte(nil), 0
	at := func() float64 { return begin + float64(frame)*r.speed/r.fps }
	return c.play(from, from.Nearest(begin), until, func(m *playback.Moment) (err error) {
		if at() <= until && from.Nearest(at()) != m.Index { // no frame shows it; trails do
			s.worlds.moment = m
			return s.watchPlayed()
		}
		s.worlds.moment = m
		if err := lacking(m, &s.view); err != nil {
			return err
		}
		for drawn := false; at() <= until*(1+1e-12) && from.Nearest(at()) == m.Index; frame++ {
			if drawn {
				err = takes[0].out.Write(pix)
			} else {
				pix, err = r.frame(s, takes, pix, true)
			}
			if drawn = true; err != nil {
				return err
			}
		}
		return nil
	})
}
