package run

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
)

// Saver writes a scene, with the edits in its world, as a scene file. The note is for the person; it is
// empty if there is nothing to say.
type Saver func(s Scene, path string) (note string, err error)

// SeriesSaver writes the samples of a run as a table.
type SeriesSaver func(path string, s *bridge.Series, o Origin) error

// SaveSeriesWith sets how series are saved, before Run; without it they cannot be saved.
func (r *Runner) SaveSeriesWith(s SeriesSaver) { r.seriesSaver = s }

// saveSeries writes the samples of charts along the present track. Like other tables it ends with the
// last moment, if the world is there.
func (r *Runner) saveSeries(c bridge.SaveSeries) {
	if r.seriesSaver == nil {
		r.notify(bridge.Refused, "save", "this program cannot save tables")
		return
	}
	r.finishSeek()
	s, read := *r.history.Series(), func() (bridge.Sample, bool) { return r.sampled(), true }
	if c.Of != bridge.OfWorld {
		s, read = *r.history.FollowedSeries(c.Of), func() (bridge.Sample, bool) { return r.followedNow(c.Of) }
	}
	if s.Columns == nil {
		r.notify(bridge.Refused, "save", "nothing was chosen of which there is a table")
		return
	}
	if now := r.moment(); now.Step == r.history.Until().Step {
		if i, found := s.At(now.Step); !found && i == len(s.Samples) {
			if m, ok := read(); ok {
				s.Samples = append(slices.Clip(s.Samples), m)
			}
		}
	}
	r.writeSeries(c.Path, &s)
}

// writeSeries writes a table and reports its path.
func (r *Runner) writeSeries(path string, s *bridge.Series) {
	if err := r.seriesSaver(path, s, r.scene.Origin()); err != nil {
		r.notify(bridge.Refused, "save", "the table is not saved: %v", err)
		return
	}
	r.notify(bridge.Info, "", "table saved as %s", path)
}

// SaveWith sets how scenes are saved, before Run; without it they cannot be saved.
func (r *Runner) SaveWith(s Saver) { r.saver = s }

// saveScene writes the scene with its edits, and reports the path.
func (r *Runner) saveScene(c bridge.SaveScene) {
	if r.saver == nil {
		r.notify(bridge.Refused, "save", "this program cannot save scenes")
		return
	}
	note, err := r.saver(r.scene, c.Path)
	if err != nil {
		r.notify(bridge.Refused, "save", "the scene is not saved: %v", err)
		return
	}
	if note != "" {
		note = "; " + note
	}
	r.notify(bridge.Info, "", "scene saved as %s%s", c.Path, note)
}
