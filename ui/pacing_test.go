package ui

import (
	"slices"
	"testing"
	"time"

	"example.org/tumble/render/view"
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
	p.cost[rungGood], p.cost[rungFast] = 60*time.Millisecond, 12*time.Millisecond
	if got := p.interval(view.Good, work{running: true}); got < 74*time.Millisecond || got > 76*time.Millisecond {
		t.Errorf("running: got %v, want 75 ms", got)
	}
	if got := p.interval(view.Good, work{}); got != fastFrame {
		t.Errorf("standing: got %v, want %v", got, fastFrame)
	}
	if p.rung(view.Good, work{moving: true}) != rungFast || p.rung(view.Good, work{}) != rungGood {
		t.Error("a moving camera gets fast pictures, a resting one the wanted")
	}
	if got := p.interval(view.Good, work{running: true, moving: true}); got != slowFrame {
		t.Errorf("moving: got %v, want %v", got, slowFrame)
	}
	p.cost[rungGood] = 35 * time.Millisecond
	if got := p.interval(view.Good, work{running: true}); got != steady {
		t.Errorf("running, with pictures of 35 ms: got %v, want %v", got, steady)
	}
	p.cost[rungGood] = 12 * time.Millisecond
	if got := p.interval(view.Good, work{running: true, behind: true}); got != behindFrame {
		t.Errorf("running behind, with pictures of 12 ms: got %v, want %v", got, behindFrame)
	}
	p.software = false
	if p.rung(view.Good, work{moving: true}) != rungGood {
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
		p.drew(rungGood, time.Time{}, d)
	}
	if got := p.cost[rungGood]; got > 50*time.Millisecond {
		t.Errorf("cost %v of pictures that take 30 ms when nothing is in their way", got)
	}
	for i := 0; i < 100; i++ {
		p.drew(rungGood, time.Time{}, 200*time.Millisecond)
	}
	if got := p.cost[rungGood]; got < 180*time.Millisecond {
		t.Errorf("cost %v after a hundred pictures of 200 ms", got)
	}
}

// Pictures that take much too long give up one thing after the other while the simulation runs,
// shadows first and resolution last, get it back when there is time for it, and are as wanted
// whenever it rests; a cost that wavers by a third changes nothing.
func TestPlainPicturesWhileTooDear(t *testing.T) {
	p := pacer{software: true}
	running := work{running: true}
	parts := [numRungs]float64{16, 1, 0.7, 0.45, 0.3, 0.2}
	var seen []rung
	draw := func(n int, good time.Duration) rung {
		seen = seen[:0]
		for range n {
			r := p.rung(view.Good, running)
			if len(seen) == 0 || seen[len(seen)-1] != r {
				seen = append(seen, r)
			}
			p.drew(r, time.Time{}, time.Duration(float64(good)*parts[r]))
		}
		return p.rung(view.Good, running)
	}
	const ms = time.Millisecond
	if draw(50, 60*ms) != rungGood {
		t.Error("pictures of 60 ms became plain")
	}
	if r := draw(900, 400*ms); r != rungHalf || !slices.Equal(seen, []rung{1, 2, 3, 4, 5}) {
		t.Errorf("pictures of 400 ms came to rung %d by way of %v", r, seen)
	}
	if p.rung(view.Good, work{}) != rungGood || p.rung(view.Best, work{}) != rungBest {
		t.Error("pictures of what rests are not as wanted")
	}
	if p.rung(view.Good, work{moving: true}) < rungFast {
		t.Error("a camera that is moved gets finer pictures than there is time for")
	}
	if r := draw(400, 260*ms); r != rungHalf {
		t.Errorf("rung %d though ¾ of the resolution would take 78 ms", r)
	}
	if r := draw(400, 120*ms); r != rungThreeQuarters {
		t.Errorf("rung %d though only ¾ of the resolution can be had in less than 40 ms", r)
	}
	if draw(50, 30*ms) != rungGood {
		t.Error("not good again though they would take 30 ms")
	}
	if draw(900, 60*ms) != rungGood || len(seen) != 1 {
		t.Errorf("pictures of 60 ms waver between %v", seen)
	}
}
