package run

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: a stretch has the speed that was asked for it, in the window and in videos, whose frames lie as much nearer
// to each other there; what was filmed is noted on the track.
func TestSlowMotionOfAStretch(t *testing.T) {
	r := atRest(t)
	r.apply(bridge.SetSlow{Begin: 0.02, End: 0.04, Speed: 0.1})
	r.apply(bridge.SetSlow{Begin: 3, End: 4}) // refused
	r.apply(bridge.StartRecording{FPS: 200, Speed: 1})
	var times []float64
	for r.scene.World.Clock().Time < 0.06 {
		now := r.scene.World.Clock().Time
		if want := r.scene.Slow.At(now, 1); (want == 0.1) != (now >= 0.02 && now < 0.04) || r.asked() != want {
			t.Fatalf("at %g s the speed is %g, and %g is asked", now, want, r.asked())
		}
		if r.controls.Recording.Due(now) {
			times = append(times, now)
			r.controls.Recording.Delivered(now)
			r.history.Filmed(bridge.Film{Begin: r.controls.Recording.First, End: now})
		}
		r.step()
	}
	within := 0
	for _, at := range times {
		if at >= 0.02 && at < 0.04 {
			within++
		}
	}
	if within < 38 || within > 42 || len(times)-within < 7 || len(times)-within > 9 {
		t.Errorf("%d frames, of them %d in the stretch", len(times), within)
	}
	r.apply(bridge.StopRecording{})
	var line bridge.Timeline
	if r.history.Fill(&line); len(line.Films) != 1 || line.Films[0].End != times[len(times)-1] {
		t.Errorf("filmed were %v", line.Films)
	}
}
