package history

import (
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
)

// Follow makes something be read along the tracks; what was read of another thing of its kind is forgotten. Series of
// it are not looked at, and without columns nothing is read.
func (h *History) Follow(of bridge.SeriesOf, f bridge.Followed) {
	f.Series = nil
	h.followed[of] = f
	for _, t := range h.tracks {
		t.followed[of] = bridge.Series{Columns: f.Columns, Every: t.series.Every}
	}
}

// Followed returns what is read of a kind along the tracks, without series; nothing has no columns.
func (h *History) Followed(of bridge.SeriesOf) *bridge.Followed { return &h.followed[of] }

// FollowedSeries returns what was read of it along the present track.
func (h *History) FollowedSeries(of bridge.SeriesOf) *bridge.Series { return &h.now.followed[of] }

// SampledFollowed notes what was read of it where the world is.
func (h *History) SampledFollowed(of bridge.SeriesOf, m bridge.Sample) {
	series.Add(&h.now.followed[of], m)
}

// fillFollowed tells what was read beside the world.
func (h *History) fillFollowed(t *bridge.Timeline) {
	for of := range h.followed {
		list := t.Followed[of].Series[:0]
		t.Followed[of] = h.followed[of]
		for _, track := range h.tracks {
			if h.followed[of].Columns != nil {
				list = append(list, track.followed[of])
			}
		}
		t.Followed[of].Series = list
	}
}
