package history

import (
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
)

// Follow chooses the thing of a kind that is sampled along the tracks, and removes the samples of the
// thing before. It ignores f.Series; without columns nothing is sampled.
func (h *History) Follow(of bridge.SeriesOf, f bridge.Followed) {
	f.Series = nil
	h.followed[of] = f
	for _, t := range h.tracks {
		t.followed[of] = bridge.Series{Columns: f.Columns, Every: t.series.Every}
	}
}

// Followed returns the followed thing of a kind, without its series; it has no columns if there is none.
func (h *History) Followed(of bridge.SeriesOf) *bridge.Followed { return &h.followed[of] }

// FollowedSeries returns its samples along the present track.
func (h *History) FollowedSeries(of bridge.SeriesOf) *bridge.Series { return &h.now.followed[of] }

// SampledFollowed records a sample of it at the present moment.
func (h *History) SampledFollowed(of bridge.SeriesOf, m bridge.Sample) {
	series.Add(&h.now.followed[of], m)
}

// fillFollowed copies the samples of followed things.
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
