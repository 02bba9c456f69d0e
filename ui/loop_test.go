package ui

import (
	"testing"
	"time"
)

// A window never waits for a negative time, on which GLFW panics: what lay ahead when it was
// looked at may be past a moment later.
func TestWaitIsNeverNegative(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		nap  nap
		want time.Duration
	}{
		{nap{picture: idlePoll, panels: idlePoll}, 25 * ms},
		{nap{picture: time.Hour, panels: time.Hour}, 25 * ms},
		{nap{picture: 10 * ms, panels: 20 * ms}, 10 * ms},
		{nap{picture: 10 * ms, panels: 5 * ms}, 5 * ms},
		{nap{picture: 10 * ms, panels: -1}, 0},
		{nap{picture: -time.Hour, panels: idlePoll}, 0},
		{nap{picture: 10 * ms, panels: idlePoll, recording: true}, 2 * ms},
		{nap{picture: -ms, panels: -ms, recording: true}, 0},
	} {
		if got := c.nap.most(); got != c.want.Seconds() {
			t.Errorf("%+v: waits %g s, want %v", c.nap, got, c.want)
		}
	}
}
