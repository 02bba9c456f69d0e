package run_test

import (
	"context"
	"fmt"
	"time"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// A window, or any other reader, looks at snapshots while the world runs in a goroutine of its own.
func ExampleNew() {
	load := func(name string, seed uint64) (run.Scene, error) { return scene.Load(name, scene.Options{Seed: seed}) }
	first, err := load("capsule-on-wall", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 8)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		run.New(first, load, feed, commands).Run(ctx)
		close(ended)
	}()
	commands <- bridge.Pause{}
	commands <- bridge.StepOnce{N: 10}
	var s *bridge.Snapshot
	for s == nil || s.Applied < 2 || s.Step < 10 {
		time.Sleep(time.Millisecond)
		s = feed.Latest(s)
	}
	fmt.Println(s.Scene, "has", len(s.Bodies), "bodies")
	stop()
	<-ended
	// Output: capsule-on-wall has 2 bodies
}
