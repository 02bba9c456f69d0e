package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/history"
	"example.org/tumble/sim/run/runfile"
)

// handleCommands applies the waiting commands. It reports false when the run is over.
func (r *Runner) handleCommands(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case c, ok := <-r.commands:
			if !r.handle(c, ok) {
				return false
			}
		case v := <-r.calls:
			r.receive(v)
		default:
			return true
		}
	}
}

// handle applies a received command. It reports false if the channel was closed, which ends the run.
func (r *Runner) handle(c bridge.Command, ok bool) bool {
	if ok {
		r.unchanged = false
		r.apply(c)
	}
	return ok
}

// waitCommand waits for one command, at most for the given time.
func (r *Runner) waitCommand(ctx context.Context, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case c, ok := <-r.commands:
		return r.handle(c, ok)
	case v := <-r.calls:
		r.unchanged = r.idle()
		r.receive(v)
	case <-r.trying.updates:
	case r.slicing.last = <-r.slicing.done:
		r.slicing.done = nil
	case <-timer.C:
	}
	return true
}

// apply carries out one command. It is the only type switch over commands, apart from the controls, which
// first take the commands that apply to everything that can be played. TestEveryCommandIsCarriedOut finds
// a command that is missing.
func (r *Runner) apply(c bridge.Command) {
	known := r.controls.Handle(c, played{r})
	switch c := c.(type) {
	case bridge.Edit:
		if !r.try(c) {
			r.eachEdited(func(it *instance) { it.edit(c) })
		}

	case bridge.Reset:
		r.refuse("scene", r.again(keepTrack))
	case bridge.LoadScene:
		r.refuse("scene", r.reload(c.Name, c.Seed, keepNothing))

	case bridge.Undo:
		r.eachEdited(func(it *instance) {
			it.undo(func() (runfile.Command, bool) { return it.history.Undo(it.scene.World) })
		})
	case bridge.Redo:
		r.eachEdited(func(it *instance) { it.undo(it.history.Redo) })
	case bridge.TryEdits:
		r.beginTrying(c.Span)
	case bridge.MakeTried:
		r.makeTried()
	case bridge.DropTried:
		r.dropTried()

	case bridge.ChooseTrack:
		r.chooseTrack(c.Track)
	case bridge.NameTrack:
		r.refuse("history", r.history.Rename(c.Track, c.Name))
	case bridge.DropTrack:
		r.dropTrack(c.Track)
	case bridge.SetHistoryBudget:
		r.refuse("history", r.history.SetBudget(c.Bytes))
	case bridge.SetSlow:
		r.setSlow(c)

	case bridge.BeginTwin:
		r.finishSeek()
		r.beginTwin()
	case bridge.ChooseTwin:
		r.chooseTwin(c)
	case bridge.EndTwin:
		r.endTwin(c.Place)
	case bridge.SetDivergenceBound:
		r.setDivergenceBound(c.Bound)

	case bridge.SetLoop:
		r.looped()
	case bridge.SetSpeed:
		r.pace.restart()
	case bridge.SetWanted:
		r.inspecting.ask(c.Wanted.Inspect[0])
	case bridge.SetBreakpoints:
		r.setBreakpoints(c)
	case bridge.SetPlane:
		r.setPlane(c)
	case bridge.SetRegions:
		r.setRegions(c)
	case bridge.SetSlice:
		for _, it := range r.worlds {
			it.scene.View.Slice = c.Slice
		}
	case bridge.SetSurfaces:
		r.setMeasured("surfaces", func(a *addedUp) { a.surfaces = &c.Surfaces })
	case bridge.SetPlanes:
		r.setMeasured("planes", func(a *addedUp) { a.planes = &c.Planes })
	case bridge.ReadPast:
		r.readPast()
	case bridge.SaveView:
		r.noteView(c)

	case bridge.StartExport:
		r.startExport(c)
	case bridge.StopExport:
		r.stopExport()
	case bridge.AllowExport:
		r.allowExport(c)
	case bridge.SaveScene:
		r.saveScene(c)
	case bridge.SaveRun:
		r.saveRun(c)
	case bridge.GiveRun:
		r.giveRun(c)
	case bridge.SaveSeries:
		r.saveSeries(c)
	default:
		if !known {
			panic(fmt.Sprintf("run: the runner does not know the command %T", c))
		}
	}
}

// pause stops the clock.
func (r *Runner) pause() {
	r.toEvent = false
	r.controls.Paused, r.waiting = true, false
}

// resume lets the clock run, and first makes the edit that was tried last.
func (r *Runner) resume() {
	r.toEvent = false
	r.makeTried()
	r.controls.Paused, r.waiting, r.hold, r.controls.Ended = false, false, "", false
	r.pace.restart()
	r.meter.restart(r.scene.World)
}

// stepOnce does n steps and pauses.
func (r *Runner) stepOnce(n int) {
	r.finishSeek()
	r.makeTried()
	r.controls.Paused, r.waiting, r.hold, r.controls.Ended = true, false, "", false
	begin := time.Now()
	for i := 0; i < n && r.scene.World.Log().Fault() == "" && r.step(); i++ {
	}
	r.rememberAll(time.Since(begin))
}

// staying says what of the present run stays when a scene is loaded.
type staying uint8

const (
	keepNothing staying = iota // another scene starts to play
	keepEdits                  // the person's edits are repeated, on a new track
	keepTrack                  // and the same track is followed again, if the edits were there from its beginning on
)

// reload makes a new world. If the scene cannot be loaded, the present one stays.
func (r *Runner) reload(name string, seed uint64, keep staying) error {
	var next Scene
	var err error
	past := keep > keepNothing && r.scene.Past != nil
	p := r.attempt(func() {
		if past {
			next, err = r.beginning()
		} else if next, err = r.load(name, seed); err == nil && keep > keepNothing {
			err = r.measure(&next)
		}
	})
	if p != nil {
		err = fmt.Errorf("an error of the program itself: %w", p)
	}
	if err != nil {
		return err
	}
	r.endRequest("", errors.New("the window has opened a scene, or its beginning"))
	r.stopExport()
	r.endRecording() // a video shows one run only
	r.keepHash()
	given := r.given()
	r.dropTried()
	r.dropOthers()
	r.guard(r.scene.World.Close)
	if keep > keepNothing {
		next.View.Slice = r.scene.View.Slice
	} else {
		r.history.History = history.New(r.history.Budget())
		r.controls.Paused, r.waiting = false, false
		r.addedUp = addedUp{}
	}
	from := next.Past
	if past {
		from = nil
	}
	restarted := r.enter(next, from, keep == keepTrack && len(given.edits) == 1)
	r.controls.Revision++
	r.read = time.Time{}
	r.inspecting = inspecting{thing: r.controls.Wanted.Inspect[0]}
	r.hold, r.deepest = "", 0
	r.pace.restart()
	if keep > keepNothing && !restarted {
		r.repeatAll(given)
	}
	r.exportScene()
	return nil
}

// again begins the present scene again.
func (r *Runner) again(keep staying) error {
	return r.reload(r.scene.Name, r.scene.World.Params().Seed, keep)
}

// addedUp is what is added up from the beginning of a run on, as a person chose it.
type addedUp struct {
	surfaces *[]bridge.Surface // on which loads are measured; nil: those of the scene
	planes   *[]bridge.Plane   // named ones, through which flow is counted; nil: those of the scene
}

// setMeasured begins the scene again with another choice of what is added up from its beginning on.
func (r *Runner) setMeasured(field string, change func(*addedUp)) {
	if r.scene.Past != nil {
		r.notify(bridge.Refused, field, "%v", errMeasuredBefore)
		return
	}
	had := r.addedUp
	change(&r.addedUp)
	if err := r.again(keepEdits); err != nil {
		r.addedUp = had
		r.notify(bridge.Refused, field, "%v", err)
	}
}

// measure lets a scene that was loaded again add up what a person chose, or closes it with an error.
func (r *Runner) measure(next *Scene) (err error) {
	build := next.World.Build()
	if r.surfaces != nil {
		err = build.SetSurfaces(*r.surfaces)
	}
	if r.planes != nil && err == nil {
		err = build.SetPlanes(*r.planes)
	}
	if err != nil {
		next.World.Close()
	}
	return err
}

// beginning returns the scene with the world at the beginning of the present track.
func (r *Runner) beginning() (Scene, error) {
	s := r.scene
	state, err := r.history.First()
	if err == nil {
		s.World, err = r.restore(state)
	}
	return s, err
}

// restore returns the world of a saved state, with the present number of workers.
func (it *instance) restore(state []byte) (*sim.World, error) {
	return sim.Restore(state, it.workers())
}

func (it *instance) workers() int { return it.scene.World.Params().Workers }

// refuse tells the person why a command was not carried out, unless err is nil.
func (it *instance) refuse(field string, err error) { it.scene.World.Log().Refuse(field, err) }

func (it *instance) notify(level bridge.Level, field, format string, args ...any) {
	it.scene.World.Log().Add(level, field, format, args...)
}
