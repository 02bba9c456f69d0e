package run

import (
	"context"
	"errors"
	"io"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
)

// Contract: a scene is saved as it is when the command comes, and the person is told where
// it is or why it is not.
func TestSaveScene(t *testing.T) {
	load := loadPile(t)
	first, err := load("pile", 1)
	if err != nil {
		t.Fatal(err)
	}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 8)
	runner := New(first, load, feed, commands)
	saved := -1.0
	runner.SaveWith(func(s Scene, path string) (string, error) {
		if path == "full" {
			return "", errors.New("the disk is full")
		}
		var now bridge.Snapshot
		s.World.Fill(&now)
		saved = now.Params.Damping
		return "", nil
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		runner.Run(ctx)
		close(done)
	}()
	commands <- bridge.Number("damping", 0.25)
	commands <- bridge.SaveScene{Path: "edited.yaml"}
	commands <- bridge.Number("damping", 0.5)
	commands <- bridge.SaveScene{Path: "full"}
	told := await(t, feed, nil, "the notices", func(s *bridge.Snapshot) bool { return len(s.Notices) > 1 }).Notices
	if n := told[0]; n.Level != bridge.Info || n.Text != "scene saved as edited.yaml" {
		t.Errorf("told %+v", n)
	}
	if n := told[1]; n.Level != bridge.Refused || n.Text != "the scene is not saved: the disk is full" {
		t.Errorf("told %+v", n)
	}
	cancel()
	<-done
	if saved != 0.25 {
		t.Errorf("saved with damping %g, want that of the moment, 0.25", saved)
	}
}

// Contract: a run that is asked for is given as it is at the command, with what was edited in it, and a moment alone;
// who cannot have it hears why, also from a simulation that fails meanwhile. Each is answered once.
func TestGiveRun(t *testing.T) {
	r := atRest(t)
	asked := func(moment bool) bridge.Answer {
		t.Helper()
		ticket, answer := r.feed.Ask()
		r.guard(func() { r.apply(bridge.GiveRun{Ticket: ticket, Moment: moment}) })
		select {
		case a := <-answer:
			return a
		default:
			t.Fatal("no answer")
			return bridge.Answer{}
		}
	}
	if a := asked(false); a.Err == nil {
		t.Error("given, though nothing writes runs")
	}
	r.SaveRunsWith(func(to io.Writer, s Scene, tracks []runfile.Track, present int, picture string) error {
		w := runfile.NewWriter(to, s.Name)
		if tracks == nil {
			w.KeyFrame(runfile.Hash{Moment: r.moment(), Hash: s.World.Hash()}, 0, s.World.Checkpoint())
			return w.Err()
		}
		w.WriteTracks(tracks, present)
		return w.Err()
	})
	passed(r, 150, nil)
	r.apply(bridge.Number("damping", 0.4))
	passed(r, 150, nil)
	for _, moment := range []bool{false, true} {
		a := asked(moment)
		file, err := runfile.Parse(a.Run)
		if err != nil || a.Err != nil {
			t.Fatal(err, a.Err)
		}
		on, begin, commands := file.On(), int64(0), 1
		if moment {
			begin, commands = 300, 0
		}
		if on.Begin.Step != begin || on.Last().Step != 300 || on.Last().Hash != r.scene.World.Hash() ||
			len(on.Commands) != commands {
			t.Errorf("moment %v: from step %d to %+v, with %d commands", moment, on.Begin.Step, on.Last(), len(on.Commands))
		}
	}
	r.SaveRunsWith(func(io.Writer, Scene, []runfile.Track, int, string) error { panic("a fault") })
	if a := asked(false); a.Err == nil || a.Run != nil {
		t.Error("given by a simulation that failed")
	}
	r.feed.Answer(1, bridge.Answer{}) // which has its answer
}
