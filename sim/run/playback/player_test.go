package playback

import (
	"context"
	"math"
	"testing"
	"time"

	"example.org/tumble/sim/run/bridge"
)

// Contract: a player shows moments as they are asked for, says where they lie in the run, and refuses what would
// change it; what is opened in its place it hands on.
func TestPlayerGoesToMoments(t *testing.T) {
	r, err := Open("../../files/dump/testdata/liggghts", Options{TimeStep: 2e-5})
	if err != nil {
		t.Fatal(err)
	}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command)
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	left := make(chan *bridge.LoadScene, 1)
	player := NewPlayer(r, feed, commands, bridge.Counts{Seq: 40, Revision: 7, Applied: 3})
	go func() { left <- player.Run(ctx) }()
	applied := uint64(3)
	var s *bridge.Snapshot
	for _, c := range []struct {
		do   bridge.Command
		step int64
	}{
		{bridge.Pause{}, -1}, {bridge.Seek{Step: 1001}, 1500}, {bridge.StepOnce{N: 1}, 2000}, {bridge.StepBack{N: 3}, 500},
		{bridge.SeekTime{Time: 0.0799}, 3500}, {bridge.SeekTime{Time: 9}, 4000}, {bridge.Reset{}, 0},
		{bridge.StepOnce{N: 99}, 4000}, {bridge.SetLoop{Begin: 1, End: math.Inf(1)}, 4000},
		{bridge.SetSpeed{Factor: -1}, 4000},
		{bridge.StartRecording{FPS: 0, Speed: 1}, 4000}, {bridge.Number("damping", 0.1), 4000},
	} {
		commands <- c.do
		for applied++; s == nil || s.Applied < applied; s = feed.Latest(s) {
			if ctx.Err() != nil {
				t.Fatalf("%T was not applied", c.do)
			}
		}
		if c.step >= 0 && s.Step != c.step || !s.Paused || s.Revision != 8 || s.Seq <= 40 {
			t.Errorf("%+v: step %d, paused %v, revision %d, number %d", c.do, s.Step, s.Paused, s.Revision, s.Seq)
		}
	}
	if n := len(s.Notices); n != 4 || s.Notices[3].Text != bridge.WhyNoEdits || len(s.Timeline.Kept) != 9 ||
		s.Timeline.Loop != [2]float64{} || s.Speed != 1 || s.Recording ||
		s.Timeline.Tracks[0].Until.Step != 4000 {
		t.Errorf("%+v %+v", s.Notices, s.Timeline)
	}
	commands <- bridge.LoadScene{Name: "box"}
	if next := <-left; next == nil || next.Name != "box" || player.Counts().Applied != applied+1 {
		t.Errorf("%+v, %+v", next, player.Counts())
	}
}
