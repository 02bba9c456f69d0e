package pacing

import (
	"slices"
	"testing"
	"time"

	"example.org/tumble/render/view"
)

// The simulation gets its share of the processor: on software GL a picture of 60 ms is
// drawn at most every 75 ms while it runs, and as often as may be while it stands; one of
// 35 ms still makes 20 a second.
func TestPacing(t *testing.T) {
	p := Pacer{Software: true}
	p.Cost[Good], p.Cost[Fast] = 60*time.Millisecond, 12*time.Millisecond
	if got := p.interval(view.Good, Work{Running: true}); got < 74*time.Millisecond || got > 76*time.Millisecond {
		t.Errorf("running: got %v, want 75 ms", got)
	}
	if got := p.interval(view.Good, Work{}); got != FastFrame {
		t.Errorf("standing: got %v, want %v", got, FastFrame)
	}
	if p.Rung(view.Good, Work{Moving: true}) != Fast || p.Rung(view.Good, Work{}) != Good {
		t.Error("a moving camera gets fast pictures, a resting one the wanted")
	}
	if got := p.interval(view.Good, Work{Running: true, Moving: true}); got != slowFrame {
		t.Errorf("moving: got %v, want %v", got, slowFrame)
	}
	p.Cost[Good] = 35 * time.Millisecond
	if got := p.interval(view.Good, Work{Running: true}); got != steady {
		t.Errorf("running, with pictures of 35 ms: got %v, want %v", got, steady)
	}
	p.Cost[Good] = 12 * time.Millisecond
	if got := p.interval(view.Good, Work{Running: true, Behind: true}); got != behindFrame {
		t.Errorf("running behind, with pictures of 12 ms: got %v, want %v", got, behindFrame)
	}
	p.Software = false
	if p.Rung(view.Good, Work{Moving: true}) != Good {
		t.Error("a GPU draws as wanted")
	}
}

// Where each picture begins a little late there are still as many as there should be; one that is much too late makes
// the next one wait for its whole interval.
func TestLatePicturesDoNotAddUp(t *testing.T) {
	p, w := Pacer{Software: true}, Work{Running: true, Behind: true}
	p.Cost[Good] = 12 * time.Millisecond
	begin := time.Now()
	now, count := begin, 0
	for ; now.Sub(begin) < 10*time.Second; count++ {
		left, _ := p.Due(view.Good, now, w)
		now = now.Add(max(left, 0) + 3*time.Millisecond)
		p.AddPicture(Good, now, 12*time.Millisecond)
	}
	if count < 239 || count > 241 {
		t.Errorf("%d pictures in ten seconds, each begun 3 ms late; want 24 a second", count)
	}
	now = now.Add(time.Second)
	p.Due(view.Good, now, w)
	p.Begin(now)
	if left, _ := p.Due(view.Good, now, w); left != behindFrame {
		t.Errorf("after a picture a second late the next one comes %v later, want %v", left, behindFrame)
	}
}

// A simulation that was too slow counts as such until it has kept up for some seconds: else the pictures that it gains
// by keeping up would make it too slow again.
func TestBehindUntilItKeepsUpForLong(t *testing.T) {
	var p Pacer
	now := time.Now()
	for _, c := range []struct {
		after        time.Duration
		speed, asked float64
		want         bool
	}{
		{0, 1, 1, false}, {0, 0.995, 1, false}, {time.Second, 0.98, 1, true}, {time.Second, 1, 1, true},
		{time.Second, 1, 1, true}, {2 * time.Second, 1, 1, false}, {0, 0.25, 0.25, false}, {0, 5, 0, true},
	} {
		now = now.Add(c.after)
		if got := p.Behind(c.speed, c.asked, now); got != c.want {
			t.Errorf("speed %g of %g: behind %v, want %v", c.speed, c.asked, got, c.want)
		}
	}
}

// Pictures that others of the machine hold up do not count: with every third one at its
// own pace, the rate stays near what that pace allows.
func TestPacingFollowsQuickPictures(t *testing.T) {
	p := Pacer{Software: true}
	for i := 0; i < 300; i++ {
		d := 200 * time.Millisecond
		if i%3 == 0 {
			d = 30 * time.Millisecond
		}
		p.AddPicture(Good, time.Time{}, d)
	}
	if got := p.Cost[Good]; got > 50*time.Millisecond {
		t.Errorf("cost %v of pictures that take 30 ms when nothing is in their way", got)
	}
	for i := 0; i < 100; i++ {
		p.AddPicture(Good, time.Time{}, 200*time.Millisecond)
	}
	if got := p.Cost[Good]; got < 180*time.Millisecond {
		t.Errorf("cost %v after a hundred pictures of 200 ms", got)
	}
}

// Pictures that take much too long give up one thing after the other while the simulation runs,
// shadows first and resolution last, get it back when there is time for it, and are as wanted
// whenever it rests; a cost that wavers by a third changes nothing.
// The times are those of the first pictures of all with the software renderer of Mesa, whose cache of programs was
// empty.
func TestFirstPicturesAreNoMeasure(t *testing.T) {
	const ms = time.Millisecond
	p := Pacer{Software: true}
	for i, d := range []time.Duration{801 * ms, 222 * ms, 12 * ms, 13 * ms, 12 * ms} {
		p.AddPicture(Good, time.Time{}, d)
		if r := p.Rung(view.Good, Work{Running: true}); r != Good {
			t.Errorf("rung %d after picture %d, which took %v", r, i, d)
		}
	}
	if got := p.Cost[Good]; got > 13*ms {
		t.Errorf("cost %v of pictures that take 12 ms", got)
	}
}

func TestPlainPicturesWhileTooDear(t *testing.T) {
	p := Pacer{Software: true}
	running := Work{Running: true}
	parts := [numRungs]float64{16, 1, 0.7, 0.45, 0.3, 0.2}
	var seen []Rung
	draw := func(n int, good time.Duration) Rung {
		seen = seen[:0]
		for range n {
			r := p.Rung(view.Good, running)
			if len(seen) == 0 || seen[len(seen)-1] != r {
				seen = append(seen, r)
			}
			p.AddPicture(r, time.Time{}, time.Duration(float64(good)*parts[r]))
		}
		return p.Rung(view.Good, running)
	}
	const ms = time.Millisecond
	if draw(50, 60*ms) != Good {
		t.Error("pictures of 60 ms became plain")
	}
	if r := draw(900, 400*ms); r != Half || !slices.Equal(seen, []Rung{1, 2, 3, 4, 5}) {
		t.Errorf("pictures of 400 ms came to rung %d by way of %v", r, seen)
	}
	if p.Rung(view.Good, Work{}) != Good || p.Rung(view.Best, Work{}) != Best {
		t.Error("pictures of what rests are not as wanted")
	}
	if p.Rung(view.Good, Work{Moving: true}) < Fast {
		t.Error("a camera that is moved gets finer pictures than there is time for")
	}
	if r := draw(400, 260*ms); r != Half {
		t.Errorf("rung %d though ¾ of the resolution would take 78 ms", r)
	}
	if r := draw(400, 120*ms); r != ThreeQuarters {
		t.Errorf("rung %d though only ¾ of the resolution can be had in less than 40 ms", r)
	}
	if draw(50, 30*ms) != Good {
		t.Error("not good again though they would take 30 ms")
	}
	if draw(900, 60*ms) != Good || len(seen) != 1 {
		t.Errorf("pictures of 60 ms waver between %v", seen)
	}
}

// While a person moves the camera pictures give up resolution as soon as there are fewer than two dozen a second.
func TestMovingCameraIsFluid(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		fast, threeQuarters time.Duration
		want                Rung
	}{{0, 0, Fast}, {38 * ms, 0, Fast}, {50 * ms, 0, ThreeQuarters}, {90 * ms, 39 * ms, ThreeQuarters},
		{90 * ms, 50 * ms, Half}} {
		p := Pacer{Software: true}
		p.Cost = [numRungs]time.Duration{Good: 200 * ms, Fast: c.fast, ThreeQuarters: c.threeQuarters}
		if got := p.Rung(view.Good, Work{Moving: true}); got != c.want {
			t.Errorf("with pictures of %v and %v: rung %d, want %d", c.fast, c.threeQuarters, got, c.want)
		}
		if got := p.Rung(view.Good, Work{}); got != Good {
			t.Errorf("with pictures of %v the camera that rests gets rung %d", c.fast, got)
		}
		if !p.InParts(Good, Work{}) || p.InParts(Good, Work{Moving: true}) {
			t.Error("pictures of 200 ms are drawn at once while the camera rests, or in parts while it moves")
		}
	}
	p := Pacer{Software: true, Cost: [numRungs]time.Duration{Half: time.Second}}
	if !p.InParts(Half, Work{Moving: true}) {
		t.Error("a picture of a second is drawn at once")
	}
}
