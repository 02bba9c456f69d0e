package history

import (
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/series"
)

// Follow makes a body, given by its number, the one that is read along the tracks; what was read before is
// forgotten.
func (h *History) Follow(number int64, columns []bridge.Column) {
	h.followed = bridge.Followed{Body: number, Columns: columns}
	for _, t := range h.tracks {
		t.followed = bridge.Series{Columns: columns, Every: t.series.Every}
	}
}

// Followed returns the body that is read along the tracks; ok is false if none is.
func (h *History) Followed() (number int64, ok bool) {
	return h.followed.Body, h.followed.Columns != nil
}

// FollowedSeries returns what was read of that body along the present track.
func (h *History) FollowedSeries() *bridge.Series { return &h.now.followed }

// SampledBody notes what was read of that body where the world is.
func (h *History) SampledBody(m bridge.Sample) { series.Add(&h.now.followed, m) }

// fillFollowed tells what was read of the body.
func (h *History) fillFollowed(t *bridge.Timeline) {
	t.Followed.Body, t.Followed.Columns, t.Followed.Series = h.followed.Body, h.followed.Columns, t.Followed.Series[:0]
	for _, track := range h.tracks {
		if h.followed.Columns != nil {
			t.Followed.Series = append(t.Followed.Series, track.followed)
		}
	}
}
