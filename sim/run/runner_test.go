package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// loadPile is a Loader of small piles; the name "bad" fails, and "broken" panics.
func loadPile(t testing.TB) Loader {
	return func(name string, seed uint64) (Scene, error) {
		if name == "bad" {
			return Scene{}, fmt.Errorf("no such scene")
		}
		if name == "broken" {
			panic("broken loader")
		}
		w, err := sim.New(sim.Params{
			Gravity: vec.New(0, 0, -10), TimeStepSafety: 0.5, TimeStepEvery: 100, Seed: seed, Workers: 2,
		})
		if err != nil {
			return Scene{}, err
		}
		if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
			return Scene{}, err
		}
		add(t, w, floor)
		for i := range 8 {
			capsule := body.ShapeDef{Kind: shape.KindCapsule, Radius: 0.01, Shaft: 0.02}
			add(t, w, body.Def{
				Shapes: []body.ShapeDef{capsule}, Position: vec.New(0.001*float64(i), 0, 0.02+0.03*float64(i)),
			})
		}
		return Scene{World: w, Name: name}, nil
	}
}

var floor = body.Def{
	Name: "floor", Shapes: []body.ShapeDef{{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2, Sense: 1}}},
}

func add(t testing.TB, w *sim.World, d body.Def) {
	t.Helper()
	if _, err := w.Build().AddBody(d); err != nil {
		t.Fatal(err)
	}
}

// start runs a runner until the test ends.
func start(t testing.TB) (*bridge.Feed, chan bridge.Command) {
	load := loadPile(t)
	first, err := load("pile", 1)
	if err != nil {
		t.Fatal(err)
	}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 64)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		New(first, load, feed, commands).Run(ctx)
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return feed, commands
}

// await reads snapshots until one satisfies the condition.
func await(
	t *testing.T, feed *bridge.Feed, held *bridge.Snapshot, what string, ok func(*bridge.Snapshot) bool,
) *bridge.Snapshot {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if held = feed.Latest(held); held != nil && ok(held) {
			return held
		}
	}
	t.Fatalf("never saw: %s", what)
	return nil
}

// Contract: any sequence of commands at any time leaves both sides alive, loses no
// command, and snapshots only ever get newer. Run it with -race: it is the test of the
// two sides.
func TestRunnerSurvivesRandomCommands(t *testing.T) {
	feed, commands := start(t)
	r := rand.New(rand.NewPCG(1, 1))
	var held *bridge.Snapshot
	var sent, seq uint64
	takeFrame := func() {
		select {
		case f := <-feed.Frames:
			feed.ReturnFrame(f)
		default:
		}
	}
	for i := 0; i < 3000; i++ {
		select {
		case commands <- randomCommand(r):
			sent++
		default:
			time.Sleep(time.Millisecond)
		}
		takeFrame()
		if held = feed.Latest(held); held != nil {
			if held.Seq < seq || held.Applied > sent {
				t.Fatalf("snapshot %d after %d, %d commands applied of %d", held.Seq, seq, held.Applied, sent)
			}
			seq = held.Seq
		}
	}
	for _, c := range []bridge.Command{bridge.StopRecording{}, bridge.Pause{}, bridge.Reset{}} {
		commands <- c
		sent++
	}
	await(t, feed, held, "all commands applied", func(s *bridge.Snapshot) bool { takeFrame(); return s.Applied == sent })
}

func randomCommand(r *rand.Rand) bridge.Command {
	switch c := everyCommand[r.IntN(len(everyCommand))].(type) {
	case bridge.StepOnce:
		return bridge.StepOnce{N: r.IntN(20)}
	case bridge.LoadScene:
		return bridge.LoadScene{Name: []string{"pile", "bad"}[r.IntN(2)], Seed: r.Uint64()}
	case bridge.SetSpeed:
		return bridge.SetSpeed{Factor: 4*r.Float64() - 1}
	case bridge.SetWanted:
		return bridge.SetWanted{Wanted: bridge.Wanted{Contacts: r.IntN(2) == 0}}
	case bridge.Set:
		return randomSetting(r)
	case bridge.SetMaterial:
		m := law.Default
		m.TanPhi, m.Density = r.Float64()-0.1, 1000*r.Float64()
		return bridge.SetMaterial{Index: r.IntN(2), Material: m}
	case bridge.StartRecording:
		return bridge.StartRecording{FPS: 60, Speed: r.Float64()}
	default:
		return c
	}
}

// randomSetting returns an edit of any setting, to what a slider gives or beside it.
func randomSetting(r *rand.Rand) bridge.Edit {
	s := &setting.Table[r.IntN(len(setting.Table))]
	if s.IsWord() {
		list := s.Choices()
		return bridge.Word(s.Key, list[r.IntN(len(list))].Name)
	}
	var v setting.Value
	for i := range v.Numbers {
		v.Numbers[i] = s.Slider[0] + (1.2*r.Float64()-0.1)*(s.Slider[1]-s.Slider[0])
	}
	return bridge.Set{Key: s.Key, To: v}
}

// Contract: what a person edits is still there long after, through a reset too; a scene
// that cannot be loaded leaves the present one, and says why.
func TestEditsNeverRevert(t *testing.T) {
	feed, commands := start(t)
	commands <- bridge.SetSpeed{Factor: 0}
	commands <- bridge.Number("damping", 0.123)
	s := await(t, feed, nil, "the edit", func(s *bridge.Snapshot) bool { return s.Params.Damping == 0.123 })
	step := s.Step
	s = await(t, feed, s, "ten thousand steps", func(s *bridge.Snapshot) bool {
		return s.Step > step+10000 || s.Params.Damping != 0.123
	})
	if s.Params.Damping != 0.123 {
		t.Fatalf("damping reverted to %g", s.Params.Damping)
	}
	revision := s.Revision
	commands <- bridge.Reset{}
	s = await(t, feed, s, "the reset", func(s *bridge.Snapshot) bool { return s.Revision > revision })
	if s.Params.Damping != 0.123 {
		t.Errorf("damping after a reset: %g, want the edited 0.123", s.Params.Damping)
	}
	commands <- bridge.LoadScene{Name: "bad"}
	s = await(t, feed, s, "the refusal", func(s *bridge.Snapshot) bool {
		n := len(s.Notices)
		return n > 0 && s.Notices[n-1].Level == bridge.Refused && s.Notices[n-1].Field == "scene"
	})
	if s.Scene != "pile" {
		t.Errorf("scene after a failed load: %q, want the one before", s.Scene)
	}
}

// Contract: a paused world does not move, steps exactly as often as asked, and still
// answers.
func TestPauseAndSingleSteps(t *testing.T) {
	feed, commands := start(t)
	commands <- bridge.Pause{}
	s := await(t, feed, nil, "the pause", func(s *bridge.Snapshot) bool { return s.Paused })
	step := s.Step
	commands <- bridge.StepOnce{N: 3}
	s = await(t, feed, s, "three steps", func(s *bridge.Snapshot) bool { return s.Step != step })
	if s.Step != step+3 {
		t.Errorf("step %d after three single steps from %d", s.Step, step)
	}
	commands <- bridge.Vector("gravity", vec.New(1, 0, 0))
	s = await(t, feed, s, "an edit while paused", func(s *bridge.Snapshot) bool { return s.Params.Gravity.X == 1 })
	if s.Step != step+3 {
		t.Errorf("an edit moved a paused world")
	}
}

// Contract: a panic of the simulation never ends the program: the world stops with a fault that
// says what happened and where, and another scene can follow, even if nothing of the world is left
// that could be shown or closed. A panic of a loader leaves the present world alone.
func TestPanicBecomesFault(t *testing.T) {
	load := loadPile(t)
	for _, c := range []struct {
		name  string
		spoil func(*sim.World)
		where string
	}{
		{"in a step", func(w *sim.World) { *w = sim.World{} }, "sim/"},
		{"in a watcher", func(w *sim.World) { panic("spoilt") }, "sim/run/runner_test.go:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, err := load("pile", 1)
			if err != nil {
				t.Fatal(err)
			}
			spoiled := false
			first.Watch = func(w *sim.World) error {
				if w.Clock().Step == 20 && !spoiled {
					spoiled = true
					c.spoil(w)
				}
				return nil
			}
			feed, commands := bridge.NewFeed(), make(chan bridge.Command, 8)
			told := make(chan *parallel.Panic, 64)
			r := New(first, load, feed, commands)
			r.PanicsTo(func(p *parallel.Panic) { told <- p })
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan struct{})
			go func() { defer close(done); r.Run(ctx) }()
			defer func() { cancel(); <-done }()

			s := await(t, feed, nil, "a fault", func(s *bridge.Snapshot) bool { return s.Fault != "" })
			if !strings.Contains(s.Fault, "error of the program") || !strings.Contains(s.Fault, c.where) {
				t.Errorf("the fault is %q, want what happened and where", s.Fault)
			}
			if p := <-told; len(p.Stack) == 0 {
				t.Error("no stack is told")
			}
			commands <- bridge.LoadScene{Name: "broken"}
			s = await(t, feed, s, "a refusal", func(s *bridge.Snapshot) bool {
				return len(s.Notices) > 0 && s.Notices[len(s.Notices)-1].Level == bridge.Refused || s.Applied == 1
			})
			commands <- bridge.LoadScene{Name: "pile"}
			await(t, feed, s, "the next scene", func(s *bridge.Snapshot) bool { return s.Fault == "" && s.Step > 50 })
		})
	}
}

// Contract: a panic while a snapshot is filled loses no buffer of the feed, wherever in it that happens: each snapshot
// and each frame of a video comes, with the fault, and whole ones follow as soon as they can be had again.
func TestPanicInASnapshotLosesNoBuffer(t *testing.T) {
	r := atRest(t)
	r.apply(bridge.StartRecording{FPS: 1e3, Speed: 1})
	good := r.history
	broken := []func(){func() { r.history = nil }, func() { r.worlds = append(r.worlds, &instance{run: r}) }}
	var s *bridge.Snapshot
	for n := range 8 { // more often than there are buffers
		broken[n%len(broken)]()
		r.guard(r.publish)
		r.guard(func() { r.deliverFrame(t.Context()) })
		r.history, r.worlds = good, r.worlds[:1]
		s = r.feed.Latest(s)
		if last := r.controls.Seq; s == nil || s.Seq != last-1 && s.Seq != last || s.Fault == "" || s.Scene != "pile" {
			t.Fatalf("panic %d: the newest snapshot is %+v", n, s)
		}
		select {
		case frame := <-r.feed.Frames:
			r.feed.ReturnFrame(frame)
		default:
			t.Fatalf("panic %d: no frame of the video comes", n)
		}
	}
	r.publish()
	if s = r.feed.Latest(s); s.Seq != r.controls.Seq || len(s.Bodies) == 0 || len(s.Timeline.Tracks) != 1 {
		t.Errorf("the snapshot after that has %d bodies, %d tracks", len(s.Bodies), len(s.Timeline.Tracks))
	}
}

// Contract: a scene's own watcher sees the world before the first step and after each, once;
// it can stop the run, which a person can then go on with; one that fails looks no more,
// and the run goes on.
func TestWatch(t *testing.T) {
	w, err := sim.New(sim.DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	seen := int64(-1)
	first := Scene{World: w, Watch: func(w *sim.World) error {
		if seen++; w.Clock().Step != seen {
			return fmt.Errorf("step %d is seen as number %d", w.Clock().Step, seen)
		}
		switch seen {
		case 20:
			return ErrEnough
		case 40:
			return fmt.Errorf("tired")
		}
		return nil
	}}
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 64)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		New(first, loadPile(t), feed, commands).Run(ctx)
		close(done)
	}()
	held := await(t, feed, nil, "a stop at step 20", func(s *bridge.Snapshot) bool { return s.Paused })
	if held.Step != 20 {
		t.Errorf("stopped at step %d, want 20", held.Step)
	}
	commands <- bridge.StepOnce{N: 5}
	held = await(t, feed, held, "five steps more", func(s *bridge.Snapshot) bool { return s.Step == 25 })
	commands <- bridge.Resume{}
	await(t, feed, held, "a run without a watcher", func(s *bridge.Snapshot) bool { return s.Step > 60 && !s.Paused })
	cancel()
	<-done
	if seen != 40 {
		t.Errorf("the watcher looked %d times, want 40", seen)
	}
}

// Contract: a recording gets every frame, in order, each at the first step at or after
// its time, however slow the reader is.
func TestRecordingIsLockedToSimulatedTime(t *testing.T) {
	feed, commands := start(t)
	commands <- bridge.StartRecording{FPS: 100, Speed: 0.5}
	var first float64
	for i := 0; i < 20; i++ {
		f := <-feed.Frames
		if i == 0 {
			first = f.Time
		}
		if late := f.Time - first - 0.005*float64(i); late < -1e-9 || late > 2*f.TimeStep {
			t.Errorf("frame %d shows t = %g s, want %g up to one step later", i, f.Time, first+0.005*float64(i))
		}
		if i%5 == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		feed.ReturnFrame(f)
	}
	commands <- bridge.StopRecording{}
}

// Contract: a video shows one run: a reset and another scene end the recording, after every
// frame that was due has been handed over, and a snapshot says so.
func TestRecordingEndsWithItsWorld(t *testing.T) {
	for _, c := range []bridge.Command{bridge.Reset{}, bridge.LoadScene{Name: "pile", Seed: 2}} {
		feed, commands := start(t)
		commands <- bridge.StartRecording{FPS: 50, Speed: 1}
		held := await(t, feed, nil, "the recording", func(s *bridge.Snapshot) bool {
			for len(feed.Frames) > 0 {
				feed.ReturnFrame(<-feed.Frames)
			}
			return s.Recording
		})
		commands <- c
		await(t, feed, held, "its end", func(s *bridge.Snapshot) bool {
			return s.Applied == 2 && s.Revision == 2 && !s.Recording
		})
		for len(feed.Frames) > 0 {
			if f := <-feed.Frames; f.Revision != 1 {
				t.Errorf("%T: a frame of the next run was handed over", c)
			}
		}
		await(t, feed, nil, "the next run", func(s *bridge.Snapshot) bool { return s.Time > 0.1 })
		if len(feed.Frames) > 0 {
			t.Errorf("%T: the recording goes on", c)
		}
	}
}

// Contract: a run pauses by itself at the first step in which bodies overlap by more than half of
// the smaller radius, names them, goes on when asked, and pauses again only when two overlap
// deeper by half. The steps are those of a world that nobody looks at.
func TestDeepOverlapsPause(t *testing.T) {
	load := func(string, uint64) (Scene, error) {
		w, err := sim.New(sim.Params{Gravity: vec.New(0, 0, -10), TimeStepSafety: 0.2, TimeStepEvery: 100})
		if err != nil {
			return Scene{}, err
		}
		soft := law.Default
		soft.Young, soft.TanPhi = 2e3, 0
		if _, err := w.Build().AddMaterial("m", soft); err != nil {
			return Scene{}, err
		}
		add(t, w, floor)
		add(t, w, body.Def{
			Name: "ball", Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.02}}, Position: vec.New(0, 0, 0.12),
		})
		return Scene{World: w, Name: "soft"}, nil
	}
	plain, _ := load("", 0)
	defer plain.World.Close()
	first, again := int64(0), int64(0)
	for again == 0 && plain.World.Clock().Time < 1 {
		plain.World.Step()
		switch r := plain.World.Contacts().MaxOverlapRatio(); {
		case first == 0 && r >= pauseOverlap:
			first = plain.World.Clock().Step
		case first > 0 && r > 1.5*pauseOverlap*1.02:
			again = plain.World.Clock().Step
		}
	}
	if first == 0 || again == 0 {
		t.Fatalf("the ball does not sink deep: %d, %d", first, again)
	}
	sc, _ := load("", 0)
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, 8)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		New(sc, load, feed, commands).Run(ctx)
		close(done)
	}()
	defer func() { cancel(); <-done }()
	s := await(t, feed, nil, "the pause", func(s *bridge.Snapshot) bool { return s.Paused })
	if s.Step != first || !strings.Contains(s.Hold, "(ball)") || !strings.Contains(s.Hold, "(floor)") {
		t.Errorf("paused at step %d, want %d: %s", s.Step, first, s.Hold)
	}
	commands <- bridge.Resume{}
	s = await(t, feed, s, "the second pause", func(s *bridge.Snapshot) bool { return s.Paused && s.Step > first })
	if s.Step < again-20 || s.Step > again+20 {
		t.Errorf("paused again at step %d, want %d or thereabouts", s.Step, again)
	}
	commands <- bridge.Reset{}
	await(t, feed, s, "a fresh world", func(s *bridge.Snapshot) bool { return s.Step == 0 && s.Hold == "" })
}

// Contract: the speed of a world is measured however slow it is.
func TestSlowWorldsAreMeasured(t *testing.T) {
	sc, err := loadPile(t)("pile", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	var m meter
	m.read(sc.World, 1)
	sc.World.Step()
	sc.World.Step()
	m.since = m.since.Add(-time.Second) // two steps a second
	m.read(sc.World, 1)
	if m.rate < 1.8 || m.rate > 2.01 || !(m.factor > 0) {
		t.Errorf("got %g steps a second and a factor of %g, want 2", m.rate, m.factor)
	}
	m.restart(sc.World)
	m.since = m.since.Add(-20 * time.Second)
	if m.read(sc.World, 1); m.rate != 0 || m.factor != 0 {
		t.Errorf("a world that does no step has a rate of %g", m.rate)
	}
}

// T20. Contract: a run beside a window is the run without one: the same bits after the
// same step, however the steps are batched, paced and looked at.
func TestRunnerGivesTheSameBits(t *testing.T) {
	alone, err := loadPile(t)("pile", 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(alone.World.Close)
	feed, commands := start(t)
	commands <- bridge.SetWanted{Wanted: bridge.Wanted{Contacts: true}}
	s := await(t, feed, nil, "readings of a running scene", func(s *bridge.Snapshot) bool { return s.Readings.Step > 0 })
	commands <- bridge.Pause{}
	s = await(t, feed, s, "the pause", func(s *bridge.Snapshot) bool { return s.Paused })
	check := func() {
		t.Helper()
		for alone.World.Clock().Step < s.Step {
			alone.World.Step()
		}
		at := inspect.Moment{Site: alone.World.Inspect()}
		critical, by := at.Critical()
		var own bridge.Snapshot
		alone.World.Fill(&own)
		want := bridge.Readings{Step: own.Step, Time: own.Time, Hash: alone.World.Hash(), Energy: alone.World.Energy(),
			Contacts: own.Stats.Contacts, Bodies: own.Stats.Bodies,
			Deepest: at.Deepest(), Critical: critical, Limiting: by}
		if s.Readings != want {
			t.Errorf("step %d: readings %+v, alone %+v", s.Step, s.Readings, want)
		}
	}
	check()
	for _, batch := range []int{1, 10, 1000} {
		for range 3 {
			goal := s.Step + int64(batch)
			commands <- bridge.StepOnce{N: batch}
			s = await(t, feed, s, "the batch", func(s *bridge.Snapshot) bool { return s.Step == goal })
		}
		check()
	}
}

// Contract: who asks about a thing is answered at once, also while the run is paused, and has the last
// steps of it, one row a step; another thing begins anew. A body that does not exist is gone.
func TestRunnerAnswersWhatIsAsked(t *testing.T) {
	feed, commands := start(t)
	commands <- bridge.Pause{}
	s := await(t, feed, nil, "the pause", func(s *bridge.Snapshot) bool { return s.Paused })
	ask := func(number int64) {
		t.Helper()
		commands <- bridge.SetWanted{Wanted: bridge.Wanted{
			Inspect: [2]bridge.Thing{{Kind: bridge.ThingBody, Body: number}},
		}}
		s = await(t, feed, s, "the answer", func(s *bridge.Snapshot) bool { return s.Inspected.Things[0].Body == number })
	}
	ask(3)
	if in := &s.Inspected; in.Missing[0] || in.Body.Number != 3 || len(in.History.Values[0]) != 0 {
		t.Errorf("asked about body 3: %+v", in)
	}
	for _, steps := range []int{5, bridge.HistoryLength} {
		goal := s.Step + int64(steps)
		commands <- bridge.StepOnce{N: steps}
		s = await(t, feed, s, "the steps", func(s *bridge.Snapshot) bool { return s.Step == goal })
		for k, values := range s.Inspected.History.Values {
			if len(values) != steps {
				t.Fatalf("after %d steps there are %d of trace %d", steps, len(values), k)
			}
		}
		speeds := s.Inspected.History.Values[0]
		last := float32(s.Inspected.Body.Velocity.Norm())
		if speeds[steps-1] != last || speeds[steps-2] == last {
			t.Errorf("the last speeds are %v, the body has %g", speeds[steps-2:], last)
		}
	}
	if ask(4); len(s.Inspected.History.Values[0]) != 0 {
		t.Error("another body has the history of the first")
	}
	if ask(99); !s.Inspected.Missing[0] {
		t.Error("body 99 is there")
	}
}
