package ui

import (
	"testing"
	"time"

	"tumble/render/view"
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

// The simulation gets its share of the processor: on software GL a picture of 60 ms is
// drawn at most every 75 ms while it runs, and as often as may be while it stands; one of
// 35 ms still makes 20 a second.
func TestPacing(t *testing.T) {
	p := pacer{software: true}
	p.cost[view.Good], p.cost[view.Fast] = 60*time.Millisecond, 12*time.Millisecond
	if got := p.interval(view.Good, work{running: true}); got < 74*time.Millisecond || got > 76*time.Millisecond {
		t.Errorf("running: got %v, want 75 ms", got)
	}
	if got := p.interval(view.Good, work{}); got != fastFrame {
		t.Errorf("standing: got %v, want %v", got, fastFrame)
	}
	if p.quality(view.Good, work{moving: true}) != view.Fast || p.quality(view.Good, work{}) != view.Good {
		t.Error("a moving camera gets fast pictures, a resting one the wanted")
	}
	if got := p.interval(view.Good, work{running: true, moving: true}); got != slowFrame {
		t.Errorf("moving: got %v, want %v", got, slowFrame)
	}
	p.cost[view.Good] = 35 * time.Millisecond
	if got := p.interval(view.Good, work{running: true}); got != steady {
		t.Errorf("running, with pictures of 35 ms: got %v, want %v", got, steady)
	}
	p.cost[view.Good] = 12 * time.Millisecond
	if got := p.interval(view.Good, work{running: true, behind: true}); got != behindFrame {
		t.Errorf("running behind, with pictures of 12 ms: got %v, want %v", got, behindFrame)
	}
	p.software = false
	if p.quality(view.Good, work{moving: true}) != view.Good {
		t.Error("a GPU draws as wanted")
	}
}

// Pictures that others of the machine hold up do not count: with every third one at its
// own pace, the rate stays near what that pace allows.
func TestPacingFollowsQuickPictures(t *testing.T) {
	p := pacer{software: true}
	for i := 0; i < 300; i++ {
		d := 200 * time.Millisecond
		if i%3 == 0 {
			d = 30 * time.Millisecond
		}
		p.drew(view.Good, time.Time{}, d)
	}
	if got := p.cost[view.Good]; got > 50*time.Millisecond {
		t.Errorf("cost %v of pictures that take 30 ms when nothing is in their way", got)
	}
	for i := 0; i < 100; i++ {
		p.drew(view.Good, time.Time{}, 200*time.Millisecond)
	}
	if got := p.cost[view.Good]; got < 180*time.Millisecond {
		t.Errorf("cost %v after a hundred pictures of 200 ms", got)
	}
}

// Pictures that take much too long become plain while the simulation runs, good again when
// there is time for them, and are good whenever it rests; a cost that wavers by a third
// changes nothing.
func TestPlainPicturesWhileTooDear(t *testing.T) {
	p := pacer{software: true}
	running := work{running: true}
	draw := func(n int, good time.Duration) {
		for i := 0; i < n; i++ {
			q := p.quality(view.Good, running)
			d := good
			if q == view.Fast {
				d = good / 3
			}
			p.drew(q, time.Time{}, d)
		}
	}
	draw(50, 60*time.Millisecond)
	if p.quality(view.Good, running) != view.Good {
		t.Error("pictures of 60 ms became plain")
	}
	draw(400, 120*time.Millisecond)
	if p.quality(view.Good, running) != view.Fast || p.quality(view.Good, work{}) != view.Good {
		t.Error("good pictures of 120 ms are not replaced while the simulation runs, or are while it rests")
	}
	draw(400, 90*time.Millisecond)
	if p.quality(view.Good, running) != view.Fast {
		t.Error("good again though they would take 90 ms")
	}
	draw(50, 30*time.Millisecond)
	if p.quality(view.Good, running) != view.Good {
		t.Error("not good again though they would take 30 ms")
	}
}
