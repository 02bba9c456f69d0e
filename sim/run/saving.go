package run

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
)

// Saver writes a scene, with what was edited in its world, as a scene file. The note is what
// a person should know of it; empty if there is nothing.
type Saver func(s Scene, path string) (note string, err error)

// SeriesSaver writes what was read along a run as a table.
type SeriesSaver func(path string, s *bridge.Series, o Origin) error

// SaveSeriesWith says how that is written, before Run; without it it is not.
func (r *Runner) SaveSeriesWith(s SeriesSaver) { r.seriesSaver = s }

// saveSeries writes what charts have read along the present track, and, as other tables do, the end of it where the
// world is there.
func (r *Runner) saveSeries(c bridge.SaveSeries) {
	if r.seriesSaver == nil {
		r.say(bridge.Refused, "save", "this program cannot save tables")
		return
	}
	r.finishSeek()
	s, read := *r.history.Series(), func() (bridge.Sample, bool) { return r.sampled(), true }
	if c.Of != bridge.OfWorld {
		s, read = *r.history.FollowedSeries(c.Of), func() (bridge.Sample, bool) { return r.followedNow(c.Of) }
	}
	if s.Columns == nil {
		r.say(bridge.Refused, "save", "nothing was chosen of which there is a table")
		return
	}
	if now := r.moment(); now.Step == r.history.Until().Step {
		if i, found := s.At(now.Step); !found && i == len(s.Samples) {
			if m, there := read(); there {
				s.Samples = append(slices.Clip(s.Samples), m)
			}
		}
	}
	r.writeSeries(c.Path, &s)
}

// writeSeries writes a table and tells where it is.
func (r *Runner) writeSeries(path string, s *bridge.Series) {
	if err := r.seriesSaver(path, s, r.scene.Origin()); err != nil {
		r.say(bridge.Refused, "save", "the table is not saved: %v", err)
		return
	}
	r.say(bridge.Info, "", "table saved as %s", path)
}

// SaveWith says how scenes are saved, before Run; without it they are not.
func (r *Runner) SaveWith(s Saver) { r.saver = s }

// saveScene writes the scene as it has been edited, and tells where it is.
func (r *Runner) saveScene(c bridge.SaveScene) {
	if r.saver == nil {
		r.say(bridge.Refused, "save", "this program cannot save scenes")
		return
	}
	note, err := r.saver(r.scene, c.Path)
	if err != nil {
		r.say(bridge.Refused, "save", "the scene is not saved: %v", err)
		return
	}
	if note != "" {
		note = "; " + note
	}
	r.say(bridge.Info, "", "scene saved as %s%s", c.Path, note)
}
