package run

import (
	"context"
	"errors"
	"testing"

	"example.org/tumble/sim/bridge"
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
